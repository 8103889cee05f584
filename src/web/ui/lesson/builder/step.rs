//! A step of the lesson: text, picture, task, explanation, and what the student may use.

use flitscope::lesson::{CONTROLS, DraftAsk, DraftGoal, DraftStep};
use flitscope::page::PageStateStoreFields;
use flitscope::scene::Thing;
use leptos::prelude::*;

use super::challenge::ChallengeForm;
use super::fields::{Line, Lines, QUERIES, QuerySuggestions, Texts};
use super::making::Making;
use super::question::QuestionForm;
use crate::ui::lesson::words::Words;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Nothing,
    Question,
    Challenge,
}

impl Task {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (
            Self::Nothing,
            "nothing",
            "Nothing: the student reads and watches",
        ),
        (
            Self::Question,
            "question",
            "A question: the student predicts",
        ),
        (
            Self::Challenge,
            "challenge",
            "A challenge: the student changes the network",
        ),
    ];

    fn of(step: &DraftStep) -> Self {
        match (&step.ask, &step.goal) {
            (Some(_), _) => Self::Question,
            (None, Some(_)) => Self::Challenge,
            (None, None) => Self::Nothing,
        }
    }
}

/// The form for a step, given by its index.
#[component]
pub fn StepForm(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let of =
        move |part: fn(&DraftStep) -> String| Signal::derive(move || making.of_step(index, part));
    let task = Memo::new(move |_| {
        let draft = making.draft.read();
        draft.step.get(index).map_or(Task::Nothing, Task::of)
    });
    let tasks = Task::ALL.map(|(kind, id, name)| {
        view! { <option value=id prop:selected=move || task.get() == kind>{name}</option> }
    });
    // A question or challenge that is left for another one comes back when it is chosen again.
    let left = StoredValue::new((None::<DraftAsk>, None::<DraftGoal>));
    let choose = move |id: String| {
        making.change_step(index, |step| {
            let (asked, set) = (step.ask.take(), step.goal.take());
            left.update_value(|left| {
                left.0 = asked.or(left.0.take());
                left.1 = set.or(left.1.take());
            });
            let (asked, set) = left.get_value();
            match &*id {
                "question" => step.ask = Some(asked.unwrap_or_default()),
                "challenge" => step.goal = Some(set.unwrap_or_default()),
                _ => {}
            }
        });
    };
    let form = move || match task.get() {
        Task::Nothing => None,
        Task::Question => Some(view! { <QuestionForm index /> }.into_any()),
        Task::Challenge => Some(view! { <ChallengeForm index /> }.into_any()),
    };
    let varies = move || !making.draft.read().vary.is_empty();
    view! {
        <QuerySuggestions />
        <StepHead index />
        <Line id="step-title" label="Heading, a few words" value=of(|step| step.title.clone()) write=move |title| making.change_step(index, |step| step.title = title) />
        <Lines id="step-text" label="Text" rows=5 value=of(|step| step.text.clone()) write=move |text| making.change_step(index, |step| step.text = text) help="**bold**, *italic*, `code`, lists and tables. {{latency(0)}} is computed, [flit](term) explains a word, [flits](term:flit) one in another form." />
        <Preview />
        <Picture index />
        <div class="field"><label for="step-task">"The task"</label>
            <select id="step-task" on:change:target=move |event| choose(event.target().value())>{tasks}</select></div>
        {form}
        <Lines id="step-then" label="Explanation, shown afterwards" value=of(|step| step.then.clone()) write=move |then| making.change_step(index, |step| step.then = then) />
        <Allowed index />
        <Marks index />
        <Show when=varies>
            <Line id="step-fits" label="Every variant must meet, so that all are equally difficult" list=QUERIES value=of(|step| step.fits.clone()) write=move |fits| making.change_step(index, |step| step.fits = fits) help="A query, for example: hops(0) == 5. Values for which it does not hold are drawn again." />
        </Show>
        <details>
            <summary>"A routing function of this step"</summary>
            <Lines id="step-script" label="In the script language; empty for that of the network" rows=6 value=of(|step| step.script.clone()) write=move |script| making.change_step(index, |step| step.script = script) />
        </details>
    }
}

/// The number of the step, and buttons that move, copy and delete it.
#[component]
fn StepHead(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.draft.read().step.len());
    let swap = move |other: usize| {
        making.change(|draft| draft.step.swap(index, other));
        making.at.set(Some(other));
    };
    let copy = move |_| {
        making.change(|draft| {
            if let Some(step) = draft.step.get(index).cloned() {
                draft.step.insert(index + 1, step);
            }
        });
        making.at.set(Some(index + 1));
    };
    let delete = move |_| {
        making.keep_for_undo("The step was deleted.");
        making.change(|draft| drop(draft.step.remove(index)));
        making.go_to(
            count
                .get_untracked()
                .checked_sub(1)
                .map(|last| index.min(last)),
        );
    };
    let is_last = move || count.get() <= index + 1;
    view! {
        <h2>{move || format!("Step {} of {}", index + 1, count.get())}</h2>
        <p class="actions tight">
            <button type="button" aria-label="Move the step before the previous one" disabled=index == 0 on:click=move |_| swap(index - 1)>"← Earlier"</button>
            <button type="button" aria-label="Move the step after the next one" disabled=is_last on:click=move |_| swap(index + 1)>"Later →"</button>
            <button type="button" on:click=copy>"Duplicate"</button>
            <button id="delete-step" type="button" on:click=delete>"Delete"</button>
        </p>
    }
}

/// The text and the task as students see them.
#[component]
fn Preview() -> impl IntoView {
    let making = expect_context::<Making>();
    let shown = move || {
        making
            .preview
            .get()
            .and_then(|written| written.preview.clone())
    };
    let text = Signal::derive(move || shown().map(|step| step.text).unwrap_or_default());
    let asked = Signal::derive(move || {
        let step = shown();
        let ask = step
            .as_ref()
            .and_then(|step| Some(step.ask.as_ref()?.text.clone()));
        let goal = step.and_then(|step| Some(step.goal?.text));
        ask.or(goal).unwrap_or_default()
    });
    let why = move || {
        let written = making.preview.get()?;
        let why = written.why.as_ref()?;
        Some(flitscope::catalog::sentence(why))
    };
    view! {
        <details class="preview" open>
            <summary>"As students see it"</summary>
            <Words html=text class="step-text" />
            <Words html=asked class="asked" />
            <p class="problem" role="status">{why}</p>
        </details>
    }
}

/// The scene of the step, and the cycle at which its run stops.
#[component]
fn Picture(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let page = making.page;
    let until = Memo::new(move |_| making.of_step(index, |step| step.until.clone()));
    let is_cycle = move || until.read().parse::<u64>().is_ok();
    let is_query = move || !until.read().is_empty() && !is_cycle();
    let set = move |until: String| making.change_step(index, |step| step.until = until);
    let choose = move |kind: String| match &*kind {
        "cycle" => set(page.player.cycle.get_untracked().to_string()),
        "query" => set("all_arrived()".to_owned()),
        _ => set(String::new()),
    };
    let scene = Signal::derive(move || making.of_step(index, |step| step.scene.clone()));
    let is_challenge = move || {
        making
            .of_step(index, |step| step.goal.is_some().then_some(()))
            .is_some()
    };
    let label = move || {
        if is_challenge() {
            "The goal is judged"
        } else {
            "The run stops"
        }
    };
    let differs = move || {
        page.state.scenario().track();
        making.draft.track();
        making.preview.track();
        let scene = making.scene_shown(index);
        let scene = scene.map(|scene| page.read_query(&scene).address.scenario);
        scene.is_some_and(|scene| scene != *page.state.scenario().read())
    };
    view! {
        <fieldset class="group">
            <legend>"Picture"</legend>
            <p class="help">{move || if differs() { "The picture shows another network than this step." } else { "The picture shows the network of this step." }}</p>
            <p class="actions tight">
                <button id="use-view" type="button" on:click=move |_| making.use_view(index)>"Use the network that is shown"</button>
                <button id="show-scene" type="button" on:click=move |_| making.show_scene()>"Show that of the step"</button>
            </p>
            <div class="pair">
                <div class="field"><label for="step-until">{label}</label>
                    <select id="step-until" on:change:target=move |event| choose(event.target().value())>
                        <option value="end" prop:selected=move || until.read().is_empty()>"when nothing more happens"</option>
                        <option value="cycle" prop:selected=is_cycle>"after a number of cycles"</option>
                        <option value="query" prop:selected=is_query>"as soon as something holds"</option>
                    </select></div>
                <Show when=is_cycle>
                    <Line id="step-stop" label="Cycles" value=until write=set />
                </Show>
                <Show when=is_query>
                    <Line id="step-stop" label="It holds" list=QUERIES value=until write=set />
                </Show>
            </div>
            <details>
                <summary>"The network as a link"</summary>
                <Lines id="step-scene" label="What follows ? in a link of Explore; empty for the network of the step before" rows=2 value=scene write=move |scene: String| making.change_step(index, |step| scene.trim().clone_into(&mut step.scene)) help="With a variant: M=$(flits) in place of M=8." />
            </details>
        </fieldset>
    }
}

/// Check boxes for the controls that the student may use.
#[component]
fn Allowed(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let boxes = CONTROLS.iter().map(|&(name, means)| {
        let is_on = move || {
            making.of_step(index, |step| step.allow.iter().any(|known| known == name))
        };
        let change = move |on: bool| {
            making.change_step(index, |step| {
                step.allow.retain(|known| known != name);
                if on {
                    step.allow.push(name.to_owned());
                }
            });
        };
        view! {
            <label class="check"><input type="checkbox" name="allow" value=name prop:checked=is_on on:change:target=move |event| change(event.target().checked()) />{means}</label>
        }
        .into_any()
    });
    let told = move || {
        let allow = making.of_step(index, |step| step.allow.clone());
        if allow.is_empty() {
            return "nothing but play and step".to_owned();
        }
        let names = CONTROLS
            .iter()
            .filter(|(name, _)| allow.iter().any(|known| known == name));
        let names: Vec<_> = names.map(|(_, means)| *means).collect();
        names.join("; ")
    };
    view! {
        <details class="allowed">
            <summary>"The student may use: "{told}</summary>
            <div class="checks">{boxes.collect_view()}</div>
        </details>
    }
}

/// Things that are highlighted while the step is read.
#[component]
fn Marks(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let page = making.page;
    let value = Signal::derive(move || {
        making.of_step(index, |step| {
            let things = step.point.iter().map(|thing| thing.replace(',', "·"));
            things.collect::<Vec<_>>()
        })
    });
    // Names of nodes contain commas, which would separate two things.
    let write = move |things: Vec<String>| {
        let things = things.into_iter().map(|thing| thing.replace('·', ","));
        making.change_step(index, |step| step.point = things.collect());
    };
    let selected = move || {
        let built = page.state.built().read();
        let (topology, network) = (&*built.topology, &built.design.network);
        match page.state.focus().read().thing()? {
            Thing::Node(node) => Some(format!("node {}", topology.label(node))),
            Thing::Worm(message) => Some(format!("message {}", message.0)),
            other => {
                let channel = other.channel()?;
                let ends = [network.from(channel), network.to(channel)];
                let [from, to] = ends.map(|node| topology.label(node));
                Some(format!("channel {from}>{to}"))
            }
        }
    };
    let add = move |_| {
        if let Some(thing) = untrack(selected) {
            making.change_step(index, |step| {
                if !step.point.contains(&thing) {
                    step.point.push(thing);
                }
            });
        }
    };
    view! {
        <details>
            <summary>"Marked in the picture"</summary>
            <Texts id="step-point" label="Things, separated by commas" value write help="node 3, channel 2>3, message 0, control vcs. In the name of a node, write · for a comma: node 0·1." />
            <p class="actions tight"><button type="button" disabled=move || selected().is_none() on:click=add>{move || selected().map_or("Select something in the picture to mark it".to_owned(), |thing| format!("Mark {thing}"))}</button></p>
        </details>
    }
}

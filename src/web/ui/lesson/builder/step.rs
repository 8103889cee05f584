//! A step of the lesson: text, picture, task, explanation, and what the student may use.

use flitscope::lesson::{BuilderAction, CONTROLS, LessonState, Notation};
use flitscope::page::PageStateStoreFields;
use flitscope::scene::Thing;
use leptos::prelude::*;
use serde_json::{Value, json};

use super::challenge::ChallengeForm;
use super::form::{Choice, Field, Fields, Making, QuerySuggestions};
use super::question::QuestionForm;
use crate::ui::lesson::words::Words;

/// The tasks of a step, by id.
const TASKS: [(&str, &str); 3] = [
    ("nothing", "Nothing: the student reads and watches"),
    ("question", "A question: the student predicts"),
    ("challenge", "A challenge: the student changes the network"),
];

/// When the run of a step stops, by id.
const STOPS: [(&str, &str); 3] = [
    ("end", "when nothing more happens"),
    ("cycle", "after a number of cycles"),
    ("query", "as soon as something holds"),
];

const HEAD: [Field; 2] = [
    Field::line("step-title", "Heading, a few words", "/title"),
    Field::lines("step-text", "Text", "/text", 5).help("**bold**, *italic*, `code`, lists and tables. {{latency(0)}} is computed, [flit](term) explains a word, [flits](term:flit) one in another form."),
];

const CYCLES: [Field; 1] = [Field::line("step-stop", "Cycles", "/until")];

const HOLDS: [Field; 1] = [Field::query("step-stop", "It holds", "/until")];

const SCENE: [Field; 1] = [Field::lines(
    "step-scene",
    "What follows ? in a link of Explore; empty for the network of the step before",
    "/scene",
    2,
)
.written(Notation::Link)
.help("With a variant: M=$(flits) in place of M=8.")];

const THEN: [Field; 1] = [Field::lines(
    "step-then",
    "Explanation, shown afterwards",
    "/then",
    3,
)];

const POINT: [Field; 1] = [Field::line("step-point", "Things, separated by commas", "/point")
    .written(Notation::Things)
    .help("node 3, channel 2>3, message 0, control vcs. In the name of a node, write · for a comma: node 0·1.")];

const FITS: [Field; 1] = [Field::query(
    "step-fits",
    "Every variant must meet, so that all are equally difficult",
    "/fits",
)
.help("A query, for example: hops(0) == 5. Values for which it does not hold are drawn again.")];

const SCRIPT: [Field; 1] = [Field::lines(
    "step-script",
    "In the script language; empty for that of the network",
    "/script",
    6,
)];

/// The form for a step, given by its index.
#[component]
pub fn StepForm(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let path = format!("/step/{index}");
    let key = path.clone();
    let task = Memo::new(move |_| {
        let has = |part: &str| !making.value(&format!("{key}/{part}")).is_null();
        let task = if has("ask") {
            "question"
        } else if has("goal") {
            "challenge"
        } else {
            "nothing"
        };
        task.to_owned()
    });
    let choose = move |task| making.send(BuilderAction::Task(task));
    let key = path.clone();
    let form = move || match &**task.read() {
        "question" => view! { <QuestionForm path=format!("{key}/ask") /> }.into_any(),
        "challenge" => view! { <ChallengeForm path=format!("{key}/goal") /> }.into_any(),
        _ => ().into_any(),
    };
    let key = path.clone();
    let varies = move || making.count("/vary") > 0;
    view! {
        <QuerySuggestions />
        <StepHead index />
        <Fields path=path.clone() fields=&HEAD />
        <Preview />
        <Picture path=path.clone() />
        <Choice id="step-task" label="The task" choices=TASKS.to_vec() value=task choose />
        {form}
        <Fields path=path.clone() fields=&THEN />
        <Allowed path=format!("{path}/allow") />
        <Marks path=path.clone() />
        <Show when=varies><Fields path=key.clone() fields=&FITS /></Show>
        <details>
            <summary>"A routing function of this step"</summary>
            <Fields path fields=&SCRIPT />
        </details>
    }
}

/// The number of the step, and buttons that move, copy and delete it.
#[component]
fn StepHead(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.count("/step"));
    let is_last = move || count.get() <= index + 1;
    let earlier = move |_| making.send(BuilderAction::Move(index.saturating_sub(1)));
    let later = move |_| making.send(BuilderAction::Move(index + 1));
    view! {
        <h2>{move || format!("Step {} of {}", index + 1, count.get())}</h2>
        <p class="actions tight">
            <button type="button" aria-label="Move the step before the previous one" disabled=index == 0 on:click=earlier>"← Earlier"</button>
            <button type="button" aria-label="Move the step after the next one" disabled=is_last on:click=later>"Later →"</button>
            <button type="button" on:click=move |_| making.send(BuilderAction::CopyStep)>"Duplicate"</button>
            <button id="delete-step" type="button" on:click=move |_| making.send(BuilderAction::DeleteStep)>"Delete"</button>
        </p>
    }
}

/// The text and the task as students see them.
#[component]
fn Preview() -> impl IntoView {
    let teaching = expect_context::<Making>().page.teaching;
    let text = teaching.memo(|state| state.builder.shown_text().to_owned());
    let asked = teaching.memo(|state| state.builder.shown_task().to_owned());
    let why = move || teaching.of(|state| state.builder.why_not_shown());
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
fn Picture(path: String) -> impl IntoView {
    let making = expect_context::<Making>();
    let page = making.page;
    let key = format!("{path}/until");
    let stops = Memo::new(move |_| {
        let until = making.text(&key);
        let stops = if until.is_empty() {
            "end"
        } else if until.parse::<u64>().is_ok() {
            "cycle"
        } else {
            "query"
        };
        stops.to_owned()
    });
    let key = format!("{path}/until");
    let choose = move |stops: &'static str| {
        let until = match stops {
            "cycle" => page.player.cycle.get_untracked().to_string(),
            "query" => "all_arrived()".to_owned(),
            _ => String::new(),
        };
        making.set(key.clone(), until);
    };
    let key = path.clone();
    let stop = move || {
        let path = key.clone();
        match &**stops.read() {
            "cycle" => view! { <Fields path fields=&CYCLES /> }.into_any(),
            "query" => view! { <Fields path fields=&HOLDS /> }.into_any(),
            _ => ().into_any(),
        }
    };
    let key = format!("{path}/goal");
    let is_challenge = Memo::new(move |_| !making.value(&key).is_null());
    let stop_menu = move || {
        let label = if is_challenge.get() {
            "The goal is judged"
        } else {
            "The run stops"
        };
        let choose = choose.clone();
        view! { <Choice id="step-until" label choices=STOPS.to_vec() value=stops choose /> }
    };
    let differs = Memo::new(move |_| page.of_lesson(LessonState::differs_from_step));
    view! {
        <fieldset class="group">
            <legend>"Picture"</legend>
            <p class="help">{move || if differs.get() { "The picture shows another network than this step." } else { "The picture shows the network of this step." }}</p>
            <p class="actions tight">
                <button id="use-view" type="button" on:click=move |_| making.send(BuilderAction::UseView)>"Use the network that is shown"</button>
                <button id="show-scene" type="button" on:click=move |_| making.send(BuilderAction::ShowScene)>"Show that of the step"</button>
            </p>
            <div class="pair">{stop_menu}{stop}</div>
            <details>
                <summary>"The network as a link"</summary>
                <Fields path fields=&SCENE />
            </details>
        </fieldset>
    }
}

/// Returns the texts of a list. Tracks the draft.
fn texts(making: Making, path: &str) -> Vec<String> {
    let list = making.value(path);
    let texts = list.as_array().into_iter().flatten();
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Check boxes for the controls that the student may use.
#[component]
fn Allowed(path: String) -> impl IntoView {
    let making = expect_context::<Making>();
    let key = path.clone();
    let allowed = Memo::new(move |_| texts(making, &key));
    let boxes = CONTROLS.iter().map(|&(name, means)| {
        let is_on = move || allowed.read().iter().any(|known| known == name);
        let path = path.clone();
        let change = move |on: bool| {
            let mut allowed = allowed.get_untracked();
            allowed.retain(|known| known != name);
            if on {
                allowed.push(name.to_owned());
            }
            making.set(path.clone(), json!(allowed));
        };
        view! {
            <label class="check"><input type="checkbox" name="allow" value=name prop:checked=is_on on:change:target=move |event| change(event.target().checked()) />{means}</label>
        }
        .into_any()
    });
    let told = move || {
        let allowed = allowed.read();
        if allowed.is_empty() {
            return "nothing but play and step".to_owned();
        }
        let names = CONTROLS
            .iter()
            .filter(|(name, _)| allowed.iter().any(|known| known == name));
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
fn Marks(path: String) -> impl IntoView {
    let making = expect_context::<Making>();
    let page = making.page;
    let selected = Memo::new(move |_| {
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
    });
    let key = format!("{path}/point");
    let add = move |_| {
        let Some(thing) = selected.get_untracked() else {
            return;
        };
        if !untrack(|| texts(making, &key)).contains(&thing) {
            making.send(BuilderAction::Add(key.clone(), json!(thing)));
        }
    };
    view! {
        <details>
            <summary>"Marked in the picture"</summary>
            <Fields path fields=&POINT />
            <p class="actions tight"><button type="button" disabled=move || selected.read().is_none() on:click=add>{move || selected.get().map_or("Select something in the picture to mark it".to_owned(), |thing| format!("Mark {thing}"))}</button></p>
        </details>
    }
}

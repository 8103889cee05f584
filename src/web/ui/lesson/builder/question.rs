//! The question of a step: its kind, the answer by a click, and replies to the answers that the author foresees.

use flitscope::lesson::{DraftAsk, DraftOption, DraftWrong, Kind, how_to_answer};
use leptos::prelude::*;

use super::fields::{Line, Lines, Number, QUERIES, Remove, Texts, focus_next};
use super::making::Making;

/// The kinds of answer with their names.
const KINDS: [(Kind, &str); 7] = [
    (Kind::Choice, "one of several sentences"),
    (Kind::Number, "a number"),
    (Kind::Node, "a node"),
    (Kind::Channel, "a channel"),
    (Kind::Set, "several nodes"),
    (Kind::Path, "a path"),
    (Kind::Curve, "a curve, drawn by hand"),
];

impl Making {
    /// Returns a part of the question of a step, or its default. Tracks the draft.
    fn of_ask<T: Default>(self, index: usize, part: impl FnOnce(&DraftAsk) -> T) -> T {
        self.of_step(index, |step| {
            step.ask.as_ref().map(part).unwrap_or_default()
        })
    }

    /// Changes the question of a step.
    fn change_ask(self, index: usize, change: impl FnOnce(&mut DraftAsk)) {
        self.change_step(index, |step| {
            if let Some(ask) = &mut step.ask {
                change(ask);
            }
        });
    }
}

#[component]
pub fn QuestionForm(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let teaching = making.page.teaching;
    let kind = Memo::new(move |_| {
        making
            .of_ask(index, |ask| Some(ask.kind))
            .unwrap_or(Kind::Number)
    });
    // A click in the picture answers the question that is being made.
    Effect::new(move |_| {
        teaching.draft.set(String::new());
        teaching.proposed.set(None);
        teaching.making.set(Some(kind.get()));
    });
    on_cleanup(move || teaching.making.set(None));
    let kinds = KINDS.map(|(known, name)| {
        view! { <option value=known.id() prop:selected=move || kind.get() == known>{name}</option> }
    });
    let choose = move |id: String| {
        if let Some(kind) = Kind::from_id(&id) {
            making.change_ask(index, |ask| {
                ask.kind = kind;
                if kind == Kind::Choice && ask.option.is_empty() {
                    ask.option = vec![DraftOption::default(); 2];
                }
            });
        }
    };
    let of =
        move |part: fn(&DraftAsk) -> String| Signal::derive(move || making.of_ask(index, part));
    let answer = move || match kind.get() {
        Kind::Choice => view! { <Options index /> }.into_any(),
        Kind::Curve => view! { <Axes index /> }.into_any(),
        _ => view! { <Answer index kind /> }.into_any(),
    };
    let has_rule = move || kind.get() != Kind::Choice;
    view! {
        <fieldset class="group">
            <legend>"Question"</legend>
            <Lines id="question-text" label="The question" rows=2 value=of(|ask| ask.text.clone()) write=move |text| making.change_ask(index, |ask| ask.text = text) />
            <div class="field"><label for="question-kind">"The answer is"</label>
                <select id="question-kind" on:change:target=move |event| choose(event.target().value())>{kinds}</select></div>
            {answer}
            <TriesHere index />
            <Show when=has_rule>
                <Foreseen index kind />
                <details>
                    <summary>"Several answers are right"</summary>
                    <Line id="question-right" label="An answer is right if" list=QUERIES value=of(|ask| ask.right.clone()) write=move |right| making.change_ask(index, |ask| ask.right = right) help="A query over answer, for example: answer == source(0) || answer == source(1)" />
                </details>
            </Show>
        </fieldset>
    }
}

/// The number of tries at this question, if it differs from that of the lesson.
#[component]
fn TriesHere(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let value = Signal::derive(move || {
        let tries = making.of_ask(index, |ask| ask.tries);
        tries.map(|tries| tries.to_string()).unwrap_or_default()
    });
    let write = move |text: String| {
        making.change_ask(index, |ask| ask.tries = text.trim().parse().ok());
    };
    view! { <Line id="question-tries" label="Tries at this question" value write help="Empty: as in the whole lesson. 0: any number." /> }
}

/// The answer, by a click or typed, and the query that computes it.
#[component]
fn Answer(index: usize, kind: Memo<Kind>) -> impl IntoView {
    let making = expect_context::<Making>();
    let teaching = making.page.teaching;
    let draft = teaching.draft;
    let choose = move |query: String| {
        making.change_ask(index, |ask| ask.answer = query);
        teaching.proposed.set(None);
        draft.set(String::new());
    };
    let proposed = move || {
        let found = teaching.proposed.get()?;
        if found.is_empty() {
            return Some(view! { <p role="status">"No query returns this answer in this cycle. Another cycle, or another query below, may help."</p> }.into_any());
        }
        let buttons = found.iter().map(|query| {
            let (query, label) = (query.clone(), query.clone());
            view! { <li><button type="button" on:click=move |_| choose(query.clone())><code>{label}</code></button></li> }.into_any()
        });
        Some(view! { <p class="help">"Queries with this answer; choose the one that you mean:"</p><ul class="proposals">{buttons.collect_view()}</ul> }.into_any())
    };
    let is_number = move || kind.get() == Kind::Number;
    let of =
        move |part: fn(&DraftAsk) -> String| Signal::derive(move || making.of_ask(index, part));
    view! {
        <div class="pair">
            <Line id="question-answer" label="In the cycle that is shown, it is" value=draft write=move |text| draft.set(text) help=how_to_answer(kind.get_untracked()) />
            <button id="find-queries" type="button" disabled=move || draft.read().trim().is_empty() on:click=move |_| making.propose(kind.get_untracked())>"Find a query"</button>
        </div>
        {proposed}
        <Line id="question-query" label="The query that computes it, so that it never goes stale" list=QUERIES value=of(|ask| ask.answer.clone()) write=move |query| making.change_ask(index, |ask| ask.answer = query) />
        <Show when=is_number>
            <div class="pair">
                <Line id="question-unit" label="Unit" value=of(|ask| ask.unit.clone()) write=move |unit| making.change_ask(index, |ask| ask.unit = unit) />
                <Number id="question-within" label="Tolerance [%]" value=Signal::derive(move || making.of_ask(index, |ask| ask.within * 100.0)) write=move |percent: f64| making.change_ask(index, |ask| ask.within = percent / 100.0) />
            </div>
        </Show>
    }
}

/// The sentences of a choice.
#[component]
fn Options(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.of_ask(index, |ask| ask.option.len()));
    let change = move |place: usize, change: &dyn Fn(&mut DraftOption)| {
        making.change_ask(index, |ask| {
            if let Some(option) = ask.option.get_mut(place) {
                change(option);
            }
        });
    };
    let rows = move || {
        let rows = (0..count.get()).map(|place| {
            let of = move |part: fn(&DraftOption) -> String| {
                Signal::derive(move || {
                    making.of_ask(index, |ask| ask.option.get(place).map(part).unwrap_or_default())
                })
            };
            let number = place + 1;
            let remove = move |()| making.change_ask(index, |ask| drop(ask.option.remove(place)));
            view! {
                <li>
                    <Lines id=format!("option-{number}") label=format!("Sentence {number}") rows=2 value=of(|option| option.text.clone()) write=move |text: String| change(place, &|option| option.text.clone_from(&text)) />
                    <Line id=format!("option-{number}-holds") label="It is true if" list=QUERIES value=of(|option| option.holds.clone()) write=move |holds: String| change(place, &|option| option.holds.clone_from(&holds)) help="A query, for example: delivered() == 4" />
                    <Lines id=format!("option-{number}-says") label="Reply to a student who chooses it although it is not true (optional)" rows=2 value=of(|option| option.says.clone()) write=move |says: String| change(place, &|option| option.says.clone_from(&says)) />
                    <SceneField id=format!("option-{number}-scene") value=of(|option| option.scene.clone()) write=move |scene: String| change(place, &|option| option.scene.clone_from(&scene)) />
                    <Remove name=format!("Remove sentence {number}") remove />
                </li>
            }
            .into_any()
        });
        rows.collect_view()
    };
    let add = move |_| {
        making.change_ask(index, |ask| ask.option.push(DraftOption::default()));
        focus_next(format!("option-{}", count.get_untracked()));
    };
    view! {
        <p class="help">"Exactly one sentence must be true of the run."</p>
        <ul class="entries">{rows}</ul>
        <p class="actions tight"><button id="add-option" type="button" on:click=add>"Add a sentence"</button></p>
    }
}

/// The axes of a curve, and the rule by which it is right.
#[component]
fn Axes(index: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let loads = Signal::derive(move || {
        making.of_ask(index, |ask| {
            ask.loads.iter().map(f64::to_string).collect::<Vec<_>>()
        })
    });
    let write = move |loads: Vec<String>| {
        let loads = loads.iter().filter_map(|load| load.parse().ok());
        making.change_ask(index, |ask| ask.loads = loads.collect());
    };
    view! {
        <Texts id="curve-loads" label="Loads at which it is measured [messages/node/cycle]" value=loads write help="For example: 0.01, 0.02, 0.03" />
        <Number id="curve-most" label="End of the vertical axis [cycles]" value=Signal::derive(move || making.of_ask(index, |ask| ask.most)) write=move |most: f64| making.change_ask(index, |ask| ask.most = most) />
        <Line id="question-query" label="The query that computes the curve" list=QUERIES value=Signal::derive(move || making.of_ask(index, |ask| ask.answer.clone())) write=move |query| making.change_ask(index, |ask| ask.answer = query) />
    }
}

/// The answers that the author foresees, each with a reply. None is compulsory.
#[component]
fn Foreseen(index: usize, kind: Memo<Kind>) -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.of_ask(index, |ask| ask.wrong.len()));
    let change = move |place: usize, change: &dyn Fn(&mut DraftWrong)| {
        making.change_ask(index, |ask| {
            if let Some(wrong) = ask.wrong.get_mut(place) {
                change(wrong);
            }
        });
    };
    let rows = move || {
        let rows = (0..count.get()).map(|place| {
            let of = move |part: fn(&DraftWrong) -> String| {
                Signal::derive(move || {
                    making.of_ask(index, |ask| ask.wrong.get(place).map(part).unwrap_or_default())
                })
            };
            let number = place + 1;
            let when = Signal::derive(move || {
                let when = of(|wrong| wrong.when.clone()).get();
                DraftWrong::answer_of(&when)
            });
            let write_when = move |text: String| {
                let when = DraftWrong::when_for(kind.get_untracked(), &text);
                change(place, &|wrong| wrong.when.clone_from(&when));
            };
            let remove = move |()| making.change_ask(index, |ask| drop(ask.wrong.remove(place)));
            view! {
                <li>
                    <Line id=format!("wrong-{number}") label="If the answer is" list=QUERIES value=when write=write_when help="A value, a query such as hops(0), or a condition such as answer > latency(0)." />
                    <Lines id=format!("wrong-{number}-text") label="Reply" rows=2 value=of(|wrong| wrong.text.clone()) write=move |text: String| change(place, &|wrong| wrong.text.clone_from(&text)) />
                    <details>
                        <summary>"An example and a picture"</summary>
                        <Line id=format!("wrong-{number}-example") label="An answer for which the condition holds" list=QUERIES value=of(|wrong| wrong.example.clone()) write=move |example: String| change(place, &|wrong| wrong.example.clone_from(&example)) help="Needed only for a condition, so that the check can play it." />
                        <SceneField id=format!("wrong-{number}-scene") value=of(|wrong| wrong.scene.clone()) write=move |scene: String| change(place, &|wrong| wrong.scene.clone_from(&scene)) />
                    </details>
                    <Remove name=format!("Remove answer {number}") remove />
                </li>
            }
            .into_any()
        });
        rows.collect_view()
    };
    let add = move |_| {
        making.change_ask(index, |ask| ask.wrong.push(DraftWrong::default()));
        focus_next(format!("wrong-{}", count.get_untracked()));
    };
    view! {
        <p class="help">"Replies to answers that you foresee (optional): name the misconception behind each."</p>
        <ul class="entries">{rows}</ul>
        <p class="actions tight"><button id="add-wrong" type="button" on:click=add>"Add a foreseen answer"</button></p>
    }
}

/// A scene that explains a reply: the network that is shown, or none.
#[component]
fn SceneField(
    id: String,
    value: Signal<String>,
    #[prop(into)] write: Callback<String>,
) -> impl IntoView {
    let page = expect_context::<Making>().page;
    let take = move |_| write.run(page.address().as_scene().write());
    view! {
        <p class="actions tight">
            <button id=id type="button" on:click=take>{move || if value.read().is_empty() { "Show the present network with this reply" } else { "Replace its network by the present one" }}</button>
            <Show when=move || !value.read().is_empty()><button type="button" on:click=move |_| write.run(String::new())>"Without a network"</button></Show>
        </p>
    }
}

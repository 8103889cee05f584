//! The question of a step: its kind, the answer by a click, and replies to the answers that the author foresees.

use flitscope::lesson::{BuilderAction, Kind, LessonAction, Notation, how_to_answer};
use leptos::prelude::*;
use serde_json::json;

use super::form::{Choice, Entries, Entry, Field, Fields, FormField, Input, Making};

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

const TEXT: [Field; 1] = [Field::lines("question-text", "The question", "/text", 2)];

const QUERY: [Field; 1] = [Field::query(
    "question-query",
    "The query that computes it, so that it never goes stale",
    "/answer",
)];

const NUMBER: [Field; 2] = [
    Field::line("question-unit", "Unit", "/unit"),
    Field::line("question-within", "Tolerance [%]", "/within").written(Notation::Percent),
];

const CURVE: [Field; 3] = [
    Field::line(
        "curve-loads",
        "Loads at which it is measured [messages/node/cycle]",
        "/loads",
    )
    .written(Notation::Numbers)
    .help("For example: 0.01, 0.02, 0.03"),
    Field::line("curve-most", "End of the vertical axis [cycles]", "/most")
        .written(Notation::Number),
    Field::query(
        "question-query",
        "The query that computes the curve",
        "/answer",
    ),
];

const TRIES: [Field; 1] = [
    Field::line("question-tries", "Tries at this question", "/tries")
        .written(Notation::Tries)
        .help("Empty: as in the whole lesson. 0: any number."),
];

const RIGHT: [Field; 1] = [
    Field::query("question-right", "An answer is right if", "/right")
        .help("A query over answer, for example: answer == source(0) || answer == source(1)"),
];

const OPTION: [Field; 3] = [
    Field::lines("", "Sentence #", "/text", 2),
    Field::query("-holds", "It is true if", "/holds")
        .help("A query, for example: delivered() == 4"),
    Field::lines(
        "-says",
        "Reply to a student who chooses it although it is not true (optional)",
        "/says",
        2,
    ),
];

const WHEN: Field = Field::query("", "If the answer is", "/when")
    .help("A value, a query such as hops(0), or a condition such as answer > latency(0).");

const REPLY: [Field; 1] = [Field::lines("-text", "Reply", "/text", 2)];

const EXAMPLE: [Field; 1] = [Field::query(
    "-example",
    "An answer for which the condition holds",
    "/example",
)
.help("Needed only for a condition, so that the check can play it.")];

/// The form for the question at a path.
#[component]
pub fn QuestionForm(path: String) -> impl IntoView {
    let making = expect_context::<Making>();
    let kind_path = format!("{path}/kind");
    let kind = Memo::new(move |_| {
        let kind = making.text(&kind_path);
        Kind::from_id(&kind).unwrap_or(Kind::Number)
    });
    let kinds = KINDS.map(|(kind, name)| (kind.id(), name)).to_vec();
    let choose = move |id: &'static str| {
        if let Some(kind) = Kind::from_id(id) {
            making.send(BuilderAction::Kind(kind));
        }
    };
    let answer_path = path.clone();
    let answer = move || {
        let path = answer_path.clone();
        match kind.get() {
            Kind::Choice => view! { <Options path /> }.into_any(),
            Kind::Curve => view! { <Fields path fields=&CURVE /> }.into_any(),
            kind => view! { <Answer path kind /> }.into_any(),
        }
    };
    let rule_path = path.clone();
    let rules = move || {
        let (kind, path) = (kind.get(), rule_path.clone());
        (kind != Kind::Choice).then(|| {
            view! {
                <Foreseen path=path.clone() kind />
                <details>
                    <summary>"Several answers are right"</summary>
                    <Fields path fields=&RIGHT />
                </details>
            }
        })
    };
    view! {
        <fieldset class="group">
            <legend>"Question"</legend>
            <Fields path=path.clone() fields=&TEXT />
            <Choice id="question-kind" label="The answer is" choices=kinds value=Signal::derive(move || kind.get().id().to_owned()) choose />
            {answer}
            <Fields path fields=&TRIES />
            {rules}
        </fieldset>
    }
}

/// The answer, by a click or typed, and the query that computes it.
#[component]
fn Answer(path: String, kind: Kind) -> impl IntoView {
    let making = expect_context::<Making>();
    let teaching = making.page.teaching;
    let draft = teaching.draft;
    let enter = move |answer| making.page.teach(LessonAction::Enter(answer));
    let found = teaching.memo(|state| state.builder.proposed.clone());
    let proposed = move || {
        let found = found.get()?;
        if found.is_empty() {
            return Some(view! { <p role="status">"No query returns this answer in this cycle. Another cycle, or another query below, may help."</p> }.into_any());
        }
        let buttons = found.into_iter().map(|query| {
            let label = query.clone();
            let choose = move |_| making.send(BuilderAction::Choose(query.clone()));
            view! { <li><button type="button" on:click=choose><code>{label}</code></button></li> }
                .into_any()
        });
        Some(view! { <p class="help">"Queries with this answer; choose the one that you mean:"</p><ul class="proposals">{buttons.collect_view()}</ul> }.into_any())
    };
    view! {
        <div class="pair">
            <Entry id="question-answer" label="In the cycle that is shown, it is" input=Input::Line value=draft write=enter help=how_to_answer(kind) />
            <button id="find-queries" type="button" disabled=move || draft.read().trim().is_empty() on:click=move |_| making.send(BuilderAction::Propose)>"Find a query"</button>
        </div>
        {proposed}
        <Fields path=path.clone() fields=&QUERY />
        {(kind == Kind::Number).then(|| view! { <div class="pair"><Fields path fields=&NUMBER /></div> })}
    }
}

/// The sentences of a choice.
#[component]
fn Options(path: String) -> impl IntoView {
    let entry = |path: String, number: usize| {
        let id = format!("option-{number}");
        view! {
            <Fields path=path.clone() id=id.clone() number fields=&OPTION />
            <SceneField id=format!("{id}-scene") path=format!("{path}/scene") />
        }
        .into_any()
    };
    view! {
        <p class="help">"Exactly one sentence must be true of the run."</p>
        <Entries path=format!("{path}/option") id="option" name="sentence" add="Add a sentence" new=|| json!({}) entry />
    }
}

/// The answers that the author foresees, each with a reply. None is compulsory.
#[component]
fn Foreseen(path: String, kind: Kind) -> impl IntoView {
    let entry = move |path: String, number: usize| {
        let id = format!("wrong-{number}");
        let when = WHEN.written(Notation::Answer(kind));
        view! {
            <FormField field=when id=id.clone() path=format!("{path}/when") label=when.label />
            <Fields path=path.clone() id=id.clone() fields=&REPLY />
            <details>
                <summary>"An example and a picture"</summary>
                <Fields path=path.clone() id=id.clone() fields=&EXAMPLE />
                <SceneField id=format!("{id}-scene") path=format!("{path}/scene") />
            </details>
        }
        .into_any()
    };
    view! {
        <p class="help">"Replies to answers that you foresee (optional): name the misconception behind each."</p>
        <Entries path=format!("{path}/wrong") id="wrong" name="answer" add="Add a foreseen answer" new=|| json!({}) entry />
    }
}

/// A scene that explains a reply: the network that is shown, or none.
#[component]
fn SceneField(id: String, path: String) -> impl IntoView {
    let making = expect_context::<Making>();
    let key = path.clone();
    let is_empty = Memo::new(move |_| making.text(&key).is_empty());
    let key = path.clone();
    let take = move |_| {
        let scene = making.page.address().as_scene();
        making.set(key.clone(), scene.write());
    };
    let leave = move |_| making.set(path.clone(), "");
    view! {
        <p class="actions tight">
            <button id=id type="button" on:click=take>{move || if is_empty.get() { "Show the present network with this reply" } else { "Replace its network by the present one" }}</button>
            <Show when=move || !is_empty.get()><button type="button" on:click=leave.clone()>"Without a network"</button></Show>
        </p>
    }
}

//! The head of a lesson: title, objective, conclusions, duration, notes for the teacher, terms, and values that differ
//! between students.

use browser::letters::lowercase;
use flitscope::lesson::{Course, Draft, Notation};
use leptos::prelude::*;
use serde_json::{Value, json};

use super::form::{Choice, Entries, Entry, Field, Fields, Input, Making, QuerySuggestions, Remove};

const HEAD: [Field; 3] = [
    Field::line("lesson-name", "Title", "/title"),
    Field::line("lesson-goal", "Objective: the ability a student gains", "/goal")
        .help("For example: You can say which messages wait for each other, and why."),
    Field::lines("lesson-conclusions", "Conclusions, one per line", "/conclusions", 3)
        .written(Notation::Lines)
        .help("Up to five sentences of at most 160 characters, on what is known after the last step. Present mode shows them as its summary, and the teacher’s sheet at its end."),
];

const MINUTES: [Field; 1] =
    [Field::line("lesson-minutes", "Minutes", "/minutes").written(Notation::Whole)];

const TEACHER: [Field; 1] =
    [
        Field::lines("lesson-teacher", "Notes for the teacher", "/teacher", 3).help(
            "Misconceptions, timing, questions for the class. Printed on the teacher’s sheet only.",
        ),
    ];

const TRIES: [Field; 1] = [Field::line(
    "lesson-tries",
    "Tries at each question; 0 for any number",
    "/tries",
)
.written(Notation::Whole)];

const PLACE: [Field; 6] = [
    Field::line("lesson-id", "Id, in links and receipts", "/id")
        .help("Lower-case letters, digits and -. Receipts name it, so do not change it once students have begun."),
    Field::line("lesson-place", "Position in the course", "/place").written(Notation::Whole),
    Field::line("lesson-after", "Lessons that come before it, by id", "/after")
        .written(Notation::Texts)
        .help("For example: one-message, three-switching-modes"),
    Field::line("lesson-about", "Things of the program that link to it", "/about")
        .written(Notation::Texts)
        .help("For example: routing duato, dock spacetime"),
    Field::line("lesson-reading", "Chapters of textbooks", "/reading")
        .written(Notation::Texts)
        .help("For example: dally-towles 14, duato-yalamanchili-ni 3"),
    Field::line("lesson-conventions", "Conventions", "/conventions")
        .written(Notation::Texts)
        .help("For example: bisection, dateline, latency"),
];

/// The form for the head of the lesson.
#[component]
pub fn About() -> impl IntoView {
    let making = expect_context::<Making>();
    let courses = Course::ALL.map(|course| (course.id(), course.name()));
    let course = Signal::derive(move || making.text("/course"));
    let choose = move |id: &'static str| making.set("/course", id);
    let is_new = move || making.count("/step") == 0;
    view! {
        <h2>"About the lesson"</h2>
        <Show when=is_new>
            <p>"A lesson is a sequence of steps. Each has a picture, a few sentences, and perhaps a question or a challenge. Arrange the network as the first step is to show it, go to the cycle where its run stops, and press "<b>"+ Step with this view"</b>"."</p>
        </Show>
        <Fields fields=&HEAD />
        <div class="pair">
            <Fields fields=&MINUTES />
            <Choice id="lesson-course" label="Course" choices=courses.to_vec() value=course choose />
        </div>
        <Fields fields=&TEACHER />
        <Terms />
        <Fields fields=&TRIES />
        <Variants />
        <details>
            <summary>"Id, place, prerequisites and reading"</summary>
            <Fields fields=&PLACE />
        </details>
    }
}

/// The terms that the lesson explains.
#[component]
fn Terms() -> impl IntoView {
    let making = expect_context::<Making>();
    let words = Memo::new(move |_| {
        let terms = making.value("/terms");
        let words = terms.as_object().into_iter().flat_map(|terms| terms.keys());
        words.cloned().collect::<Vec<_>>()
    });
    let added = RwSignal::new(String::new());
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let word = lowercase(added.get_untracked().trim());
        let path = Draft::path_in("/terms", &word);
        if !word.is_empty() && untrack(|| making.value(&path)).is_null() {
            making.set(path, "");
        }
        added.set(String::new());
    };
    let rows = move || {
        let rows = words.get().into_iter().enumerate().map(|(place, word)| {
            let path = Draft::path_in("/terms", &word);
            let name = format!("Remove {word}");
            let key = path.clone();
            let value = Signal::derive(move || making.text(&key));
            let key = path.clone();
            let write = move |means: String| making.set(key.clone(), means);
            view! {
                <li><Entry id=format!("term-{place}") label=word input=Input::Lines(2) value write /><Remove name path /></li>
            }
            .into_any()
        });
        rows.collect_view()
    };
    view! {
        <details>
            <summary>"Terms that it explains"</summary>
            <p class="help">"A text explains a word by "<code>"[flit](term)"</code>". Words of the glossary need no definition here."</p>
            <ul class="entries">{rows}</ul>
            <form class="ends" on:submit=add>
                <input id="term-new" aria-label="A new term" prop:value=added on:input:target=move |event| added.set(event.target().value()) />
                <button type="submit">"Add the term"</button>
            </form>
        </details>
    }
}

/// The sources of a varied value, by the field that only it has, with what it begins with.
fn sources() -> [(&'static str, &'static str, Value); 3] {
    [
        (
            "range",
            "a whole number of a range",
            json!({ "from": "1", "to": "4" }),
        ),
        (
            "list",
            "one of a list",
            json!({ "among": ["mesh:4x4", "torus:4x4"] }),
        ),
        ("node", "a node of a network", json!({ "node": "mesh:4x4" })),
    ]
}

const NAME: [Field; 1] = [Field::line("", "Name", "/name")];

const RANGE: [Field; 2] = [
    Field::line("-from", "From", "/from"),
    Field::line("-to", "To", "/to"),
];

const LIST: [Field; 1] = [Field::line("-among", "The list", "/among")
    .written(Notation::Texts)
    .help("For example: mesh:4x4, torus:4x4")];

const NODE: [Field; 2] = [
    Field::line("-node", "Network", "/node"),
    Field::query("-where", "A node may be drawn if (optional)", "/where")
        .help("A query over node, for example: distance(\"0,0\", node) == 5"),
];

/// The values that are drawn for each student.
#[component]
fn Variants() -> impl IntoView {
    let making = expect_context::<Making>();
    let by_name = move || making.text("/seed") == "name";
    let choose_seed = move |on: bool| making.set("/seed", if on { "name" } else { "link" });
    let new = move || {
        let count = untrack(|| making.count("/vary"));
        let name = ["a", "b", "c", "d", "e", "f"].get(count).unwrap_or(&"x");
        json!({ "name": name, "from": "1", "to": "4" })
    };
    let entry = |path: String, number: usize| view! { <Varied path number /> }.into_any();
    view! {
        <details>
            <summary>"Variants: values that differ between students"</summary>
            <QuerySuggestions />
            <p class="help">"In any text, query or scene, "<code>"$(a)"</code>" stands for the value called a. The check plays several variants; each must be as difficult as the others."</p>
            <Entries path="/vary" id="value" name="value" add="Add a value" new entry />
            <label class="check"><input id="seed-by-name" type="checkbox" prop:checked=by_name on:change:target=move |event| choose_seed(event.target().checked()) />"The student’s name chooses the variant (otherwise the link, variant=7)"</label>
        </details>
    }
}

/// A value that is drawn: its name, its source, and what the source needs.
#[component]
fn Varied(path: String, number: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let id = format!("value-{number}");
    let of = path.clone();
    let source = Memo::new(move |_| {
        let is_list = making.count(&format!("{of}/among")) > 0;
        let is_node = !making.text(&format!("{of}/node")).is_empty();
        let source = if is_list {
            "list"
        } else if is_node {
            "node"
        } else {
            "range"
        };
        source.to_owned()
    });
    let of = path.clone();
    let choose = move |id: &'static str| {
        let begun = sources().into_iter().find(|(source, ..)| *source == id);
        if let Some((.., mut begun)) = begun {
            begun["name"] = untrack(|| making.value(&format!("{of}/name")));
            making.set(of.clone(), begun);
        }
    };
    let choices = sources().map(|(id, name, _)| (id, name)).to_vec();
    let (path_of_name, id_of_name) = (path.clone(), id.clone());
    let id_of_source = format!("{id}-source");
    let fields = move || {
        let fields: &'static [Field] = match &**source.read() {
            "list" => &LIST,
            "node" => &NODE,
            _ => &RANGE,
        };
        view! { <Fields path=path.clone() id=id.clone() fields /> }
    };
    view! {
        <div class="pair">
            <Fields path=path_of_name id=id_of_name fields=&NAME />
            <Choice id=id_of_source label="It is" choices value=source choose />
        </div>
        {fields}
    }
}

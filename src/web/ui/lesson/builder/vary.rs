//! Values that differ between students, and the number of tries.

use flitscope::lesson::{DraftVary, Seed};
use leptos::prelude::*;

use super::fields::{Line, Number, QUERIES, QuerySuggestions, Remove, Texts};
use super::making::Making;

/// The source of a varied value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Range,
    List,
    Node,
}

impl Source {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Range, "range", "a whole number of a range"),
        (Self::List, "list", "one of a list"),
        (Self::Node, "node", "a node of a network"),
    ];

    fn of(vary: &DraftVary) -> Self {
        if !vary.among.is_empty() {
            Self::List
        } else if !vary.node.is_empty() {
            Self::Node
        } else {
            Self::Range
        }
    }
}

/// The number of tries at each question of the lesson.
#[component]
pub fn Tries() -> impl IntoView {
    let making = expect_context::<Making>();
    let value = Signal::derive(move || f64::from(making.draft.read().tries));
    let write = move |tries: f64| making.change(|draft| draft.tries = tries as u32);
    view! { <Number id="lesson-tries" label="Tries at each question; 0 for any number" value write /> }
}

/// The values that are drawn for each student.
#[component]
pub fn Variants() -> impl IntoView {
    let making = expect_context::<Making>();
    let count = Memo::new(move |_| making.draft.read().vary.len());
    let by_name = move || making.draft.read().seed == Seed::Name;
    let choose_seed = move |on: bool| {
        making.change(|draft| draft.seed = if on { Seed::Name } else { Seed::Link });
    };
    let rows = move || {
        (0..count.get())
            .map(|place| view! { <Value place /> }.into_any())
            .collect_view()
    };
    let add = move |_| {
        making.change(|draft| {
            let name = ["a", "b", "c", "d", "e", "f"]
                .get(draft.vary.len())
                .unwrap_or(&"x");
            draft.vary.push(DraftVary {
                name: (*name).to_owned(),
                from: "1".to_owned(),
                to: "4".to_owned(),
                ..DraftVary::default()
            });
        });
    };
    view! {
        <details>
            <summary>"Variants: values that differ between students"</summary>
            <QuerySuggestions />
            <p class="help">"In any text, query or scene, "<code>"$(a)"</code>" stands for the value called a. The check plays several variants; each must be as difficult as the others."</p>
            <ul class="entries">{rows}</ul>
            <p class="actions tight"><button id="add-value" type="button" on:click=add>"Add a value"</button></p>
            <label class="check"><input id="seed-by-name" type="checkbox" prop:checked=by_name on:change:target=move |event| choose_seed(event.target().checked()) />"The student’s name chooses the variant (otherwise the link, variant=7)"</label>
        </details>
    }
}

/// A value that is drawn: its name, its source, and what the source needs.
#[component]
fn Value(place: usize) -> impl IntoView {
    let making = expect_context::<Making>();
    let of = move |part: fn(&DraftVary) -> String| {
        Signal::derive(move || {
            making
                .draft
                .read()
                .vary
                .get(place)
                .map(part)
                .unwrap_or_default()
        })
    };
    let change = move |change: &dyn Fn(&mut DraftVary)| {
        making.change(|draft| {
            if let Some(vary) = draft.vary.get_mut(place) {
                change(vary);
            }
        });
    };
    let source = Memo::new(move |_| {
        let draft = making.draft.read();
        draft.vary.get(place).map_or(Source::Range, Source::of)
    });
    let sources = Source::ALL.map(|(known, id, name)| {
        view! { <option value=id prop:selected=move || source.get() == known>{name}</option> }
    });
    let choose = move |id: String| {
        change(&|vary| {
            let name = vary.name.clone();
            *vary = match &*id {
                "list" => DraftVary {
                    among: vec!["mesh:4x4".to_owned(), "torus:4x4".to_owned()],
                    ..DraftVary::default()
                },
                "node" => DraftVary {
                    node: "mesh:4x4".to_owned(),
                    ..DraftVary::default()
                },
                _ => DraftVary {
                    from: "1".to_owned(),
                    to: "4".to_owned(),
                    ..DraftVary::default()
                },
            };
            vary.name = name;
        });
    };
    let number = place + 1;
    let fields = move || {
        match source.get() {
        Source::Range => view! {
            <div class="pair">
                <Line id=format!("value-{number}-from") label="From" value=of(|vary| vary.from.clone()) write=move |from: String| change(&|vary| vary.from.clone_from(&from)) />
                <Line id=format!("value-{number}-to") label="To" value=of(|vary| vary.to.clone()) write=move |to: String| change(&|vary| vary.to.clone_from(&to)) />
            </div>
        }
        .into_any(),
        Source::List => {
            let value = Signal::derive(move || {
                let draft = making.draft.read();
                draft.vary.get(place).map(|vary| vary.among.clone()).unwrap_or_default()
            });
            let write = move |among: Vec<String>| change(&|vary| vary.among.clone_from(&among));
            view! { <Texts id=format!("value-{number}-among") label="The list" value write help="For example: mesh:4x4, torus:4x4" /> }.into_any()
        }
        Source::Node => view! {
            <Line id=format!("value-{number}-node") label="Network" value=of(|vary| vary.node.clone()) write=move |node: String| change(&|vary| vary.node.clone_from(&node)) />
            <Line id=format!("value-{number}-where") label="A node may be drawn if (optional)" list=QUERIES value=of(|vary| vary.condition.clone()) write=move |condition: String| change(&|vary| vary.condition.clone_from(&condition)) help="A query over node, for example: distance(\"0,0\", node) == 5" />
        }
        .into_any(),
    }
    };
    let remove = move |()| making.change(|draft| drop(draft.vary.remove(place)));
    view! {
        <li>
            <div class="pair">
                <Line id=format!("value-{number}") label="Name" value=of(|vary| vary.name.clone()) write=move |name: String| change(&|vary| vary.name.clone_from(&name)) />
                <div class="field"><label for=format!("value-{number}-source")>"It is"</label>
                    <select id=format!("value-{number}-source") on:change:target=move |event| choose(event.target().value())>{sources}</select></div>
            </div>
            {fields}
            <Remove name=format!("Remove value {number}") remove />
        </li>
    }
}

//! Links from Home to the other places: three cards for three kinds of visitor, and a few examples.

use flitscope::lesson::{LESSONS, Summary, usual_minutes};
use flitscope::page::{Action, Panel};
use flitscope::scenario::Preset;
use leptos::prelude::*;

use crate::ui::controls::thumbnail::{ExampleCard, LessonThumbnail, picture};
use crate::ui::state::page::Page;
use crate::ui::state::storage::{self, recall};

/// Ids of the lessons shown below the cards.
const LESSONS_SHOWN: [&str; 3] = ["one-message", "deadlock-in-a-ring", "the-knee-of-a-curve"];

/// Ids of the examples shown after the lessons.
const EXAMPLES_SHOWN: [&str; 2] = [
    "multicast-four-algorithms-side-by-side",
    "8x8-torus-under-load",
];

/// Three cards for three kinds of visitor.
#[component]
pub fn Ways() -> impl IntoView {
    let last = recall(storage::LAST).filter(|hash| hash.starts_with("#/lab?"));
    let lessons = format!(
        "{} lessons of about {} minutes: predict, run, find out why.",
        LESSONS.len(),
        usual_minutes()
    );
    let (explore, of_explore) = match last {
        Some(hash) => (
            hash,
            "The network as you left it, cycle by cycle, also backwards.",
        ),
        None => (
            "#/lab".to_owned(),
            "Any network, any routing, cycle by cycle, also backwards.",
        ),
    };
    let way =
        |id: &'static str, href: String, drawn: &'static str, name: &'static str, text: String| {
            view! {
                <a class="way" id=id href=href>
                    <span inner_html=picture(drawn)></span>
                    <span><b>{name}</b>{text}</span>
                </a>
            }
        };
    view! {
        <nav class="ways" aria-label="Where to go">
            {way("learn", "#/lessons".to_owned(), "lesson-deadlock-in-a-ring", "Learn it", lessons)}
            {way("explore", explore, "lesson-one-message", "Explore it", of_explore.to_owned())}
            {way("check", "#/papers".to_owned(), "lesson-the-knee-of-a-curve", "Check a paper", "Printed figures beside the model and the simulation.".to_owned())}
        </nav>
    }
}

/// A selection of lessons and examples.
#[component]
pub fn FirstExamples() -> impl IntoView {
    let page = expect_context::<Page>();
    let lessons = LESSONS_SHOWN.iter().filter_map(|id| Summary::by_id(id));
    let lessons = lessons.map(|lesson| view! { <LessonThumbnail lesson /> }.into_any());
    let examples = EXAMPLES_SHOWN.iter().filter_map(|id| Preset::named(id));
    let examples = examples.map(|preset| view! { <ExampleCard preset /> }.into_any());
    let cards = lessons.chain(examples);
    view! {
        <section class="first-examples" aria-label="Lessons and examples">
            <ul class="cards">{cards.collect_view()}</ul>
            <button type="button" on:click=move |_| page.act(Action::Panel(Panel::Examples))>"All examples"</button>
        </section>
    }
}

//! Links from Home to the other places: three cards for three kinds of visitor, and a few examples.

use flitscope::lesson::{LESSONS, Summary, usual_minutes};
use flitscope::page::{Action, LessonPlace, Panel};
use flitscope::scenario::Preset;
use leptos::prelude::*;

use crate::ui::controls::thumbnail::{ExampleCard, LessonThumbnail};
use crate::ui::state::lesson::teaching::Teaching;
use crate::ui::state::page::Page;
use crate::ui::state::storage::{self, recall};

/// Ids of the lessons shown below the cards.
const LESSONS_SHOWN: [&str; 3] = ["one-message", "deadlock-in-a-ring", "the-knee-of-a-curve"];

/// Ids of the examples shown after the lessons.
const EXAMPLES_SHOWN: [&str; 2] = [
    "multicast-four-algorithms-side-by-side",
    "8x8-torus-under-load",
];

/// Three cards, and *Continue* for returning visitors.
#[component]
pub fn Ways() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let last = recall(storage::LAST).filter(|hash| hash.starts_with("#/lab?"));
    let unfinished = move || {
        let progress = teaching.progress.read();
        let (id, done) = progress.unfinished()?;
        let lesson = Summary::by_id(id)?;
        let address = LessonPlace::Step {
            id: id.to_owned(),
            step: done.next_step(),
        }
        .address();
        Some(view! {
            <a class="way continue" id="continue-lesson" href=address><b>"Continue"</b><span>{format!("{}, step {}", lesson.title, done.next_step())}</span></a>
        })
    };
    view! {
        <section class="ways" aria-label="Where to go">
            <p class="claim">"Interconnection networks, flit by flit, with the theory beside them."</p>
            <a class="way" id="learn" href="#/lessons">
                <b>"Learn it"</b>
                <span>{format!("{} lessons of about {} minutes: predict what the picture will show, run it, find out why. Alone, or in class with the projector.", LESSONS.len(), usual_minutes())}</span>
            </a>
            <a class="way" id="explore" href="#/lab">
                <b>"Explore it"</b>
                <span>"Choose a network and its routing, and watch its messages cycle by cycle, forwards and backwards."</span>
            </a>
            <a class="way" id="check" href="#/papers">
                <b>"Check a paper"</b>
                <span>"Compare the predictions of published models with simulation."</span>
            </a>
            {unfinished}
            {last.map(|hash| view! {
                <a class="way continue" id="continue" href=hash><b>"Continue"</b><span>"The network as you left it."</span></a>
            })}
        </section>
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
            <button class="quiet" type="button" on:click=move |_| page.act(Action::Panel(Panel::Examples))>"All examples"</button>
        </section>
    }
}

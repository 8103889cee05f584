//! The bar at the top: the places, and in a work space its settings, *Analyse* and *Share*.

use flitscope::page::{PageStateStoreFields, Place};
use leptos::prelude::*;

use super::places::{PlaceLinks, is_work_space};
use super::settings::{Settings, has_settings};
use crate::ui::command::{Menu, menu::Items};
use crate::ui::controls::popover::Popover;
use crate::ui::lesson::head::LessonHead;
use crate::ui::state::page::Page;

/// The mark, the places, and the menus of the place that is open.
#[component]
pub fn TopBar() -> impl IntoView {
    let page = expect_context::<Page>();
    let works = Memo::new(move |_| is_work_space(page));
    let place = Memo::new(move |_| page.state.place().get());
    let has_lesson = move || place.get() == Place::Lessons;
    let has_network = move || works.get() && place.get() != Place::Experiment;
    view! {
        // A step of a lesson that asks for a change of a setting does so before an audience, too.
        <header class="bar top" hidden=move || page.look.presenting.get() && !(has_lesson() && has_settings(page))>
            <Show when=move || works.get() fallback=|| view! { <Mark /><PlaceLinks /> }>
                <Popover id="places" name="Places and the page" class="place" label=move || view! { <Logo /><span class="name">{place.get().name()}</span> }>
                    <PlaceLinks />
                    <Items menus=&[Menu::Page] />
                </Popover>
                <span class="rule" aria-hidden="true"></span>
            </Show>
            <Show when=move || works.get() && has_lesson()><LessonHead /></Show>
            <Show when=has_network><Settings /></Show>
            <span class="grow"></span>
            <Show when=move || has_network() && analyzes(page)>
                <Popover id="analyse" name="Analyse" class="opens" label=|| "Analyse">
                    <Items menus=&[Menu::InNetwork, Menu::OverTime, Menu::Make] />
                </Popover>
            </Show>
            <Show when=move || works.get() && !has_lesson()>
                <Popover id="share-menu" name="Share" class="opens share-menu" label=move || share_label(page)>
                    <Items menus=&[Menu::Share] />
                </Popover>
            </Show>
            <Show when=move || !works.get() || has_lesson()>
                <Popover id="more" name="More" class="opens icon" label=|| view! { <span aria-label="More">"⋯"</span> }>
                    <Show when=has_lesson><crate::ui::lesson::head::LessonMenu /></Show>
                    <Items menus=&[Menu::Share] />
                    <Show when=move || !works.get()><Items menus=&[Menu::Page] /></Show>
                </Popover>
            </Show>
        </header>
    }
}

/// Names that lessons use for views of the run.
const VIEWS: [&str; 5] = ["space-time", "modes", "curve", "script", "all"];

fn analyzes(page: Page) -> bool {
    match page.state.place().get() {
        Place::Explore => true,
        Place::Lessons => page.allows_any(&VIEWS),
        _ => false,
    }
}

fn share_label(page: Page) -> impl IntoView {
    view! {
        <svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3v12M8 7l4-4 4 4M5 12v8h14v-8" /></svg>
        <span class="words" aria-live="polite">{move || if page.copied.get() { "Link copied" } else { "Share" }}</span>
    }
}

/// The mark with the name, which leads to Home.
#[component]
fn Mark() -> impl IntoView {
    view! { <h1><a class="place" href="#/" title="Home"><Logo /><span class="name">"Flitscope"</span></a></h1> }
}

#[component]
fn Logo() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 30 20" aria-hidden="true">
            <path class="way" d="M1 10h28M15 2v16" />
            <rect class="tail" x="2" y="5.5" width="8" height="9" rx="2" />
            <rect class="body" x="11" y="5.5" width="8" height="9" rx="2" />
            <path class="head" d="M20 5.5h5l4 4.5-4 4.5h-5z" />
        </svg>
    }
}

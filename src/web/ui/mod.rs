//! The page: one state, and views of it.
//!
//! [`state::page::Page`] contains the state, a [`PageState`](flitscope::page::PageState) in a store, and the
//! player. The URL fragment, the forms, the stage and the measurement are views of them.

mod command;
mod controls;
mod facts;
mod form;
mod frame;
mod hand_on;
mod home;
mod lesson;
mod library;
mod measure;
mod network;
mod overlay;
mod readout;
mod stage;
mod state;
mod written;

use std::time::Duration;

use browser::{clipboard, programs};
use flitscope::lesson::{LessonAction, LessonState};
use flitscope::page::{Frame, LessonPlace, PageStateStoreFields, Place, ViewStoreFields};
use leptos::mount::mount_to_body;
use leptos::prelude::*;

use crate::ui::state::{
    address,
    page::Page,
    storage, theme,
    view_options::{Dialog, Look},
};
use command::help::help_dialog;
use command::search::search_dialog;
use controls::part::part;
use frame::corner::Corner;
use frame::foot::FootBar;
use frame::gallery::Gallery;
use frame::panel::Panel;
use frame::places::LibraryPlace;
use frame::status::Status;
use frame::task::Task;
use frame::top::TopBar;
use hand_on::share::share_dialog;
use home::HomeStory;
use home::ways::{FirstExamples, Ways};
use lesson::builder::builder_panel;
use lesson::index::lessons_place;
use lesson::step::lesson_panel;
use overlay::arrival_strip::ArrivalStrip;
use stage::Stage;
use stage::film::film_dialog;

/// Replaces the static shell with the page.
pub fn mount() {
    programs::report_panics();
    // Building a large network and showing it each take long: separate tasks let the browser respond in between.
    set_timeout(|| mount_to_body(App), Duration::ZERO);
}

#[component]
fn App() -> impl IntoView {
    let page = Page::from_address();
    page.provide();
    theme::provide(page.look.theme);
    page.keep_warnings();
    page.keep_over();
    page.keep_lesson();
    address::keep_in_step(page);
    page.compare_with_link();
    page.hide_parts();
    page.meet_host();
    command::keys::listen(page);
    let is_built = RwSignal::new(false);
    let show = move || {
        if let Some(shell) = document().get_element_by_id("shell") {
            shell.remove();
        }
        is_built.set(true);
    };
    let lay_out = move || {
        page.layout.with_untracked(|_| ());
        set_timeout(show, Duration::ZERO);
    };
    set_timeout(lay_out, Duration::ZERO);
    view! { <Show when=move || is_built.get()><Everything page /></Show> }
}

/// Everything visible: the bars, the place that is open, and the dialogs.
#[component]
fn Everything(page: Page) -> impl IntoView {
    let is_presenting = move || page.look.presenting.get();
    let place = Memo::new(move |_| page.state.place().get());
    let is_at = move |here: Place| move || place.get() == here;
    let has_lesson = Memo::new(move |_| {
        page.state.place().get() == Place::Lessons && page.teaching.at.read().has_stage()
    });
    let is_building = Memo::new(move |_| *page.teaching.at.read() == LessonPlace::Build);
    let has_index =
        Memo::new(move |_| page.state.place().get() == Place::Lessons && !has_lesson.get());
    // A paper is read alone until one of its scenes is opened.
    let is_alone = Memo::new(move |_| place.get() == Place::Papers && !page.bar.has_network.get());
    let dialog = Memo::new(move |_| page.look.dialog.get());
    let has_time = move || match place.get() {
        Place::Explore => true,
        Place::Papers => !is_alone.get(),
        _ => has_lesson.get(),
    };

    view! {
        <a class="skip" href="#worms" on:click=move |event| command::keys::skip_to_stage(&event)>"Skip to the network"</a>
        <TopBar />
        <main class="lab" class:presenting=is_presenting class:reading=move || has_index.get() class:alone=move || is_alone.get() data-place=move || place.get().id() data-panel=move || page.shown.get().id() data-over=move || page.state.view().overlay().get().facts().id>
            <h1 class="unseen" hidden=move || !is_presenting() && !page.hides("bar")>"Flitscope"</h1>
            <LibraryPlace />
            <section class="stage-column" aria-label="Network">
                <Stage />
                <Show when=move || place.get() != Place::Home>
                    <Status />
                    <Corner />
                    <ArrivalStrip />
                </Show>
                <Show when=move || has_lesson.get()>
                    <div class="lesson-task" hidden=move || !page.has_lesson_task()><Task /></div>
                </Show>
                <Leave />
            </section>
            <Show when=is_at(Place::Home)>
                <HomeStory />
                <Ways />
                <FirstExamples />
            </Show>
            <Show when=move || has_lesson.get()>
                {move || if is_building.get() { part(builder_panel).into_any() } else { part(lesson_panel).into_any() }}
            </Show>
            <Show when=move || has_index.get()>{part(lessons_place)}</Show>
            <Show when=is_at(Place::Explore)><Panel /></Show>
        </main>
        <Show when=has_time><FootBar /></Show>
        <Gallery />
        {move || match dialog.get()? {
            Dialog::Film => Some(part(film_dialog)),
            Dialog::Keys => Some(part(help_dialog)),
            Dialog::Search => Some(part(search_dialog)),
            Dialog::Share => Some(part(share_dialog)),
        }}
    }
}

/// Button that leaves present mode.
#[component]
fn Leave() -> impl IntoView {
    let look = expect_context::<Look>();
    view! { <button class="action leave" hidden=move || !look.presenting.get() title="Leave present mode (Esc)" on:click=move |_| look.presenting.set(false)>"Leave"</button> }
}

impl Page {
    /// Tells the style sheets the parts that the link hides; they take no room then, and no focus.
    fn hide_parts(self) {
        Effect::new(move |before: Option<Frame>| {
            let restrictions = self.state.restrictions().get();
            let frame = restrictions.frame;
            if before != Some(frame) && frame == Frame::Present {
                self.look.presenting.set(true);
            }
            storage::keep_restrictions(&restrictions);
            let body = document().body().expect("pages have a body");
            let ui = restrictions.frame.id();
            let hidden = restrictions.hidden.names().join(" ");
            for (name, value) in [("data-ui", ui), ("data-hide", &*hidden)] {
                // Fails only for an invalid name.
                let _ = body.set_attribute(name, value);
            }
            frame
        });
    }

    /// Returns whether the link hides a part of the page. Tracks the restrictions.
    fn hides(self, part: &str) -> bool {
        let restrictions = self.state.restrictions().read();
        restrictions.hidden.has(part) || part == "bar" && restrictions.is_embedded()
    }

    /// Copies the address to the clipboard, with the points of curves that are shown, and confirms it for two seconds.
    pub fn share(self) {
        address::write(self);
        if untrack(|| self.shows_own_step()) {
            return self.teach(LessonAction::CopyLink);
        }
        let mut address = window().location().href().unwrap_or_default();
        if self.now(|state| state.place) == Place::Explore
            && let Some(link) = self.curves_link.get_value()
        {
            // It has the version already.
            address = clipboard::whole_address(&link.run(()));
        } else if let (Some(made), true) = (self.signed_address().made, self.bar.names_network()) {
            address = format!("{address}&{}", made.pair());
        }
        if self.now(|state| state.place) == Place::Lessons
            && untrack(|| self.teaching.of(LessonState::hides_answers))
        {
            // Who gets the link has the same view.
            let sign = if address.contains('?') { '&' } else { '?' };
            address = format!("{address}{sign}view=student");
        }
        clipboard::copy(&address, move |is_copied| {
            if !is_copied {
                return self.report(clipboard::REFUSED);
            }
            self.confirm_copy();
        });
    }
}

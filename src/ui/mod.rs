//! The page: one reactive scenario, and views of it.
//!
//! [`state::page::Page`] holds what is true: the scenario, what was built from it, and the player.
//! The fragment of the address, the forms, the stage and the measurement are views of it.

mod app;
mod form;
mod measure;
mod overlay;
mod readout;
mod stage;
mod state;
mod time;

use flitscope::browser::{clipboard, programs};
use leptos::mount::mount_to_body;
use leptos::prelude::*;

use crate::ui::state::{
    address,
    page::Page,
    theme::{self, ThemeSwitch},
};
use app::help::HelpDialog;
use app::rooms::{Rooms, StudyPlace};
use app::shortcuts;
use app::undo::{Dropped, UndoButtons};
use form::scenario::ScenarioForm;
use measure::panel::MeasurePanel;
use overlay::arrival_strip::ArrivalStrip;
use readout::inspector::{Inspector, WormList};
use readout::readings::Readings;
use stage::spacetime::SpaceTime;
use stage::{Stage, export};
use time::event_marks::EventKinds;
use time::transport::Transport;

/// Puts the page in place of the static shell.
pub fn mount() {
    programs::tell_when_stopped(env!("CARGO_BIN_NAME"));
    if let Some(shell) = document().get_element_by_id("shell") {
        shell.remove();
    }
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let page = Page::from_address();
    provide_context(page);
    theme::provide(page.look.theme);
    page.keep_over();
    address::keep_in_step(page);
    let help = RwSignal::new(false);
    shortcuts::listen(page, help);

    view! {
        <header class="bar">
            <h1>
            <a class="brand" href="#/lab">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 12h16M12 4v16" />
                    <rect x="2" y="9" width="6" height="6" rx="1.5" />
                    <rect x="9" y="9" width="6" height="6" rx="1.5" />
                    <path class="head" d="M16 9h3l3 3-3 3h-3z" />
                </svg>
                "Flitscope"
            </a>
            </h1>
            <Rooms />
            <p class="tagline">"Interconnection networks, flit by flit, with the theory beside them"</p>
            <UndoButtons />
            <ShareButton />
            <button class="quiet of-stage" title="Export the picture as SVG (e)" on:click=move |_| export::save_svg(page)>"Export"</button>
            <ThemeSwitch choice=page.look.theme />
            <button class="quiet" title="Keyboard shortcuts (?)" on:click=move |_| help.set(true)>
                "Keys"
            </button>
        </header>
        <Problems />
        <Dropped />
        <main class="lab" class:presenting=move || page.look.presenting.get() data-room=move || page.room.get().id()>
            <StudyPlace />
            <section class="panel form" aria-label="Scenario">
                <ScenarioForm />
            </section>
            <section class="stage-column" aria-label="Network">
                <Stage />
                <Transport />
                <ArrivalStrip />
                <div class="foot">
                    <EventKinds />
                    <SpaceTime />
                </div>
            </section>
            <aside class="side">
                <Inspector />
                <section class="panel" aria-label="Read-outs" tabindex="0"><Readings /></section>
                <WormList />
                <MeasurePanel />
            </aside>
        </main>
        <HelpDialog open=help />
    }
}

/// What could not be used of a link, until dismissed.
#[component]
fn Problems() -> impl IntoView {
    let page = expect_context::<Page>();
    let lines = move || {
        let problems = page.problems.get();
        problems
            .into_iter()
            .map(|line| view! { <li>{line}</li> }.into_any())
            .collect_view()
    };
    view! {
        <Show when=move || !page.problems.read().is_empty()>
            <div class="problems" role="alert">
                <ul>{lines}</ul>
                <button class="quiet" on:click=move |_| page.problems.set(Vec::new())>"Dismiss"</button>
            </div>
        </Show>
    }
}

/// Copies the address, which holds the whole state.
#[component]
fn ShareButton() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <button class="quiet" title="Copy a link to exactly this cycle (s)" on:click=move |_| page.share()>
            <span aria-live="polite">{move || if page.copied.get() { "Link copied" } else { "Share" }}</span>
        </button>
    }
}

impl Page {
    /// Copies the address, and says so for a moment.
    pub fn share(self) {
        address::write(self);
        let address = window().location().href().unwrap_or_default();
        clipboard::copy(&address, move |is_copied| {
            if !is_copied {
                return self.problems.set(vec![clipboard::REFUSED.to_owned()]);
            }
            self.copied.set(true);
            set_timeout(
                move || self.copied.set(false),
                std::time::Duration::from_secs(2),
            );
        });
    }
}

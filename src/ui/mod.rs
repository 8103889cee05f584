//! The page: one reactive scenario, and views of it.
//!
//! [`state::Lab`] holds what is true: the scenario, what was built from it, and the player.
//! The fragment of the address, the forms, the stage and the measurement are views of it.

mod about;
mod alive;
mod arrival_strip;
mod beside;
mod chart;
mod clipboard;
mod clock;
mod comparison;
mod drawing;
mod export;
mod fields;
mod fragment;
mod gesture;
mod help;
mod inspector;
mod layers;
mod look;
mod marks;
mod matrix;
mod measure;
mod measurement;
mod memory;
mod multicast;
mod multicast_panel;
mod network_form;
mod over;
mod over_panel;
mod paint;
mod pane;
mod pixels;
mod player;
mod programs;
mod readings;
mod room;
mod run;
mod running_pool;
mod scenario_form;
mod shortcuts;
mod spacetime;
mod stage;
mod stage_tools;
mod state;
mod switching_form;
mod table;
mod theme;
mod traffic_form;
mod transport;
mod undo;
mod worker;

use leptos::mount::mount_to_body;
use leptos::prelude::*;

use arrival_strip::ArrivalStrip;
use help::HelpDialog;
use inspector::{Inspector, WormList};
use marks::EventKinds;
use measure::MeasurePanel;
use readings::Readings;
use room::{Rooms, StudyPlace};
use scenario_form::ScenarioForm;
use spacetime::SpaceTime;
use stage::Stage;
use state::Lab;
use theme::ThemeSwitch;
use transport::Transport;
use undo::{Dropped, UndoButtons};

/// Puts the page in place of the static shell.
pub fn mount() {
    programs::tell_when_stopped();
    if let Some(shell) = document().get_element_by_id("shell") {
        shell.remove();
    }
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let lab = Lab::from_address();
    provide_context(lab);
    theme::provide(lab.look.theme);
    lab.keep_over();
    fragment::keep_in_step(lab);
    let help = RwSignal::new(false);
    shortcuts::listen(lab, help);

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
            <button class="quiet of-stage" title="Save the picture as SVG (e)" on:click=move |_| export::save_svg(lab)>"Save"</button>
            <ThemeSwitch />
            <button class="quiet" title="Keyboard shortcuts (?)" on:click=move |_| help.set(true)>
                "Keys"
            </button>
        </header>
        <Problems />
        <Dropped />
        <main class="lab" class:presenting=move || lab.look.presenting.get() data-room=move || lab.room.get().id()>
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
    let lab = expect_context::<Lab>();
    let lines = move || {
        let problems = lab.problems.get();
        problems
            .into_iter()
            .map(|line| view! { <li>{line}</li> }.into_any())
            .collect_view()
    };
    view! {
        <Show when=move || !lab.problems.read().is_empty()>
            <div class="problems" role="alert">
                <ul>{lines}</ul>
                <button class="quiet" on:click=move |_| lab.problems.set(Vec::new())>"Dismiss"</button>
            </div>
        </Show>
    }
}

/// Copies the address, which holds the whole state.
#[component]
fn ShareButton() -> impl IntoView {
    let lab = expect_context::<Lab>();
    view! {
        <button class="quiet" title="Copy a link to exactly this cycle (s)" on:click=move |_| lab.share()>
            <span aria-live="polite">{move || if lab.copied.get() { "Link copied" } else { "Share" }}</span>
        </button>
    }
}

impl Lab {
    /// Copies the address, and says so for a moment.
    pub fn share(self) {
        fragment::write(self);
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

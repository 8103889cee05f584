//! Overlays on the network: the routes between two nodes, a multicast, or the channel dependencies.

pub mod arrival_strip;
pub mod deadlock;
pub mod multicast;
pub mod multicast_panel;
mod proof;
mod routes;

use std::sync::Arc;
use std::time::Duration;

use browser::time::prefers_stillness;
use flitscope::page::{Dock, Overlay, PageStateStoreFields, ViewStoreFields};
use flitscope::scenario::ComparedAlgorithm;
use flitscope::scene::{Arrivals, Naming, PlanAnswer};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::state::fetched::{Act, act_when};
use super::state::{
    overlay::{Derived, Overlays},
    page::Page,
};

/// The parts of an overlay on the page, beside its shapes, whose code is fetched later.
pub struct OverlayParts {
    pub panel: fn() -> AnyView,
    /// Describes it in a sentence. Tracks its result.
    sentence: fn(Overlays) -> String,
    /// Returns the names on nodes, in place of those that the user has chosen.
    naming: fn(Page, Naming) -> Naming,
}

/// Returns the parts of an overlay; `None` for traffic.
pub fn parts_of(overlay: Overlay) -> Option<&'static OverlayParts> {
    match overlay {
        Overlay::Traffic => None,
        Overlay::Routes => Some(&routes::PARTS),
        Overlay::Multicast => Some(&multicast_panel::PARTS),
        Overlay::Deadlock => Some(&deadlock::PARTS),
    }
}

/// [`Page::keep_overlays`], fetched when an overlay is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn overlays() -> Act {
    Ok(Page::keep_overlays)
}

impl Page {
    /// Returns the kind of names on nodes: the user's choice, or, while an overlay shows label-based
    /// routing, the labels.
    pub fn naming(self) -> Naming {
        let naming = self.look.naming.get();
        let parts = parts_of(self.state.view().overlay().get());
        parts.map_or(naming, |parts| (parts.naming)(self, naming))
    }

    /// Describes the overlay in a sentence; empty for traffic. Tracks it.
    pub fn overlay_in_a_sentence(self) -> String {
        let parts = parts_of(self.state.view().overlay().get());
        parts.map_or_else(String::new, |parts| (parts.sentence)(self.overlays))
    }

    /// Keeps the overlays up to date, with code that is fetched for the first one.
    pub fn keep_over(self) {
        let has_overlay = move || {
            !self.state.view().overlay().get().is_none()
                || self.state.view().dock().get() == Dock::Script
        };
        let is_deadlocked = move || self.player.snapshot.read().deadlock.is_some();
        let is_wanted = Memo::new(move |_| has_overlay() || is_deadlocked());
        act_when(self, move || is_wanted.get(), overlays);
    }

    fn keep_overlays(self) {
        let overlays = self.overlays;
        overlays.derived.set(Some(self.derived()));
        // A deadlock in the run needs the analysis as well, for the cures that are offered beside it.
        let is_deadlocked = Memo::new(move |_| self.player.snapshot.read().deadlock.is_some());
        let is_wanted = Memo::new(move |_| {
            self.state.view().overlay().get() == Overlay::Deadlock || is_deadlocked.get()
        });
        Effect::new(move |_| {
            self.state.built().track();
            if is_wanted.get() {
                self.ask_for_deadlock();
            } else {
                overlays.worker.set_value(None);
            }
        });
        let beat = move || {
            let length = overlays.deadlock.with_untracked(|found| match found {
                Some(Ok(report)) => report.shown().len(),
                _ => 0,
            });
            if length > 0
                && self.state.view().overlay().get_untracked() == Overlay::Deadlock
                && !prefers_stillness()
            {
                overlays.lit.update(|lit| *lit = (*lit + 1) % length);
            }
        };
        // The highlight goes around a cycle of six channels in about four seconds.
        let clock = set_interval_with_handle(beat, Duration::from_millis(700));
        on_cleanup(move || {
            if let Ok(clock) = clock {
                clock.clear();
            }
        });
    }

    /// Derives the parts of the overlays from the state.
    fn derived(self) -> Derived {
        let is_multicast = move || self.state.view().overlay().get().has_plan();
        let edited = self.overlays.multicast;
        let routes = Memo::new(move |_| Arc::new(self.routes()));
        let plan = Memo::new(move |before: Option<&Arc<PlanAnswer>>| {
            if is_multicast() {
                Arc::new(self.planned(&self.multicast_algorithm()))
            } else {
                before.cloned().unwrap_or_default()
            }
        });
        let compared = Memo::new(move |before: Option<&Vec<ComparedAlgorithm>>| {
            let compared = is_multicast().then(|| self.compared()).flatten();
            compared.unwrap_or_else(|| before.cloned().unwrap_or_default())
        });
        let arrivals = Memo::new(move |before: Option<&Arc<Arrivals>>| {
            // During a drag, the arrivals of the previous set remain.
            if is_multicast() && !edited.is_dragged() {
                Arc::new(self.arrivals(&plan.read()))
            } else {
                before.cloned().unwrap_or_default()
            }
        });
        let above = Memo::new(move |_| {
            Arc::new(match self.state.view().overlay().get() {
                Overlay::Traffic if self.state.view().dock().get() == Dock::Script => {
                    self.shapes_of_script()
                }
                Overlay::Traffic | Overlay::Multicast => Vec::new(),
                Overlay::Routes => routes.read().shapes.clone(),
                Overlay::Deadlock => self.dependency_shapes(),
            })
        });
        let below = Memo::new(move |_| {
            let cycle = || self.player.cycle.get();
            let shapes = || self.plan_shapes(&plan.read(), &arrivals.read(), cycle());
            Arc::new(if is_multicast() { shapes() } else { Vec::new() })
        });
        Derived {
            routes,
            plan,
            by_labels: Memo::new(move |_| plan.read().by_labels),
            compared,
            arrivals,
            above,
            below,
        }
    }
}

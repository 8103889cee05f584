//! Overlays on the network: the routes between two nodes, a multicast, or the channel dependencies.

pub mod arrival_strip;
pub mod multicast;
pub mod multicast_panel;
pub mod panel;
mod proof;

use std::sync::Arc;
use std::time::Duration;

use browser::time::prefers_stillness;
use flitscope::page::{Dock, Overlay, PageStateStoreFields, ViewStoreFields};
use flitscope::scenario::ComparedAlgorithm;
use flitscope::scene::{
    Arrivals, Dependencies, Naming, PlanAnswer, Proof, RouteAnswer, RouteView, Shape,
};
use flitscope::sweep::{DeadlockQuestion, DeadlockReport, DeadlockStage, Reply};
use flitscope::topology::NodeId;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::state::fetched::{Act, act_when};
use super::state::{overlay::Derived, page::Page};
use browser::workers::worker::RunningWorker;

/// [`Page::keep_overlays`], fetched when an overlay is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn overlays() -> Act {
    Ok(Page::keep_overlays)
}

impl Page {
    /// Returns source and destination of the routes that are shown.
    pub fn ends(self) -> (NodeId, NodeId) {
        let study = self.state.built().read();
        let nodes = study.design.network.nodes();
        let chosen = self.state.view().pair().get();
        chosen
            .filter(|(from, to)| from.0 < nodes && to.0 < nodes)
            .unwrap_or_else(|| {
                // By default, from node 0 to a node as far from it as possible.
                let from = NodeId(0);
                let far = study.topology.node_ids();
                let far = far.max_by_key(|&to| study.topology.distance(from, to));
                (from, far.unwrap_or(from))
            })
    }

    /// Returns the kind of names on nodes: the user's choice, or, while an overlay shows label-based
    /// routing, the labels.
    pub fn naming(self) -> Naming {
        let naming = self.look.naming.get();
        match self.state.view().overlay().get() {
            Overlay::Routes if !self.state.view().node_disjoint().get() => {
                naming.of_routes(&self.state.built().read().design)
            }
            Overlay::Multicast if self.overlays.goes_by_labels() => Naming::Hamiltonian,
            _ => naming,
        }
    }

    /// Describes the overlay in a sentence; empty for traffic. Tracks it.
    pub fn overlay_in_a_sentence(self) -> String {
        self.overlays
            .in_a_sentence(self.state.view().overlay().get())
    }

    /// Keeps the overlays up to date, with code that is fetched for the first one.
    pub fn keep_over(self) {
        let has_overlay = move || {
            self.state.view().overlay().get() != Overlay::Traffic
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
        let is_multicast = move || self.state.view().overlay().get() == Overlay::Multicast;
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

    fn routes(self) -> RouteAnswer {
        let built = self.state.built().read();
        RouteView {
            topology: &*built.topology,
            design: &built.design,
            layout: &self.layout.read(),
            naming: self.look.naming.get(),
            ends: self.ends(),
            by: self.state.view().by().get(),
            begun: &self.state.walked().read(),
            is_apart: self.state.view().node_disjoint().get(),
        }
        .answer()
    }

    fn dependency_shapes(self) -> Vec<Shape> {
        let overlays = self.overlays;
        let found = overlays.deadlock.read();
        let Some(Ok(report)) = &*found else {
            return Vec::new();
        };
        let built = self.state.built().read();
        let network = &built.design.network;
        let layout = self.layout.read();
        if let Some(off) = overlays.proof.get() {
            return proof(report, off).shapes(&layout, network);
        }
        let cycle = match self.asked_cycle() {
            // Whether there is one may be what a lesson asks.
            Some(false) => &[],
            // A lesson speaks of the cycle in the graph, not of messages that deadlock.
            Some(true) => &*report.cycle,
            None => report.shown(),
        };
        Dependencies {
            edges: &report.edges,
            cycle,
            lit: Some(overlays.lit.get()),
            chosen: self.state.focus().read().selected,
        }
        .shapes(&layout, network)
    }

    /// Starts the analysis of the channel dependencies in a worker, in place of an earlier one.
    pub fn ask_for_deadlock(self) {
        let overlays = self.overlays;
        overlays.deadlock.set(None);
        overlays.stage.set(DeadlockStage::Dependencies);
        overlays.proof.set(None);
        overlays.lit.set(0);
        let on_reply = move |reply| match reply {
            Reply::Progress(stage) => overlays.stage.set(stage),
            Reply::Answer(report) => overlays.deadlock.set(Some(Ok(report))),
            Reply::Failed(reason) => overlays.deadlock.set(Some(Err(reason))),
        };
        let scenario = self.state.scenario().get_untracked();
        match RunningWorker::ask(&scenario, &DeadlockQuestion, on_reply) {
            Ok(worker) => overlays.worker.set_value(Some(worker)),
            Err(reason) => overlays.deadlock.set(Some(Err(reason))),
        }
    }

    pub fn cancel_deadlock(self) {
        self.overlays.worker.set_value(None);
        let canceled = Err("The analysis was canceled.".to_owned());
        self.overlays.deadlock.set(Some(canceled));
    }
}

/// Returns the proof in a report at the step where `off` virtual channels are removed.
pub fn proof(report: &DeadlockReport, off: usize) -> Proof<'_> {
    Proof {
        ranks: &report.order,
        off,
        lanes: report.lanes,
        is_acyclic: report.acyclic,
        edges: &report.edges,
    }
}

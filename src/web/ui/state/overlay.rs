//! The computed parts of the overlays, as signals.

use std::sync::Arc;

use flitscope::page::{Grip, MulticastSet};
use flitscope::scenario::ComparedAlgorithm;
use flitscope::scene::{Arrivals, PlanAnswer, RouteAnswer, Shape};
use flitscope::sweep::{DeadlockReport, DeadlockStage};
use flitscope::topology::Point;
use leptos::prelude::*;

use browser::workers::worker::RunningWorker;

/// The computed parts of the overlays; copies share state.
#[derive(Clone, Copy)]
pub struct Overlays {
    /// The parts derived from the state, once the code for them is fetched.
    pub derived: RwSignal<Option<Derived>>,
    /// The deadlock analysis, or why it failed; `None` while it runs.
    pub deadlock: RwSignal<Option<Result<DeadlockReport, String>>>,
    /// The stage of the deadlock analysis.
    pub stage: RwSignal<DeadlockStage>,
    /// Number of virtual channels removed so far in the proof of deadlock freedom; `None` while it is not shown.
    pub proof: RwSignal<Option<usize>>,
    /// The multicast that is being edited.
    pub multicast: EditedMulticast,
    /// Index of the highlighted dependency of a cycle.
    pub lit: RwSignal<usize>,
    /// The worker that runs the analysis.
    pub worker: StoredValue<Option<RunningWorker>, LocalStorage>,
}

/// The parts of the overlays that follow from the state; copies share state.
#[derive(Clone, Copy)]
pub struct Derived {
    /// The routes between two nodes.
    pub routes: Memo<Arc<RouteAnswer>>,
    /// The plan of one multicast.
    pub plan: Memo<Arc<PlanAnswer>>,
    /// Whether worms of the plan are routed by node labels. The static layer of the picture depends on it, so it must
    /// not change when only a destination changes.
    pub by_labels: Memo<bool>,
    /// Comparison of all algorithms on the same set.
    pub compared: Memo<Vec<ComparedAlgorithm>>,
    /// Arrival times of copies in a run without other traffic.
    pub arrivals: Memo<Arc<Arrivals>>,
    /// Shapes painted over the traffic.
    pub above: Memo<Arc<Vec<Shape>>>,
    /// Shapes painted under the traffic.
    pub below: Memo<Arc<Vec<Shape>>>,
}

impl Overlays {
    /// The initial state, without results.
    pub fn new() -> Self {
        Self {
            derived: RwSignal::new(None),
            deadlock: RwSignal::new(None),
            stage: RwSignal::new(DeadlockStage::Dependencies),
            proof: RwSignal::new(None),
            multicast: EditedMulticast::new(),
            lit: RwSignal::new(0),
            worker: StoredValue::new_local(None),
        }
    }

    /// Returns the routes between two nodes; empty before their code is fetched. Tracks them.
    pub fn routes(self) -> Arc<RouteAnswer> {
        self.of(|derived| derived.routes)
    }

    /// Returns the plan of one multicast; empty before its code is fetched. Tracks it.
    pub fn plan(self) -> Arc<PlanAnswer> {
        self.of(|derived| derived.plan)
    }

    /// Returns the arrival times of copies; empty before their code is fetched. Tracks them.
    pub fn arrivals(self) -> Arc<Arrivals> {
        self.of(|derived| derived.arrivals)
    }

    /// Returns the comparison of all algorithms; empty before its code is fetched. Tracks it.
    pub fn compared(self) -> Vec<ComparedAlgorithm> {
        self.of(|derived| derived.compared)
    }

    /// Returns whether worms of the plan are routed by node labels. Tracks it.
    pub fn goes_by_labels(self) -> bool {
        self.of(|derived| derived.by_labels)
    }

    /// Returns the shapes painted over the traffic. Tracks them.
    pub fn above(self) -> Arc<Vec<Shape>> {
        self.of(|derived| derived.above)
    }

    /// Returns the shapes painted under the traffic. Tracks them.
    pub fn below(self) -> Arc<Vec<Shape>> {
        self.of(|derived| derived.below)
    }

    fn of<T>(self, part: impl FnOnce(Derived) -> Memo<T>) -> T
    where
        T: Clone + Default + Send + Sync + 'static,
    {
        let derived = self.derived.get();
        derived.map_or_else(T::default, |derived| part(derived).get())
    }

    /// Discards results for a network that is about to change.
    pub fn forget(self) {
        self.deadlock.set(None);
        self.proof.set(None);
        self.multicast.forget();
    }

    /// Returns a part of the deadlock report; empty without one. Tracks the report.
    pub fn in_report<T: Default>(self, part: impl FnOnce(&DeadlockReport) -> T) -> T {
        match &*self.deadlock.read() {
            Some(Ok(report)) => part(report),
            _ => T::default(),
        }
    }
}

/// The multicast that is being edited; copies share state.
#[derive(Clone, Copy)]
pub struct EditedMulticast {
    /// The set that the user is editing, or one with which the scenario cannot be built; `None` for the
    /// scenario's own.
    pub draft: RwSignal<Option<MulticastSet>>,
    /// The grip that the user is dragging, and the set before the drag.
    pub held: StoredValue<Option<(Grip, MulticastSet)>>,
    /// Two opposite corners of the region that is being drawn.
    pub region: RwSignal<Option<(Point, Point)>>,
    /// Whether groups are shown as they are before the division.
    pub is_before: RwSignal<bool>,
    /// Why the set cannot be sent.
    pub problem: RwSignal<Option<String>>,
    /// Number of random sets drawn so far.
    pub drawn: StoredValue<u64>,
}

impl EditedMulticast {
    /// The initial state, without a draft.
    pub fn new() -> Self {
        Self {
            draft: RwSignal::new(None),
            held: StoredValue::new(None),
            region: RwSignal::new(None),
            is_before: RwSignal::new(false),
            problem: RwSignal::new(None),
            drawn: StoredValue::new(0),
        }
    }

    /// Discards choices in a network that is about to change.
    pub fn forget(self) {
        self.draft.set(None);
        self.region.set(None);
        self.problem.set(None);
    }

    /// Returns whether the user is dragging something. Tracks nothing.
    pub fn is_held(self) -> bool {
        self.held.read_value().is_some()
    }

    /// Returns the same as [`EditedMulticast::is_held`], but tracks the draft, so that the end of a drag is noticed.
    pub fn is_dragged(self) -> bool {
        self.draft.read().is_some() && self.is_held()
    }
}

//! The computed parts of the overlays, as signals.

use std::sync::Arc;

use flitscope::page::{Grip, MulticastSet, Overlay};
use flitscope::scenario::ComparedAlgorithm;
use flitscope::scene::{Arrivals, PlanAnswer, Shape, Step};
use flitscope::sweep::{DeadlockReport, DeadlockStage};
use flitscope::topology::Point;
use leptos::prelude::*;

use flitscope::browser::workers::pool::RunningPool;

/// The computed parts of the overlays; copies share state.
#[derive(Clone, Copy)]
pub struct Over {
    /// The routes in words.
    pub told: RwSignal<RoutesInWords>,
    /// The deadlock analysis, or why it failed; `None` while it runs.
    pub deadlock: RwSignal<Option<Result<DeadlockReport, String>>>,
    /// The stage of the deadlock analysis.
    pub stage: RwSignal<DeadlockStage>,
    /// Number of virtual channels removed so far in the proof of deadlock freedom; `None` while it is not shown.
    pub proof: RwSignal<Option<usize>>,
    /// Shapes painted over the traffic.
    pub shapes: RwSignal<Arc<Vec<Shape>>>,
    /// Shapes painted under the traffic.
    pub ground: RwSignal<Arc<Vec<Shape>>>,
    /// The plan of one multicast.
    pub plan: Planning,
    /// Index of the highlighted dependency of a cycle.
    pub lit: RwSignal<usize>,
    /// The worker that runs the analysis.
    pub pool: StoredValue<Option<RunningPool>, LocalStorage>,
    /// Number of requests to the worker so far.
    pub run: StoredValue<u32>,
}

/// The routes between two nodes, in words.
#[derive(Debug, Clone, Default)]
pub struct RoutesInWords {
    /// How many routes there are, in a sentence.
    pub sentence: String,
    /// The steps of the chosen path.
    pub steps: Vec<Step>,
}

impl Over {
    /// The initial state, without results.
    pub fn new() -> Self {
        Self {
            told: RwSignal::new(RoutesInWords::default()),
            deadlock: RwSignal::new(None),
            stage: RwSignal::new(DeadlockStage::Dependencies),
            proof: RwSignal::new(None),
            shapes: RwSignal::new(Arc::default()),
            ground: RwSignal::new(Arc::default()),
            plan: Planning::new(),
            lit: RwSignal::new(0),
            pool: StoredValue::new_local(None),
            run: StoredValue::new(0),
        }
    }

    /// Discards results for a network that is about to change.
    pub fn forget(self) {
        self.deadlock.set(None);
        self.proof.set(None);
        self.shapes.set(Arc::default());
        self.plan.forget();
    }

    /// Describes an overlay in a sentence; empty for traffic. Tracks its result.
    pub fn in_a_sentence(self, overlay: Overlay) -> String {
        match (overlay, &*self.deadlock.read()) {
            (Overlay::Routes, _) => self.told.read().sentence.clone(),
            (Overlay::Deadlock, Some(Ok(report))) => report.why(),
            (Overlay::Deadlock, Some(Err(reason))) => reason.clone(),
            (Overlay::Deadlock, None) => self.stage.get().line().to_owned(),
            (Overlay::Multicast, _) => self.plan.answer.read().sentence.clone(),
            (Overlay::Traffic, _) => String::new(),
        }
    }
}

/// The state of the multicast view; copies share state.
#[derive(Clone, Copy)]
pub struct Planning {
    /// The set that the user is editing, or one with which the scenario cannot be built; `None` for the
    /// scenario's own.
    pub draft: RwSignal<Option<MulticastSet>>,
    /// The grip that the user is dragging, and the set before the drag.
    pub held: StoredValue<Option<(Grip, MulticastSet)>>,
    /// Two opposite corners of the region that is being drawn.
    pub region: RwSignal<Option<(Point, Point)>>,
    /// Whether groups are shown as they are before the division.
    pub is_before: RwSignal<bool>,
    /// The plan.
    pub answer: RwSignal<Arc<PlanAnswer>>,
    /// Whether worms of the plan are routed by node labels.
    pub by_labels: RwSignal<bool>,
    /// Comparison of all algorithms on the same set.
    pub compared: RwSignal<Vec<ComparedAlgorithm>>,
    /// Arrival times of copies in the run that is shown.
    pub arrivals: RwSignal<Arc<Arrivals>>,
    /// Why the set cannot be sent.
    pub problem: RwSignal<Option<String>>,
    /// Number of random sets drawn so far.
    pub drawn: StoredValue<u64>,
}

impl Planning {
    /// The initial state, without a plan.
    pub fn new() -> Self {
        Self {
            draft: RwSignal::new(None),
            held: StoredValue::new(None),
            region: RwSignal::new(None),
            is_before: RwSignal::new(false),
            answer: RwSignal::new(Arc::default()),
            by_labels: RwSignal::new(false),
            compared: RwSignal::new(Vec::new()),
            arrivals: RwSignal::new(Arc::default()),
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

    /// Returns whether worms of the plan are routed by node labels. Tracks it; the static layer of the picture
    /// depends on it, so it must not change when only a destination changes.
    pub fn goes_by_labels(self) -> bool {
        self.by_labels.get()
    }

    /// Returns whether the user is dragging something. Tracks nothing.
    pub fn is_held(self) -> bool {
        self.held.read_value().is_some()
    }

    /// Returns the same as [`Planning::is_held`], but tracks the draft, so that the end of a drag is noticed.
    pub fn is_dragged(self) -> bool {
        self.draft.read().is_some() && self.is_held()
    }
}

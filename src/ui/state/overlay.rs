//! The state of what is laid over the network, as signals.

use std::sync::Arc;

use flitscope::page::{Grip, MulticastSet, Overlay};
use flitscope::scenario::{ComparedAlgorithm, Scenario};
use flitscope::scene::{Arrivals, PlanAnswer, Shape, Step};
use flitscope::sweep::{DeadlockReport, DeadlockStage};
use flitscope::topology::{NodeId, Point};
use leptos::prelude::*;

use flitscope::browser::pool::RunningPool;

/// The state of the views; copies share it.
#[derive(Clone, Copy)]
pub struct Over {
    /// Which is shown.
    pub overlay: RwSignal<Overlay>,
    /// Source and destination of routes; none: two that are far apart.
    pub pair: RwSignal<Option<(NodeId, NodeId)>>,
    /// The nodes that a person has walked so far, the source first.
    pub walked: RwSignal<Vec<NodeId>>,
    /// Whether node-disjoint paths are shown instead of all.
    pub node_disjoint: RwSignal<bool>,
    /// What is known of the routes.
    pub told: RwSignal<RoutesInWords>,
    /// What is known of deadlock; none while it is computed.
    pub deadlock: RwSignal<Option<Result<DeadlockReport, String>>>,
    /// How far the search for it has come.
    pub stage: RwSignal<DeadlockStage>,
    /// How many virtual channels are taken off to show that nothing can deadlock; none while that is not shown.
    pub proof: RwSignal<Option<usize>>,
    /// The scenario that was last changed so that nothing deadlocks, and why it cannot.
    pub cured: RwSignal<Option<(Scenario, String)>>,
    /// What is painted over the traffic.
    pub shapes: RwSignal<Arc<Vec<Shape>>>,
    /// What is painted under it.
    pub ground: RwSignal<Arc<Vec<Shape>>>,
    /// One multicast.
    pub plan: Planning,
    /// Which dependency of a cycle stands out.
    pub lit: RwSignal<usize>,
    /// The worker that analyzes.
    pub pool: StoredValue<Option<RunningPool>, LocalStorage>,
    /// How often it was asked.
    pub run: StoredValue<u32>,
}

/// The routes between two nodes, in words.
#[derive(Debug, Clone, Default)]
pub struct RoutesInWords {
    /// How many there are.
    pub sentence: String,
    /// The one that is walked.
    pub steps: Vec<Step>,
}

impl Over {
    /// Traffic, and nothing over it.
    pub fn new() -> Self {
        Self {
            overlay: RwSignal::new(Overlay::Traffic),
            pair: RwSignal::new(None),
            walked: RwSignal::new(Vec::new()),
            node_disjoint: RwSignal::new(false),
            told: RwSignal::new(RoutesInWords::default()),
            cured: RwSignal::new(None),
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

    /// Shows this, or traffic again if it is shown.
    pub fn toggle(self, overlay: Overlay) {
        let is_shown = self.overlay.get_untracked() == overlay;
        self.overlay
            .set(if is_shown { Overlay::Traffic } else { overlay });
    }

    /// Forgets what is known of a network that is about to change.
    pub fn forget(self) {
        self.deadlock.set(None);
        self.proof.set(None);
        self.shapes.set(Arc::default());
        self.plan.forget();
    }

    /// Shows the routes between two nodes.
    pub fn show_routes(self, from: NodeId, to: NodeId) {
        self.walked.set(Vec::new());
        self.pair.set(Some((from, to)));
    }

    /// What is laid over the network, in a sentence.
    pub fn in_a_sentence(self) -> String {
        match (self.overlay.get(), &*self.deadlock.read()) {
            (Overlay::Routes, _) => self.told.read().sentence.clone(),
            (Overlay::Deadlock, Some(Ok(report))) => report.why(),
            (Overlay::Deadlock, Some(Err(reason))) => reason.clone(),
            (Overlay::Deadlock, None) => self.stage.get().line().to_owned(),
            (Overlay::Multicast, _) => self.plan.answer.read().sentence.clone(),
            (Overlay::Traffic, _) => String::new(),
        }
    }

    /// Walks from a node of the path to a neighbor of it.
    pub fn walk(self, nodes: Vec<NodeId>) {
        self.walked.set(nodes);
    }
}

/// The state of the view; copies share it.
#[derive(Clone, Copy)]
pub struct Planning {
    /// What a person is changing, or what the scenario cannot be built with; none: what the
    /// scenario says.
    pub draft: RwSignal<Option<MulticastSet>>,
    /// What there was when a hand took hold of something.
    pub held: StoredValue<Option<(Grip, MulticastSet)>>,
    /// Two corners of the region that is being drawn.
    pub region: RwSignal<Option<(Point, Point)>>,
    /// Whether groups are shown before the division.
    pub is_before: RwSignal<bool>,
    /// The plan.
    pub answer: RwSignal<Arc<PlanAnswer>>,
    /// Whether it goes by labels.
    pub by_labels: RwSignal<bool>,
    /// All algorithms on the same set.
    pub compared: RwSignal<Vec<ComparedAlgorithm>>,
    /// When copies arrive in the run that is shown.
    pub arrivals: RwSignal<Arc<Arrivals>>,
    /// Why the set cannot be sent.
    pub problem: RwSignal<Option<String>>,
    /// Sets drawn at random so far.
    pub drawn: StoredValue<u64>,
}

impl Planning {
    /// Nothing planned.
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

    /// Forgets what was being chosen in a network that is about to change.
    pub fn forget(self) {
        self.draft.set(None);
        self.region.set(None);
        self.problem.set(None);
    }

    /// Whether worms of the plan go by labels. The resting layer asks, so it must not change
    /// when nothing but a destination does.
    pub fn goes_by_labels(self) -> bool {
        self.by_labels.get()
    }

    /// Whether a hand holds something.
    pub fn is_held(self) -> bool {
        self.held.read_value().is_some()
    }

    /// The same, for those who want to hear when it lets go.
    pub fn is_dragged(self) -> bool {
        self.draft.read().is_some() && self.is_held()
    }
}

//! What is laid over the network: the routes between two nodes, or which channels can come to
//! wait for each other.

use std::sync::Arc;
use std::time::Duration;

use flitscope::scene::{Dependencies, Names, Naming, RouteAnswer, RouteView, Shape, Step};
use flitscope::sweep::{Event, Inquiry, Locks};
use flitscope::topology::NodeId;
use leptos::prelude::*;

use super::clock::prefers_stillness;
use super::multicast::Planning;
use super::running_pool::RunningPool;
use super::state::Lab;

/// What the picture is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Subject {
    /// What moves.
    #[default]
    Traffic,
    /// The paths that are allowed between two nodes.
    Routes,
    /// The plan of one multicast.
    Multicast,
    /// Who can come to wait for whom.
    Waits,
}

impl Subject {
    /// In the order of the tabs: name, how links call it.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Traffic, "Traffic", ""),
        (Self::Routes, "Routes", "routes"),
        (Self::Multicast, "Multicast", "multicast"),
        (Self::Waits, "Deadlock?", "deadlock"),
    ];

    /// What a link means.
    pub fn from_name(name: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(.., known)| *known == name);
        known.map(|(subject, ..)| *subject)
    }

    /// How a link says it; empty for traffic.
    pub fn name(self) -> &'static str {
        let known = Self::ALL.iter().find(|(subject, ..)| *subject == self);
        known.map_or("", |(.., name)| *name)
    }
}

/// The state of the views; copies share it.
#[derive(Clone, Copy)]
pub struct Over {
    /// Which is shown.
    pub subject: RwSignal<Subject>,
    /// Source and destination of routes; none: two that are far apart.
    pub ends: RwSignal<Option<(NodeId, NodeId)>>,
    /// The nodes that a person has walked so far, the source first.
    pub begun: RwSignal<Vec<NodeId>>,
    /// Whether paths that share no node are shown instead of all.
    pub is_apart: RwSignal<bool>,
    /// What is known of the routes.
    pub told: RwSignal<Told>,
    /// What is known of deadlock; none while it is computed.
    pub locks: RwSignal<Option<Result<Locks, String>>>,
    /// What is painted over the traffic.
    pub shapes: RwSignal<Arc<Vec<Shape>>>,
    /// What is painted under it.
    pub ground: RwSignal<Arc<Vec<Shape>>>,
    /// One multicast.
    pub plan: Planning,
    /// Which dependency of a circle stands out.
    lit: RwSignal<usize>,
    pool: StoredValue<Option<RunningPool>, LocalStorage>,
    run: StoredValue<u32>,
}

/// The routes between two nodes, in words.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// How many there are.
    pub sentence: String,
    /// The one that is walked.
    pub steps: Vec<Step>,
}

impl Over {
    /// Traffic, and nothing over it.
    pub fn new() -> Self {
        Self {
            subject: RwSignal::new(Subject::Traffic),
            ends: RwSignal::new(None),
            begun: RwSignal::new(Vec::new()),
            is_apart: RwSignal::new(false),
            told: RwSignal::new(Told::default()),
            locks: RwSignal::new(None),
            shapes: RwSignal::new(Arc::default()),
            ground: RwSignal::new(Arc::default()),
            plan: Planning::new(),
            lit: RwSignal::new(0),
            pool: StoredValue::new_local(None),
            run: StoredValue::new(0),
        }
    }

    /// Shows this, or traffic again if it is shown.
    pub fn toggle(self, subject: Subject) {
        let is_shown = self.subject.get_untracked() == subject;
        self.subject
            .set(if is_shown { Subject::Traffic } else { subject });
    }

    /// Forgets what is known of a network that is about to change.
    pub fn forget(self) {
        self.locks.set(None);
        self.shapes.set(Arc::default());
        self.plan.forget();
    }

    /// Shows the routes between two nodes.
    pub fn show_routes(self, from: NodeId, to: NodeId) {
        self.begun.set(Vec::new());
        self.ends.set(Some((from, to)));
    }

    /// What is laid over the network, in a sentence.
    pub fn in_a_sentence(self) -> String {
        match (self.subject.get(), &*self.locks.read()) {
            (Subject::Routes, _) => self.told.read().sentence.clone(),
            (Subject::Waits, Some(Ok(locks))) => locks.why.clone(),
            (Subject::Waits, Some(Err(reason))) => reason.clone(),
            (Subject::Waits, None) => "Looking for circles …".to_owned(),
            (Subject::Multicast, _) => self.plan.answer.read().sentence.clone(),
            (Subject::Traffic, _) => String::new(),
        }
    }

    /// Walks from a node of the path to a neighbor of it.
    pub fn walk(self, nodes: Vec<NodeId>) {
        self.begun.set(nodes);
    }
}

impl Lab {
    /// Source and destination of the routes that are shown.
    pub fn ends(self) -> (NodeId, NodeId) {
        let study = self.study.read();
        let nodes = study.design.network.nodes();
        let chosen = self.over.ends.get();
        chosen
            .filter(|(from, to)| from.0 < nodes && to.0 < nodes)
            .unwrap_or_else(|| {
                // Far apart, and not in a corner of everything.
                let from = NodeId(0);
                let far = study.topology.node_ids();
                let far = far.max_by_key(|&to| study.topology.distance(from, to));
                (from, far.unwrap_or(from))
            })
    }

    /// What stands on nodes: what a person chose, or the labels that routing goes by while its
    /// routes are shown.
    pub fn naming(self) -> Naming {
        let naming = self.look.naming.get();
        match self.over.subject.get() {
            Subject::Routes if !self.over.is_apart.get() => {
                naming.of_routes(&self.study.read().design)
            }
            Subject::Multicast if self.over.plan.goes_by_labels() => Naming::Hamiltonian,
            _ => naming,
        }
    }

    /// Keeps what is laid over the network up to date.
    pub fn keep_over(self) {
        let over = self.over;
        self.keep_plan();
        Effect::new(move |_| match over.subject.get() {
            Subject::Traffic | Subject::Multicast => over.shapes.set(Arc::default()),
            Subject::Routes => self.lay_routes(),
            Subject::Waits => self.lay_waits(),
        });
        Effect::new(move |_| {
            self.study.track();
            if over.subject.get() == Subject::Waits {
                self.ask_for_locks();
            } else {
                over.pool.set_value(None);
            }
        });
        let beat = move || {
            let length = over.locks.with_untracked(|locks| match locks {
                Some(Ok(locks)) => locks.cycle.len(),
                _ => 0,
            });
            if length > 0 && over.subject.get_untracked() == Subject::Waits && !prefers_stillness()
            {
                over.lit.update(|lit| *lit = (*lit + 1) % length);
            }
        };
        // A ring of six is gone round in about four seconds.
        let clock = set_interval_with_handle(beat, Duration::from_millis(700));
        on_cleanup(move || {
            if let Ok(clock) = clock {
                clock.clear();
            }
        });
    }

    fn lay_routes(self) {
        let over = self.over;
        let study = self.study.read();
        let RouteAnswer {
            sentence,
            steps,
            shapes,
        } = RouteView {
            topology: &*study.topology,
            design: &study.design,
            layout: &self.layout.read(),
            naming: self.look.naming.get(),
            ends: self.ends(),
            begun: &over.begun.read(),
            is_apart: over.is_apart.get(),
        }
        .answer();
        over.told.set(Told { sentence, steps });
        over.shapes.set(Arc::new(shapes));
    }

    fn lay_waits(self) {
        let over = self.over;
        let locks = over.locks.read();
        let Some(Ok(locks)) = &*locks else {
            over.shapes.set(Arc::default());
            return;
        };
        let study = self.study.read();
        let names = Names::new(&*study.topology, self.look.naming.get());
        let shown = Dependencies {
            edges: &locks.edges,
            cycle: &locks.cycle,
            lit: Some(over.lit.get()),
            chosen: self.focus.read().selected,
        };
        let network = &study.design.network;
        let shapes = shown.shapes(&self.layout.read(), network, &names);
        over.shapes.set(Arc::new(shapes));
    }

    /// Has a worker look for circles, anew if it was asked before.
    pub fn ask_for_locks(self) {
        let over = self.over;
        over.run.update_value(|run| *run += 1);
        let run = over.run.get_value();
        over.locks.set(None);
        over.lit.set(0);
        let told = move |event| {
            let found = match event {
                Event::Locks(locks) => Ok(locks),
                Event::Failed(reason) => Err(reason),
                _ => return,
            };
            if over.run.try_get_value() == Some(run) {
                over.locks.set(Some(found));
            }
        };
        let inquiry = Inquiry {
            run,
            scenario: self.scenario.get_untracked(),
        };
        match RunningPool::ask(inquiry.to_text(), told) {
            Ok(pool) => over.pool.set_value(Some(pool)),
            Err(reason) => over.locks.set(Some(Err(reason))),
        }
    }
}

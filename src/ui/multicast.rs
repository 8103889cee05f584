//! One to many: the source and destinations that a person chooses, the plan that an algorithm
//! makes of them, and what the others make.

use std::sync::Arc;

use flitscope::multicast::{self, threshold_of};
use flitscope::scenario::{MOST_NODES_IN_PAGE, Rival};
use flitscope::scene::{Arrivals, Glyph, Ink, NODE_RADIUS, PlanAnswer, PlanView, Shape};
use flitscope::topology::{NodeId, Point};
use flitscope::traffic;
use leptos::prelude::*;

use super::over::Subject;
use super::state::Lab;

/// Source and destinations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// Who sends.
    pub from: NodeId,
    /// Who is to get a copy.
    pub to: Vec<NodeId>,
}

/// What a hand has taken hold of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// The source, to move it.
    Source,
    /// A destination, to move it.
    Destination(NodeId),
    /// A corner of a region.
    Region(Point),
}

/// The state of the view; copies share it.
#[derive(Clone, Copy)]
pub struct Planning {
    /// What a person is changing, or what the scenario cannot be built with; none: what the
    /// scenario says.
    draft: RwSignal<Option<Cast>>,
    /// What there was when a hand took hold of something.
    held: StoredValue<Option<(Grip, Cast)>>,
    /// Two corners of the region that is being drawn.
    region: RwSignal<Option<(Point, Point)>>,
    /// Whether groups are shown before the division.
    pub is_before: RwSignal<bool>,
    /// The plan.
    pub answer: RwSignal<Arc<PlanAnswer>>,
    /// Whether it goes by labels.
    by_labels: RwSignal<bool>,
    /// All algorithms on the same set.
    pub rivals: RwSignal<Vec<Rival>>,
    /// When copies arrive in the run that is shown.
    pub arrivals: RwSignal<Arc<Arrivals>>,
    /// Why the set cannot be sent.
    pub problem: RwSignal<Option<String>>,
    /// Sets drawn at random so far.
    drawn: StoredValue<u64>,
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
            rivals: RwSignal::new(Vec::new()),
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
    fn is_held(self) -> bool {
        self.held.read_value().is_some()
    }

    /// The same, for those who want to hear when it lets go.
    fn is_dragged(self) -> bool {
        self.draft.read().is_some() && self.is_held()
    }
}

impl Lab {
    /// Source and destinations: those being chosen, or those of the scenario.
    pub fn cast(self) -> Cast {
        let nodes = self.study.read().design.network.nodes();
        let draft = self.over.plan.draft.get();
        if let Some(set) = draft.filter(|set| set.from.0 < nodes) {
            return set;
        }
        let scenario = self.scenario.read();
        let study = self.study.read();
        let cast = scenario.cast().and_then(|message| {
            let node = |text: &String| study.topology.parse_label(text);
            Some(Cast {
                from: node(&message.from)?,
                to: message.to.iter().map(node).collect::<Option<_>>()?,
            })
        });
        cast.unwrap_or(Cast {
            from: NodeId(0),
            to: Vec::new(),
        })
    }

    /// The algorithm that plans, as scenarios name it.
    pub fn cast_by(self) -> String {
        let named = self.scenario.read().traffic.multicast.algorithm.clone();
        named
            .or_else(|| self.study.read().multicast.clone())
            .unwrap_or_else(|| {
                let suited = multicast::suited(&*self.study.read().topology, false);
                suited.0.to_owned()
            })
    }

    /// Sends to this set in place of what the scenario sends, or says why not; the set is kept.
    pub fn cast_to(self, set: Cast) {
        let planning = self.over.plan;
        let study = self.study.get_untracked();
        let label = |node| study.topology.label(node);
        let to = set.to.iter().map(|&node| label(node)).collect();
        let scenario = self.scenario.read_untracked().casting(label(set.from), to);
        match scenario.build_within(MOST_NODES_IN_PAGE) {
            Ok(_) => {
                let number = set.to.len();
                let is_empty = set.to.is_empty();
                let plays = self.player.will_play();
                let focus = self.focus.get_untracked();
                self.show(scenario, format!("a multicast to {number} nodes"));
                self.focus.set(focus);
                self.player.go_to(0, plays);
                // The scenario has no word for a source without destinations.
                planning.draft.set(is_empty.then_some(set));
                planning.problem.set(None);
            }
            Err(error) => {
                planning.problem.set(Some(error.reason));
                planning.draft.set(Some(set));
            }
        }
    }

    /// Makes a node a destination, or no destination.
    pub fn toggle_destination(self, node: NodeId) {
        let mut set = untrack(|| self.cast());
        if node == set.from {
            let is = "The source has the message already; drag it to move it.";
            self.notice.set(Some(is.to_owned()));
            return;
        }
        match set.to.iter().position(|&known| known == node) {
            Some(place) => {
                set.to.remove(place);
            }
            None => set.to.push(node),
        }
        self.cast_to(set);
    }

    /// Sends from a node; if that was a destination, the old source takes its place.
    pub fn cast_from(self, node: NodeId) {
        self.cast_to(moved(&untrack(|| self.cast()), Grip::Source, node));
    }

    /// Draws so many destinations at random.
    pub fn cast_at_random(self, count: u32) {
        let set = untrack(|| self.cast());
        let nodes = self.study.read_untracked().design.network.nodes();
        let planning = self.over.plan;
        planning.drawn.update_value(|drawn| *drawn += 1);
        let seed = self.scenario.read_untracked().seed;
        let seed = seed.wrapping_add(planning.drawn.get_value());
        let mut random = traffic::streams(seed, 1).remove(0);
        let to = traffic::others(nodes, set.from, count.clamp(1, nodes - 1), &mut random);
        self.cast_to(Cast { to, ..set });
    }

    /// Takes hold of what is at a node, or of a corner.
    pub fn grip(self, node: NodeId, at: Point) {
        let set = untrack(|| self.cast());
        let grip = if node == set.from {
            Grip::Source
        } else if set.to.contains(&node) {
            Grip::Destination(node)
        } else {
            Grip::Region(at)
        };
        self.over.plan.held.set_value(Some((grip, set)));
    }

    /// Moves what is held; the plan follows.
    pub fn drag(self, over: Option<NodeId>, at: Point) {
        let planning = self.over.plan;
        let Some((grip, set)) = planning.held.get_value() else {
            return;
        };
        let dragged = if let Grip::Region(corner) = grip {
            planning.region.set(Some((corner, at)));
            // Nodes count of which a part is inside.
            let within =
                |a: f32, b: f32, x: f32| a.min(b) - NODE_RADIUS <= x && x <= a.max(b) + NODE_RADIUS;
            let layout = self.layout.read_untracked();
            let inside = layout
                .nodes()
                .filter(|(_, p)| within(corner.x, at.x, p.x) && within(corner.y, at.y, p.y));
            let mut to = set.to.clone();
            let fresh = inside.map(|(node, _)| node);
            to.extend(fresh.filter(|node| *node != set.from && !set.to.contains(node)));
            Some(Cast { to, ..set })
        } else {
            over.map(|node| moved(&set, grip, node))
        };
        if let Some(dragged) = dragged
            && planning.draft.read_untracked().as_ref() != Some(&dragged)
        {
            planning.draft.set(Some(dragged));
        }
    }

    /// Lets go: what was dragged counts, or all is as before.
    pub fn let_go_of_set(self, counts: bool) {
        let planning = self.over.plan;
        if planning
            .held
            .try_update_value(Option::take)
            .flatten()
            .is_none()
        {
            return;
        }
        planning.region.set(None);
        let draft = planning.draft.get_untracked();
        match draft.filter(|_| counts) {
            Some(set) => self.cast_to(set),
            None => planning.draft.set(None),
        }
    }

    /// Keeps plan, comparison and arrivals up to date while they are shown.
    pub fn keep_plan(self) {
        let planning = self.over.plan;
        let is_shown = move || self.over.subject.get() == Subject::Multicast;
        Effect::new(move |_| {
            if is_shown() {
                let answer = self.planned(&self.cast_by());
                if planning.by_labels.get_untracked() != answer.by_labels {
                    planning.by_labels.set(answer.by_labels);
                }
                planning.answer.set(Arc::new(answer));
            }
        });
        Effect::new(move |_| {
            if !is_shown() {
                return;
            }
            let (set, study) = (self.cast(), self.study.get());
            // A large network is not simulated at every move of a hand.
            let is_large = study.design.network.nodes() > 1024;
            if is_large && planning.is_held() {
                return;
            }
            let rivals = self.scenario.read_untracked();
            let rivals = rivals.rivals(&*study.topology, set.from, &set.to);
            planning.rivals.set(rivals.unwrap_or_default());
        });
        Effect::new(move |_| {
            // While a set is being dragged the times of the last one stay.
            if !is_shown() || planning.is_dragged() {
                return;
            }
            if planning.draft.read().is_some() {
                planning.arrivals.set(Arc::default());
                return;
            }
            let study = self.study.get();
            let set = self.cast();
            let at = self.scenario.read_untracked().cast().map_or(0, |m| m.at);
            let answer = planning.answer.get();
            let arrivals = Arrivals::follow(
                &study.design,
                set.from,
                at.max(0).unsigned_abs(),
                &answer.plan.worms,
                &answer.plan.relays,
            );
            planning.arrivals.set(Arc::new(arrivals));
        });
        Effect::new(move |_| {
            let shapes = if is_shown() {
                self.ground()
            } else {
                Vec::new()
            };
            if !(shapes.is_empty() && self.over.ground.read_untracked().is_empty()) {
                self.over.ground.set(Arc::new(shapes));
            }
        });
    }

    /// What an algorithm makes of the set.
    pub fn planned(self, spec: &str) -> PlanAnswer {
        let study = self.study.read();
        let set = self.cast();
        let algorithm = multicast::from_spec("algorithm", spec, &*study.topology);
        let Ok(algorithm) = algorithm else {
            return PlanAnswer::default();
        };
        PlanView {
            topology: &*study.topology,
            design: &study.design,
            layout: &self.layout.read(),
            naming: self.look.naming.get(),
            algorithm: &*algorithm,
            threshold: threshold_of(spec),
            from: set.from,
            to: &set.to,
            is_before: self.over.plan.is_before.get(),
        }
        .answer()
    }

    /// The plan, who has got a copy, and the region that is being drawn.
    fn ground(self) -> Vec<Shape> {
        let planning = self.over.plan;
        let mut shapes = planning.answer.read().shapes.clone();
        let layout = self.layout.read();
        let cycle = self.player.cycle.get();
        let arrivals = planning.arrivals.read();
        let ticks = arrivals.received(cycle).map(|node| {
            let at = layout.node(node);
            Shape::Mark {
                at: Point::new(at.x + NODE_RADIUS * 1.2, at.y + NODE_RADIUS * 1.1),
                radius: 0.12,
                glyph: Glyph::Tick,
                fill: Ink::Text,
                edge: Ink::Text,
            }
        });
        shapes.extend(ticks);
        if let Some((a, b)) = planning.region.get() {
            shapes.push(Shape::Hull {
                corners: vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)],
                ink: Ink::Chosen,
            });
        }
        shapes
    }
}

/// A set of which the source or a destination is at another node. Where that was another one
/// of them already, the two change places or become one.
fn moved(set: &Cast, grip: Grip, node: NodeId) -> Cast {
    let mut set = set.clone();
    match grip {
        Grip::Source => {
            if let Some(other) = set.to.iter_mut().find(|other| **other == node) {
                *other = set.from;
            }
            set.from = node;
        }
        Grip::Destination(old) if node != set.from => {
            set.to.retain(|&other| other == old || other != node);
            if let Some(own) = set.to.iter_mut().find(|other| **other == old) {
                *own = node;
            }
        }
        Grip::Destination(_) | Grip::Region(_) => {}
    }
    set
}

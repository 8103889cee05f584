//! The multicast that the user edits: its source and destinations, its plan by the chosen algorithm,
//! and the comparison with the other algorithms.

use std::sync::Arc;

use flitscope::multicast::{self, threshold_of};
use flitscope::page::{Action, Grip, MulticastSet, Overlay, PageStateStoreFields};
use flitscope::scene::{Arrivals, Glyph, Ink, NODE_RADIUS, PlanAnswer, PlanView, Shape};
use flitscope::topology::{NodeId, Point};
use flitscope::traffic;
use leptos::prelude::*;

use crate::ui::state::page::Page;

impl Page {
    /// Returns source and destinations: the draft of the user, or else those of the scenario.
    pub fn cast(self) -> MulticastSet {
        let nodes = self.state.built().read().design.network.nodes();
        let draft = self.over.plan.draft.get();
        if let Some(set) = draft.filter(|set| set.from.0 < nodes) {
            return set;
        }
        let scenario = self.state.scenario().read();
        let study = self.state.built().read();
        let cast = scenario.edited_multicast().and_then(|message| {
            let node = |text: &String| study.topology.parse_label(text);
            Some(MulticastSet {
                from: node(&message.from)?,
                to: message.to.iter().map(node).collect::<Option<_>>()?,
            })
        });
        cast.unwrap_or(MulticastSet {
            from: NodeId(0),
            to: Vec::new(),
        })
    }

    /// Returns the spec of the algorithm that plans the multicast.
    pub fn cast_by(self) -> String {
        let named = self
            .state
            .scenario()
            .read()
            .traffic
            .multicast
            .algorithm
            .clone();
        named
            .or_else(|| self.state.built().read().multicast.clone())
            .unwrap_or_else(|| {
                let suited = multicast::suited(&*self.state.built().read().topology, false);
                suited.0.to_owned()
            })
    }

    /// Replaces the edited multicast of the scenario by this set. If the scenario cannot be built
    /// with it, keeps the set as a draft and reports the reason.
    pub fn cast_to(self, set: MulticastSet) {
        let planning = self.over.plan;
        match self.try_act(Action::Multicast(set.from, set.to.clone())) {
            Ok(()) => {
                // A scenario cannot express a source without destinations.
                planning.draft.set(set.to.is_empty().then_some(set));
                planning.problem.set(None);
            }
            Err(error) => {
                planning.problem.set(Some(error.reason()));
                planning.draft.set(Some(set));
            }
        }
    }

    /// Adds a node to the destinations, or removes it from them.
    pub fn toggle_destination(self, node: NodeId) {
        if let Some(set) = untrack(|| self.cast()).toggled(node) {
            self.cast_to(set);
        } else {
            let notice = "The source has the message already; drag it to move it.";
            self.notify(notice);
        }
    }

    /// Makes a node the source; if it was a destination, the old source takes its place.
    pub fn cast_from(self, node: NodeId) {
        self.cast_to(untrack(|| self.cast()).moved(Grip::Source, node));
    }

    /// Replaces the destinations by `count` random ones.
    pub fn cast_at_random(self, count: u32) {
        let set = untrack(|| self.cast());
        let study = self.state.built().get_untracked();
        let terminals = study.design.network.terminals();
        let planning = self.over.plan;
        planning.drawn.update_value(|drawn| *drawn += 1);
        let seed = self.state.scenario().read_untracked().seed;
        let seed = seed.wrapping_add(planning.drawn.get_value());
        let mut random = traffic::streams(seed, 1).remove(0);
        let to = traffic::others(
            terminals,
            set.from,
            count.clamp(1, terminals.count() - 1),
            &mut random,
        );
        self.cast_to(MulticastSet { to, ..set });
    }

    /// Starts a drag at a node: of the source, of a destination, or of a new region.
    pub fn grip(self, node: NodeId, at: Point) {
        let set = untrack(|| self.cast());
        let grip = set.grip(node, at);
        self.over.plan.held.set_value(Some((grip, set)));
    }

    /// Continues a drag; the draft and the plan follow the pointer.
    pub fn drag(self, over: Option<NodeId>, at: Point) {
        let planning = self.over.plan;
        let Some((grip, set)) = planning.held.get_value() else {
            return;
        };
        if let Grip::Region(corner) = grip {
            planning.region.set(Some((corner, at)));
        }
        let dragged = set.dragged(grip, over, at, &self.layout.read_untracked());
        if let Some(dragged) = dragged
            && planning.draft.read_untracked().as_ref() != Some(&dragged)
        {
            planning.draft.set(Some(dragged));
        }
    }

    /// Ends a drag: takes over the dragged set if `counts`, and discards it otherwise.
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
        let is_shown = move || self.state.overlay().get() == Overlay::Multicast;
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
            if is_shown() {
                self.compare();
            }
        });
        Effect::new(move |_| {
            // During a drag, the arrivals of the previous set remain.
            if is_shown() && !planning.is_dragged() {
                self.follow_arrivals();
            }
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

    /// Compares all algorithms on the set.
    fn compare(self) {
        let planning = self.over.plan;
        let (set, study) = (self.cast(), self.state.built().get());
        // Simulating a large network at every pointer move would be too slow.
        let is_large = study.design.network.nodes() > 1024;
        if is_large && planning.is_held() {
            return;
        }
        let scenario = self.state.scenario().read_untracked();
        let compared = scenario.compare_algorithms(&*study.topology, set.from, &set.to);
        planning.compared.set(compared.unwrap_or_default());
    }

    /// Determines when the copies arrive in a run without other traffic.
    fn follow_arrivals(self) {
        let planning = self.over.plan;
        if planning.draft.read().is_some() {
            planning.arrivals.set(Arc::default());
            return;
        }
        let study = self.state.built().get();
        let set = self.cast();
        let at = self
            .state
            .scenario()
            .read_untracked()
            .edited_multicast()
            .map_or(0, |m| m.at);
        let answer = planning.answer.get();
        let arrivals = Arrivals::follow(
            &study.design,
            set.from,
            at.max(0).unsigned_abs(),
            &answer.plan.worms,
            &answer.plan.relays,
        );
        planning.arrivals.set(Arc::new(arrivals));
    }

    /// Returns the plan of an algorithm for the set; empty if the spec is invalid.
    pub fn planned(self, spec: &str) -> PlanAnswer {
        let study = self.state.built().read();
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

    /// Returns the shapes of the plan, ticks on nodes that have received a copy, and the region that
    /// is being dragged.
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

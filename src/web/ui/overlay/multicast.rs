//! The multicast that the user edits: its source and destinations, its plan by the chosen algorithm,
//! and the comparison with the other algorithms.

use flitscope::multicast::{self, threshold_of};
use flitscope::page::{Action, Grip, MulticastSet, PageStateStoreFields};
use flitscope::scenario::ComparedAlgorithm;
use flitscope::scene::{Arrivals, Glyph, Ink, NODE_RADIUS, PlanAnswer, PlanView, Shape};
use flitscope::topology::{NodeId, Point};
use flitscope::traffic;
use leptos::prelude::*;

use crate::ui::state::page::Page;

impl Page {
    /// Returns source and destinations: the draft of the user, or else those of the scenario.
    pub fn multicast(self) -> MulticastSet {
        let nodes = self.state.built().read().design.network.nodes();
        let draft = self.overlays.multicast.draft.get();
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
    pub fn multicast_algorithm(self) -> String {
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
    pub fn set_multicast(self, set: MulticastSet) {
        let edited = self.overlays.multicast;
        match self.try_act(Action::Multicast(set.from, set.to.clone())) {
            Ok(()) => {
                // A scenario cannot express a source without destinations.
                edited.draft.set(set.to.is_empty().then_some(set));
                edited.problem.set(None);
            }
            Err(error) => {
                edited.problem.set(Some(error.reason()));
                edited.draft.set(Some(set));
            }
        }
    }

    /// Adds a node to the destinations, or removes it from them.
    pub fn toggle_destination(self, node: NodeId) {
        if let Some(set) = untrack(|| self.multicast()).toggled(node) {
            self.set_multicast(set);
        } else {
            let notice = "The source has the message already; drag it to move it.";
            self.notify(notice);
        }
    }

    /// Makes a node the source; if it was a destination, the old source takes its place.
    pub fn multicast_from(self, node: NodeId) {
        self.set_multicast(untrack(|| self.multicast()).moved(Grip::Source, node));
    }

    /// Replaces the destinations by `count` random ones.
    pub fn multicast_at_random(self, count: u32) {
        let set = untrack(|| self.multicast());
        let study = self.state.built().get_untracked();
        let terminals = study.design.network.terminals();
        let edited = self.overlays.multicast;
        edited.drawn.update_value(|drawn| *drawn += 1);
        let seed = self.state.scenario().read_untracked().seed;
        let seed = seed.wrapping_add(edited.drawn.get_value());
        let mut random = traffic::streams(seed, 1).remove(0);
        let to = traffic::others(
            terminals,
            set.from,
            count.clamp(1, terminals.count() - 1),
            &mut random,
        );
        self.set_multicast(MulticastSet { to, ..set });
    }

    /// Starts a drag at a node: of the source, of a destination, or of a new region.
    pub fn grip(self, node: NodeId, at: Point) {
        let set = untrack(|| self.multicast());
        let grip = set.grip(node, at);
        self.overlays.multicast.held.set_value(Some((grip, set)));
    }

    /// Continues a drag; the draft and the plan follow the pointer.
    pub fn drag(self, over: Option<NodeId>, at: Point) {
        let edited = self.overlays.multicast;
        let Some((grip, set)) = edited.held.get_value() else {
            return;
        };
        if let Grip::Region(corner) = grip {
            edited.region.set(Some((corner, at)));
        }
        let dragged = set.dragged(grip, over, at, &self.layout.read_untracked());
        if let Some(dragged) = dragged
            && edited.draft.read_untracked().as_ref() != Some(&dragged)
        {
            edited.draft.set(Some(dragged));
        }
    }

    /// Ends a drag: takes over the dragged set if `counts`, and discards it otherwise.
    pub fn let_go_of_set(self, counts: bool) {
        let edited = self.overlays.multicast;
        if edited
            .held
            .try_update_value(Option::take)
            .flatten()
            .is_none()
        {
            return;
        }
        edited.region.set(None);
        let draft = edited.draft.get_untracked();
        match draft.filter(|_| counts) {
            Some(set) => self.set_multicast(set),
            None => edited.draft.set(None),
        }
    }

    /// Compares all algorithms on the set.
    pub(super) fn compared(self) -> Option<Vec<ComparedAlgorithm>> {
        let (set, built) = (self.multicast(), self.state.built().get());
        // Simulating a large network at every pointer move would be too slow.
        let is_large = built.design.network.nodes() > 1024;
        if is_large && self.overlays.multicast.is_held() {
            return None;
        }
        let scenario = self.state.scenario().read_untracked();
        let compared = scenario.compare_algorithms(&*built.topology, set.from, &set.to);
        Some(compared.unwrap_or_default())
    }

    /// Determines when the copies of a plan arrive in a run without other traffic.
    pub(super) fn arrivals(self, plan: &PlanAnswer) -> Arrivals {
        if self.overlays.multicast.draft.read().is_some() {
            return Arrivals::default();
        }
        let built = self.state.built().get();
        let set = self.multicast();
        let at = self
            .state
            .scenario()
            .read_untracked()
            .edited_multicast()
            .map_or(0, |m| m.at);
        Arrivals::follow(
            &built.design,
            set.from,
            at.max(0).unsigned_abs(),
            &plan.plan.worms,
            &plan.plan.relays,
        )
    }

    /// Returns the plan of an algorithm for the set; empty if the spec is invalid.
    pub fn planned(self, spec: &str) -> PlanAnswer {
        let study = self.state.built().read();
        let set = self.multicast();
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
            is_before: self.overlays.multicast.is_before.get(),
        }
        .answer()
    }

    /// Returns the shapes of the plan, ticks on nodes that have received a copy after a number of cycles, and
    /// the region that is being dragged.
    pub fn plan_shapes(self, plan: &PlanAnswer, arrivals: &Arrivals, cycles: u64) -> Vec<Shape> {
        let edited = self.overlays.multicast;
        let mut shapes = plan.shapes.clone();
        let layout = self.layout.read();
        let ticks = arrivals.received(cycles).map(|node| {
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
        if let Some((a, b)) = edited.region.get() {
            shapes.push(Shape::Hull {
                corners: vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)],
                ink: Ink::Chosen,
            });
        }
        shapes
    }
}

//! The destinations of the messages that make a cycle of dependencies.

use std::collections::{BTreeMap, BTreeSet};

use super::super::states::States;
use crate::routing::{RoutingFunction, VirtualChannel};
use crate::topology::{Network, NodeId};

/// The nodes to which messages can hold a lane of a cycle of dependencies while they may wait for
/// the next, ascending: as many for each pair of lanes, at least one, and otherwise at most `most`.
pub(super) fn destinations(
    network: &Network,
    routing: &dyn RoutingFunction,
    vcs: u8,
    cycle: &[VirtualChannel],
    most: usize,
) -> Vec<NodeId> {
    let mut along = Along::new(cycle, most);
    let mut states = States::new(vcs);
    let last = routing.legs() - 1;
    for leg in 0..=last {
        for to in routing.ends(network, leg) {
            if along.is_complete() {
                break;
            }
            let starts = routing.starts(network, to, leg);
            states.follow(network, routing, starts);
            along.add(network, &states, to, leg == last);
        }
    }
    let all: BTreeSet<_> = along.found.into_iter().flatten().collect();
    all.into_iter().collect()
}

struct Along<'a> {
    cycle: &'a [VirtualChannel],
    /// The place of each lane in the cycle.
    place: BTreeMap<VirtualChannel, usize>,
    /// By place: the destinations of messages that hold the lane and may wait for the next.
    found: Vec<Vec<NodeId>>,
    most_each: usize,
    /// The places of lanes over which a leg other than the last one ends, with its end.
    turns: BTreeSet<(usize, NodeId)>,
}

impl<'a> Along<'a> {
    fn new(cycle: &'a [VirtualChannel], most: usize) -> Self {
        let lanes = cycle.iter().copied();
        Self {
            cycle,
            place: lanes.zip(0..).collect(),
            found: vec![Vec::new(); cycle.len()],
            most_each: (most / cycle.len().max(1)).max(1),
            turns: BTreeSet::new(),
        }
    }

    fn is_complete(&self) -> bool {
        let mut found = self.found.iter();
        found.all(|found| found.len() >= self.most_each)
    }

    /// Adds the waits of messages on one leg to one node.
    fn add(&mut self, network: &Network, states: &States, to: NodeId, is_last: bool) {
        for state in 0..states.len() {
            for (lane, _) in states.lanes(state) {
                let Some(&place) = self.place.get(&lane) else {
                    continue;
                };
                match states.after(network, lane) {
                    Some(next) if self.is_next(place, states, next) => self.keep(place, [to]),
                    None if !is_last => {
                        self.turns.insert((place, to));
                    }
                    _ => {}
                }
            }
        }
        if !is_last {
            return;
        }
        let turns: Vec<_> = self.turns.iter().copied().collect();
        for (place, by) in turns {
            let from = network.from(self.cycle[place].channel);
            let start = states.start(by).filter(|_| from != to);
            if start.is_some_and(|start| self.is_next(place, states, start)) {
                // The first leg is bound for the node at which it ends.
                self.keep(place, [by, to]);
            }
        }
    }

    /// Whether the lane after one of the cycle is offered in a state.
    fn is_next(&self, place: usize, states: &States, state: usize) -> bool {
        let next = self.cycle[(place + 1) % self.cycle.len()];
        states.lanes(state).any(|(lane, _)| lane == next)
    }

    fn keep<const N: usize>(&mut self, place: usize, nodes: [NodeId; N]) {
        let found = &mut self.found[place];
        if found.len() < self.most_each {
            found.extend(nodes);
        }
    }
}

//! The share of messages that crosses each channel, for functions whose paths do not depend on the
//! traffic.
//!
//! The offers of a function depend on the position of a header, in some functions on the channel
//! over which it arrived, and on the end of its leg. So all paths to one node are computed together.
//! A deterministic function offers one channel. A randomized function makes all of its paths equally
//! likely, so the share of a channel is the fraction of the remaining paths that use it. Only states
//! that messages reach are visited.

use std::ops::Range;

use super::states::States;
use super::{Hop, RoutingFunction, VcSet};
use crate::topology::{ChannelId, Network, NodeId};

/// The paths of a function to one node on one leg.
#[derive(Debug)]
pub struct Shares {
    states: States,
    transitions: Transitions,
    /// The number of paths from each state to the end, which comes after the last state.
    paths: Vec<f64>,
    /// Messages that enter each state, while they are carried.
    inflow: Vec<f64>,
}

/// Transitions between states; the end of the leg has the index after the last state.
#[derive(Debug, Default)]
struct Transitions {
    /// The start of each state's transitions in `list`, and the end of the last ones.
    first: Vec<usize>,
    /// The offered channels, and the states to which they lead.
    list: Vec<(ChannelId, usize)>,
    /// The states and the end in topological order.
    order: Vec<usize>,
}

impl Default for Shares {
    fn default() -> Self {
        Self {
            states: States::new(VcSet::MOST),
            transitions: Transitions::default(),
            paths: Vec::new(),
            inflow: Vec::new(),
        }
    }
}

impl Shares {
    /// Replaces the paths with those to a node from the given start states, in ascending order of
    /// nodes, and reuses the memory.
    pub fn find(
        &mut self,
        network: &Network,
        routing: &dyn RoutingFunction,
        starts: impl Iterator<Item = Hop>,
    ) {
        let starts = starts.filter(|&hop| routing.reaches(network, hop));
        self.states.follow(network, routing, starts);
        self.transitions
            .between(network, &self.states, routing.asks_arrival());
        let end = self.states.len();
        self.paths.clear();
        self.paths.resize(end + 1, 0.0);
        self.paths[end] = 1.0;
        let states = self.transitions.order.iter().rev();
        for &state in states.filter(|&&state| state != end) {
            let transitions = self.transitions.of(state).iter();
            self.paths[state] = transitions.map(|&(_, next)| self.paths[next]).sum();
        }
    }

    /// The nodes at which messages start.
    pub fn starts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let starts = self.states.starts();
        starts.map(|start| self.states.hop(start).here)
    }

    /// Calls `cross` with each channel, possibly several times, and the messages that cross it, given
    /// those that start at each node.
    pub fn carry(&mut self, sent: impl Fn(NodeId) -> f64, mut cross: impl FnMut(ChannelId, f64)) {
        let end = self.states.len();
        self.inflow.clear();
        self.inflow.resize(end + 1, 0.0);
        for start in self.states.starts() {
            self.inflow[start] = sent(self.states.hop(start).here);
        }
        for &state in &self.transitions.order {
            let (inflow, paths) = (self.inflow[state], self.paths[state]);
            if state == end || paths <= 0.0 || inflow <= 0.0 {
                continue;
            }
            let transitions = self.transitions.of(state);
            for &(channel, next) in transitions {
                let flow = match transitions {
                    [_] => inflow,
                    _ => inflow * self.paths[next] / paths,
                };
                cross(channel, flow);
                self.inflow[next] += flow;
            }
        }
    }
}

impl Transitions {
    /// Replaces the transitions with those between `states`, and reuses the memory.
    fn between(&mut self, network: &Network, states: &States, asks_arrival: bool) {
        self.first.clear();
        self.list.clear();
        // If the function ignores the arrival, all virtual channels of a channel lead to one state.
        let lanes = if asks_arrival { usize::MAX } else { 1 };
        for state in 0..states.len() {
            let start = self.list.len();
            self.first.push(start);
            let offers = states.offers(state).iter();
            for lane in offers.flat_map(|offer| offer.lanes().take(lanes)) {
                let next = states.after(network, lane);
                let transition = (lane.channel, next.unwrap_or(states.len()));
                if self.list[start..].last() != Some(&transition) {
                    self.list.push(transition);
                }
            }
        }
        self.first.push(self.list.len());
        self.sort(states.len() + 1);
    }

    fn of(&self, state: usize) -> &[(ChannelId, usize)] {
        &self.list[self.places(state)]
    }

    /// The range of a state's transitions in `list`, empty for the end.
    fn places(&self, state: usize) -> Range<usize> {
        let until = self.first.get(state + 1);
        until.map_or(0..0, |&until| self.first[state]..until)
    }

    fn sort(&mut self, states: usize) {
        let mut awaited = vec![0_u32; states];
        for &(_, next) in &self.list {
            awaited[next] += 1;
        }
        let free = awaited.iter().enumerate().filter(|(_, n)| **n == 0);
        self.order.clear();
        self.order.extend(free.map(|(state, _)| state));
        let mut done = 0;
        while let Some(&state) = self.order.get(done) {
            done += 1;
            for place in self.places(state) {
                let (_, next) = self.list[place];
                awaited[next] -= 1;
                if awaited[next] == 0 {
                    self.order.push(next);
                }
            }
        }
    }
}

//! The dependencies of functions that ask how headers arrived.

use super::super::states::States;
use super::super::{RoutingFunction, VirtualChannel};
use super::Graph;
use super::classes::Classes;
use super::extended::Extended;
use crate::topology::{Network, NodeId};

/// Builds the graph with one class per VC.
pub(super) fn collect<'a>(
    network: &'a Network,
    routing: &dyn RoutingFunction,
    vcs: u8,
) -> Graph<'a> {
    let classes = Classes::each(vcs);
    let lanes = network.channels() as usize * usize::from(vcs);
    let mut graph = Graph {
        network,
        wanted: vec![0; lanes * usize::from(vcs)],
        used: vec![0; network.channels() as usize],
        added: Vec::new(),
        extended: (!routing.escapes().is_empty())
            .then(|| Extended::new(network, &classes, routing.escapes())),
        classes,
    };
    let mut states = States::new(vcs);
    for to in network.terminals().iter() {
        let starts = routing.starts(network, to, 0);
        states.follow(network, routing, starts);
        graph.depend_by_arrival(&states);
        if let Some(extended) = &mut graph.extended {
            extended.depend_by_arrival(network, &states, to);
        }
    }
    graph
}

impl Graph<'_> {
    /// Adds the dependencies of messages for one destination.
    fn depend_by_arrival(&mut self, states: &States) {
        let vcs = self.classes.len() as usize;
        let slot = |lane: VirtualChannel| lane.channel.0 as usize * vcs + usize::from(lane.vc);
        for state in 0..states.len() {
            for (held, _) in states.lanes(state) {
                self.used[held.channel.0 as usize] |= 1 << held.vc;
                let Some(next) = states.after(self.network, held) else {
                    continue;
                };
                for (wanted, _) in states.lanes(next) {
                    let port = self.network.port(wanted.channel).0;
                    self.wanted[slot(held) * vcs + usize::from(wanted.vc)] |= 1 << port;
                }
            }
        }
    }
}

impl Extended {
    /// Adds the dependencies of messages for one destination: a message that took an escape, and
    /// possibly went on over adaptive channels, asks for the escapes offered in every state that it
    /// then reaches.
    fn depend_by_arrival(&mut self, network: &Network, states: &States, to: NodeId) {
        self.is_connected &= escapes_lead_everywhere(network, states, to);
        let mut asked_from: Vec<Option<Vec<VirtualChannel>>> = vec![None; states.len()];
        for state in 0..states.len() {
            for (held, _) in states.lanes(state).filter(|&(_, is_escape)| is_escape) {
                let Some(next) = states.after(network, held) else {
                    continue;
                };
                let asked = asked_from[next].get_or_insert_with(|| asked(network, states, next));
                for &wanted in &*asked {
                    self.depend_on(network, held, wanted);
                }
            }
        }
    }
}

/// The escapes offered in a state and in all states reachable from it over adaptive channels.
fn asked(network: &Network, states: &States, first: usize) -> Vec<VirtualChannel> {
    let mut is_found = vec![false; states.len()];
    is_found[first] = true;
    let mut open = vec![first];
    let mut asked = Vec::new();
    while let Some(state) = open.pop() {
        for (lane, is_escape) in states.lanes(state) {
            if is_escape {
                asked.push(lane);
            } else if let Some(next) = states.after(network, lane)
                && !std::mem::replace(&mut is_found[next], true)
            {
                open.push(next);
            }
        }
    }
    asked.sort_unstable();
    asked.dedup();
    asked
}

/// Whether escapes alone lead from every state to the destination.
fn escapes_lead_everywhere(network: &Network, states: &States, to: NodeId) -> bool {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    let mut open = Vec::new();
    let mut leads = vec![false; states.len()];
    for state in 0..states.len() {
        for (lane, _) in states.lanes(state).filter(|&(_, is_escape)| is_escape) {
            match states.after(network, lane) {
                Some(next) => before[next].push(state),
                None if network.to(lane.channel) == to => open.push(state),
                None => {}
            }
        }
    }
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut leads[state], true) {
            open.extend(&before[state]);
        }
    }
    leads.iter().all(|&leads| leads)
}

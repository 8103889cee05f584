//! The offers of a routing function to messages for one destination.

use super::super::{Candidates, Hop, RoutingFunction};
use super::classes::Classes;
use crate::topology::{Network, NodeId};

/// The offers at all nodes to messages for one destination, as bit masks of ports.
pub(super) struct Offers {
    classes: Classes,
    candidates: Candidates,
    /// By node and class: the offered ports, as a bit mask.
    ports: Vec<u64>,
    /// By node and class: the ports offered as escapes.
    escapes: Vec<u64>,
    /// By node: whether a message bound for the destination can be there.
    pub(super) reaches: Vec<bool>,
}

impl Offers {
    pub(super) fn new(network: &Network, classes: Classes) -> Self {
        let slots = (network.nodes() * classes.len()) as usize;
        Self {
            ports: vec![0; slots],
            escapes: vec![0; slots],
            reaches: vec![false; network.nodes() as usize],
            candidates: Candidates::default(),
            classes,
        }
    }

    /// Removes all offers without freeing their memory.
    pub(super) fn clear(&mut self) {
        self.ports.fill(0);
        self.escapes.fill(0);
        self.reaches.fill(false);
    }

    /// Evaluates the function at every node that a message can reach.
    ///
    /// # Errors
    /// Returns finer classes if an offer splits a class.
    pub(super) fn ask(
        &mut self,
        network: &Network,
        routing: &dyn RoutingFunction,
        to: NodeId,
        leg: u8,
    ) -> Result<(), Classes> {
        self.clear();
        for hop in routing.starts(network, to, leg) {
            self.ask_at(network, routing, hop)?;
        }
        if network.terminals().count() == network.nodes() && routing.always_arrives() {
            return Ok(());
        }
        // No message starts at a switch or, under a function that serves only some pairs, at some
        // other nodes, but messages may pass through them.
        let starts = routing.starts(network, to, leg);
        let mut open: Vec<_> = starts.map(|hop| hop.here).collect();
        while let Some(here) = open.pop() {
            let ports = self.at(here).iter().fold(0, |all, ports| all | ports);
            for port in super::bits(ports) {
                let next = network.to(network.channel(here, port));
                if next != to && !self.reaches[next.0 as usize] {
                    self.ask_at(network, routing, Hop::new(next, to, leg))?;
                    open.push(next);
                }
            }
        }
        Ok(())
    }

    /// Evaluates the function for one hop and adds its offers.
    pub(super) fn ask_at(
        &mut self,
        network: &Network,
        routing: &dyn RoutingFunction,
        hop: Hop,
    ) -> Result<(), Classes> {
        if !routing.reaches(network, hop) {
            return Ok(());
        }
        self.reaches[hop.here.0 as usize] = true;
        self.candidates.clear();
        routing.candidates(network, hop, &mut self.candidates);
        let first = hop.here.0 * self.classes.len();
        for offer in self.candidates.as_slice() {
            let Some(mut classes) = self.classes.within(offer.vcs) else {
                return Err(self.classes.split_by(offer.vcs));
            };
            let port = 1 << network.port(offer.channel).0;
            while classes != 0 {
                let slot = (first + classes.trailing_zeros()) as usize;
                self.ports[slot] |= port;
                if offer.is_escape {
                    self.escapes[slot] |= port;
                }
                classes &= classes - 1;
            }
        }
        Ok(())
    }

    fn slots(&self, node: NodeId) -> std::ops::Range<usize> {
        let classes = self.classes.len() as usize;
        let first = node.0 as usize * classes;
        first..first + classes
    }

    /// The ports offered at a node, by class.
    pub(super) fn at(&self, node: NodeId) -> &[u64] {
        &self.ports[self.slots(node)]
    }

    /// The ports offered as escapes at a node, by class.
    pub(super) fn escapes_at(&self, node: NodeId) -> &[u64] {
        &self.escapes[self.slots(node)]
    }

    /// The ports offered at a node on adaptive channels.
    pub(super) fn adaptive_at(&self, node: NodeId) -> u64 {
        let both = self.at(node).iter().zip(self.escapes_at(node));
        both.fold(0, |ports, (all, escapes)| ports | all & !escapes)
    }

    /// The ports offered at all nodes, by node and class.
    pub(super) fn ports(&self) -> &[u64] {
        &self.ports
    }
}

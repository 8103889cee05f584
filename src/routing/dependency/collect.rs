//! Asking a routing function for all that it allows, destination by destination.

use super::super::{Candidates, Hop, RoutingFunction};
use super::classes::Classes;
use super::extended::Extended;
use super::{Graph, bits, is_adaptive};
use crate::topology::{Network, NodeId};

/// The graph by these classes of VCs, or finer classes if the function has more of them.
pub(super) fn collect<'a>(
    network: &'a Network,
    routing: &dyn RoutingFunction,
    classes: Classes,
) -> Result<Graph<'a>, Classes> {
    let mut graph = Graph {
        network,
        is_adaptive: is_adaptive(routing),
        wanted: vec![0; (network.channels() * classes.len() * classes.len()) as usize],
        used: vec![0; network.channels() as usize],
        added: Vec::new(),
        // Indirect dependencies are not followed from leg to leg, which no function needs that
        // is registered; without them nothing is taken for free that is not.
        extended: (!routing.escapes().is_empty() && routing.legs() == 1)
            .then(|| Extended::new(network, &classes, routing.escapes())),
        classes,
    };
    let mut offers = Offers::new(network, graph.classes.clone());
    let mut later: Option<Starts> = None;
    for leg in (0..routing.legs()).rev() {
        let mut starts = Starts::new(network, graph.classes.len(), leg);
        for to in (0..network.nodes()).map(NodeId) {
            offers.ask(network, routing, to, leg)?;
            graph.depend(&offers, to);
            if let Some(later) = &later {
                graph.go_on(&offers, to, later, routing)?;
            }
            if let Some(extended) = &mut graph.extended {
                extended.depend(network, &offers, to);
            }
            starts.count(&offers);
        }
        later = Some(starts);
    }
    Ok(graph)
}

impl Graph<'_> {
    /// Adds the dependencies of messages to one destination.
    fn depend(&mut self, offers: &Offers, to: NodeId) {
        let classes = self.classes.len() as usize;
        for here in (0..self.network.nodes()).map(NodeId) {
            for (class, &ports) in offers.at(here).iter().enumerate() {
                for port in bits(ports) {
                    let channel = self.network.channel(here, port);
                    self.used[channel.0 as usize] |= 1 << class;
                    let next = self.network.to(channel);
                    if next != to {
                        let row = (channel.0 as usize * classes + class) * classes;
                        for (wanted, ports) in self.wanted[row..].iter_mut().zip(offers.at(next)) {
                            *wanted |= ports;
                        }
                    }
                }
            }
        }
    }

    /// Adds the dependencies of messages that come to the end of a leg, and go on from there
    /// to any other node than the one that they come from.
    fn go_on(
        &mut self,
        offers: &Offers,
        to: NodeId,
        later: &Starts,
        routing: &dyn RoutingFunction,
    ) -> Result<(), Classes> {
        let classes = self.classes.len() as usize;
        let mut comes_by = vec![false; self.network.nodes() as usize];
        let nodes = || (0..self.network.nodes()).map(NodeId);
        for here in nodes() {
            let ports = offers.at(here).iter().fold(0, |all, ports| all | ports);
            for port in bits(ports) {
                let next = self.network.to(self.network.channel(here, port));
                comes_by[next.0 as usize] = true;
            }
        }
        let mut back = Offers::new(self.network, self.classes.clone());
        for here in nodes() {
            let last_hops = |ports| {
                bits(ports)
                    .map(|port| self.network.channel(here, port))
                    .filter(|&channel| self.network.to(channel) == to)
            };
            let held: Vec<_> = offers.at(here).iter().enumerate().collect();
            let held = held.into_iter().flat_map(|(class, &ports)| {
                last_hops(ports).map(move |channel| channel.0 as usize * classes + class)
            });
            let held: Vec<_> = held.collect();
            if held.is_empty() {
                continue;
            }
            // Who begins here does not send to itself; others may come by and return.
            back.clear();
            if !comes_by[here.0 as usize] {
                let hop = Hop {
                    here: to,
                    to: here,
                    leg: later.leg,
                };
                back.ask_at(self.network, routing, hop)?;
            }
            for row in held {
                for class in 0..classes {
                    let only_back = back.at(to)[class];
                    self.wanted[row * classes + class] |= later.from(to, class, only_back);
                }
            }
        }
        Ok(())
    }
}

/// What messages to one destination are offered, at all nodes.
pub(super) struct Offers {
    classes: Classes,
    candidates: Candidates,
    /// By node and class: the ports, as a bit mask.
    ports: Vec<u64>,
    /// Which of them are escapes.
    escapes: Vec<u64>,
    /// Whether a message can be at the node and bound there.
    pub(super) reaches: Vec<bool>,
}

impl Offers {
    fn new(network: &Network, classes: Classes) -> Self {
        let slots = (network.nodes() * classes.len()) as usize;
        Self {
            ports: vec![0; slots],
            escapes: vec![0; slots],
            reaches: vec![false; network.nodes() as usize],
            candidates: Candidates::default(),
            classes,
        }
    }

    fn clear(&mut self) {
        self.ports.fill(0);
        self.escapes.fill(0);
        self.reaches.fill(false);
    }

    fn ask(
        &mut self,
        network: &Network,
        routing: &dyn RoutingFunction,
        to: NodeId,
        leg: u8,
    ) -> Result<(), Classes> {
        self.clear();
        let nodes = (0..network.nodes()).map(NodeId);
        for here in nodes.filter(|&here| here != to) {
            self.ask_at(network, routing, Hop { here, to, leg })?;
        }
        Ok(())
    }

    fn ask_at(
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

    /// The ports of escapes, by class.
    pub(super) fn escapes_at(&self, node: NodeId) -> &[u64] {
        &self.escapes[self.slots(node)]
    }

    /// The ports offered that are no escapes.
    pub(super) fn adaptive_at(&self, node: NodeId) -> u64 {
        let both = self.at(node).iter().zip(self.escapes_at(node));
        both.fold(0, |ports, (all, escapes)| ports | all & !escapes)
    }
}

/// What a leg can begin with: for how many of its ends.
struct Starts {
    leg: u8,
    classes: usize,
    /// By node, class and port.
    ends: Vec<u32>,
}

/// Bits of a mask of ports.
const PORTS: usize = 64;

impl Starts {
    fn new(network: &Network, classes: u32, leg: u8) -> Self {
        // Nobody asks what the first leg begins with.
        let slots = if leg == 0 {
            0
        } else {
            (network.nodes() * classes) as usize * PORTS
        };
        Self {
            leg,
            classes: classes as usize,
            ends: vec![0; slots],
        }
    }

    fn count(&mut self, offers: &Offers) {
        for (ends, &ports) in self.ends.chunks_exact_mut(PORTS).zip(&offers.ports) {
            for port in bits(ports) {
                ends[usize::from(port.0)] += 1;
            }
        }
    }

    /// The ports at which it can begin, without one end for which `but` would be offered.
    fn from(&self, node: NodeId, class: usize, but: u64) -> u64 {
        let slot = (node.0 as usize * self.classes + class) * PORTS;
        let ends = self.ends[slot..slot + PORTS].iter().enumerate();
        ends.fold(0, |ports, (port, &ends)| {
            let others = ends > (but >> port & 1) as u32;
            ports | u64::from(others) << port
        })
    }
}

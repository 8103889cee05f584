//! The dependencies of functions that ignore how headers arrived, collected by destination.

use super::super::{Hop, RoutingFunction};
use super::classes::Classes;
use super::extended::Extended;
use super::offers::Offers;
use super::{Graph, bits};
use crate::topology::{Network, NodeId};

/// Builds the graph for the given classes of VCs.
///
/// # Errors
/// Returns finer classes if an offer splits a class.
pub(super) fn collect<'a>(
    network: &'a Network,
    routing: &dyn RoutingFunction,
    classes: Classes,
) -> Result<Graph<'a>, Classes> {
    let mut graph = Graph {
        network,
        wanted: vec![0; (network.channels() * classes.len() * classes.len()) as usize],
        used: vec![0; network.channels() as usize],
        added: Vec::new(),
        // Indirect dependencies are not followed across legs, which no registered function needs.
        // Without the extended graph, escapes prove nothing, which is safe.
        extended: (!routing.escapes().is_empty() && routing.legs() == 1)
            .then(|| Extended::new(network, &classes, routing.escapes())),
        classes,
    };
    let mut offers = Offers::new(network, graph.classes.clone());
    let mut later: Option<Starts> = None;
    for leg in (0..routing.legs()).rev() {
        let mut starts = Starts::new(network, graph.classes.len(), leg);
        for to in routing.ends(network, leg) {
            offers.ask(network, routing, to, leg)?;
            graph.depend(&offers, to);
            if let Some(later) = &later {
                graph.continue_to_next_leg(&offers, to, later, routing)?;
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
    /// Adds the dependencies of messages for one destination.
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

    /// Adds the dependencies of messages that reach the end of a leg and continue to any node
    /// except their source.
    fn continue_to_next_leg(
        &mut self,
        offers: &Offers,
        to: NodeId,
        later: &Starts,
        routing: &dyn RoutingFunction,
    ) -> Result<(), Classes> {
        let classes = self.classes.len() as usize;
        let mut passes_through = vec![false; self.network.nodes() as usize];
        let nodes = || (0..self.network.nodes()).map(NodeId);
        for here in nodes() {
            let ports = offers.at(here).iter().fold(0, |all, ports| all | ports);
            for port in bits(ports) {
                let next = self.network.to(self.network.channel(here, port));
                passes_through[next.0 as usize] = true;
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
            back.clear();
            if routing.between().is_some() {
                // A message that starts here has the most possible destinations: one passing
                // through from farther away is already on a shortest path.
                let terminals = self.network.terminals().iter();
                for end in terminals.filter(|&end| end != to && end != here) {
                    if routing.goes_by(here, to, end) {
                        let leg = later.leg;
                        let hop = Hop::new(to, end, leg);
                        back.ask_at(self.network, routing, hop)?;
                    }
                }
                for row in held {
                    for class in 0..classes {
                        self.wanted[row * classes + class] |= back.at(to)[class];
                    }
                }
                continue;
            }
            // A message that starts here does not return; one that passes through may.
            if !passes_through[here.0 as usize] {
                let hop = Hop::new(to, here, later.leg);
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

/// The number of ends of a leg for which each port is offered.
struct Starts {
    leg: u8,
    classes: usize,
    /// By node, class and port.
    ends: Vec<u32>,
}

/// The number of bits in a mask of ports.
const PORTS: usize = 64;

impl Starts {
    fn new(network: &Network, classes: u32, leg: u8) -> Self {
        // The starts of the first leg are never needed.
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
        for (ends, &ports) in self.ends.chunks_exact_mut(PORTS).zip(offers.ports()) {
            for port in bits(ports) {
                ends[usize::from(port.0)] += 1;
            }
        }
    }

    /// The ports over which the leg can leave a node, without one end for which `but` is offered.
    fn from(&self, node: NodeId, class: usize, but: u64) -> u64 {
        let slot = (node.0 as usize * self.classes + class) * PORTS;
        let ends = self.ends[slot..slot + PORTS].iter().enumerate();
        ends.fold(0, |ports, (port, &ends)| {
            let others = ends > (but >> port & 1) as u32;
            ports | u64::from(others) << port
        })
    }
}

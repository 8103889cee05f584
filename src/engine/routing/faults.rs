//! Failed links: a routing function restricted to the channels that still work.
//!
//! The restricted function offers neither failed channels nor channels after which every allowed
//! path ends at a failed one: routers know of failures in advance. A function that allows several
//! paths takes a remaining one; if none remains, the destination is unreachable, as reported by
//! [`RoutingFunction::reaches`].

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::states::States;
use super::{Candidates, Hop, Least, RoutingFunction, VcSet, VirtualChannel, Ways};
use crate::catalog::{BuildError, quoted};
use crate::topology::sorted::order_of;
use crate::topology::{ChannelId, Network, NodeId, Topology};

/// The channels of links given by their two ends, ascending: both directions of a link, or the only
/// one of a unidirectional link.
///
/// # Errors
/// Rejects unknown nodes, nodes that are not neighbors and repeated links; the error names `field`
/// and the index of the link.
pub fn failed(
    field: &str,
    links: &[(String, String)],
    topology: &dyn Topology,
    network: &Network,
) -> Result<Vec<ChannelId>, BuildError> {
    let mut failed = Vec::new();
    for (index, (one, other)) in links.iter().enumerate() {
        let field = format!("{field}[{index}]");
        let ends = [topology.node(&field, one)?, topology.node(&field, other)?];
        let channels = link(network, ends);
        if channels.is_empty() {
            let allowed = format!("two neighboring nodes in {}", topology.short_name());
            let given = format!("{} and {}", quoted(one), quoted(other));
            return Err(BuildError::rejected(&field, allowed, given));
        }
        if failed.contains(&channels[0]) {
            let given = format!("{} and {} again", quoted(one), quoted(other));
            return Err(BuildError::rejected(&field, "another link", given));
        }
        failed.extend(channels);
    }
    let order = order_of(failed.iter().map(|channel| u64::from(channel.0)));
    Ok(order.map(|place| failed[place]).collect())
}

/// The channels between two nodes, in both directions.
fn link(network: &Network, [one, other]: [NodeId; 2]) -> Vec<ChannelId> {
    let from = |from, to| {
        let channels = network.channels_of(from);
        channels.filter(move |&channel| network.to(channel) == to)
    };
    from(one, other).chain(from(other, one)).collect()
}

/// A routing function that avoids failed channels.
#[derive(Debug)]
pub struct Detour {
    whole: Box<dyn RoutingFunction>,
    has_failed: Vec<bool>,
    /// The failed channels, as a list.
    failed: Vec<ChannelId>,
    /// By node: the predecessors, from which a channel leads to it.
    before: Groups,
    nodes: u32,
    /// By leg and end of the leg: the states that reach this end. Computed on demand.
    reached_from: Vec<OnceLock<Reached>>,
}

/// The states from which a leg reaches its end.
#[derive(Debug)]
enum Reached {
    /// All states: no offered channel has failed.
    All,
    /// All nodes except these, ascending.
    AllBut(Vec<u32>),
    /// A bit for every node, followed by one for every virtual channel if the function asks how
    /// headers arrived.
    Some(Vec<u64>),
}

impl Reached {
    fn has(&self, place: u32) -> bool {
        match self {
            Self::All => true,
            Self::AllBut(lost) => lost.binary_search(&place).is_err(),
            Self::Some(words) => {
                let word = words[(place / u64::BITS) as usize];
                word >> (place % u64::BITS) & 1 == 1
            }
        }
    }
}

/// The predecessors of each place, in contiguous groups.
#[derive(Debug)]
struct Groups {
    /// The start of each group, and the end of the last one.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Groups {
    /// Groups pairs of a place and a predecessor.
    fn new(places: u32, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; places as usize + 1];
        for &(place, _) in pairs {
            starts[place as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Filling each group from its end leaves `starts` pointing at the first member.
        let mut members = vec![0; pairs.len()];
        for &(place, before) in pairs {
            let last = &mut starts[place as usize];
            *last -= 1;
            members[*last as usize] = before;
        }
        Self { starts, members }
    }

    fn of(&self, place: u32) -> &[u32] {
        let [start, end] = [place, place + 1].map(|at| self.starts[at as usize] as usize);
        &self.members[start..end]
    }
}

impl Detour {
    /// Restricts a function to the channels that have not failed.
    pub fn new(whole: Box<dyn RoutingFunction>, network: &Network, failed: &[ChannelId]) -> Self {
        let mut has_failed = vec![false; network.channels() as usize];
        for channel in failed {
            has_failed[channel.0 as usize] = true;
        }
        let ends = usize::from(whole.legs()) * network.nodes() as usize;
        let hops = network.channel_ids();
        let hops = hops.map(|channel| (network.to(channel).0, network.from(channel).0));
        Self {
            has_failed,
            failed: failed.to_vec(),
            before: Groups::new(network.nodes(), &hops.collect::<Vec<_>>()),
            nodes: network.nodes(),
            reached_from: (0..ends).map(|_| OnceLock::new()).collect(),
            whole,
        }
    }

    /// Wraps a function in a [`Detour`], or returns it unchanged if nothing has failed.
    pub fn around(
        whole: Box<dyn RoutingFunction>,
        network: &Network,
        failed: &[ChannelId],
    ) -> Box<dyn RoutingFunction> {
        if failed.is_empty() {
            whole
        } else {
            Box::new(Self::new(whole, network, failed))
        }
    }

    /// The states from which a leg reaches its end.
    fn reached_from(&self, network: &Network, leg: u8, to: NodeId) -> &Reached {
        let index = u32::from(leg) * self.nodes + to.0;
        self.reached_from[index as usize].get_or_init(|| {
            // The faster search needs states that are nodes, and a function without cycles.
            if self.whole.always_arrives() && !self.whole.asks_arrival() {
                self.spread(network, leg, to)
            } else {
                self.search(network, leg, to)
            }
        })
    }

    /// The bit of a header at a node, given how it arrived.
    fn place(&self, here: NodeId, came: Option<VirtualChannel>) -> u32 {
        let lanes = u32::from(VcSet::MOST);
        came.map_or(here.0, |lane| {
            self.nodes + lane.channel.0 * lanes + u32::from(lane.vc)
        })
    }

    /// The bit of a header after it crossed a virtual channel.
    fn place_behind(&self, network: &Network, to: NodeId, lane: VirtualChannel) -> u32 {
        let here = network.to(lane.channel);
        let asks = self.whole.asks_arrival() && here != to;
        self.place(here, asks.then_some(lane))
    }

    /// Spreads backwards from the failed channels to nodes at which no other channel is offered. In
    /// a function without cycles, every state that does not reach the end leads to such a channel.
    /// The cost depends on how many nodes are cut off, not on the size of the network.
    fn spread(&self, network: &Network, leg: u8, to: NodeId) -> Reached {
        let mut offered = Candidates::default();
        let mut offers = |here: u32| {
            offered.clear();
            let hop = Hop::new(NodeId(here), to, leg);
            if hop.here != to {
                self.whole.candidates(network, hop, &mut offered);
            }
            let channels = offered.as_slice().iter().map(|offer| offer.channel);
            channels.collect::<Vec<_>>()
        };
        let ends = self.failed.iter().map(|&channel| network.from(channel).0);
        let has_lost = |channel: &ChannelId| self.has_failed[channel.0 as usize];
        let mut open: Vec<_> = ends
            .filter(|&here| offers(here).iter().any(has_lost))
            .collect();
        if open.is_empty() {
            return Reached::All;
        }
        let mut lost: BTreeSet<u32> = BTreeSet::new();
        while let Some(here) = open.pop() {
            let leads =
                |channel: &ChannelId| !has_lost(channel) && !lost.contains(&network.to(*channel).0);
            if !lost.contains(&here) && here != to.0 && !offers(here).iter().any(leads) {
                lost.insert(here);
                open.extend(self.before.of(here));
            }
        }
        Reached::AllBut(lost.into_iter().collect())
    }

    /// Searches backwards from the end of a leg over all offered channels that have not failed.
    fn search(&self, network: &Network, leg: u8, to: NodeId) -> Reached {
        let states = States::to(network, &*self.whole, to, leg);
        let mut hops = Vec::new();
        let mut is_intact = true;
        for state in 0..states.len() {
            let Hop { here, came, .. } = states.hop(state);
            for candidate in states.offers(state) {
                if self.has_failed[candidate.channel.0 as usize] {
                    is_intact = false;
                    continue;
                }
                // If arrival does not matter, all virtual channels of a channel lead to the same
                // state.
                let lanes = if self.whole.asks_arrival() {
                    usize::MAX
                } else {
                    1
                };
                for lane in candidate.lanes().take(lanes) {
                    let behind = self.place_behind(network, to, lane);
                    hops.push((behind, self.place(here, came)));
                }
            }
        }
        if is_intact {
            return Reached::All;
        }
        let mut places = self.nodes;
        if self.whole.asks_arrival() {
            places += network.channels() * u32::from(VcSet::MOST);
        }
        let before = Groups::new(places, &hops);
        let mut reached = vec![0; places.div_ceil(u64::BITS) as usize];
        let mut open = vec![to.0];
        while let Some(place) = open.pop() {
            let word: &mut u64 = &mut reached[(place / u64::BITS) as usize];
            let bit = 1 << (place % u64::BITS);
            if *word & bit == 0 {
                *word |= bit;
                open.extend(before.of(place));
            }
        }
        Reached::Some(reached)
    }

    /// Removes the candidates from index `first` on that do not lead to the end of the leg.
    fn prune(&self, network: &Network, hop: Hop, first: usize, out: &mut Candidates) {
        let reached = self.reached_from(network, hop.leg, hop.to);
        out.retain_from(first, |candidate| {
            if self.has_failed[candidate.channel.0 as usize] {
                return VcSet(0);
            }
            let leads = |&vc: &u8| {
                let channel = candidate.channel;
                reached.has(self.place_behind(network, hop.to, VirtualChannel { channel, vc }))
            };
            if self.whole.asks_arrival() {
                VcSet::of(candidate.vcs.iter().filter(leads))
            } else if reached.has(network.to(candidate.channel).0) {
                candidate.vcs
            } else {
                VcSet(0)
            }
        });
    }
}

impl RoutingFunction for Detour {
    fn whole(&self) -> Option<&dyn RoutingFunction> {
        Some(&*self.whole)
    }

    fn least(&self) -> Least<'_> {
        self.whole.least()
    }

    /// A choice only where failed links leave the direct route.
    fn ways(&self, network: &Network, from: NodeId, by: NodeId, to: NodeId) -> Option<Ways> {
        let ways = self.whole.ways(network, from, by, to)?;
        let direct = Hop::new(from, to, self.legs() - 1);
        self.reaches(network, direct).then_some(ways)
    }

    fn reaches(&self, network: &Network, hop: Hop) -> bool {
        let came = hop.came.filter(|_| self.whole.asks_arrival());
        let place = self.place(hop.here, came);
        self.reached_from(network, hop.leg, hop.to).has(place)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.whole.candidates(network, hop, out);
        self.prune(network, hop, first, out);
    }

    /// Maps the draw to one of the remaining candidates if the drawn channel does not lead to the
    /// end of the leg.
    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.whole.drawn(network, hop, draw, out);
        self.prune(network, hop, first, out);
        if out.as_slice().len() == first {
            self.candidates(network, hop, out);
            out.draw_one(first, draw);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::{self, FAMILIES};
    use crate::topology;

    /// `spread`, from the failed links, and `search`, from the end of each leg, agree.
    #[test]
    fn spread_and_search_find_the_same_unreachable_nodes() {
        let mut lost = 0;
        for spec in [
            "mesh:4x3",
            "mesh:3x2x2",
            "torus:4x5",
            "torus:2x4",
            "torus-uni:4x3",
            "ring:6",
            "hypercube:3",
            "folded-hypercube:3",
            "mesh-hypercube:3x4",
            "complete:5",
        ] {
            let topology = topology::from_spec(spec).expect("a network in range");
            let network = Network::new(&*topology);
            // One channel, several, and all channels into a node.
            let sets: [&dyn Fn(u32) -> bool; 4] = [
                &|channel| channel == 0,
                &|channel| channel % 7 == 3,
                &|channel| channel % 2 == 1,
                &|channel| network.to(ChannelId(channel)) == NodeId(2),
            ];
            let functions = FAMILIES.iter().map(|family| family.entry.id);
            for id in functions {
                for (set, fails) in sets.iter().enumerate() {
                    let Ok(whole) = routing::from_id(id, &*topology, 4) else {
                        continue;
                    };
                    let channels = network.channel_ids();
                    let failed: Vec<_> = channels.filter(|channel| fails(channel.0)).collect();
                    let detour = Detour::new(whole, &network, &failed);
                    if detour.whole.asks_arrival() {
                        continue;
                    }
                    let legs = 0..detour.whole.legs();
                    for (leg, to) in
                        legs.flat_map(|leg| topology.node_ids().map(move |to| (leg, to)))
                    {
                        let [quick, slow] = [Detour::spread, Detour::search]
                            .map(|find| find(&detour, &network, leg, to));
                        for node in topology.node_ids() {
                            let (quick, slow) = (quick.has(node.0), slow.has(node.0));
                            assert_eq!(quick, slow, "{spec}, {id}, {set}: {node:?} to {to:?}");
                            lost += u32::from(!quick);
                        }
                    }
                }
            }
        }
        assert!(lost > 1000, "{lost}");
    }
}

//! Failed links: what remains of a routing function when some channels are gone.
//!
//! Nothing is offered on a failed channel, nor on one behind which every way that the function
//! allows ends at a failed one: routers know of failures beforehand. A function that allows
//! several paths goes round where one of them is left; where none is, the destination is out of
//! reach, which [`RoutingFunction::reaches`] tells.

use std::sync::OnceLock;

use super::states::States;
use super::{Adaptivity, Candidates, Hop, MinimalBox, RoutingFunction, VcSet, VirtualChannel};
use crate::catalog::{BuildError, quoted};
use crate::topology::sorted::order_of;
use crate::topology::{ChannelId, Network, NodeId, Topology};

/// The channels of links that are named by their two ends, ascending: both directions of a link,
/// or the one that it has.
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

/// The channels between two nodes, one way and the other.
fn link(network: &Network, [one, other]: [NodeId; 2]) -> Vec<ChannelId> {
    let from = |from, to| {
        let channels = network.channels_of(from);
        channels.filter(move |&channel| network.to(channel) == to)
    };
    from(one, other).chain(from(other, one)).collect()
}

/// A routing function around failed channels.
#[derive(Debug)]
pub struct Detour {
    whole: Box<dyn RoutingFunction>,
    has_failed: Vec<bool>,
    nodes: u32,
    /// For every leg and end of one: from where it is reached. Filled in on demand.
    reached_from: Vec<OnceLock<Reached>>,
}

/// From where a leg comes to its end.
#[derive(Debug)]
enum Reached {
    /// From everywhere: nothing that leads there has failed.
    All,
    /// A bit for every node and, behind them, for every virtual channel over which headers come,
    /// if the function asks.
    Some(Vec<u64>),
}

impl Reached {
    fn has(&self, place: u32) -> bool {
        match self {
            Self::All => true,
            Self::Some(words) => {
                let word = words[(place / u64::BITS) as usize];
                word >> (place % u64::BITS) & 1 == 1
            }
        }
    }
}

/// The places before each place, one group after the other.
struct Groups {
    /// Where each group begins, and where the last one ends.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Groups {
    /// From pairs of a place and one before it.
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
        // Filled from behind, so that each start comes to stand where its group begins.
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
    /// What remains of a function without some channels.
    pub fn new(whole: Box<dyn RoutingFunction>, network: &Network, failed: &[ChannelId]) -> Self {
        let mut has_failed = vec![false; network.channels() as usize];
        for channel in failed {
            has_failed[channel.0 as usize] = true;
        }
        let ends = usize::from(whole.legs()) * network.nodes() as usize;
        Self {
            has_failed,
            nodes: network.nodes(),
            reached_from: (0..ends).map(|_| OnceLock::new()).collect(),
            whole,
        }
    }

    /// The function itself where nothing has failed.
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

    /// From where a leg comes to its end.
    fn reached_from(&self, network: &Network, leg: u8, to: NodeId) -> &Reached {
        let index = u32::from(leg) * self.nodes + to.0;
        self.reached_from[index as usize].get_or_init(|| self.search(network, leg, to))
    }

    /// The bit of a header that came to a node so.
    fn place(&self, here: NodeId, came: Option<VirtualChannel>) -> u32 {
        let lanes = u32::from(VcSet::MOST);
        came.map_or(here.0, |lane| {
            self.nodes + lane.channel.0 * lanes + u32::from(lane.vc)
        })
    }

    /// The bit of a header that goes on over a virtual channel.
    fn place_behind(&self, network: &Network, to: NodeId, lane: VirtualChannel) -> u32 {
        let here = network.to(lane.channel);
        let asks = self.whole.asks_arrival() && here != to;
        self.place(here, asks.then_some(lane))
    }

    /// Backwards from the end of a leg, over all channels that are left of what is allowed.
    fn search(&self, network: &Network, leg: u8, to: NodeId) -> Reached {
        let states = States::to(network, &*self.whole, to, leg);
        let mut hops = Vec::new();
        let mut is_whole = true;
        for state in 0..states.len() {
            let Hop { here, came, .. } = states.hop(state);
            for candidate in states.offers(state) {
                if self.has_failed[candidate.channel.0 as usize] {
                    is_whole = false;
                    continue;
                }
                // Where it does not matter how a header comes, one virtual channel tells of all.
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
        if is_whole {
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

    /// Takes away, from a candidate on, what does not lead on.
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
    fn min_vcs(&self) -> Option<u8> {
        self.whole.min_vcs()
    }

    fn adaptivity(&self) -> Adaptivity {
        self.whole.adaptivity()
    }

    fn is_minimal(&self) -> bool {
        self.whole.is_minimal()
    }

    fn escapes(&self) -> VcSet {
        self.whole.escapes()
    }

    fn legs(&self) -> u8 {
        self.whole.legs()
    }

    fn minimal_box(&self) -> Option<&MinimalBox> {
        self.whole.minimal_box()
    }

    fn class(&self, network: &Network, channel: ChannelId) -> Option<&'static str> {
        self.whole.class(network, channel)
    }

    fn is_label_based(&self) -> bool {
        self.whole.is_label_based()
    }

    fn asks_arrival(&self) -> bool {
        self.whole.asks_arrival()
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

    /// Where the lot falls on a channel that does not lead on, another of those that do.
    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.whole.drawn(network, hop, draw, out);
        self.prune(network, hop, first, out);
        if out.as_slice().len() == first {
            self.candidates(network, hop, out);
            let left = out.as_slice().len() - first;
            out.keep_only(first, ((u64::from(draw) * left as u64) >> 32) as usize);
        }
    }
}

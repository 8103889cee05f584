//! The request of a waiting header, and which of the free lanes it takes.

use engine::routing::{Candidate, Candidates, Hop, VcSet, VirtualChannel};
use engine::sim::{Location, Selection};
use engine::topology::{ChannelId, NodeId};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Oracle;
use super::worm::Worm;

/// The request of a waiting header.
#[derive(Debug)]
pub enum Request {
    /// A port for a copy that is made before the header moves on.
    Copy(NodeId),
    /// A port at its last destination.
    Processor(NodeId),
    /// A place for its reply, which becomes free when another reply takes the injection port.
    Place(NodeId),
    /// One of these lanes.
    Channel(Vec<Candidate>),
}

impl Oracle {
    /// The request of a header that waits in the first of its lanes.
    pub fn request(&self, worm: &Worm) -> Request {
        let network = &self.design.network;
        let (here, to) = (self.header_node(worm), worm.delivery.to);
        if self.is_at_destination(worm) {
            if self.lacks_place(worm) {
                return Request::Place(to);
            }
            return Request::Processor(to);
        }
        if let Some(node) = worm.lacks_port_at() {
            return Request::Copy(node);
        }
        let mut offers = Candidates::default();
        if let Some(path) = &worm.path {
            let next = path[worm.delivery.hops as usize + 1];
            let channel = network.between(here, next).expect("a path of neighbors");
            offers.offer(channel, VcSet::range(0, self.design.vcs));
        } else if let Some(&VirtualChannel { channel, vc }) =
            worm.via.get(worm.delivery.hops as usize)
        {
            offers.offer(channel, VcSet::range(vc, vc + 1));
        } else {
            let mut hop = Hop::new(here, worm.aim.to, worm.aim.number);
            let shift = self.shift_of(worm);
            if let Some((Location::Channel(lane), _)) = worm.lanes.front() {
                let vc = lane.vc - shift;
                hop = hop.over(VirtualChannel { vc, ..*lane });
            }
            let (message, hops) = (worm.delivery.message, worm.delivery.hops);
            self.design
                .offers(self.design.seed, message, hops, hop, &mut offers);
            offers.shift(shift);
        }
        Request::Channel(offers.as_slice().to_vec())
    }

    /// The lanes and ports that would satisfy a request.
    pub fn wanted(&self, request: &Request) -> Vec<Location> {
        match request {
            Request::Copy(node) | Request::Processor(node) => self.ports(*node),
            Request::Place(node) => vec![self.reply_port(*node)],
            Request::Channel(offers) => {
                let lanes = offers.iter().copied().flat_map(lanes_of);
                lanes.map(Location::Channel).collect()
            }
        }
    }

    /// The free lane that a header takes, if there is one.
    pub fn select(&self, worm: &Worm, offers: &[Candidate]) -> Option<VirtualChannel> {
        let free = |is_escape| {
            let tier = offers.iter().filter(|offer| offer.is_escape == is_escape);
            let mut lanes: Vec<_> = tier.copied().flat_map(lanes_of).collect();
            lanes.retain(|&lane| self.is_free(Location::Channel(lane)));
            lanes
        };
        let mut tiers = [false, true].into_iter();
        let is_escape = tiers.find(|&is_escape| !free(is_escape).is_empty())?;
        let free = free(is_escape);
        match self.design.selection {
            Selection::First => free.first().copied(),
            Selection::Random => Some(free[self.drawn(worm, free.len())]),
            Selection::LeastOccupied => {
                let least = free.iter().map(|lane| self.held(lane.channel)).min();
                let tier = offers.iter().filter(|offer| offer.is_escape == is_escape);
                let lowest = tier.filter_map(|&offer| {
                    let mut lanes = lanes_of(offer);
                    lanes.find(|&lane| self.is_free(Location::Channel(lane)))
                });
                let lowest = lowest.filter(|lane| Some(self.held(lane.channel)) == least);
                let lowest: Vec<_> = lowest.collect();
                Some(lowest[self.drawn(worm, lowest.len())])
            }
        }
    }

    /// A number below `count` that depends only on the seed, the message and its hops.
    fn drawn(&self, worm: &Worm, count: usize) -> usize {
        let mut name = worm.delivery.message.0.to_le_bytes().to_vec();
        name.extend(worm.delivery.hops.to_le_bytes());
        let drawn = xxh3_64_with_seed(&name, self.design.seed) >> 32;
        ((drawn * count as u64) >> 32) as usize
    }

    /// The free ejection port that a header takes, if there is one.
    pub fn free_port(&self, node: NodeId) -> Option<Location> {
        let mut ports = self.ports(node).into_iter();
        ports.find(|&port| self.is_free(port))
    }

    /// The ejection ports of a node.
    pub fn ports(&self, node: NodeId) -> Vec<Location> {
        let network = &self.design.network;
        let incoming = network.channel_ids().filter(|&c| network.to(c) == node);
        let most = incoming.count() as u16 * u16::from(self.design.vcs);
        let ports = self.design.ports.ejection.map_or(most, u16::from);
        (0..ports)
            .map(|port| Location::Ejection(node, port))
            .collect()
    }

    /// The number of lanes of a channel that are held.
    pub fn held(&self, channel: ChannelId) -> usize {
        let lanes = (0..self.design.vcs).map(|vc| VirtualChannel { channel, vc });
        lanes
            .filter(|&lane| !self.is_free(Location::Channel(lane)))
            .count()
    }

    /// Whether no worm or tree holds a lane or port.
    pub fn is_free(&self, lane: Location) -> bool {
        self.holder(lane).is_none() && !self.trees.iter().any(|tree| tree.holds(lane))
    }

    /// The node in which the first of a worm's lanes ends.
    pub fn header_node(&self, worm: &Worm) -> NodeId {
        match worm.lanes[0].0 {
            Location::Channel(lane) => self.design.network.to(lane.channel),
            Location::Injection(node, _) | Location::Ejection(node, _) => node,
        }
    }

    /// Whether the first of a worm's lanes ends at its last destination.
    pub fn is_at_destination(&self, worm: &Worm) -> bool {
        match &worm.path {
            Some(path) => worm.delivery.hops as usize + 1 == path.len(),
            None => worm.aim.to == worm.delivery.to && self.header_node(worm) == worm.delivery.to,
        }
    }
}

/// In ascending order of virtual channel.
fn lanes_of(offer: Candidate) -> impl Iterator<Item = VirtualChannel> + use<> {
    let channel = offer.channel;
    let vcs = offer.vcs.iter();
    vcs.map(move |vc| VirtualChannel { channel, vc })
}

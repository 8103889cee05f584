//! The rest of a message's way, where the routing function leaves it no choice.

use super::wait_chain::header_at;
use engine::routing::{Adaptivity, Candidates, Hop, VirtualChannel};
use engine::sim::{Design, Location, MessageId, Snapshot};

/// The virtual channels from the header of a message to its destination. Empty if the message is not
/// in the network or goes to several nodes, or if its way is not known in advance, as with adaptive
/// routing, or follows a plan.
pub fn way_ahead(design: &Design, snapshot: &Snapshot, message: MessageId) -> Vec<VirtualChannel> {
    let Some(worm) = snapshot.worm(message) else {
        return Vec::new();
    };
    let routing = &design.routing;
    let is_fixed = routing.adaptivity() == Adaptivity::Deterministic && routing.legs() == 1;
    let is_free = !worm.is_planned && worm.prescribed.is_none() && worm.destinations == 1;
    if !is_fixed || !is_free {
        return Vec::new();
    }
    let network = &design.network;
    let mut here = header_at(worm, network);
    let mut came = worm.segments.first().and_then(|head| match head.place {
        Location::Channel(lane) => Some(lane),
        Location::Injection(..) | Location::Ejection(..) => None,
    });
    let mut way: Vec<VirtualChannel> = Vec::new();
    while here != worm.to && way.len() < network.nodes() as usize {
        let hop = Hop::new(here, worm.to, worm.leg);
        let hop = came.map_or(hop, |lane| hop.over(lane));
        let hops = worm.hops + way.len() as u32;
        let mut candidates = Candidates::default();
        let sent = (message, worm.asked.is_some());
        design.offers_of(design.seed, sent, hops, hop, &mut candidates);
        let Some(first) = candidates.as_slice().first() else {
            break;
        };
        let Some(vc) = first.vcs.iter().next() else {
            break;
        };
        let lane = VirtualChannel {
            channel: first.channel,
            vc,
        };
        way.push(lane);
        came = Some(lane);
        here = network.to(lane.channel);
    }
    way
}

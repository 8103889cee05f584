//! Invariants of the worms of every snapshot, and between two successive ones.

use std::collections::BTreeSet;

use engine::routing::VirtualChannel;
use engine::sim::{
    Delivery, Design, HeaderState, Location, Segment, Snapshot, Switching, WormView,
};
use engine::topology::{Network, NodeId};

/// Asserts that the lanes of a worm form a path from its source or tail on, contain all its flits,
/// and contain no more than fit.
pub fn assert_worm_is_whole(worm: &WormView, design: &Design) {
    let ends = |place| match place {
        Location::Injection(node, _) | Location::Ejection(node, _) => (node, node),
        Location::Channel(at) => (
            design.network.from(at.channel),
            design.network.to(at.channel),
        ),
    };
    for pair in worm.segments.windows(2) {
        let ((from, _), (_, to)) = (ends(pair[0].place), ends(pair[1].place));
        assert_eq!(from, to, "{worm:?}");
    }
    let room = match design.switching {
        Switching::Wormhole => design.buffer,
        Switching::VirtualCutThrough | Switching::StoreAndForward => worm.length,
    };
    let mut gone = 0;
    for segment in &worm.segments {
        let (most, is_possible) = match segment.place {
            Location::Channel(_) => (room, true),
            Location::Injection(node, _) => (worm.length, node == worm.from),
            Location::Ejection(node, _) => (worm.length - 1, node == worm.to),
        };
        assert!(is_possible && segment.flits <= most, "{worm:?}");
        assert_eq!(segment.gone, gone, "{worm:?}");
        gone += segment.flits;
    }
    assert_eq!(gone, worm.length, "{worm:?}");
    let last = worm.segments.last().expect("a worm holds a lane");
    assert!(
        last.flits > 0,
        "the tail has left the last lane of {worm:?}"
    );
}

/// Asserts that in store-and-forward a message is in at most two buffers: the one it leaves and the
/// one it enters. Only the processor at its last destination takes it from the latter as it
/// arrives.
pub fn assert_worm_is_stored_before_it_goes_on(worm: &WormView) {
    let is_received = matches!(worm.segments[0].place, Location::Ejection(..));
    let most = 2 + usize::from(is_received);
    assert!(worm.segments.len() <= most, "{worm:?}");
}

/// Asserts that no two worms hold the same lane or ejection port.
pub fn assert_lanes_have_one_holder(snapshot: &Snapshot) {
    let mut held = BTreeSet::new();
    for place in snapshot.worms.iter().flat_map(places) {
        assert!(held.insert(key(place)), "{place:?} is held twice");
    }
}

fn places(worm: &WormView) -> impl Iterator<Item = Location> {
    let segments = worm.segments.iter().map(|segment| segment.place);
    segments.chain(worm.ports.iter().copied())
}

/// Asserts that every lane a blocked header wants was held during the cycle by another worm, or by
/// its own worm where that returns on its second leg.
pub fn assert_blocked_worms_had_no_choice(before: &Snapshot, after: &Snapshot) {
    for worm in &after.worms {
        if let HeaderState::Blocked { wants } = &worm.header {
            for &VirtualChannel { channel, vc } in wants {
                let holders = before.holders(channel).chain(after.holders(channel));
                let may_hold = |other: &WormView| other.message != worm.message || worm.leg > 0;
                let mut others = holders.filter(|(_, other, _)| may_hold(other));
                assert!(others.any(|(held, ..)| held == vc), "{worm:?} could go on");
            }
        }
    }
}

pub fn assert_channels_carry_one_flit(before: &Snapshot, after: &Snapshot) {
    let mut carried = BTreeSet::new();
    let segments = after.worms.iter().flat_map(|worm| &worm.segments);
    for segment in segments.filter(|segment| segment.entered) {
        if let Location::Channel(at) = segment.place {
            let is_first = carried.insert(at.channel);
            assert!(is_first, "two flits over {:?}", at.channel);
        }
    }
    let hops = after.counters.flit_hops - before.counters.flit_hops;
    assert_eq!(hops, carried.len() as u64);
}

/// Asserts that one cycle before a tail arrived, its worm reached that node.
pub fn assert_was_there(delivery: &Delivery, before: &Snapshot, network: &Network) {
    let worm = before.worm(delivery.message);
    let worm = worm.expect("no message takes a single cycle");
    assert_eq!(worm.from, delivery.from);
    let is_last = delivery.to == worm.to;
    let ends_there = |segment: &Segment| end(segment.place, network) == delivery.to;
    let mut segments = worm
        .segments
        .iter()
        .take(if is_last { 1 } else { usize::MAX });
    assert!(segments.any(ends_there), "{delivery:?}: {worm:?}");
    assert_eq!(worm.multicast, delivery.multicast);
}

/// Asserts that a worm holds one port for every copy under way, from before its header moves on
/// until its tail has: a port is released exactly when a copy arrives.
pub fn assert_ports_are_held_for_copies(
    worm: &WormView,
    after: &Snapshot,
    deliveries: &[Delivery],
    network: &Network,
) {
    let node = |&port: &Location| end(port, network);
    for port in &worm.ports {
        let source = worm.segments.iter();
        let source = source.filter(|segment| end(segment.place, network) == node(port));
        assert_eq!(source.count(), 1, "{worm:?}");
        let arrived = deliveries
            .iter()
            .any(|d| d.message == worm.message && d.to == node(port));
        let later = after.worm(worm.message);
        let is_kept = later.is_some_and(|later| later.ports.contains(port));
        assert!(arrived != is_kept, "{worm:?}, then {later:?}");
    }
    let nodes: BTreeSet<_> = worm.ports.iter().map(node).collect();
    assert_eq!(nodes.len(), worm.ports.len(), "{worm:?}");
}

/// Flits that have reached a destination before their tail.
pub fn flits_received(worm: &WormView, network: &Network) -> u32 {
    let head = worm.segments[0];
    let is_received = matches!(head.place, Location::Ejection(..));
    let last = if is_received { head.flits } else { 0 };
    let copied = worm.ports.iter().map(|&port| {
        let node = end(port, network);
        let mut segments = worm.segments.iter();
        let from = segments.find(|segment| end(segment.place, network) == node);
        from.expect("a copy comes from a lane").gone
    });
    last + copied.sum::<u32>()
}

/// The node at the end of a lane.
fn end(place: Location, network: &Network) -> NodeId {
    match place {
        Location::Channel(at) => network.to(at.channel),
        Location::Injection(node, _) | Location::Ejection(node, _) => node,
    }
}

fn key(place: Location) -> (u8, u32, u16) {
    match place {
        Location::Injection(node, port) => (0, node.0, u16::from(port)),
        Location::Channel(at) => (1, at.channel.0, u16::from(at.vc)),
        Location::Ejection(node, port) => (2, node.0, port),
    }
}

//! Who waits for whom: the answer to "why is this header blocked?", in words and as data.

use crate::routing::VirtualChannel;
use crate::sim::{HeaderState, MessageId, Place, Snapshot, WormView};
use crate::topology::{Network, NodeId};

/// A blocked header and what it waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stall {
    /// The message that waits.
    pub message: MessageId,
    /// The node at which its header stands.
    pub here: NodeId,
    /// The virtual channels that it may take, none if it waits for an ejection port.
    pub wants: Vec<VirtualChannel>,
    /// Whether it needs all of them, as headers of a tree do, and not just one.
    pub needs_all: bool,
    /// Who holds them, in the same order; the same message may hold several.
    pub holders: Vec<MessageId>,
}

/// A message, the one it waits for, the one that waits for, …
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// Each waits for the next.
    pub stalls: Vec<Stall>,
    /// Why it is no longer.
    pub end: ChainEnd,
}

/// Where a chain of waiting worms ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainEnd {
    /// At a worm that is not blocked.
    Free(MessageId),
    /// At one that waits for an ejection port, or for what has just become free.
    Soon,
    /// At one that waits for a worm earlier in the chain, with its place there.
    Cycle(usize),
}

/// The node at which a header stands, or towards which it is on its way.
pub fn header_at(worm: &WormView, network: &Network) -> NodeId {
    match worm.segments.first().map(|segment| segment.place) {
        Some(Place::Channel(lane)) => network.to(lane.channel),
        Some(Place::Injection(node, _) | Place::Ejection(node, _)) => node,
        None => worm.from,
    }
}

/// What a worm waits for, if it is blocked.
pub(in crate::scene) fn stall(
    snapshot: &Snapshot,
    network: &Network,
    worm: &WormView,
) -> Option<Stall> {
    let HeaderState::Blocked { wants } = &worm.header else {
        return None;
    };
    let holder = |lane: &VirtualChannel| {
        let mut held = snapshot.holders(lane.channel);
        held.find(|(vc, ..)| *vc == lane.vc)
            .map(|(_, worm, _)| worm.message)
    };
    let mut wants = wants.clone();
    if let Some(deadlock) = &snapshot.deadlock
        && worm.is_tree
        && deadlock.worms.contains(&worm.message)
    {
        // What it waits for in vain comes first.
        let is_deadlocked = |lane: &VirtualChannel| deadlock.channels.contains(lane);
        let (mut deadlocked, others): (Vec<_>, Vec<_>) = wants.into_iter().partition(is_deadlocked);
        deadlocked.extend(others);
        wants = deadlocked;
    }
    let here = wants.first().filter(|_| worm.is_tree);
    Some(Stall {
        message: worm.message,
        here: here.map_or_else(
            || header_at(worm, network),
            |lane| network.from(lane.channel),
        ),
        holders: wants.iter().filter_map(holder).collect(),
        wants,
        needs_all: worm.is_tree,
    })
}

/// The chain that begins with a message: the shortest to a worm that is not blocked, for it
/// takes one of those waited for to move, or, where there is none, from first holder to first
/// holder until it closes.
pub fn chain(snapshot: &Snapshot, network: &Network, message: MessageId) -> Chain {
    let stalled = |message| {
        let worm = snapshot.worm(message)?;
        stall(snapshot, network, worm)
    };
    let Some(first) = stalled(message) else {
        return Chain {
            stalls: Vec::new(),
            end: ChainEnd::Free(message),
        };
    };
    // A tree can wait forever and for somebody who is not blocked at once.
    let deadlock = snapshot.deadlock.as_ref();
    let is_deadlocked = deadlock.is_some_and(|deadlock| deadlock.worms.contains(&message));
    if is_deadlocked && first.needs_all {
        return round(first, stalled);
    }
    way_out(first.clone(), stalled).unwrap_or_else(|| round(first, stalled))
}

/// The shortest chain to a worm that is not blocked or waits for what has just become free.
fn way_out(first: Stall, stalled: impl Fn(MessageId) -> Option<Stall>) -> Option<Chain> {
    /// Worms to be asked for their holders, which takes a look at all worms each.
    const MOST_ASKED: usize = 64;
    let mut reached = vec![(first, usize::MAX)];
    let mut next = 0;
    let end = 'search: loop {
        let (stall, _) = reached.get(next).filter(|_| next < MOST_ASKED)?;
        if stall.holders.is_empty() {
            break ChainEnd::Soon;
        }
        for holder in stall.holders.clone() {
            if reached.iter().any(|(known, _)| known.message == holder) {
                continue;
            }
            match stalled(holder) {
                None => break 'search ChainEnd::Free(holder),
                Some(stall) => reached.push((stall, next)),
            }
        }
        next += 1;
    };
    let mut stalls = Vec::new();
    while let Some((stall, before)) = reached.get(next) {
        stalls.push(stall.clone());
        next = *before;
    }
    stalls.reverse();
    Some(Chain { stalls, end })
}

/// From first holder to first holder.
fn round(first: Stall, stalled: impl Fn(MessageId) -> Option<Stall>) -> Chain {
    let mut stalls = vec![first];
    loop {
        let holder = stalls
            .last()
            .and_then(|stall| stall.holders.first())
            .copied();
        let Some(holder) = holder else {
            let end = ChainEnd::Soon;
            return Chain { stalls, end };
        };
        if let Some(place) = stalls.iter().position(|stall| stall.message == holder) {
            let end = ChainEnd::Cycle(place);
            return Chain { stalls, end };
        }
        let Some(next) = stalled(holder) else {
            let end = ChainEnd::Free(holder);
            return Chain { stalls, end };
        };
        stalls.push(next);
    }
}

/// The worms of a deadlock that wait for each other in a cycle, each for the next and the
/// last for the first, if one has formed.
pub(in crate::scene) fn ring(snapshot: &Snapshot, network: &Network) -> Option<Vec<Stall>> {
    let deadlocked = &snapshot.deadlock.as_ref()?.worms;
    let chains = deadlocked
        .iter()
        .map(|&message| chain(snapshot, network, message));
    let mut rings = chains.filter_map(|mut chain| match chain.end {
        ChainEnd::Cycle(first) => Some(chain.stalls.split_off(first)),
        ChainEnd::Free(_) | ChainEnd::Soon => None,
    });
    let mut ring = rings.next()?;
    // It begins with the oldest, however it was found.
    let oldest = (0..ring.len()).min_by_key(|&place| ring[place].message)?;
    ring.rotate_left(oldest);
    Some(ring)
}

impl Chain {
    /// Everyone in it, the message it is about first.
    pub fn messages(&self) -> Vec<MessageId> {
        let mut all: Vec<_> = self.stalls.iter().map(|stall| stall.message).collect();
        if let ChainEnd::Free(message) = self.end {
            all.push(message);
        }
        all
    }
}

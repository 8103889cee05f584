//! Chains of worms that wait for each other: the data behind the answer to "why is this header
//! blocked?".

use engine::routing::VirtualChannel;
use engine::sim::{HeaderState, Location, MessageId, Snapshot, WormView};
use engine::topology::{Network, NodeId};

/// A blocked header and the channels it waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stall {
    pub message: MessageId,
    /// The node at which its header waits.
    pub here: NodeId,
    /// The virtual channels that it may take; empty if it waits for an ejection port or for a place
    /// in the reply queue.
    pub wants: Vec<VirtualChannel>,
    /// Whether it is a request that waits for a place for its reply.
    pub wants_place: bool,
    /// Whether it needs all of them, as headers of trees do, and not just one.
    pub needs_all: bool,
    /// The messages that hold them, in the same order; one message may hold several. For a request
    /// that waits for a place, the reply that keeps others in the queue, if there is one.
    pub holders: Vec<MessageId>,
}

/// A message, the one it waits for, the one that this one waits for, and so on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The blocked headers; each waits for the next.
    pub stalls: Vec<Stall>,
    /// The reason why the chain ends.
    pub end: ChainEnd,
}

/// The end of a chain of waiting worms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainEnd {
    /// A worm that is not blocked.
    Free(MessageId),
    /// A worm that waits for an ejection port, or for a channel that has just been freed.
    Soon,
    /// A worm that waits for one earlier in the chain, with the index of that one.
    Cycle(usize),
}

/// The node that a header has reached or is moving towards.
pub fn header_at(worm: &WormView, network: &Network) -> NodeId {
    match worm.segments.first().map(|segment| segment.place) {
        Some(Location::Channel(lane)) => network.to(lane.channel),
        Some(Location::Injection(node, _) | Location::Ejection(node, _)) => node,
        None => worm.from,
    }
}

/// The blocked header of a worm, or `None` if it is not blocked.
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
        // Channels that will never be freed come first.
        let is_deadlocked = |lane: &VirtualChannel| deadlock.channels.contains(lane);
        let (mut deadlocked, others): (Vec<_>, Vec<_>) = wants.into_iter().partition(is_deadlocked);
        deadlocked.extend(others);
        wants = deadlocked;
    }
    if lacks_place(snapshot, worm) {
        return Some(Stall {
            message: worm.message,
            here: worm.to,
            holders: leaving(snapshot, worm.to).into_iter().collect(),
            wants,
            wants_place: true,
            needs_all: false,
        });
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
        wants_place: false,
        needs_all: worm.is_tree,
    })
}

/// Whether a worm is a request at its destination without a place for its reply.
fn lacks_place(snapshot: &Snapshot, worm: &WormView) -> bool {
    let HeaderState::Blocked { wants } = &worm.header else {
        return false;
    };
    let at = snapshot.requests.get(worm.to.0 as usize);
    wants.is_empty() && worm.asked.is_none() && at.is_some_and(|at| at.places == 0)
}

/// The reply that leaves the reply queue of a node.
fn leaving(snapshot: &Snapshot, node: NodeId) -> Option<MessageId> {
    let mut worms = snapshot.worms.iter().filter(|worm| worm.asked.is_some());
    let leaves = |worm: &&WormView| {
        let tail = worm.segments.last().map(|segment| segment.place);
        matches!(tail, Some(Location::Injection(at, _)) if at == node)
    };
    worms.find(leaves).map(|worm| worm.message)
}

/// The chain that begins with a message: the shortest one to a worm that is not blocked, since one
/// free channel is enough to move, or, if there is none, the chain of first holders until it
/// closes.
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
    // A tree needs all its channels, so it can be deadlocked although some holders are not blocked.
    let deadlock = snapshot.deadlock.as_ref();
    let is_deadlocked = deadlock.is_some_and(|deadlock| deadlock.worms.contains(&message));
    if is_deadlocked && first.needs_all {
        return chain_of_first_holders(first, stalled);
    }
    shortest_chain(first.clone(), stalled).unwrap_or_else(|| chain_of_first_holders(first, stalled))
}

/// The shortest chain to a worm that is not blocked or waits for a channel that has just been
/// freed.
fn shortest_chain(first: Stall, stalled: impl Fn(MessageId) -> Option<Stall>) -> Option<Chain> {
    /// The most worms whose holders are looked up; each lookup visits all worms.
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

fn chain_of_first_holders(first: Stall, stalled: impl Fn(MessageId) -> Option<Stall>) -> Chain {
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

/// The worms of a deadlock that wait for each other in a cycle, each for the next and the last for
/// the first, if there is a deadlock.
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
    // The oldest message first, so that the result does not depend on the search.
    let oldest = (0..ring.len()).min_by_key(|&place| ring[place].message)?;
    ring.rotate_left(oldest);
    Some(ring)
}

impl Chain {
    /// All messages of the chain, starting with the message it is about.
    pub fn messages(&self) -> Vec<MessageId> {
        let mut all: Vec<_> = self.stalls.iter().map(|stall| stall.message).collect();
        if let ChainEnd::Free(message) = self.end {
            all.push(message);
        }
        all
    }
}

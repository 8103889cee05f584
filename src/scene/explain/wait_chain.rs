//! Who waits for whom: the answer to "why is this header blocked?", in words and as data.

use crate::routing::VirtualChannel;
use crate::sim::{HeaderState, MessageId, Place, Snapshot, WormView};
use crate::topology::{Network, NodeId, Topology};

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
    // A tree can wait for ever and for somebody who is not blocked at once.
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
    rings.next()
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

    /// The chain in words, of which at most `most` links are told.
    pub fn in_words(&self, topology: &dyn Topology, network: &Network, most: usize) -> String {
        let mut told: Vec<_> = self
            .stalls
            .iter()
            .take(most)
            .map(|stall| stall.in_words(topology, network))
            .collect();
        let left = self.stalls.len().saturating_sub(most);
        if left > 0 {
            told.push(format!("And so on, over {left} more."));
        }
        told.push(match self.end {
            ChainEnd::Free(message) if self.stalls.is_empty() => {
                format!("Message {} is not blocked.", message.0)
            }
            ChainEnd::Free(message) => {
                format!(
                    "Message {} is not blocked, so the blocking is temporary.",
                    message.0
                )
            }
            ChainEnd::Soon => "It asks again in the next cycle.".to_owned(),
            ChainEnd::Cycle(first) => {
                let first = self.stalls[first].message.0;
                format!(
                    "That closes a cycle at message {first}: each of its worms waits for the next."
                )
            }
        });
        told.join(" ")
    }
}

impl Stall {
    /// What is waited for and who has it, as a sentence.
    pub fn in_words(&self, topology: &dyn Topology, network: &Network) -> String {
        let here = topology.address(self.here);
        let who = format!("The header of message {} is at {here} and", self.message.0);
        if self.wants.is_empty() {
            return format!("{who} waits for an ejection port.");
        }
        format!("{who} {}.", self.needs(topology, network))
    }

    /// Which virtual channels are waited for, and who has them.
    pub(in crate::scene) fn needs(&self, topology: &dyn Topology, network: &Network) -> String {
        // Virtual channels of one channel are named together.
        let channels = self.wants.chunk_by(|a, b| a.channel == b.channel);
        let channels = channels.map(|lanes| {
            let vcs = lanes.iter().map(|lane| lane.vc.to_string());
            let vcs = vcs.collect::<Vec<_>>().join(" or ");
            let to = topology.address(network.to(lanes[0].channel));
            format!("VC {vcs} of the channel to {to}")
        });
        let or = if self.needs_all { ", and " } else { ", or " };
        let channels = channels.collect::<Vec<_>>().join(or);
        let mut holders = self.holders.clone();
        holders.dedup();
        let holders: Vec<_> = holders.iter().map(|m| m.0.to_string()).collect();
        match &*holders {
            [] => format!("needs {channels}, just freed"),
            [one] => format!("needs {channels}, held by message {one}"),
            several => format!("needs {channels}, held by messages {}", several.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::sim::{Design, Order, Simulator};
    use crate::topology;

    /// A network in which some messages are sent, after some cycles.
    fn after(
        spec: &str,
        orders: &[(u32, u32, u32)],
        cycles: u64,
    ) -> (Box<dyn Topology>, Simulator) {
        let topology = topology::from_spec(spec).expect("a valid network");
        let routing = crate::routing::from_id("dimension-order", &*topology, 1);
        let order = |&(from, to, length): &(u32, u32, u32)| Order {
            at: 0,
            from: NodeId(from),
            to: vec![NodeId(to)],
            length,
        };
        let design = Design {
            orders: orders.iter().map(order).collect(),
            ..Design::idle(Network::new(&*topology), routing.expect("defined there"))
        };
        let mut simulator = Simulator::new(Arc::new(design));
        for _ in 0..cycles {
            simulator.step();
        }
        (topology, simulator)
    }

    fn told(topology: &dyn Topology, simulator: &Simulator, message: u64) -> String {
        let network = &simulator.design().network;
        let chain = chain(&simulator.snapshot(), network, MessageId(message));
        chain.in_words(topology, network, 4)
    }

    #[test]
    fn a_blocked_header_names_the_channel_and_its_holder() {
        let (topology, simulator) = after("mesh:7", &[(3, 4, 24), (0, 6, 6)], 8);
        assert_eq!(
            told(&*topology, &simulator, 1),
            "The header of message 1 is at (3) and needs VC 0 of the channel to (4), held by message 0. \
             Message 0 is not blocked, so the blocking is temporary."
        );
        assert_eq!(told(&*topology, &simulator, 0), "Message 0 is not blocked.");
    }

    #[test]
    fn four_worms_in_a_ring_are_a_circle() {
        let ring = [(0, 2, 8), (1, 3, 8), (2, 0, 8), (3, 1, 8)];
        let (topology, simulator) = after("torus-uni:4", &ring, 20);
        let network = &simulator.design().network;
        let chain = chain(&simulator.snapshot(), network, MessageId(2));
        assert_eq!(chain.end, ChainEnd::Cycle(0));
        assert_eq!(chain.messages(), [2, 3, 0, 1].map(MessageId));
        let told = chain.in_words(&*topology, network, 2);
        assert!(told.ends_with(
            "And so on, over 2 more. That closes a cycle at message 2: each of its worms waits \
             for the next."
        ));
    }
}

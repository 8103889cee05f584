//! Which headers asked for what in a cycle, and who got it, read off the states before and after.
//!
//! A header has asked if it holds a lane more than before, or is blocked afterwards. What it
//! might have taken is asked of the routing function again, which answers as it did then.

use crate::routing::{Candidates, Hop, VirtualChannel};
use crate::sim::{Design, HeaderState, Leg, MessageId, Place, Segment, Snapshot, WormView};
use crate::topology::{NodeId, sorted::order_of};

/// A header that asked for a lane in a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Whose it is.
    pub message: MessageId,
    /// The node in whose router it waits.
    pub at: NodeId,
    /// The virtual channels it may take, preferred first; none if it asks for a port of the
    /// processor there.
    pub wants: Vec<VirtualChannel>,
    /// Whether it needs all of them, as headers of a tree do, and not just one.
    pub needs_all: bool,
    /// Whether it had asked in vain for the same before.
    pub has_waited: bool,
    /// What came of it.
    pub answer: Answer,
}

/// What a header got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// This virtual channel.
    Channel(VirtualChannel),
    /// A port of the processor.
    Processor,
    /// Nothing: others hold all it may take.
    Refused,
}

/// All headers that asked for a lane in a cycle, from the states before and after it, the
/// oldest message first.
pub fn asks(design: &Design, before: &Snapshot, after: &Snapshot) -> Vec<Ask> {
    let (trees, worms): (Vec<_>, Vec<_>) = after.worms.iter().partition(|worm| worm.is_tree);
    let asked = worms.into_iter().filter_map(|worm| {
        let was = before.worm(worm.message);
        ask(design, was, worm)
    });
    let by_trees = trees.into_iter().flat_map(|worm| {
        let was = before.worm(worm.message);
        tree_asks(design, was, worm)
    });
    let is_gone = |worm: &&WormView| after.worm(worm.message).is_none();
    let (trees, worms): (Vec<_>, Vec<_>) = before
        .worms
        .iter()
        .filter(is_gone)
        .partition(|worm| worm.is_tree);
    let by_trees = by_trees.chain(trees.into_iter().flat_map(|worm| {
        // Of one flit, it has got its last ports and is gone.
        let nodes = worm.left();
        nodes.map(|node| received(worm, node, has_waited_at(design, worm, node)))
    }));
    let asked_and_arrived = worms.into_iter().filter_map(|worm| {
        let is_received = matches!(worm.segments[0].place, Place::Ejection(..));
        // A message of one flit arrives in the cycle in which it gets its port.
        (!is_received).then(|| received(worm, worm.to, is_blocked(worm)))
    });
    let asks: Vec<_> = asked.chain(asked_and_arrived).chain(by_trees).collect();
    let by_age = order_of(asks.iter().map(|ask| ask.message.0));
    by_age.map(|place| asks[place].clone()).collect()
}

fn ask(design: &Design, before: Option<&WormView>, after: &WormView) -> Option<Ask> {
    let head = after.segments[0].place;
    let behind = before.map(|worm| worm.segments[0].place);
    let at = match behind {
        None => after.from,
        Some(Place::Injection(node, _) | Place::Ejection(node, _)) => node,
        Some(Place::Channel(lane)) => design.network.to(lane.channel),
    };
    if let HeaderState::Blocked { wants } = &after.header {
        return Some(Ask {
            message: after.message,
            at,
            wants: wants.clone(),
            needs_all: false,
            has_waited: before.is_some_and(|before| before.header == after.header),
            answer: Answer::Refused,
        });
    }
    match head {
        _ if behind == Some(head) => None,
        Place::Injection(..) => None,
        Place::Ejection(node, _) => before.map(|worm| received(worm, node, is_blocked(worm))),
        Place::Channel(granted) => Some(Ask {
            message: after.message,
            at,
            wants: offers(design, before, after, at, granted),
            needs_all: false,
            has_waited: before.is_some_and(is_blocked),
            answer: Answer::Channel(granted),
        }),
    }
}

/// What a header might have taken that was given a virtual channel.
fn offers(
    design: &Design,
    before: Option<&WormView>,
    after: &WormView,
    here: NodeId,
    granted: VirtualChannel,
) -> Vec<VirtualChannel> {
    if let Some(HeaderState::Blocked { wants }) = before.map(|worm| &worm.header)
        && !wants.is_empty()
    {
        return wants.clone();
    }
    if after.is_planned {
        let channel = granted.channel;
        let vcs = 0..design.vcs;
        return vcs.map(|vc| VirtualChannel { channel, vc }).collect();
    }
    // It has been given one channel since it asked, and may have come to the end of its leg by it.
    let leg = match before {
        Some(before) => Some(Leg {
            to: before.aim,
            number: before.leg,
        }),
        None => design.first_leg(after.message, after.from, after.to),
    };
    let Some(Leg { to, number: leg }) = leg else {
        return Vec::new();
    };
    let mut hop = Hop::new(here, to, leg);
    if let Some(Place::Channel(lane)) = before.map(|worm| worm.segments[0].place) {
        hop = hop.over(lane);
    }
    let mut candidates = Candidates::default();
    design.offers(after.message, after.hops - 1, hop, &mut candidates);
    candidates
        .as_slice()
        .iter()
        .flat_map(|offer| offer.lanes())
        .collect()
}

/// What the headers of a tree asked for.
fn tree_asks(design: &Design, before: Option<&WormView>, after: &WormView) -> Vec<Ask> {
    let network = &design.network;
    let end = |segment: &Segment| match segment.place {
        Place::Channel(lane) => network.to(lane.channel),
        Place::Injection(node, _) | Place::Ejection(node, _) => node,
    };
    let had = |place: Place| {
        let mut before = before.into_iter().flat_map(|worm| &worm.segments);
        before.find(|segment| segment.place == place)
    };
    let has_waited = |node| before.is_some_and(|worm| has_waited_at(design, worm, node));
    let refused = after.segments.iter().filter(|segment| segment.waits);
    let refused = refused.map(|segment| {
        let at = end(segment);
        let wants = match &after.header {
            HeaderState::Blocked { wants } => wants.iter(),
            _ => [].iter(),
        };
        Ask {
            message: after.message,
            at,
            wants: wants
                .filter(|lane| network.from(lane.channel) == at)
                .copied()
                .collect(),
            needs_all: true,
            has_waited: had(segment.place).is_some_and(|before| before.waits),
            answer: Answer::Refused,
        }
    });
    let granted = after
        .segments
        .iter()
        .filter_map(|segment| match segment.place {
            Place::Channel(lane) if had(segment.place).is_none() => Some(lane),
            _ => None,
        });
    let granted = granted.map(|lane| {
        let at = network.from(lane.channel);
        Ask {
            message: after.message,
            at,
            wants: vec![lane],
            needs_all: true,
            has_waited: has_waited(at),
            answer: Answer::Channel(lane),
        }
    });
    let left = |node: &NodeId| !after.copies.contains(node);
    let ports = before.into_iter().flat_map(|worm| {
        let nodes = worm.left().filter(left);
        nodes.map(|node| received(worm, node, has_waited(node)))
    });
    refused.chain(granted).chain(ports).collect()
}

/// Whether a header of a tree was blocked at a node.
fn has_waited_at(design: &Design, worm: &WormView, node: NodeId) -> bool {
    worm.segments.iter().any(|segment| {
        let end = match segment.place {
            Place::Channel(lane) => design.network.to(lane.channel),
            Place::Injection(node, _) | Place::Ejection(node, _) => node,
        };
        segment.waits && end == node
    })
}

fn received(before: &WormView, at: NodeId, has_waited: bool) -> Ask {
    Ask {
        message: before.message,
        at,
        wants: Vec::new(),
        needs_all: false,
        has_waited,
        answer: Answer::Processor,
    }
}

fn is_blocked(worm: &WormView) -> bool {
    matches!(worm.header, HeaderState::Blocked { .. })
}

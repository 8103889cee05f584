//! The requests of headers in a cycle and their results, derived from the states before and after
//! it.
//!
//! A header has made a request if it holds a lane more than before, or is blocked afterwards. To
//! find what it could have taken, the routing function is queried again; it answers as it did then.

use engine::routing::{Candidates, Hop, VirtualChannel};
use engine::sim::{Design, HeaderState, Leg, Location, MessageId, Segment, Snapshot, WormView};
use engine::topology::{NodeId, sorted::order_of};

/// The request of a header in a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The message of the header.
    pub message: MessageId,
    /// The node whose router the header is in.
    pub at: NodeId,
    /// The virtual channels it may take, preferred ones first; empty if it requests an ejection
    /// port of that node.
    pub wants: Vec<VirtualChannel>,
    /// Whether it needs all of them, as headers of trees do, and not just one.
    pub needs_all: bool,
    /// Whether the same request was refused before.
    pub has_waited: bool,
    /// The result of the request.
    pub answer: Granted,
}

/// The result of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granted {
    /// The header received this virtual channel.
    Channel(VirtualChannel),
    /// The header received an ejection port.
    Processor,
    /// The header received nothing: other messages hold all it may take.
    Refused,
}

/// All requests of headers in a cycle, derived from the states before and after it, the oldest
/// message first.
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
        // A tree of one flit has received its last ports and left the network.
        let nodes = worm.left();
        nodes.map(|node| received(worm, node, has_waited_at(design, worm, node)))
    }));
    let asked_and_arrived = worms.into_iter().filter_map(|worm| {
        let is_received = matches!(worm.segments[0].place, Location::Ejection(..));
        // A message of one flit arrives in the cycle in which it receives its port.
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
        Some(Location::Injection(node, _) | Location::Ejection(node, _)) => node,
        Some(Location::Channel(lane)) => design.network.to(lane.channel),
    };
    if let HeaderState::Blocked { wants } = &after.header {
        return Some(Ask {
            message: after.message,
            at,
            wants: wants.clone(),
            needs_all: false,
            has_waited: before.is_some_and(|before| before.header == after.header),
            answer: Granted::Refused,
        });
    }
    match head {
        _ if behind == Some(head) => None,
        Location::Injection(..) => None,
        Location::Ejection(node, _) => before.map(|worm| received(worm, node, is_blocked(worm))),
        Location::Channel(granted) => Some(Ask {
            message: after.message,
            at,
            wants: offers(design, before, after, at, granted),
            needs_all: false,
            has_waited: before.is_some_and(is_blocked),
            answer: Granted::Channel(granted),
        }),
    }
}

/// The virtual channels that a header could have taken when it was granted one.
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
    let via = after.prescribed.and_then(|order| design.vias.get(&order));
    if let Some(&lane) = via.and_then(|via| via.lanes.get(after.hops as usize - 1)) {
        return vec![lane];
    }
    let first_leg = || match via.and_then(|via| via.by) {
        Some(by) => Some(design.leg_by(after.from, by, after.to)),
        None => design.first_leg(design.seed, after.message, after.from, after.to),
    };
    // The state before is used, since the granted channel may have ended the leg.
    let leg = match before {
        Some(before) => Some(Leg {
            to: before.aim,
            number: before.leg,
        }),
        None => first_leg(),
    };
    let Some(Leg { to, number: leg }) = leg else {
        return Vec::new();
    };
    let mut hop = Hop::new(here, to, leg);
    if let Some(Location::Channel(lane)) = before.map(|worm| worm.segments[0].place) {
        hop = hop.over(lane);
    }
    let mut candidates = Candidates::default();
    design.offers_of(
        design.seed,
        (after.message, after.asked.is_some()),
        after.hops - 1,
        hop,
        &mut candidates,
    );
    candidates
        .as_slice()
        .iter()
        .flat_map(|offer| offer.lanes())
        .collect()
}

/// The requests of the headers of a tree.
fn tree_asks(design: &Design, before: Option<&WormView>, after: &WormView) -> Vec<Ask> {
    let network = &design.network;
    let end = |segment: &Segment| match segment.place {
        Location::Channel(lane) => network.to(lane.channel),
        Location::Injection(node, _) | Location::Ejection(node, _) => node,
    };
    let had = |place: Location| {
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
            answer: Granted::Refused,
        }
    });
    let granted = after
        .segments
        .iter()
        .filter_map(|segment| match segment.place {
            Location::Channel(lane) if had(segment.place).is_none() => Some(lane),
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
            answer: Granted::Channel(lane),
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
            Location::Channel(lane) => design.network.to(lane.channel),
            Location::Injection(node, _) | Location::Ejection(node, _) => node,
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
        answer: Granted::Processor,
    }
}

fn is_blocked(worm: &WormView) -> bool {
    matches!(worm.header, HeaderState::Blocked { .. })
}

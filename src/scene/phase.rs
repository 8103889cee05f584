//! The phases of a cycle: which headers asked for what, who got it, what moved.
//!
//! A simulator does a cycle at once; its phases are read off the states before and after it.
//! A header has asked if it holds a lane more than before, or is blocked afterwards. What it
//! might have taken is asked of the routing function again, which answers as it did then.

use super::changes::{count, list};
use crate::routing::{Candidates, Hop, VirtualChannel};
use crate::sim::{Design, HeaderState, Leg, MessageId, Place, Segment, Snapshot, WormView};
use crate::topology::sorted::order_of;
use crate::topology::{NodeId, Topology};

/// What happens in a cycle, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Phase {
    /// Headers ask the routing function which virtual channels they may take.
    Route,
    /// Free ones are given out.
    Allocate,
    /// Flits move, and the cycle is over.
    #[default]
    Move,
}

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
    let hop = Hop { here, to, leg };
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

impl Phase {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Route => "Route",
            Self::Allocate => "Allocate",
            Self::Move => "Move",
        }
    }

    /// What happens in it, in a sentence; from the states before and after the cycle.
    pub fn told(
        self,
        topology: &dyn Topology,
        design: &Design,
        before: &Snapshot,
        after: &Snapshot,
    ) -> String {
        let asks = asks(design, before, after);
        let words = Words { topology, design };
        let told = match self {
            Self::Route => words.questions(&asks),
            Self::Allocate => words.answers(&asks),
            Self::Move => movement(before, after),
        };
        format!("{}: {told}.", self.name())
    }
}

struct Words<'a> {
    topology: &'a dyn Topology,
    design: &'a Design,
}

impl Words<'_> {
    fn questions(&self, asks: &[Ask]) -> String {
        if asks.is_empty() {
            return "no header asks for a way on".to_owned();
        }
        let headers = asks.len() as u64;
        let asking = if headers == 1 { "asks" } else { "ask" };
        let items = asks.iter().map(|ask| {
            let (message, at) = (ask.message.0, self.topology.address(ask.at));
            if ask.wants.is_empty() {
                format!("message {message} asks for a port of the processor at {at}")
            } else {
                let wants = self.lanes(&ask.wants, ask.needs_all);
                let may = if ask.needs_all { "needs" } else { "may take" };
                format!("message {message} at {at} {may} {wants}")
            }
        });
        let asked = format!("{} {asking} for a way on", count(headers, "header"));
        format!("{asked}: {}", list(items))
    }

    fn answers(&self, asks: &[Ask]) -> String {
        if asks.is_empty() {
            return "nothing is asked for, nothing is given".to_owned();
        }
        let refused = asks.iter().filter(|ask| ask.answer == Answer::Refused);
        let refused = refused.count();
        let served = asks.len() - refused;
        let items = asks.iter().map(|ask| {
            let (message, at) = (ask.message.0, self.topology.address(ask.at));
            match ask.answer {
                Answer::Channel(lane) => {
                    format!("message {message} gets {}", self.lanes(&[lane], false))
                }
                Answer::Processor => format!("message {message} gets a port of the processor"),
                Answer::Refused => format!("message {message} waits at {at}"),
            }
        });
        let gets = if served == 1 {
            "gets what it asks for"
        } else {
            "get what they ask for"
        };
        let is = if refused == 1 { "is" } else { "are" };
        let summary = match (served, refused) {
            (served, 0) => format!("{served} {gets}"),
            (0, refused) => format!("{refused} {is} refused"),
            _ => format!("{served} {gets}, {refused} {is} refused"),
        };
        format!("{summary}: {}", list(items))
    }

    /// `VC 0 or 1 to (3,3) or VC 1 to (2,4)`.
    fn lanes(&self, lanes: &[VirtualChannel], needs_all: bool) -> String {
        let same_channel = |a: &VirtualChannel, b: &VirtualChannel| a.channel == b.channel;
        let channels = lanes.chunk_by(same_channel).map(|lanes| {
            let to = self.design.network.to(lanes[0].channel);
            let to = self.topology.address(to);
            if self.design.vcs == 1 {
                return format!("the channel to {to}");
            }
            let vcs: Vec<_> = lanes.iter().map(|lane| lane.vc.to_string()).collect();
            format!("VC {} to {to}", vcs.join(" or "))
        });
        let or = if needs_all { " and " } else { " or " };
        channels.collect::<Vec<_>>().join(or)
    }
}

fn movement(before: &Snapshot, after: &Snapshot) -> String {
    let (then, now) = (&before.counters, &after.counters);
    let crossed = now.flit_hops - then.flit_hops;
    let received = now.accepted_flits - then.accepted_flits;
    let arrived = now.arrivals - then.arrivals;
    let verb = |number, one: &str| format!("{one}{}", if number == 1 { "s" } else { "" });
    let mut told = Vec::new();
    match crossed {
        0 => {}
        1 => told.push("1 flit crosses a channel".to_owned()),
        _ => told.push(format!("{crossed} flits cross a channel each")),
    }
    if received > 0 {
        let reach = if received == 1 { "reaches" } else { "reach" };
        told.push(format!("{} {reach} a processor", count(received, "flit")));
    }
    if arrived > 0 {
        let messages = count(arrived, "message");
        told.push(format!("{messages} {} whole", verb(arrived, "arrive")));
    }
    if told.is_empty() {
        told.push("no flit moves".to_owned());
    }
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing;
    use crate::sim::{Order, Simulator};
    use crate::topology::{self, Network};

    /// Tells the phases of some cycles of orders on a network.
    fn told(network: &str, vcs: u8, orders: &[(u32, u32, u32)], cycle: u64) -> [String; 3] {
        let topology = topology::from_spec(network).expect("a network in range");
        let routing = routing::from_id("dimension-order", &*topology, vcs);
        let design = std::sync::Arc::new(Design {
            vcs,
            orders: orders
                .iter()
                .map(|&(from, to, length)| Order {
                    at: 0,
                    from: NodeId(from),
                    to: vec![NodeId(to)],
                    length,
                })
                .collect(),
            ..Design::idle(
                Network::new(&*topology),
                routing.expect("it is defined on every topology"),
            )
        });
        let mut simulator = Simulator::new(design.clone());
        while simulator.cycle() + 1 < cycle {
            simulator.step();
        }
        let before = simulator.snapshot();
        simulator.step();
        let after = simulator.snapshot();
        let phases = [Phase::Route, Phase::Allocate, Phase::Move];
        phases.map(|phase| phase.told(&*topology, &design, &before, &after))
    }

    #[test]
    fn two_headers_want_one_channel() {
        // Both are one channel from the one to (2) when the third cycle begins.
        let orders = [(0, 3, 4), (1, 3, 4)];
        assert_eq!(
            told("mesh:4", 1, &orders, 1),
            [
                "Route: 2 headers ask for a way on: message 0 at (0) may take the channel to (1); \
                 message 1 at (1) may take the channel to (2).",
                "Allocate: 2 get what they ask for: message 0 gets the channel to (1); message 1 gets the \
                 channel to (2).",
                "Move: 2 flits cross a channel each.",
            ]
        );
        assert_eq!(
            told("mesh:4", 1, &orders, 2),
            [
                "Route: 2 headers ask for a way on: message 0 at (1) may take the channel to (2); \
                 message 1 at (2) may take the channel to (3).",
                "Allocate: 1 gets what it asks for, 1 is refused: message 0 waits at (1); message 1 gets \
                 the channel to (3).",
                "Move: 2 flits cross a channel each.",
            ]
        );
    }

    #[test]
    fn several_lanes_are_named() {
        let [route, allocate, _] = told("mesh:4x4", 2, &[(0, 3, 4)], 1);
        assert_eq!(
            route,
            "Route: 1 header asks for a way on: message 0 at (0,0) may take VC 0 or 1 to (1,0)."
        );
        assert_eq!(
            allocate,
            "Allocate: 1 gets what it asks for: message 0 gets VC 0 to (1,0)."
        );
    }

    #[test]
    fn one_flit_is_received_and_has_arrived_in_one_cycle() {
        assert_eq!(
            told("mesh:4", 1, &[(0, 1, 1)], 2),
            [
                "Route: 1 header asks for a way on: message 0 asks for a port of the processor \
                 at (1).",
                "Allocate: 1 gets what it asks for: message 0 gets a port of the processor.",
                "Move: 1 flit reaches a processor, 1 message arrives whole.",
            ]
        );
        assert_eq!(
            told("mesh:4", 1, &[(0, 1, 1)], 3),
            [
                "Route: no header asks for a way on.",
                "Allocate: nothing is asked for, nothing is given.",
                "Move: no flit moves.",
            ]
        );
    }

    #[test]
    fn long_lists_end_in_a_number() {
        let orders: Vec<_> = (0..5).map(|node| (node, node + 8, 4)).collect();
        let [route, ..] = told("mesh:4x4", 1, &orders, 1);
        assert!(route.starts_with("Route: 5 headers ask for a way on: message 0 "));
        assert!(route.contains("message 2 "));
        assert!(route.ends_with("; and 2 more."), "{route}");
    }
}

//! The phases of a cycle in words: requests of headers, their results, and movements.
//!
//! The simulator computes a cycle as a whole; its phases are derived from the states before and
//! after it.

use super::asks::{Ask, Granted, asks};
use super::words::{count, list};
use engine::routing::VirtualChannel;
use engine::sim::{Design, Snapshot};
use engine::topology::Topology;

/// A phase of a cycle, in temporal order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Phase {
    /// Headers query the routing function for the virtual channels they may take.
    Route,
    /// Free virtual channels are allocated.
    Allocate,
    /// Flits move, and the cycle is over.
    #[default]
    Move,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Self::Route => "Route",
            Self::Allocate => "Allocate",
            Self::Move => "Move",
        }
    }

    /// Describes the phase in a sentence, from the states before and after the cycle.
    pub fn told(
        self,
        topology: &dyn Topology,
        design: &Design,
        before: &Snapshot,
        after: &Snapshot,
    ) -> String {
        let asks = asks(design, before, after);
        let words = Words { topology, design };
        let sentence = match self {
            Self::Route => words.questions(&asks),
            Self::Allocate => words.answers(&asks),
            Self::Move => movement(before, after),
        };
        format!("{}: {sentence}.", self.name())
    }
}

struct Words<'a> {
    topology: &'a dyn Topology,
    design: &'a Design,
}

impl Words<'_> {
    fn questions(&self, asks: &[Ask]) -> String {
        if asks.is_empty() {
            return "no header requests a channel".to_owned();
        }
        let headers = asks.len() as u64;
        let request = if headers == 1 { "requests" } else { "request" };
        let items = asks.iter().map(|ask| {
            let (message, at) = (ask.message.0, self.topology.address(ask.at));
            if ask.wants.is_empty() {
                format!("message {message} requests an ejection port at {at}")
            } else {
                let wants = self.lanes(&ask.wants, ask.needs_all);
                let may = if ask.needs_all { "needs" } else { "may take" };
                format!("message {message} at {at} {may} {wants}")
            }
        });
        let asked = format!("{} {request} a channel", count(headers, "header"));
        format!("{asked}: {}", list(items))
    }

    fn answers(&self, asks: &[Ask]) -> String {
        if asks.is_empty() {
            return "no requests, no grants".to_owned();
        }
        let refused = asks.iter().filter(|ask| ask.answer == Granted::Refused);
        let refused = refused.count();
        let served = asks.len() - refused;
        let items = asks.iter().map(|ask| {
            let (message, at) = (ask.message.0, self.topology.address(ask.at));
            match ask.answer {
                Granted::Channel(lane) => {
                    format!("message {message} gets {}", self.lanes(&[lane], false))
                }
                Granted::Processor => format!("message {message} gets an ejection port"),
                Granted::Refused => format!("message {message} waits at {at}"),
            }
        });
        let granted = if served == 1 {
            "request is granted"
        } else {
            "requests are granted"
        };
        let is = if refused == 1 { "is" } else { "are" };
        let summary = match (served, refused) {
            (served, 0) => format!("{served} {granted}"),
            (0, refused) => format!("{} {is} refused", count(refused as u64, "request")),
            _ => format!("{served} {granted}, {refused} {is} refused"),
        };
        format!("{summary}: {}", list(items))
    }

    /// Lists virtual channels: `VC 0 or 1 to (3,3) or VC 1 to (2,4)`.
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
    let mut clauses = Vec::new();
    match crossed {
        0 => {}
        1 => clauses.push("1 flit crosses a channel".to_owned()),
        _ => clauses.push(format!("{crossed} flits cross a channel each")),
    }
    if received > 0 {
        let reach = if received == 1 { "reaches" } else { "reach" };
        clauses.push(format!("{} {reach} a processor", count(received, "flit")));
    }
    if arrived > 0 {
        let messages = count(arrived, "message");
        clauses.push(format!("{messages} {} completely", verb(arrived, "arrive")));
    }
    if clauses.is_empty() {
        clauses.push("no flit moves".to_owned());
    }
    clauses.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::trial::{Sent, design};
    use engine::sim::Simulator;

    /// The descriptions of the three phases of the cycle with a number, from 1, of a run.
    fn phases(network: &str, vcs: u8, sent: &[Sent], cycle: u64) -> [String; 3] {
        let (topology, design) = design(network, vcs, sent);
        let design = std::sync::Arc::new(design);
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
    fn a_header_is_refused_a_channel_that_another_worm_holds() {
        // In cycle 2 message 0 requests the channel to (2), which message 1 holds.
        let orders: [Sent; 2] = [(0, 0, &[3], 4), (0, 1, &[3], 4)];
        assert_eq!(
            phases("mesh:4", 1, &orders, 1),
            [
                "Route: 2 headers request a channel: message 0 at (0) may take the channel to (1); \
                 message 1 at (1) may take the channel to (2).",
                "Allocate: 2 requests are granted: message 0 gets the channel to (1); message 1 \
                 gets the channel to (2).",
                "Move: 2 flits cross a channel each.",
            ]
        );
        assert_eq!(
            phases("mesh:4", 1, &orders, 2),
            [
                "Route: 2 headers request a channel: message 0 at (1) may take the channel to (2); \
                 message 1 at (2) may take the channel to (3).",
                "Allocate: 1 request is granted, 1 is refused: message 0 waits at (1); message 1 \
                 gets the channel to (3).",
                "Move: 2 flits cross a channel each.",
            ]
        );
    }

    #[test]
    fn several_lanes_are_named() {
        let [route, allocate, _] = phases("mesh:4x4", 2, &[(0, 0, &[3], 4)], 1);
        assert_eq!(
            route,
            "Route: 1 header requests a channel: message 0 at (0,0) may take VC 0 or 1 to (1,0)."
        );
        assert_eq!(
            allocate,
            "Allocate: 1 request is granted: message 0 gets VC 0 to (1,0)."
        );
    }

    #[test]
    fn one_flit_is_received_and_has_arrived_in_one_cycle() {
        assert_eq!(
            phases("mesh:4", 1, &[(0, 0, &[1], 1)], 2),
            [
                "Route: 1 header requests a channel: message 0 requests an ejection port \
                 at (1).",
                "Allocate: 1 request is granted: message 0 gets an ejection port.",
                "Move: 1 flit reaches a processor, 1 message arrives completely.",
            ]
        );
        assert_eq!(
            phases("mesh:4", 1, &[(0, 0, &[1], 1)], 3),
            [
                "Route: no header requests a channel.",
                "Allocate: no requests, no grants.",
                "Move: no flit moves.",
            ]
        );
    }

    #[test]
    fn long_lists_end_in_a_number() {
        let to: [[u32; 1]; 5] = [[8], [9], [10], [11], [12]];
        let orders: Vec<Sent> = (0..)
            .zip(&to)
            .map(|(from, to)| (0, from, &to[..], 4))
            .collect();
        let [route, ..] = phases("mesh:4x4", 1, &orders, 1);
        assert!(route.starts_with("Route: 5 headers request a channel: message 0 "));
        assert!(route.contains("message 2 "));
        assert!(route.ends_with("; and 2 more."), "{route}");
    }
}

//! The changes in a cycle in one sentence, for screen readers.

use super::asks::{Granted, asks};
use super::message_names::MessageNames;
use super::startup::{Readying, readying};
use super::words::{count, list};
use engine::sim::{Design, Location, MessageId, Snapshot, WormView};
use engine::topology::{NodeId, Topology, sorted::order_of};

/// An event in a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Messages began to wait for each other forever.
    Deadlocked(Vec<MessageId>),
    /// A message or a copy of it arrived completely.
    Arrived {
        message: MessageId,
        /// The node at which it arrived.
        at: NodeId,
        /// Latency from generation \[cycles\].
        latency: u64,
    },
    /// A node began to prepare worms, or to start up a port for one.
    Readied(Readying),
    /// A header was refused what it requested, for the first time.
    Blocked(MessageId, NodeId),
    /// A blocked header received what it waited for.
    Freed(MessageId, NodeId),
    /// A header left its queue.
    Started(MessageId, NodeId),
}

/// The events of a cycle, derived from the states before and after it, most important first.
pub fn changes(design: &Design, before: &Snapshot, after: &Snapshot) -> Vec<Change> {
    let deadlocked = after
        .deadlock
        .as_ref()
        .filter(|deadlock| before.deadlock.is_none() && !deadlock.is_dead_end());
    let deadlocked = deadlocked.map(|deadlock| Change::Deadlocked(deadlock.worms.clone()));
    let asks = asks(design, before, after);
    let asked = |change: fn(MessageId, NodeId) -> Change, refused: bool, has_waited: bool| {
        let asks = asks.iter().filter(move |ask| {
            (ask.answer == Granted::Refused) == refused && ask.has_waited == has_waited
        });
        asks.map(move |ask| change(ask.message, ask.at))
    };
    let started = asks.iter().filter(|ask| {
        let was = before.worm(ask.message);
        let was_queued = was.is_none_or(|w| matches!(w.segments[0].place, Location::Injection(..)));
        was_queued && ask.answer != Granted::Refused
    });
    let started = started.map(|ask| Change::Started(ask.message, ask.at));
    let arrived = before.worms.iter().flat_map(|worm| {
        let latency = before.cycle - worm.generated;
        let message = worm.message;
        let nodes = arrivals(worm, after.worm(message)).into_iter();
        nodes.map(move |at| Change::Arrived {
            message,
            at,
            latency,
        })
    });
    let mut all: Vec<_> = deadlocked.into_iter().chain(arrived).collect();
    all.extend(begun(before, after).map(Change::Readied));
    all.extend(asked(Change::Blocked, true, false));
    all.extend(asked(Change::Freed, false, true));
    all.extend(started);
    all
}

/// The work that nodes have begun before worms leave them.
fn begun(before: &Snapshot, after: &Snapshot) -> impl Iterator<Item = Readying> {
    let since = before.cycle;
    readying(after).filter(move |work| work.since >= since)
}

/// The nodes at which a worm arrived completely in a cycle: those to which it still had to deliver
/// or of which it held a port, and no longer does.
fn arrivals(before: &WormView, after: Option<&WormView>) -> Vec<NodeId> {
    let open = |worm: &WormView| {
        let ports = worm.ports.iter().filter_map(|port| match port {
            Location::Ejection(node, _) => Some(*node),
            Location::Injection(..) | Location::Channel(_) => None,
        });
        let mut open: Vec<_> = ports.chain(worm.copies.iter().copied()).collect();
        open.extend((!worm.is_tree).then_some(worm.to));
        open
    };
    let still = after.map(open).unwrap_or_default();
    let mut nodes = open(before);
    nodes.retain(|node| !still.contains(node));
    // A node can occur twice: a header that waits at a destination counts it as still to come and
    // may already hold its port.
    let by_number = order_of(nodes.iter().map(|node| node.0.into()));
    let mut nodes: Vec<_> = by_number.map(|place| nodes[place]).collect();
    nodes.dedup();
    nodes
}

/// Describes the changes in a cycle in one short sentence.
pub fn narrate(
    topology: &dyn Topology,
    design: &Design,
    before: &Snapshot,
    after: &Snapshot,
) -> String {
    let changes = changes(design, before, after);
    let cycle = before.cycle;
    if changes.is_empty() {
        let counters = [&before.counters, &after.counters];
        let [then, now] = counters.map(|c| c.flit_hops + c.accepted_flits);
        let moved = match now - then {
            0 if after.worms.is_empty() => "the network is empty".to_owned(),
            0 => "no flit moves".to_owned(),
            _ => "flits advance; nothing else changes".to_owned(),
        };
        return format!("Cycle {cycle}: {moved}.");
    }
    let names = MessageNames::of(after, &design.network);
    let items = changes
        .iter()
        .map(|change| change.in_words(topology, &names));
    format!("Cycle {cycle}: {}.", list(items))
}

impl Change {
    fn in_words(&self, topology: &dyn Topology, names: &MessageNames) -> String {
        let at = |node: &NodeId| topology.address(*node);
        match self {
            Self::Deadlocked(messages) => {
                let messages = names.sorted(messages);
                let (shown, rest) = messages.split_at(messages.len().min(MOST_DEADLOCKED));
                let more = match rest.len() {
                    0 => String::new(),
                    rest => format!(" and {rest} more"),
                };
                let shown = names.list(shown);
                format!("deadlock, {shown}{more} wait for each other")
            }
            Self::Arrived {
                message,
                at: node,
                latency,
            } => {
                let after = count(*latency, "cycle");
                let message = names.name(*message);
                format!("{message} arrives at {} after {after}", at(node))
            }
            Self::Readied(work) => work.in_words(Some(&at(&work.node))),
            Self::Blocked(message, node) => {
                format!("{} is blocked at {}", names.name(*message), at(node))
            }
            Self::Freed(message, node) => {
                format!("{} goes on from {}", names.name(*message), at(node))
            }
            Self::Started(message, node) => {
                format!("{} leaves its queue at {}", names.name(*message), at(node))
            }
        }
    }
}

/// The most messages of a deadlock that a sentence names.
const MOST_DEADLOCKED: usize = 6;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::scene::trial::{Sent, design};
    use engine::sim::Simulator;

    /// The sentences for all cycles of a run with some orders, until it drains.
    fn narration(network: &str, sent: &[Sent]) -> Vec<String> {
        let (topology, design) = design(network, 1, sent);
        let design = Arc::new(design);
        let mut simulator = Simulator::new(design.clone());
        let mut before = simulator.snapshot();
        let mut sentences = Vec::new();
        while !simulator.is_drained() && sentences.len() < 12 {
            simulator.step();
            let after = simulator.snapshot();
            sentences.push(narrate(&*topology, &design, &before, &after));
            before = after;
        }
        sentences
    }

    #[test]
    fn narration_follows_a_message_from_its_queue_to_its_arrival() {
        assert_eq!(
            narration("mesh:4", &[(0, 0, &[2], 2)]),
            [
                "Cycle 0: message 0 leaves its queue at (0).",
                "Cycle 1: flits advance; nothing else changes.",
                "Cycle 2: flits advance; nothing else changes.",
                "Cycle 3: message 0 arrives at (2) after 3 cycles.",
            ]
        );
    }

    #[test]
    fn narration_includes_blocking_and_continuing() {
        let sentences = narration("mesh:4", &[(0, 0, &[3], 3), (0, 1, &[3], 3)]);
        assert_eq!(sentences[1], "Cycle 1: message 0 is blocked at (1).");
        assert!(
            sentences
                .iter()
                .any(|t| t.contains("message 0 goes on from (1)"))
        );
    }

    #[test]
    fn narration_names_a_deadlock_first_and_once() {
        let ring: [Sent; 4] = [
            (0, 0, &[2], 8),
            (0, 1, &[3], 8),
            (0, 2, &[0], 8),
            (0, 3, &[1], 8),
        ];
        let sentences = narration("torus-uni:4", &ring);
        assert_eq!(
            sentences[1],
            "Cycle 1: deadlock, messages 0, 1, 2, 3 wait for each other; message 0 is blocked at \
             (1); message 1 is blocked at (2); and 2 more."
        );
        assert_eq!(sentences.last().map(|t| &t[8..]), Some(": no flit moves."));
    }
}

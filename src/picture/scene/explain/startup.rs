//! The work of nodes before worms leave them, in words: nodes prepare worms, then their ports start
//! up.

use super::words::count;
use engine::sim::{HeaderState, Location, MessageId, MulticastId, Preparation, Snapshot};
use engine::topology::NodeId;

/// Work in progress at a node before worms leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readying {
    pub node: NodeId,
    pub work: Work,
    /// The multicast that the work is for.
    pub multicast: MulticastId,
    /// The cycle in which it began.
    pub since: u64,
    /// The first cycle after the work.
    pub until: u64,
}

/// The kinds of work of a node before worms leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// The preparation of this number of worms.
    Preparation(u32),
    /// The start-up of the port that a message holds.
    StartUp(MessageId),
}

/// All work in progress before worms leave nodes: preparations, then start-ups.
pub fn readying(snapshot: &Snapshot) -> impl Iterator<Item = Readying> {
    let is_on = |p: &&Preparation| p.until > snapshot.cycle;
    let prepared = snapshot.preparations.iter().filter(is_on);
    let prepared = prepared.map(|p| Readying {
        node: p.node,
        work: Work::Preparation(p.worms),
        multicast: p.multicast,
        since: p.since,
        until: p.until,
    });
    let started = snapshot.worms.iter().filter_map(|worm| {
        let HeaderState::Starting { since, until } = worm.header else {
            return None;
        };
        let Location::Injection(node, _) = worm.segments.first()?.place else {
            return None;
        };
        Some(Readying {
            node,
            work: Work::StartUp(worm.message),
            multicast: worm.multicast?,
            since,
            until,
        })
    });
    prepared.chain(started)
}

impl Readying {
    /// States the work and its end; `at` is the address of the node, if it is to be named.
    pub(in crate::scene) fn in_words(&self, at: Option<&str>) -> String {
        let until = self.until;
        match (self.work, at) {
            (Work::Preparation(worms), at) => {
                let node = at.map_or("It".to_owned(), |at| format!("node {at}"));
                let worms = count(worms.into(), "worm");
                format!("{node} prepares {worms} until cycle {until}")
            }
            (Work::StartUp(message), None) => {
                format!("Message {} starts up until cycle {until}", message.0)
            }
            (Work::StartUp(message), Some(at)) => {
                format!(
                    "message {} starts up at {at} until cycle {until}",
                    message.0
                )
            }
        }
    }
}

#[cfg(test)]
pub(in crate::scene) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::scene::trial::{Sent, multicasts};
    use crate::scene::{
        explain::{Teller, narrate},
        layout::Thing,
    };
    use engine::sim::{Design, Ports, Simulator, Timing};
    use engine::topology;

    /// A broadcast in a square, with two cycles of preparation and three of start-up at each step.
    pub(in crate::scene) fn broadcast() -> Simulator {
        let sent: [Sent; 1] = [(0, 0, &[1, 2, 3], 2)];
        let (_, design) = multicasts("hypercube:2", "binomial-broadcast:fixed", &sent);
        Simulator::new(Arc::new(Design {
            timing: Timing {
                startup: 3,
                preparation: 2,
                ..Timing::default()
            },
            ports: Ports {
                injection: 2,
                ejection: None,
            },
            ..design
        }))
    }

    #[test]
    fn narration_includes_the_work_of_the_source_and_of_relays() {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let mut simulator = broadcast();
        let mut sentences = Vec::new();
        let mut before = simulator.snapshot();
        while !simulator.is_drained() {
            simulator.step();
            let after = simulator.snapshot();
            let sentence = narrate(&*topology, simulator.design(), &before, &after);
            if sentence.contains("until") {
                sentences.push(sentence);
            }
            before = after;
        }
        assert_eq!(
            sentences,
            [
                "Cycle 0: node 00 prepares 2 worms until cycle 2.",
                "Cycle 2: message 0 starts up at 00 until cycle 5; message 1 starts up at 00 \
                 until cycle 5.",
                "Cycle 8: node 01 prepares 1 worm until cycle 10.",
                "Cycle 10: message 2 starts up at 01 until cycle 13.",
            ]
        );
    }

    #[test]
    fn the_description_of_a_node_includes_its_work() {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let mut simulator = broadcast();
        let mut texts = Vec::new();
        for _ in 0..12 {
            simulator.step();
            let teller = Teller {
                topology: &*topology,
                design: simulator.design(),
                snapshot: &simulator.snapshot(),
            };
            texts.push(teller.tell(Thing::Node(NodeId(1))).text);
        }
        texts.dedup();
        assert_eq!(
            texts,
            [
                "No message waits here; 0 of its 2 channels are held.",
                "It has a message that it will forward. It prepares 1 worm until cycle 10.",
                "It has a message that it will forward.",
                "Message 2 waits at node 01, to 11, 2 flits, its header has not left. It has a \
                 message that it will forward. Message 2 starts up until cycle 13.",
            ]
        );
    }
}

//! Waits before a worm leaves its node: it is prepared, then its port starts up. Nodes that
//! send on what they have been sent are marked meanwhile.

use super::telling::count;
use super::worms::{Moment, hue_of};
use super::{Curve, Glyph, Ink, Layout, NODE_RADIUS, Shape, Stroke};
use crate::sim::{HeaderState, MessageId, MulticastId, Place, Preparation, Snapshot};
use crate::topology::{NodeId, Point};

/// Something that a node does before worms leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readying {
    /// Where.
    pub node: NodeId,
    /// What is done.
    pub work: Work,
    /// The multicast for which it is done.
    pub multicast: MulticastId,
    /// The cycle in which it began.
    pub since: u64,
    /// The first cycle after it.
    pub until: u64,
}

/// What a node does before worms leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// It prepares so many worms.
    Preparation(u32),
    /// It starts up the port that a message holds.
    StartUp(MessageId),
}

/// All that nodes do before worms leave them: first preparations, then start-ups.
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
        let Place::Injection(node, _) = worm.segments.first()?.place else {
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
    /// What is done until when; of a node if `at` says which.
    pub(super) fn in_words(&self, at: Option<&str>) -> String {
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

/// A clock around every node that readies worms, a ring that empties from the top with the
/// cycles that are left: striped for preparation, plain for start-up. Of several works of one
/// kind it shows what is done first.
pub(super) fn clocks(
    layout: &Layout,
    snapshot: &Snapshot,
    moment: Moment,
    pitch: f32,
) -> Vec<Shape> {
    /// Numbers are as large as nodes allow, but at least of this height \[pixels\].
    const LETTERS: f32 = 10.0;
    /// Around nodes of this radius \[pixels\].
    const FROM: f32 = 5.0;
    let mut first: Vec<Readying> = Vec::new();
    for work in readying(snapshot) {
        let same =
            |other: &&mut Readying| other.node == work.node && other.stroke() == work.stroke();
        match first.iter_mut().find(same) {
            Some(other) if other.until > work.until => *other = work,
            Some(_) => {}
            None => first.push(work),
        }
    }
    let mut shapes = Vec::new();
    for work in &first {
        shapes.extend(arc(layout, work.node, [0.0, 1.0]).map(|curve| Shape::Line {
            curve,
            width: 0.012,
            ink: Ink::Link,
            stroke: Stroke::Solid,
        }));
    }
    for work in &first {
        let total = (work.until - work.since).max(1) as f32;
        let left = (work.until - snapshot.cycle) as f32 + 1.0 - moment.share;
        let gone = (1.0 - left / total).clamp(0.0, 1.0);
        shapes.extend(
            arc(layout, work.node, [gone, 1.0]).map(|curve| Shape::Line {
                curve,
                width: 0.05,
                ink: Ink::Message(hue_of(work.multicast)),
                stroke: work.stroke(),
            }),
        );
    }
    if NODE_RADIUS * pitch >= FROM {
        shapes.extend(first.iter().map(|work| {
            let at = layout.node(work.node);
            let corner = NODE_RADIUS * 1.05;
            Shape::Badge {
                at: Point::new(at.x + corner, at.y - corner),
                size: (LETTERS / pitch).max(0.13),
                text: (work.until - snapshot.cycle).to_string(),
                fill: Ink::Text,
            }
        }));
    }
    shapes
}

/// A sign at every node that has the message of a multicast and has yet to send it on.
pub(super) fn relays(
    layout: &Layout,
    snapshot: &Snapshot,
    pitch: f32,
) -> impl Iterator<Item = Shape> {
    /// From nearer than so many pixels per grid unit it is in proportion.
    const NEAR: f32 = 46.0;
    let scale = (NEAR / pitch).clamp(1.0, 2.0);
    snapshot.relays.iter().map(move |&(node, multicast)| {
        let at = layout.node(node);
        let corner = NODE_RADIUS * 1.05;
        Shape::Mark {
            at: Point::new(at.x - corner, at.y + corner),
            radius: 0.085 * scale,
            glyph: Glyph::Onward,
            fill: Ink::Message(hue_of(multicast)),
            edge: Ink::Outline,
        }
    })
}

impl Readying {
    fn stroke(&self) -> Stroke {
        match self.work {
            Work::Preparation(_) => Stroke::Dashed,
            Work::StartUp(_) => Stroke::Solid,
        }
    }
}

/// A part of a ring around a node, in turns from its top on.
fn arc(layout: &Layout, node: NodeId, [from, to]: [f32; 2]) -> impl Iterator<Item = Curve> {
    /// Pieces of a whole ring.
    const PIECES: u8 = 4;
    let center = layout.node(node);
    (0..PIECES).filter_map(move |piece| {
        let [begin, end] = [piece, piece + 1].map(|edge| f32::from(edge) / f32::from(PIECES));
        let (begin, end) = (begin.max(from), end.min(to));
        (begin < end).then(|| Curve::arc(center, NODE_RADIUS * 1.3, begin, end))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::multicast;
    use crate::routing;
    use crate::scene::{Teller, Thing, narrate};
    use crate::sim::{Design, Multicasts, Order, Ports, Simulator, Timing};
    use crate::topology::{self, Arrangement, Network};

    /// A broadcast in a square, prepared for two cycles and started up for three at each step.
    fn broadcast() -> Simulator {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let routing = routing::from_id("dimension-order", &*topology, 1);
        let algorithm = multicast::from_spec("algorithm", "binomial-broadcast:fixed", &*topology);
        Simulator::new(Arc::new(Design {
            orders: vec![Order {
                at: 0,
                from: NodeId(0),
                to: [1, 2, 3].map(NodeId).to_vec(),
                length: 2,
            }],
            multicasts: Some(Multicasts {
                algorithm: algorithm.expect("defined on cubes"),
                broadcast: 0.0,
                fraction: 1.0,
                replicate: false,
                destinations: 1,
            }),
            timing: Timing {
                startup: 3,
                preparation: 2,
                ..Timing::default()
            },
            ports: Ports {
                injection: 2,
                ejection: None,
            },
            ..Design::idle(Network::new(&*topology), routing.expect("defined on cubes"))
        }))
    }

    #[test]
    fn waits_before_the_first_channel_are_told_at_the_source_and_at_relays() {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let mut simulator = broadcast();
        let mut told = Vec::new();
        let mut before = simulator.snapshot();
        while !simulator.is_drained() {
            simulator.step();
            let after = simulator.snapshot();
            let sentence = narrate(&*topology, simulator.design(), &before, &after);
            if sentence.contains("until") {
                told.push(sentence);
            }
            before = after;
        }
        assert_eq!(
            told,
            [
                "Cycle 1: node 00 prepares 2 worms until cycle 2.",
                "Cycle 3: message 0 starts up at 00 until cycle 5; message 1 starts up at 00 \
                 until cycle 5.",
                "Cycle 9: node 01 prepares 1 worm until cycle 10.",
                "Cycle 11: message 2 starts up at 01 until cycle 13.",
            ]
        );
    }

    #[test]
    fn a_node_tells_what_it_readies() {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let mut simulator = broadcast();
        let mut told = Vec::new();
        for _ in 0..12 {
            simulator.step();
            let teller = Teller {
                topology: &*topology,
                design: simulator.design(),
                snapshot: &simulator.snapshot(),
            };
            told.push(teller.tell(Thing::Node(NodeId(1))).text);
        }
        told.dedup();
        assert_eq!(
            told,
            [
                "",
                "It has a message that it will send on. It prepares 1 worm until cycle 10.",
                "It has a message that it will send on.",
                "It has a message that it will send on. Message 2 starts up until cycle 13.",
            ]
        );
    }

    #[test]
    fn the_ring_around_a_node_empties_and_its_number_falls() {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let mut simulator = broadcast();
        let network = &simulator.design().network;
        let layout = Layout::new(&*topology, network, 1, Arrangement::Plain);
        let mut seen = Vec::new();
        for _ in 0..7 {
            simulator.step();
            let moment = Moment::end(simulator.design());
            let shapes = clocks(&layout, &simulator.snapshot(), moment, 100.0);
            let long: f32 = shapes
                .iter()
                .filter_map(|shape| match shape {
                    Shape::Line {
                        curve,
                        ink: Ink::Message(_),
                        ..
                    } => Some(curve.length()),
                    _ => None,
                })
                .sum();
            let number = shapes.iter().find_map(|shape| match shape {
                Shape::Badge { text, .. } => Some(text.clone()),
                _ => None,
            });
            let whole = core::f32::consts::TAU * NODE_RADIUS * 1.3;
            seen.push((libm::roundf(6.0 * long / whole) as u8, number));
        }
        let expected = [
            (3, "1"),
            (0, ""),
            (4, "2"),
            (2, "1"),
            (0, ""),
            (0, ""),
            (0, ""),
        ];
        let expected = expected
            .map(|(sixths, number)| (sixths, (!number.is_empty()).then(|| number.to_owned())));
        assert_eq!(seen, expected);
    }
}

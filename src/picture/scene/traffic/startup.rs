//! The work before a worm leaves its node, in pictures: preparation, then the start-up of its port.
//! Relays that have yet to forward a message are marked.

use super::sight::Moment;
use crate::scene::draw::{Curve, Glyph, Ink, Shape, Stroke};
use crate::scene::explain::{Readying, Work, readying};
use crate::scene::layout::{Layout, NODE_RADIUS};
use engine::sim::Snapshot;
use engine::topology::{NodeId, Point};

/// Draws a clock around every node that prepares or starts up worms: a ring that empties from the
/// top as time passes, dashed for preparation, solid for start-up. Of several works of one kind it
/// shows the one that ends first.
pub(super) fn clocks(
    layout: &Layout,
    snapshot: &Snapshot,
    moment: Moment,
    pitch: f32,
) -> Vec<Shape> {
    /// The least font size; numbers are otherwise as large as nodes allow \[pixels\].
    const FONT_SIZE: f32 = 10.0;
    /// The radius from which nodes have a number \[pixels\].
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
                ink: Ink::Message(snapshot.color_of(work.multicast)),
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
                size: (FONT_SIZE / pitch).max(0.13),
                text: (work.until - snapshot.cycle).to_string(),
                fill: Ink::Text,
            }
        }));
    }
    shapes
}

/// Marks every node that has the message of a multicast and has yet to forward it.
pub(in crate::scene) fn relays(
    layout: &Layout,
    snapshot: &Snapshot,
    pitch: f32,
) -> impl Iterator<Item = Shape> {
    /// Pixels per grid unit from which the marks scale with the drawing.
    const NEAR: f32 = 46.0;
    let scale = (NEAR / pitch).clamp(1.0, 2.0);
    snapshot.relays.iter().map(move |&(node, multicast)| {
        let at = layout.node(node);
        let corner = NODE_RADIUS * 1.05;
        Shape::Mark {
            at: Point::new(at.x - corner, at.y + corner),
            radius: 0.085 * scale,
            glyph: Glyph::Onward,
            fill: Ink::Message(snapshot.color_of(multicast)),
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

/// A part of a ring around a node, in turns clockwise from its top.
fn arc(layout: &Layout, node: NodeId, [from, to]: [f32; 2]) -> impl Iterator<Item = Curve> {
    /// Number of pieces of a whole ring.
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
    use super::*;
    use crate::scene::explain::broadcast;
    use engine::topology::{self, Arrangement};

    #[test]
    fn the_ring_around_a_node_empties_as_its_number_falls() {
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

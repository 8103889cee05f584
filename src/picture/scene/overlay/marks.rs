//! Marks on a network besides its traffic: paths, groups, labels, failures.

use crate::scene::draw::{Curve, Glyph, Ink, Shape, Stroke};
use crate::scene::layout::{Layout, NODE_RADIUS, Names};
use engine::routing::VirtualChannel;
use engine::topology::{
    ChannelId, NodeId, Point,
    sorted::{ascending, order_of},
};

/// A channel of the paths shown; the larger its share of them, the wider the line.
pub fn path(layout: &Layout, channel: ChannelId, share: f32, ink: Ink) -> Shape {
    Shape::Line {
        curve: layout.middle(channel),
        width: 0.07 + 0.2 * share.clamp(0.0, 1.0),
        ink,
        stroke: Stroke::Solid,
    }
}

/// An arrow from the end of one virtual channel to the beginning of another: the worm that holds
/// the first may request the second.
pub fn dependency(
    layout: &Layout,
    (held, wanted): (VirtualChannel, VirtualChannel),
    width: f32,
    ink: Ink,
) -> Shape {
    let (held, wanted) = (layout.lane(held), layout.lane(wanted));
    Shape::Arrow {
        curve: Curve::joining(held.at(0.62), wanted.at(0.38)),
        width,
        ink,
        stroke: Stroke::Solid,
    }
}

/// An area around some nodes; `None` without nodes.
pub fn hull(layout: &Layout, nodes: &[NodeId], ink: Ink) -> Option<Shape> {
    const CORNERS: u8 = 8;
    let margin = NODE_RADIUS * 1.7;
    let around = nodes.iter().flat_map(|&node| {
        let at = layout.node(node);
        (0..CORNERS).map(move |corner| {
            let angle = core::f32::consts::TAU * f32::from(corner) / f32::from(CORNERS);
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            Point::new(at.x + margin * cos, at.y + margin * sin)
        })
    });
    let corners = convex(&around.collect::<Vec<_>>());
    (!corners.is_empty()).then_some(Shape::Hull { corners, ink })
}

/// A word or number at the upper right of a node, such as a step or a count.
pub fn badge(layout: &Layout, node: NodeId, text: String, fill: Ink) -> Shape {
    badge_at(layout.node(node), text, fill)
}

fn badge_at(at: Point, text: String, fill: Ink) -> Shape {
    Shape::Badge {
        at: Point::new(at.x + NODE_RADIUS * 1.05, at.y - NODE_RADIUS * 1.05),
        size: 0.13,
        text,
        fill,
    }
}

/// Marks for the source and destination of paths.
pub fn path_ends(layout: &Layout, names: &Names, (from, to): (NodeId, NodeId)) -> Vec<Shape> {
    let both = [
        (from, layout.node(from), "from", Ink::Chosen),
        (to, layout.end(to), "to", Ink::Text),
    ];
    let shapes = both.into_iter().flat_map(|(node, at, word, fill)| {
        let disc = Shape::Mark {
            at,
            radius: NODE_RADIUS * 1.2,
            glyph: Glyph::Disc,
            fill,
            edge: Ink::Outline,
        };
        let name = names.label_at(at, node, Ink::Paper);
        [Some(disc), name, Some(badge_at(at, word.to_owned(), fill))]
    });
    shapes.flatten().collect()
}

/// A destination of a multicast, at a position around its node that depends on the hue.
pub fn destination(layout: &Layout, node: NodeId, hue: u8) -> Shape {
    let at = layout.end(node);
    let angle = core::f32::consts::FRAC_PI_3 * (f32::from(hue) + 0.5);
    let far = NODE_RADIUS * 1.25;
    Shape::Mark {
        at: Point::new(
            at.x + far * libm::cosf(angle),
            at.y + far * libm::sinf(angle),
        ),
        radius: 0.065,
        glyph: Glyph::Diamond,
        fill: Ink::Message(hue),
        edge: Ink::Outline,
    }
}

/// A symbol in the middle of a channel: a failure, or the direction in which labels rise or fall.
pub fn on_channel(layout: &Layout, channel: ChannelId, glyph: Glyph, ink: Ink) -> Shape {
    Shape::Mark {
        at: layout.middle(channel).at(0.5).0,
        radius: 0.09,
        glyph,
        fill: ink,
        edge: ink,
    }
}

/// The convex hull of some points (Andrew 1979), in order around it.
fn convex(points: &[Point]) -> Vec<Point> {
    let keys = points
        .iter()
        .map(|at| ascending(at.x) << 32 | ascending(at.y));
    let mut points: Vec<_> = order_of(keys).map(|place| points[place]).collect();
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop(); // the other half starts with it
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_consists_of_the_outermost_points() {
        let points = [
            (0.0, 0.0),
            (2.0, 0.0),
            (1.0, 0.5),
            (2.0, 2.0),
            (0.0, 2.0),
            (1.0, 1.0),
        ];
        let hull = convex(&points.map(|(x, y)| Point::new(x, y)));
        assert_eq!(hull.len(), 4);
        assert!(!hull.contains(&Point::new(1.0, 1.0)));
    }
}

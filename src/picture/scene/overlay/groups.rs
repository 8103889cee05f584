//! The division of a multicast's destinations into groups, as lines and areas: their bounding
//! rectangle, its cuts, and the primary groups.

use super::marks;
use super::worm_style::style;
use crate::scene::draw::{Curve, Ink, Shape, Stroke};
use crate::scene::layout::Layout;
use engine::multicast::{Grouping, Rectangle};

use engine::topology::{Lattice, Point};

/// The bounding rectangle, its cuts, and the primary groups.
pub(super) fn primary(layout: &Layout, plane: &Lattice, grouping: &Grouping) -> Vec<Shape> {
    let mut shapes = frame(layout, plane, &grouping.area);
    shapes.extend(cut_line(
        layout,
        plane,
        &grouping.area,
        grouping.cut.dimension,
        grouping.cut.middle,
    ));
    for (index, group) in grouping.primary.iter().enumerate() {
        let ink = Ink::Message(style(index).0);
        shapes.extend(marks::hull(layout, &group.members, ink));
        if let Some(cut) = group.cut {
            let place = Rectangle::around(plane, group.members.iter().copied());
            shapes.extend(cut_line(layout, plane, &place, cut.dimension, cut.middle));
        }
    }
    shapes
}

/// The outline of a rectangle of nodes.
fn frame(layout: &Layout, plane: &Lattice, place: &Rectangle) -> Vec<Shape> {
    const MARGIN: f32 = 0.42;
    let corner = |at: [u32; 2]| plane.node(&at).map(|node| layout.node(node));
    let (Some(low), Some(high)) = (corner(place.low), corner(place.high)) else {
        return Vec::new();
    };
    // In the picture y grows upwards.
    let (left, right) = (low.x - MARGIN, high.x + MARGIN);
    let (bottom, top) = (low.y + MARGIN, high.y - MARGIN);
    let corners = [(left, bottom), (right, bottom), (right, top), (left, top)];
    let corners = corners.map(|(x, y)| Point::new(x, y));
    let sides = (0..4).map(|side| Shape::Line {
        curve: Curve::straight(corners[side], corners[(side + 1) % 4]),
        width: 0.04,
        ink: Ink::Text,
        stroke: Stroke::Solid,
    });
    sides.collect()
}

/// A dashed line between the halves of a rectangle, unless one half is empty.
fn cut_line(
    layout: &Layout,
    plane: &Lattice,
    place: &Rectangle,
    dimension: u8,
    middle: [u32; 2],
) -> Option<Shape> {
    /// How far the line extends beyond the rectangle [grid units].
    const BEYOND: f32 = 0.45;
    let (along, across) = (usize::from(dimension), usize::from(1 - dimension));
    if middle[along] <= place.low[along] {
        return None;
    }
    let between = |side: u32| {
        let mut here = [0, 0];
        here[across] = side;
        let ends = [middle[along] - 1, middle[along]].map(|at| {
            here[along] = at;
            plane.node(&here).map(|node| layout.node(node))
        });
        let [one, other] = ends;
        let (one, other) = (one?, other?);
        Some(Point::new(
            f32::midpoint(one.x, other.x),
            f32::midpoint(one.y, other.y),
        ))
    };
    let (mut from, mut to) = (between(place.low[across])?, between(place.high[across])?);
    // In the picture x grows to the right, y upwards.
    if across == 0 {
        (from.x, to.x) = (from.x - BEYOND, to.x + BEYOND);
    } else {
        (from.y, to.y) = (from.y + BEYOND, to.y - BEYOND);
    }
    Some(Shape::Line {
        curve: Curve::straight(from, to),
        width: 0.06,
        ink: Ink::Text,
        stroke: Stroke::Dashed,
    })
}

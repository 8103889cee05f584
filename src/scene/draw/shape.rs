//! The vocabulary of drawings: small plain values in grid units, colored by meaning.

use super::curve::Curve;
use super::palette::Ink;
use crate::topology::Point;

/// Which flit of a worm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlitPart {
    /// Carries the route.
    Header,
    /// Follows.
    Body,
    /// Releases each channel as it leaves.
    Tail,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Plainly.
    Solid,
    /// Two thin lines: an escape channel.
    Double,
    /// In dashes: something that is not there yet, or waited for.
    Dashed,
}

/// A small sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyph {
    /// A node.
    Disc,
    /// A node that only routes.
    Square,
    /// A destination of a multicast.
    Diamond,
    /// A failed link.
    Cross,
    /// Delivered.
    Tick,
    /// Upwards in a labeling.
    Up,
    /// Downwards in a labeling.
    Down,
    /// A node that sends on what it has been sent.
    Onward,
}

/// Something to paint.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A line along a channel.
    Line {
        /// Where.
        curve: Curve,
        /// Width [grid units].
        width: f32,
        /// Color.
        ink: Ink,
        /// Solid, double or dashed.
        stroke: Stroke,
    },
    /// A line with a head at its end.
    Arrow {
        /// Where, in the direction of the arrow.
        curve: Curve,
        /// Width [grid units].
        width: f32,
        /// Color.
        ink: Ink,
        /// Solid or dashed.
        stroke: Stroke,
    },
    /// A sign with an outline.
    Mark {
        /// Center.
        at: Point,
        /// Half its width [grid units].
        radius: f32,
        /// Which.
        glyph: Glyph,
        /// Filling, of signs that have an inside.
        fill: Ink,
        /// Outline.
        edge: Ink,
    },
    /// A place in a buffer.
    Slot {
        /// Center.
        at: Point,
        /// Unit vector in the direction of travel.
        heading: Point,
        /// Edge length [grid units].
        size: f32,
    },
    /// One flit.
    Flit {
        /// Center.
        at: Point,
        /// Unit vector in the direction of travel.
        heading: Point,
        /// Edge length [grid units].
        size: f32,
        /// Header, body or tail.
        part: FlitPart,
        /// Color of its message.
        ink: Ink,
        /// Whether its worm's header waits in vain.
        blocked: bool,
    },
    /// Writing, centered.
    Label {
        /// Center.
        at: Point,
        /// Height of the letters [grid units].
        size: f32,
        /// What it says.
        text: String,
        /// Color.
        ink: Ink,
    },
    /// Writing on a ground of its own, as wide as it needs.
    Badge {
        /// Center.
        at: Point,
        /// Height of the letters [grid units].
        size: f32,
        /// What it says.
        text: String,
        /// The ground; the letters are those of [`Ink::Paper`].
        fill: Ink,
    },
    /// A group of nodes: a tinted and hatched area around them.
    Hull {
        /// Corners in order, of a convex polygon.
        corners: Vec<Point>,
        /// Color.
        ink: Ink,
    },
    /// A rectangle.
    Cell {
        /// Upper left corner.
        at: Point,
        /// Width [grid units].
        width: f32,
        /// Height [grid units].
        height: f32,
        /// Filling.
        ink: Ink,
    },
}

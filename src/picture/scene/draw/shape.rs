//! The elements of drawings: plain values in grid units, colored by meaning.

use super::curve::Curve;
use super::palette::Ink;
use engine::topology::Point;

/// The kind of a flit in its worm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlitPart {
    /// The first flit, which carries the routing information.
    Header,
    /// A flit between header and tail.
    Body,
    /// The last flit, which releases each channel as it leaves.
    Tail,
}

/// The style of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    Solid,
    /// Two thin lines, for escape channels.
    Double,
    /// A dashed line, for something that does not exist yet or is waited for.
    Dashed,
    /// A solid line that is cut off at its ends, such as a lane, and has its exact width in every
    /// theme.
    Flat,
    /// A solid line with round ends that has its exact width in every theme.
    Wide,
    Dotted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyph {
    Disc,
    /// A node with links in rows and columns, or a router: a square with rounded corners.
    Square,
    /// The destination of a message: a thick ring.
    Ring,
    /// The edge of a disc, which covers nothing inside it.
    Loop,
    /// The edge of a square, which covers nothing inside it.
    Frame,
    /// A destination of a multicast.
    Diamond,
    Cross,
    Tick,
    /// A channel on which labels increase.
    Up,
    /// A channel on which labels decrease.
    Down,
    /// A relay: a node that forwards what it receives.
    Onward,
}

/// The inside of a [`Shape::Bar`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texture {
    Plain,
    /// Hatched with lines that rise to the right.
    Rising,
    /// Hatched with lines that fall to the right.
    Falling,
    /// Nothing inside a dashed edge.
    Empty,
}

/// The part of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Light,
    Regular,
    Strong,
}

/// An element of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Line {
        curve: Curve,
        /// Width [grid units].
        width: f32,
        ink: Ink,
        stroke: Stroke,
    },
    /// A curve with an arrowhead at its end.
    Arrow {
        /// Course of the line, in the direction of the arrow.
        curve: Curve,
        /// Width [grid units].
        width: f32,
        ink: Ink,
        stroke: Stroke,
    },
    /// A symbol with an outline.
    Mark {
        at: Point,
        /// Half the width [grid units].
        radius: f32,
        glyph: Glyph,
        /// Fill, of symbols that have an interior.
        fill: Ink,
        edge: Ink,
    },
    /// A flit's place in a buffer.
    Slot {
        at: Point,
        /// Unit vector in the direction of travel.
        heading: Point,
        /// Length along the lane and width across it [grid units].
        size: [f32; 2],
    },
    Flit {
        at: Point,
        /// Unit vector in the direction of travel.
        heading: Point,
        /// Length along the lane and width across it [grid units].
        size: [f32; 2],
        /// The angle by which the lane turns to the right along the flit \[radians\].
        bend: f32,
        part: FlitPart,
        ink: Ink,
        /// Whether it is a header that waits.
        blocked: bool,
    },
    Label {
        at: Point,
        /// Font size [grid units].
        size: f32,
        text: String,
        ink: Ink,
        weight: Weight,
    },
    /// Centered text on a background, as wide as needed.
    Badge {
        at: Point,
        /// Font size [grid units].
        size: f32,
        text: String,
        /// Background; the text has the color of [`Ink::Paper`] or, on the color of a message,
        /// [`Ink::OnHue`].
        fill: Ink,
    },
    /// A tinted and hatched area around a group of nodes.
    Hull {
        /// Corners of a convex polygon, in order around it.
        corners: Vec<Point>,
        ink: Ink,
    },
    /// A plain area with rounded corners, under the nodes of a group or level.
    Area {
        /// Corners of a convex polygon, in order around it.
        corners: Vec<Point>,
        /// Radius of the corners [grid units].
        round: f32,
    },
    /// A period of time in a chart.
    Bar {
        /// Upper left corner.
        at: Point,
        /// Width and height [grid units].
        size: [f32; 2],
        ink: Ink,
        texture: Texture,
    },
    /// Text in a chart, which has its exact size in every theme, and is shown however small it is.
    Caption {
        at: Point,
        /// Font size [grid units].
        size: f32,
        text: String,
        ink: Ink,
        anchor: Anchor,
    },
    Cell {
        at: Point,
        /// Width [grid units].
        width: f32,
        /// Height [grid units].
        height: f32,
        ink: Ink,
    },
}

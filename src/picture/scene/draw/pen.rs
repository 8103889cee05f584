//! The interface through which shapes are drawn, implemented by a canvas, an SVG file and tests.

use super::palette::Ink;
use super::shape::Anchor;
use engine::topology::Point;

/// Draws paths; lengths are in grid units.
pub trait Pen {
    fn begin(&mut self);
    /// Moves to a point without drawing.
    fn move_to(&mut self, at: Point);
    fn line_to(&mut self, at: Point);
    /// Adds a cubic Bézier curve with two control points.
    fn curve_to(&mut self, first: Point, second: Point, end: Point);
    fn circle(&mut self, center: Point, radius: f32);
    /// Closes the path with a straight line to its start.
    fn close(&mut self);
    /// Fills the path and keeps it.
    fn fill(&mut self, ink: Ink);
    /// Strokes the path and keeps it.
    fn stroke(&mut self, ink: Ink, width: f32, dash: Dash);
    /// Draws text of a CSS font weight at a point, which is halfway up its letters.
    fn text(&mut self, at: Point, size: f32, text: &str, ink: Ink, look: (u16, Anchor));
    /// Sets the opacity of subsequent fills and strokes, 0 to 1.
    fn fade(&mut self, share: f32);
}

/// The pattern of a stroke and the shape of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    Solid,
    /// Unbroken, and cut off at its ends.
    Flat,
    Dashed,
    Dotted,
}

impl Dash {
    /// The lengths of dashes and gaps in a broken stroke of a width; round ends lengthen the
    /// dashes by that width and shorten the gaps by as much.
    pub fn pattern(self, width: f32) -> [f32; 2] {
        match self {
            Self::Solid | Self::Flat => [0.0, 0.0],
            Self::Dashed => [1.4 * width, 2.4 * width],
            Self::Dotted => [0.05 * width, 2.6 * width],
        }
    }
}

/// The font weight of ordinary text in pictures.
pub(in crate::scene) const REGULAR: u16 = 600;
/// That of secondary text.
pub(in crate::scene) const LIGHT: u16 = 500;

/// The scale of a drawing on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    pub pitch: f32,
    /// Width of lines relative to the light theme.
    pub weight: f32,
    /// Size of texts relative to the light theme.
    pub text: f32,
}

//! The interface through which shapes are drawn, implemented by a canvas, an SVG file and tests.

use super::palette::Ink;
use engine::topology::Point;

/// Draws paths; lengths are in grid units.
pub trait Pen {
    /// Begins a new path.
    fn begin(&mut self);
    /// Moves to a point without drawing.
    fn move_to(&mut self, at: Point);
    /// Adds a straight line.
    fn line_to(&mut self, at: Point);
    /// Adds a cubic Bézier curve with two control points.
    fn curve_to(&mut self, first: Point, second: Point, end: Point);
    /// Adds a circle.
    fn circle(&mut self, center: Point, radius: f32);
    /// Closes the path with a straight line to its start.
    fn close(&mut self);
    /// Fills the path and keeps it.
    fn fill(&mut self, ink: Ink);
    /// Strokes the path and keeps it.
    fn stroke(&mut self, ink: Ink, width: f32, dashed: bool);
    /// Draws text centered at a point.
    fn text(&mut self, at: Point, size: f32, text: &str, ink: Ink);
    /// Sets the opacity of subsequent fills and strokes, 0 to 1.
    fn fade(&mut self, share: f32);
}

/// The scale of a drawing on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Pixels per grid unit.
    pub pitch: f32,
    /// Width of lines relative to the light theme.
    pub weight: f32,
}

//! What shapes are drawn with: outlines that a canvas, a file or a test can take.

use super::palette::Ink;
use crate::topology::Point;

/// Something that draws outlines; lengths are in grid units.
pub trait Pen {
    /// Begins an outline.
    fn begin(&mut self);
    /// Goes somewhere without drawing.
    fn move_to(&mut self, at: Point);
    /// A straight line.
    fn line_to(&mut self, at: Point);
    /// A cubic Bézier curve with two control points.
    fn curve_to(&mut self, first: Point, second: Point, end: Point);
    /// A whole circle.
    fn circle(&mut self, center: Point, radius: f32);
    /// Back to where the line began.
    fn close(&mut self);
    /// Fills the outline; it stays as it is.
    fn fill(&mut self, ink: Ink);
    /// Draws the outline; it stays as it is.
    fn stroke(&mut self, ink: Ink, width: f32, dashed: bool);
    /// Writes, centered.
    fn text(&mut self, at: Point, size: f32, text: &str, ink: Ink);
    /// How much of the color there is from now on, 0 to 1.
    fn fade(&mut self, share: f32);
}

/// How large things are on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Pixels per grid unit.
    pub pitch: f32,
    /// How much thicker lines are than on a desk.
    pub weight: f32,
}

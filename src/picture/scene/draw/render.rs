//! Rendering of a list of shapes, in order, as paths for any pen.
//!
//! Consecutive shapes of the same appearance share one path, since rendering time depends on the
//! number of strokes and fills, not of lines.

use super::brush::Brush;
use super::palette::Ink;
use super::pen::{Pen, Scale};
use super::shape::{FlitPart, Glyph, Shape, Stroke, Texture};

pub fn draw(shapes: &[Shape], scale: Scale, pen: &mut dyn Pen) {
    let mut brush = Brush {
        pixel: 1.0 / scale.pitch,
        scale,
        pen,
    };
    for alike in shapes.chunk_by(can_share) {
        brush.draw(alike);
    }
}

/// The appearance of a shape; shapes of other kinds are drawn alone.
#[derive(PartialEq)]
enum Look {
    Line(f32, Ink, Stroke),
    Arrow(f32, Ink, Stroke),
    Mark(Glyph, Ink, Ink, f32),
    /// Whether it is blocked, and whether it is a header, whose rim differs from that of other flits.
    Flit(Ink, bool, bool),
    Cell(Ink),
    Bar(Ink, Texture),
    Slot,
    Area,
}

impl Look {
    fn of(shape: &Shape) -> Option<Self> {
        Some(match *shape {
            Shape::Line {
                width, ink, stroke, ..
            } => Self::Line(width, ink, stroke),
            Shape::Arrow {
                width, ink, stroke, ..
            } => Self::Arrow(width, ink, stroke),
            Shape::Mark {
                glyph,
                fill,
                edge,
                radius,
                ..
            } => Self::Mark(glyph, fill, edge, radius),
            Shape::Flit {
                ink, blocked, part, ..
            } => Self::Flit(ink, blocked, part == FlitPart::Header),
            Shape::Cell { ink, .. } => Self::Cell(ink),
            Shape::Bar { ink, texture, .. } => Self::Bar(ink, texture),
            Shape::Slot { .. } => Self::Slot,
            Shape::Area { .. } => Self::Area,
            _ => return None,
        })
    }
}

/// Whether two shapes can share one path.
fn can_share(a: &Shape, b: &Shape) -> bool {
    Look::of(a).is_some_and(|look| Look::of(b) == Some(look))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::draw::{Anchor, Curve, Dash};
    use engine::topology::Point;

    #[test]
    fn consecutive_shapes_of_the_same_appearance_share_one_stroke() {
        #[derive(Default)]
        struct Counter(Vec<&'static str>);
        impl Pen for Counter {
            fn begin(&mut self) {}
            fn move_to(&mut self, _: Point) {}
            fn line_to(&mut self, _: Point) {}
            fn curve_to(&mut self, _: Point, _: Point, _: Point) {}
            fn circle(&mut self, _: Point, _: f32) {}
            fn close(&mut self) {}
            fn fill(&mut self, _: Ink) {
                self.0.push("fill");
            }
            fn stroke(&mut self, _: Ink, _: f32, _: Dash) {
                self.0.push("stroke");
            }
            fn text(&mut self, _: Point, _: f32, _: &str, _: Ink, _: (u16, Anchor)) {}
            fn fade(&mut self, _: f32) {}
        }
        let line = |x: f32, ink| Shape::Line {
            curve: Curve::new(Point::new(x, 0.0), Point::new(x + 1.0, 0.0), 0.0, [0.2; 2]),
            width: 0.03,
            ink,
            stroke: Stroke::Solid,
        };
        let shapes = [
            line(0.0, Ink::Link),
            line(1.0, Ink::Link),
            line(2.0, Ink::FarLink),
        ];
        let mut pen = Counter::default();
        let scale = Scale {
            pitch: 50.0,
            weight: 1.0,
            text: 1.0,
        };
        draw(&shapes, scale, &mut pen);
        assert_eq!(pen.0, ["stroke", "stroke"]);
    }
}

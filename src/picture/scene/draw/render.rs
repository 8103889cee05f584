//! Rendering of a list of shapes, in order, as paths for any pen.
//!
//! Consecutive shapes of the same appearance share one path, since rendering time depends on the
//! number of strokes and fills, not of lines.

use super::brush::Brush;
use super::pen::{Pen, Scale};
use super::shape::{FlitPart, Shape};

pub fn draw(shapes: &[Shape], scale: Scale, pen: &mut dyn Pen) {
    let mut brush = Brush {
        pixel: 1.0 / scale.pitch,
        scale,
        pen,
    };
    for alike in shapes.chunk_by(looks_like) {
        brush.draw(alike);
    }
}

/// Whether two shapes can share one path.
fn looks_like(a: &Shape, b: &Shape) -> bool {
    use Shape::{Area, Arrow, Cell, Flit, Line, Mark, Slot};
    match (a, b) {
        (
            &Line {
                width, ink, stroke, ..
            },
            &Line {
                width: w,
                ink: i,
                stroke: s,
                ..
            },
        )
        | (
            &Arrow {
                width, ink, stroke, ..
            },
            &Arrow {
                width: w,
                ink: i,
                stroke: s,
                ..
            },
        ) => (width, ink, stroke) == (w, i, s),
        (
            &Mark {
                glyph,
                fill,
                edge,
                radius,
                ..
            },
            &Mark {
                glyph: g,
                fill: f,
                edge: e,
                radius: r,
                ..
            },
        ) => (glyph, fill, edge, radius) == (g, f, e, r),
        (
            &Flit {
                ink, blocked, part, ..
            },
            &Flit {
                ink: i,
                blocked: b,
                part: p,
                ..
            },
        ) => {
            // The rim of headers differs from that of other flits.
            let is_header = |part| part == FlitPart::Header;
            (ink, blocked, is_header(part)) == (i, b, is_header(p))
        }
        (&Cell { ink, .. }, &Cell { ink: i, .. }) => ink == i,
        (Slot { .. }, Slot { .. }) | (Area { .. }, Area { .. }) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::draw::{Curve, Dash, Ink, Stroke};
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
            fn text(&mut self, _: Point, _: f32, _: &str, _: Ink, _: u16) {}
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

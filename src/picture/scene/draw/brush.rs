//! The appearance of each shape, as outlines for a pen.

use super::curve::Curve;
use super::hatch::stripes;
use super::palette::Ink;
use super::pen::{Pen, Scale};
use super::shape::{FlitPart, Glyph, Shape, Stroke};
use engine::topology::Point;

/// Shapes smaller than this \[pixels\] have no outline.
const OUTLINED_FROM: f32 = 4.0;
/// Size from which shapes have stripes and pause bars \[pixels\].
const MARKED_FROM: f32 = 7.0;
/// Size from which headers show a number \[pixels\].
pub(in crate::scene) const NUMBERED_FROM: f32 = 15.0;
/// Text smaller than this \[pixels\] is left out.
const READABLE_FROM: f32 = 7.5;
/// Width of an outline \[pixels\].
const OUTLINE: f32 = 1.25;

/// Draws runs of shapes of the same appearance with a pen.
pub(super) struct Brush<'a> {
    pub(in crate::scene) pen: &'a mut dyn Pen,
    pub(in crate::scene) scale: Scale,
    /// Size of a pixel [grid units].
    pub(in crate::scene) pixel: f32,
}

impl Brush<'_> {
    /// Draws shapes that all have the appearance of the first.
    pub(in crate::scene) fn draw(&mut self, alike: &[Shape]) {
        match &alike[0] {
            Shape::Line {
                width, ink, stroke, ..
            } => self.lines(alike, *width, *ink, *stroke),
            Shape::Arrow {
                width, ink, stroke, ..
            } => self.arrows(alike, *width, *ink, *stroke),
            Shape::Mark {
                radius,
                glyph,
                fill,
                edge,
                ..
            } => {
                self.marks(alike, *radius, *glyph, [*fill, *edge]);
            }
            Shape::Slot { size, .. } => self.slots(alike, *size),
            Shape::Flit {
                size, ink, blocked, ..
            } => self.flits(alike, *size, *ink, *blocked),
            Shape::Cell { ink, .. } => self.cells(alike, *ink),
            Shape::Label {
                at,
                size,
                text,
                ink,
            } => self.label(*at, *size, text, *ink),
            Shape::Badge {
                at,
                size,
                text,
                fill,
            } => self.badge(*at, *size, text, *fill),
            Shape::Hull { corners, ink } => self.hull(corners, *ink),
        }
    }

    /// Converts a size from grid units to \[pixels\].
    fn pixels(&self, size: f32) -> f32 {
        size * self.scale.pitch
    }

    /// The width of a line, raised to the least visible one.
    fn width(&self, width: f32) -> f32 {
        (width * self.scale.weight).max(0.75 * self.pixel)
    }

    fn outline(&mut self, ink: Ink) {
        let width = OUTLINE * self.scale.weight * self.pixel;
        self.pen.stroke(ink, width, false);
    }

    fn curve(&mut self, curve: &Curve) {
        let [a, b, c, d] = curve.points;
        self.pen.move_to(a);
        self.pen.curve_to(b, c, d);
    }

    fn polygon(&mut self, corners: impl IntoIterator<Item = Point>) {
        for (index, corner) in corners.into_iter().enumerate() {
            if index == 0 {
                self.pen.move_to(corner);
            } else {
                self.pen.line_to(corner);
            }
        }
        self.pen.close();
    }

    fn lines(&mut self, lines: &[Shape], width: f32, ink: Ink, stroke: Stroke) {
        let width = self.width(width);
        self.pen.begin();
        for line in lines {
            if let Shape::Line { curve, .. } = line {
                self.curve(curve);
            }
        }
        if matches!(ink, Ink::Message(_)) && self.pixels(width) >= 1.5 {
            // Yellow on white needs an edge to be seen.
            self.pen
                .stroke(Ink::Outline, width + 1.2 * self.pixel, false);
        }
        self.pen.stroke(ink, width, stroke == Stroke::Dashed);
        if stroke == Stroke::Double && self.pixels(width) >= 2.0 {
            self.pen.stroke(Ink::Paper, width * 0.4, false);
        }
    }

    fn arrows(&mut self, arrows: &[Shape], width: f32, ink: Ink, stroke: Stroke) {
        let width = self.width(width);
        let head = (3.2 * width).max(6.0 * self.pixel);
        let curves = || {
            arrows.iter().filter_map(|arrow| match arrow {
                Shape::Arrow { curve, .. } => Some(curve),
                _ => None,
            })
        };
        self.pen.begin();
        for curve in curves() {
            self.curve(curve);
        }
        self.pen.stroke(ink, width, stroke == Stroke::Dashed);
        self.pen.begin();
        for curve in curves() {
            let (tip, heading) = curve.at(1.0);
            let corner = |along, aside| turned(tip, heading, along * head, aside * head);
            self.polygon([corner(0.3, 0.0), corner(-0.9, -0.55), corner(-0.9, 0.55)]);
        }
        self.pen.fill(ink);
    }

    fn marks(&mut self, marks: &[Shape], radius: f32, glyph: Glyph, [fill, edge]: [Ink; 2]) {
        self.pen.begin();
        for mark in marks {
            let &Shape::Mark { at, .. } = mark else {
                continue;
            };
            let corner = |x: f32, y: f32| Point::new(at.x + x * radius, at.y + y * radius);
            match glyph {
                Glyph::Disc => self.pen.circle(at, radius),
                Glyph::Square => self.polygon([
                    corner(-0.9, -0.9),
                    corner(0.9, -0.9),
                    corner(0.9, 0.9),
                    corner(-0.9, 0.9),
                ]),
                Glyph::Diamond => self.polygon([
                    corner(0.0, -1.2),
                    corner(1.2, 0.0),
                    corner(0.0, 1.2),
                    corner(-1.2, 0.0),
                ]),
                Glyph::Up => self.polygon([corner(0.0, -1.0), corner(1.0, 0.8), corner(-1.0, 0.8)]),
                Glyph::Down => {
                    self.polygon([corner(0.0, 1.0), corner(-1.0, -0.8), corner(1.0, -0.8)]);
                }
                Glyph::Onward => {
                    for left in [-1.0, 0.0] {
                        let tip = corner(left + 1.0, 0.0);
                        self.polygon([corner(left, -0.9), tip, corner(left, 0.9)]);
                    }
                }
                Glyph::Cross => {
                    for side in [-1.0, 1.0] {
                        self.pen.move_to(corner(-1.0, -side));
                        self.pen.line_to(corner(1.0, side));
                    }
                }
                Glyph::Tick => {
                    self.pen.move_to(corner(-0.9, 0.1));
                    self.pen.line_to(corner(-0.2, 0.8));
                    self.pen.line_to(corner(1.0, -0.8));
                }
            }
        }
        if matches!(glyph, Glyph::Cross | Glyph::Tick) {
            let width = self.width(radius * 0.4);
            self.pen.stroke(edge, width, false);
            return;
        }
        self.pen.fill(fill);
        if self.pixels(radius) >= OUTLINED_FROM {
            let pixels = if edge == Ink::Chosen { 3.0 } else { OUTLINE };
            let width = pixels * self.scale.weight * self.pixel;
            self.pen.stroke(edge, width, false);
        }
    }

    fn slots(&mut self, slots: &[Shape], size: f32) {
        if self.pixels(size) < OUTLINED_FROM {
            return;
        }
        self.pen.begin();
        for slot in slots {
            if let &Shape::Slot { at, heading, size } = slot {
                let half = 0.42 * size;
                self.polygon(SQUARE.map(|(x, y)| turned(at, heading, x * half, y * half)));
            }
        }
        self.pen.fill(Ink::Paper);
        self.pen
            .stroke(Ink::Link, 0.8 * self.scale.weight * self.pixel, false);
    }

    fn flits(&mut self, flits: &[Shape], size: f32, ink: Ink, blocked: bool) {
        self.pen.begin();
        for flit in flits {
            self.flit(flit);
        }
        self.pen.fill(ink);
        let pixels = self.pixels(size);
        if blocked && pixels >= MARKED_FROM {
            self.stripes_of_flits(flits);
            // A pen has one current path: the stripes have replaced the flits' outlines.
            self.pen.begin();
            for flit in flits {
                self.flit(flit);
            }
        }
        if pixels >= OUTLINED_FROM {
            let ink = if blocked { Ink::Blocked } else { Ink::Outline };
            // Wide enough to be seen, narrow enough to leave the message's color.
            let widest = if blocked { 3.0 } else { OUTLINE };
            let width = (0.14 * pixels).clamp(OUTLINE, widest);
            self.pen
                .stroke(ink, width * self.scale.weight.min(1.3) * self.pixel, false);
        }
        if blocked && pixels >= MARKED_FROM {
            self.pause_bars(flits);
        }
    }

    /// Draws 45° stripes across flits of a blocked worm, except on headers that show a number.
    fn stripes_of_flits(&mut self, flits: &[Shape]) {
        self.pen.begin();
        let is_unnumbered = |flit: &&Shape| match flit {
            Shape::Flit { part, size, .. } => {
                *part != FlitPart::Header || self.scale.pitch * size < NUMBERED_FROM
            }
            _ => false,
        };
        let unnumbered: Vec<_> = flits.iter().filter(is_unnumbered).collect();
        for flit in unnumbered {
            if let &Shape::Flit {
                at, size, heading, ..
            } = flit
            {
                let half = 0.44 * size;
                let square = SQUARE.map(|(x, y)| turned(at, heading, x * half, y * half));
                for [from, to] in stripes(&square, size * 0.42) {
                    self.pen.move_to(from);
                    self.pen.line_to(to);
                }
            }
        }
        self.pen
            .stroke(Ink::Outline, 0.09 * size_of_first(flits), false);
    }

    /// Draws two bars in front of the tip of each blocked header.
    fn pause_bars(&mut self, flits: &[Shape]) {
        self.pen.begin();
        for flit in flits {
            let &Shape::Flit {
                at,
                heading,
                size,
                part: FlitPart::Header,
                ..
            } = flit
            else {
                continue;
            };
            for along in [1.02, 1.32] {
                for (index, aside) in [-0.5, 0.5].into_iter().enumerate() {
                    let end = turned(at, heading, along * size, aside * size);
                    if index == 0 {
                        self.pen.move_to(end);
                    } else {
                        self.pen.line_to(end);
                    }
                }
            }
        }
        let width = 0.15 * size_of_first(flits);
        self.pen.stroke(Ink::Blocked, width, false);
    }

    /// Outlines a flit: a header is a pentagon that points ahead, a body flit a square, a tail a
    /// square with a bar across its end.
    fn flit(&mut self, flit: &Shape) {
        const HEADER: &[(f32, f32)] = &[
            (-1.0, -1.0),
            (0.5, -1.0),
            (1.7, 0.0),
            (0.5, 1.0),
            (-1.0, 1.0),
        ];
        const BODY: &[(f32, f32)] = &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)];
        const TAIL: &[(f32, f32)] = &[
            (0.88, -0.88),
            (0.88, 0.88),
            (-0.45, 0.88),
            (-0.45, 1.4),
            (-1.05, 1.4),
            (-1.05, -1.4),
            (-0.45, -1.4),
            (-0.45, -0.88),
        ];
        let &Shape::Flit {
            at,
            heading,
            size,
            part,
            ..
        } = flit
        else {
            return;
        };
        let half = size / 2.0;
        let corners = match part {
            FlitPart::Header => HEADER,
            FlitPart::Body => BODY,
            FlitPart::Tail => TAIL,
        };
        let corners = corners.iter();
        self.polygon(corners.map(|(x, y)| turned(at, heading, x * half, y * half)));
    }

    fn cells(&mut self, cells: &[Shape], ink: Ink) {
        /// Cells per outline: the time a canvas takes for an outline grows faster than its number
        /// of corners.
        const AT_ONCE: usize = 128;
        for some in cells.chunks(AT_ONCE) {
            self.pen.begin();
            for cell in some {
                let &Shape::Cell {
                    at, width, height, ..
                } = cell
                else {
                    continue;
                };
                let (right, bottom) = (at.x + width, at.y + height);
                self.polygon([
                    at,
                    Point::new(right, at.y),
                    Point::new(right, bottom),
                    Point::new(at.x, bottom),
                ]);
            }
            self.pen.fill(ink);
        }
    }

    fn label(&mut self, at: Point, size: f32, text: &str, ink: Ink) {
        if self.pixels(size) >= READABLE_FROM {
            self.pen.text(at, size, text, ink);
        }
    }

    fn badge(&mut self, at: Point, size: f32, text: &str, fill: Ink) {
        if self.pixels(size) < READABLE_FROM {
            return;
        }
        // Approximates the width of characters in a sans-serif typeface.
        let half = size * (0.32 * text.chars().count() as f32 + 0.25).max(0.6);
        let up = 0.68 * size;
        let corner = |x: f32, y: f32| Point::new(at.x + x * half, at.y + y * up);
        self.pen.begin();
        self.polygon([
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ]);
        self.pen.fill(fill);
        let (edge, ink) = match fill {
            Ink::Message(hue) => (Ink::Outline, Ink::OnHue(hue)),
            _ => (Ink::Paper, Ink::Paper),
        };
        self.outline(edge);
        self.pen.text(at, size, text, ink);
    }

    fn hull(&mut self, corners: &[Point], ink: Ink) {
        self.pen.begin();
        self.polygon(corners.iter().copied());
        self.pen.fade(0.16);
        self.pen.fill(ink);
        self.pen.fade(1.0);
        let width = 1.5 * self.scale.weight * self.pixel;
        self.pen.stroke(ink, width, true);
        self.pen.begin();
        for [from, to] in stripes(corners, 10.0 * self.pixel) {
            self.pen.move_to(from);
            self.pen.line_to(to);
        }
        self.pen.fade(0.45);
        self.pen.stroke(ink, 0.8 * self.pixel, false);
        self.pen.fade(1.0);
    }
}

const SQUARE: [(f32, f32); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

fn size_of_first(flits: &[Shape]) -> f32 {
    match flits.first() {
        Some(Shape::Flit { size, .. }) => *size,
        _ => 0.0,
    }
}

/// The point `along` ahead of `at` and `aside` to its right, facing `heading`.
fn turned(at: Point, heading: Point, along: f32, aside: f32) -> Point {
    Point::new(
        at.x + heading.x * along - heading.y * aside,
        at.y + heading.y * along + heading.x * aside,
    )
}

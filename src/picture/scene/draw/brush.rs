//! The appearance of each shape, as outlines for a pen.

use super::curve::{Curve, length};
use super::hatch::stripes;
use super::palette::Ink;
use super::pen::{Dash, LIGHT, Pen, REGULAR, Scale};
use super::shape::{Anchor, FlitPart, Glyph, Shape, Stroke, Texture, Weight};
use engine::topology::Point;

/// Shapes smaller than this \[pixels\] have no outline.
const OUTLINED_FROM: f32 = 4.0;
/// Width of a lane from which its headers show a name \[pixels\].
pub(in crate::scene) const NUMBERED_FROM: f32 = 13.0;
/// Text smaller than this \[pixels\] is left out.
const READABLE_FROM: f32 = 7.5;
/// Width of an outline \[pixels\].
const OUTLINE: f32 = 1.0;

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
            Shape::Slot { size, .. } => self.slots(alike, size[1]),
            Shape::Flit {
                size,
                ink,
                part,
                blocked,
                ..
            } => {
                let rim = match (part, blocked) {
                    (_, true) => Ink::Blocked,
                    (FlitPart::Header, false) => Ink::Text,
                    _ => Ink::Outline,
                };
                self.flits(alike, size[1], *ink, rim);
            }
            Shape::Cell { ink, .. } => self.cells(alike, *ink),
            Shape::Bar { ink, texture, .. } => self.bars(alike, *ink, *texture),
            Shape::Caption {
                at,
                size,
                text,
                ink,
                anchor,
            } => self.pen.text(*at, *size, text, *ink, (LIGHT, *anchor)),
            Shape::Label {
                at,
                size,
                text,
                ink,
                weight,
            } => self.label(*at, *size, text, (*ink, *weight)),
            Shape::Badge {
                at,
                size,
                text,
                fill,
            } => self.badge(*at, *size, text, *fill),
            Shape::Hull { corners, ink } => self.hull(corners, *ink),
            Shape::Area { .. } => self.areas(alike),
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
        self.pen.stroke(ink, width, Dash::Solid);
    }

    fn curve(&mut self, curve: &Curve) {
        let [a, b, c, d] = curve.points;
        self.pen.move_to(a);
        if curve.is_split() {
            self.pen.line_to(b);
            self.pen.move_to(c);
            self.pen.line_to(d);
        } else if curve.is_straight() {
            self.pen.line_to(d);
        } else {
            self.pen.curve_to(b, c, d);
        }
    }

    /// A convex polygon with rounded corners.
    fn rounded(&mut self, corners: &[Point], radius: f32) {
        /// For the control points of the closest cubic approximation of a quarter circle.
        const NEAR: f32 = 0.448;
        let count = corners.len();
        for (index, &corner) in corners.iter().enumerate() {
            let before = corners[(index + count - 1) % count];
            let after = corners[(index + 1) % count];
            let towards = |end: Point, by: f32| {
                let (dx, dy) = (end.x - corner.x, end.y - corner.y);
                let share = by / length(dx, dy).max(f32::EPSILON);
                Point::new(corner.x + dx * share, corner.y + dy * share)
            };
            if index == 0 {
                self.pen.move_to(towards(before, radius));
            } else {
                self.pen.line_to(towards(before, radius));
            }
            self.pen.curve_to(
                towards(before, NEAR * radius),
                towards(after, NEAR * radius),
                towards(after, radius),
            );
        }
        self.pen.close();
    }

    fn areas(&mut self, areas: &[Shape]) {
        self.pen.begin();
        for area in areas {
            if let Shape::Area { corners, round } = area {
                self.rounded(corners, *round);
            }
        }
        self.pen.fill(Ink::Hull);
        self.outline(Ink::HullEdge);
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
        let width = match stroke {
            Stroke::Flat | Stroke::Wide => width.max(0.75 * self.pixel),
            _ => self.width(width),
        };
        self.pen.begin();
        for line in lines {
            if let Shape::Line { curve, .. } = line {
                self.curve(curve);
            }
        }
        if matches!(ink, Ink::Message(_)) && stroke != Stroke::Dotted && self.pixels(width) >= 1.5 {
            // Yellow on white needs an edge to be seen.
            let edge = width + 1.2 * self.pixel;
            self.pen.stroke(Ink::Outline, edge, Dash::Solid);
        }
        let dash = dash(stroke);
        self.pen.stroke(ink, width, dash);
        if stroke == Stroke::Double && self.pixels(width) >= 2.0 {
            self.pen.stroke(Ink::Paper, width * 0.4, Dash::Flat);
        }
    }

    fn arrows(&mut self, arrows: &[Shape], width: f32, ink: Ink, stroke: Stroke) {
        let width = self.width(width);
        let head = (3.2 * width).max(7.0 * self.pixel);
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
        // Dashes over flits are seen on a paler ground.
        let is_over_flits = ink == Ink::Blocked && stroke == Stroke::Dashed;
        if is_over_flits {
            let ground = width + 2.4 * self.pixel;
            self.pen.stroke(Ink::Paper, ground, Dash::Flat);
        }
        self.pen.stroke(ink, width, dash(stroke));
        self.pen.begin();
        for curve in curves() {
            let (tip, heading) = curve.at(1.0);
            let corner = |along, aside| turned(tip, heading, along * head, aside * head);
            // Longer than wide, so that a slanted one has a direction, too.
            self.polygon([corner(0.3, 0.0), corner(-1.2, -0.52), corner(-1.2, 0.52)]);
        }
        if is_over_flits {
            self.pen.stroke(Ink::Paper, 2.0 * self.pixel, Dash::Solid);
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
                Glyph::Disc | Glyph::Ring | Glyph::Loop => self.pen.circle(at, radius),
                Glyph::Square if self.pixels(radius) < OUTLINED_FROM => {
                    self.polygon(SQUARE.map(|(x, y)| corner(x, y)));
                }
                Glyph::Square | Glyph::Frame => {
                    self.rounded(&SQUARE.map(|(x, y)| corner(x, y)), 0.4 * radius);
                }
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
            self.pen.stroke(edge, width, Dash::Solid);
            return;
        }
        if !matches!(glyph, Glyph::Loop | Glyph::Frame) {
            self.pen.fill(fill);
        }
        if glyph == Glyph::Ring {
            let width = (0.5 * radius).max(2.0 * self.pixel);
            self.pen.stroke(edge, width, Dash::Solid);
        } else if self.pixels(radius) >= OUTLINED_FROM {
            let pixels = if edge == Ink::Chosen { 3.0 } else { OUTLINE };
            let width = pixels * self.scale.weight * self.pixel;
            self.pen.stroke(edge, width, Dash::Solid);
        }
    }

    fn slots(&mut self, slots: &[Shape], width: f32) {
        if self.pixels(width) < OUTLINED_FROM {
            return;
        }
        self.pen.begin();
        for slot in slots {
            if let &Shape::Slot { at, heading, size } = slot {
                let [long, wide] = size.map(|size| size / 2.0);
                self.polygon(SQUARE.map(|(x, y)| turned(at, heading, x * long, y * wide)));
            }
        }
        let width = 0.8 * self.scale.weight * self.pixel;
        self.pen.stroke(Ink::HullEdge, width, Dash::Solid);
    }

    fn flits(&mut self, flits: &[Shape], width: f32, ink: Ink, rim: Ink) {
        self.pen.begin();
        for flit in flits {
            self.flit(flit);
        }
        self.pen.fill(ink);
        if self.pixels(width) < OUTLINED_FROM && rim == Ink::Outline {
            return;
        }
        let pixels = match rim {
            Ink::Blocked => (0.12 * self.pixels(width)).clamp(1.4, 2.4),
            Ink::Text => (0.09 * self.pixels(width)).clamp(1.0, 1.6),
            _ => OUTLINE,
        };
        let width = pixels * self.scale.weight.min(1.4) * self.pixel;
        self.pen.stroke(rim, width, Dash::Solid);
    }

    /// Outlines a flit: a header has a point ahead and is a little wider than its lane, other flits
    /// have rounded corners.
    fn flit(&mut self, flit: &Shape) {
        /// The bend from which a flit follows its lane \[radians\].
        const BENT: f32 = 0.05;
        let &Shape::Flit {
            at,
            heading,
            size,
            bend,
            part,
            ..
        } = flit
        else {
            return;
        };
        let [long, wide] = size.map(|size| size / 2.0);
        let bend = if bend.abs() < BENT { 0.0 } else { bend };
        let on_lane = |along: f32, aside: f32| {
            if bend == 0.0 {
                return turned(at, heading, along, aside);
            }
            // On the arc through the middle of the flit.
            let radius = 2.0 * long / bend;
            let (sin, cos) = (libm::sinf(along / radius), libm::cosf(along / radius));
            let ahead = turned(at, heading, radius * sin, radius * (1.0 - cos));
            let (x, y) = (
                heading.x * cos - heading.y * sin,
                heading.y * cos + heading.x * sin,
            );
            turned(ahead, Point::new(x, y), 0.0, aside)
        };
        let steps: u8 = if bend == 0.0 { 1 } else { 5 };
        if part == FlitPart::Header {
            let wide = wide + self.pixel.min(0.25 * wide);
            let tip = (1.1 * wide).min(1.2 * long);
            let shoulder = long - 0.6 * tip;
            let along = |step: u8| -long + (shoulder + long) * f32::from(step) / f32::from(steps);
            let left = (0..=steps).map(|step| on_lane(along(step), -wide));
            let right = (0..=steps).rev().map(|step| on_lane(along(step), wide));
            let tip = on_lane(long + 0.4 * tip, 0.0);
            self.polygon(left.chain([tip]).chain(right));
            return;
        }
        let round = (2.0 * wide / 3.0).min(0.9 * long);
        if self.pixels(round) < 1.0 {
            self.polygon(SQUARE.map(|(x, y)| on_lane(x * long, y * wide)));
            return;
        }
        // From the left rear corner around the flit.
        let round = round.min(wide);
        let inner = long - round;
        let along = |step: u8| -inner + 2.0 * inner * f32::from(step) / f32::from(steps);
        self.pen.move_to(on_lane(-inner, -wide));
        for step in 1..=steps {
            self.pen.line_to(on_lane(along(step), -wide));
        }
        let near = 0.448 * round;
        self.pen.curve_to(
            on_lane(long - near, -wide),
            on_lane(long, -wide + near),
            on_lane(long, -wide + round),
        );
        self.pen.line_to(on_lane(long, wide - round));
        self.pen.curve_to(
            on_lane(long, wide - near),
            on_lane(long - near, wide),
            on_lane(inner, wide),
        );
        for step in (0..steps).rev() {
            self.pen.line_to(on_lane(along(step), wide));
        }
        self.pen.curve_to(
            on_lane(near - long, wide),
            on_lane(-long, wide - near),
            on_lane(-long, wide - round),
        );
        self.pen.line_to(on_lane(-long, round - wide));
        self.pen.curve_to(
            on_lane(-long, near - wide),
            on_lane(near - long, -wide),
            on_lane(-inner, -wide),
        );
        self.pen.close();
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
                self.polygon(rectangle(at, [width, height]));
            }
            self.pen.fill(ink);
        }
    }

    fn bars(&mut self, bars: &[Shape], ink: Ink, texture: Texture) {
        let rectangles = || {
            bars.iter().filter_map(|bar| match *bar {
                Shape::Bar { at, size, .. } => Some(rectangle(at, size)),
                _ => None,
            })
        };
        // Lines that fall are those that rise in a mirror.
        let side = match texture {
            Texture::Rising => Some(1.0),
            Texture::Falling => Some(-1.0),
            Texture::Plain | Texture::Empty => None,
        };
        if let Some(side) = side {
            let mirrored = |at: Point| Point::new(at.x, side * at.y);
            self.pen.begin();
            for corners in rectangles() {
                for ends in stripes(&corners.map(mirrored), 5.0 * self.pixel) {
                    let [from, to] = ends.map(mirrored);
                    self.pen.move_to(from);
                    self.pen.line_to(to);
                }
            }
            self.pen.stroke(ink, 2.0 * self.pixel, Dash::Flat);
        }
        self.pen.begin();
        for corners in rectangles() {
            self.polygon(corners);
        }
        match texture {
            Texture::Plain => {
                self.pen.fill(ink);
                self.outline(Ink::Outline);
            }
            Texture::Rising | Texture::Falling => self.outline(ink),
            Texture::Empty => self.pen.stroke(ink, self.pixel, Dash::Dashed),
        }
    }

    fn label(&mut self, at: Point, size: f32, text: &str, (ink, weight): (Ink, Weight)) {
        let weight = match weight {
            Weight::Light => LIGHT,
            Weight::Regular => REGULAR,
            Weight::Strong => 750,
        };
        let size = size * self.scale.text;
        if self.pixels(size) >= READABLE_FROM {
            self.pen.text(at, size, text, ink, (weight, Anchor::Middle));
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
        self.rounded(&SQUARE.map(|(x, y)| corner(x, y)), 0.35 * size);
        self.pen.fill(fill);
        let (edge, ink) = match fill {
            Ink::Message(hue) => (Ink::Outline, Ink::OnHue(hue)),
            _ => (Ink::Paper, Ink::Paper),
        };
        self.outline(edge);
        let look = (REGULAR, Anchor::Middle);
        self.pen.text(at, size, text, ink, look);
    }

    fn hull(&mut self, corners: &[Point], ink: Ink) {
        self.pen.begin();
        self.polygon(corners.iter().copied());
        self.pen.fade(0.16);
        self.pen.fill(ink);
        self.pen.fade(1.0);
        let width = 1.5 * self.scale.weight * self.pixel;
        self.pen.stroke(ink, width, Dash::Dashed);
        self.pen.begin();
        for [from, to] in stripes(corners, 10.0 * self.pixel) {
            self.pen.move_to(from);
            self.pen.line_to(to);
        }
        self.pen.fade(0.45);
        self.pen.stroke(ink, 0.8 * self.pixel, Dash::Solid);
        self.pen.fade(1.0);
    }
}

/// The corners of a rectangle whose upper left one is `at`.
fn rectangle(at: Point, [width, height]: [f32; 2]) -> [Point; 4] {
    let (right, bottom) = (at.x + width, at.y + height);
    [
        at,
        Point::new(right, at.y),
        Point::new(right, bottom),
        Point::new(at.x, bottom),
    ]
}

const SQUARE: [(f32, f32); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

fn dash(stroke: Stroke) -> Dash {
    match stroke {
        Stroke::Solid | Stroke::Wide | Stroke::Double => Dash::Solid,
        Stroke::Flat => Dash::Flat,
        Stroke::Dashed => Dash::Dashed,
        Stroke::Dotted => Dash::Dotted,
    }
}

/// The point `along` ahead of `at` and `aside` to its right, facing `heading`.
fn turned(at: Point, heading: Point, along: f32, aside: f32) -> Point {
    Point::new(
        at.x + heading.x * along - heading.y * aside,
        at.y + heading.y * along + heading.x * aside,
    )
}

//! Shapes → canvas. Shapes of one color are gathered into one path, since what costs time
//! is the number of strokes and fills, not of lines.

use flitscope::scene::{Bounds, FlitPart, HUES, Ink, Shape};
use flitscope::topology::Point;
use web_sys::CanvasRenderingContext2d;

use super::pixels::Size;
use super::theme::Palette;

/// How grid units become pixels: scaled to fit, and centered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Pixels of the page per grid unit.
    pub pitch: f64,
    /// Where the grid's origin is [pixels of the page].
    pub x: f64,
    /// Where the grid's origin is [pixels of the page].
    pub y: f64,
    scale: f64,
}

impl View {
    /// Fits a drawing into an element.
    pub fn fit(bounds: Bounds, size: Size) -> Self {
        const LARGEST: f64 = 150.0;
        // Hints stand above the picture, not on it.
        const HEADROOM: f64 = 40.0;
        let width = f64::from(bounds.max.x - bounds.min.x);
        let height = f64::from(bounds.max.y - bounds.min.y);
        let room = (size.height - HEADROOM).max(1.0);
        let pitch = (size.width / width).min(room / height).min(LARGEST);
        Self {
            pitch,
            x: (size.width - width * pitch) / 2.0 - f64::from(bounds.min.x) * pitch,
            y: HEADROOM + (room - height * pitch) / 2.0 - f64::from(bounds.min.y) * pitch,
            scale: size.scale,
        }
    }

    /// The grid point under a pixel of the element.
    pub fn grid(&self, x: f64, y: f64) -> Point {
        Point::new(
            ((x - self.x) / self.pitch) as f32,
            ((y - self.y) / self.pitch) as f32,
        )
    }

    fn apply(&self, context: &CanvasRenderingContext2d) {
        let k = self.pitch * self.scale;
        // Fails only for numbers that are not finite.
        let _ = context.set_transform(k, 0.0, 0.0, k, self.x * self.scale, self.y * self.scale);
    }
}

/// Below these sizes \[pixels\] of a grid unit, things become too small to tell apart.
const LABELS_FROM: f64 = 40.0;
const OUTLINES_FROM: f64 = 22.0;

/// Clears a canvas and paints shapes on it.
pub fn paint(context: &CanvasRenderingContext2d, view: View, palette: &Palette, shapes: &[Shape]) {
    if let Some(canvas) = context.canvas() {
        let _ = context.reset_transform();
        context.clear_rect(
            0.0,
            0.0,
            f64::from(canvas.width()),
            f64::from(canvas.height()),
        );
    }
    view.apply(context);
    context.set_line_cap("round");
    let painter = Painter {
        context,
        palette,
        pixel: 1.0 / view.pitch,
        pitch: view.pitch,
    };
    painter.lines(shapes);
    painter.discs(shapes);
    painter.flits(shapes);
    if view.pitch >= LABELS_FROM {
        painter.labels(shapes);
    }
}

/// Fonts below a pixel are refused, so letters are set this large \[pixels\] and scaled down.
const LARGE: f32 = 40.0;

struct Painter<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    /// A pixel of the page [grid units].
    pixel: f64,
    pitch: f64,
}

impl Painter<'_> {
    fn lines(&self, shapes: &[Shape]) {
        let mut current = None;
        for shape in shapes {
            let &Shape::Line { curve, width, ink } = shape else {
                continue;
            };
            if current != Some((ink, width)) {
                self.stroke_lines(current);
                self.context.begin_path();
                current = Some((ink, width));
            }
            let [a, b, c, d] = curve.points.map(|p| (f64::from(p.x), f64::from(p.y)));
            self.context.move_to(a.0, a.1);
            self.context.bezier_curve_to(b.0, b.1, c.0, c.1, d.0, d.1);
        }
        self.stroke_lines(current);
    }

    fn stroke_lines(&self, style: Option<(Ink, f32)>) {
        let Some((ink, width)) = style else { return };
        let width = f64::from(width).max(0.75 * self.pixel);
        if matches!(ink, Ink::Message(_)) && self.pitch >= OUTLINES_FROM {
            // Yellow on white needs an edge to be seen.
            self.context.set_stroke_style_str(&self.palette.text);
            self.context.set_line_width(width + 1.2 * self.pixel);
            self.context.stroke();
        }
        self.context.set_stroke_style_str(self.palette.color(ink));
        self.context.set_line_width(width);
        self.context.stroke();
    }

    fn discs(&self, shapes: &[Shape]) {
        for shape in shapes {
            let &Shape::Disc {
                at,
                radius,
                fill,
                edge,
            } = shape
            else {
                continue;
            };
            self.context.begin_path();
            let turn = std::f64::consts::TAU;
            // Fails only for a negative radius.
            let _ = self
                .context
                .arc(at.x.into(), at.y.into(), radius.into(), 0.0, turn);
            self.context.set_fill_style_str(self.palette.color(fill));
            self.context.fill();
            if self.pitch >= OUTLINES_FROM {
                let width = if edge == Ink::Chosen { 3.0 } else { 1.25 };
                self.context.set_line_width(width * self.pixel);
                self.context.set_stroke_style_str(self.palette.color(edge));
                self.context.stroke();
            }
        }
    }

    /// Flits by color, those of blocked worms after the others.
    fn flits(&self, shapes: &[Shape]) {
        for waits in [false, true] {
            for hue in 0..HUES {
                self.context.begin_path();
                let mut any = false;
                for shape in shapes {
                    if let Shape::Flit { ink, blocked, .. } = shape
                        && *ink == Ink::Message(hue)
                        && *blocked == waits
                    {
                        any = true;
                        self.trace_flit(shape);
                    }
                }
                if !any {
                    continue;
                }
                self.context
                    .set_fill_style_str(self.palette.color(Ink::Message(hue)));
                self.context.fill();
                if self.pitch >= OUTLINES_FROM {
                    let ink = if waits { Ink::Blocked } else { Ink::Text };
                    // Wide enough to be seen, narrow enough to leave the message's color.
                    let widest = if waits { 2.5 } else { 1.25 };
                    let width = (0.02 * self.pitch).clamp(1.25, widest);
                    self.context.set_stroke_style_str(self.palette.color(ink));
                    self.context.set_line_width(width * self.pixel);
                    self.context.stroke();
                }
            }
        }
    }

    /// A header is a pentagon that points ahead, a body flit a square, a tail a square with
    /// a bar across its end.
    fn trace_flit(&self, shape: &Shape) {
        let &Shape::Flit {
            at,
            heading,
            size,
            part,
            ..
        } = shape
        else {
            return;
        };
        let half = f64::from(size) / 2.0;
        let corner = |along: f64, aside: f64| {
            let (along, aside) = (along * half, aside * half);
            let (hx, hy) = (f64::from(heading.x), f64::from(heading.y));
            (
                f64::from(at.x) + hx * along - hy * aside,
                f64::from(at.y) + hy * along + hx * aside,
            )
        };
        let outline: &[(f64, f64)] = match part {
            FlitPart::Header => &[
                (-1.0, -1.0),
                (0.5, -1.0),
                (1.9, 0.0),
                (0.5, 1.0),
                (-1.0, 1.0),
            ],
            FlitPart::Body => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            FlitPart::Tail => &[
                (0.9, -0.9),
                (0.9, 0.9),
                (-0.5, 0.9),
                (-0.5, 1.5),
                (-1.1, 1.5),
                (-1.1, -1.5),
                (-0.5, -1.5),
                (-0.5, -0.9),
            ],
        };
        for (index, &(along, aside)) in outline.iter().enumerate() {
            let (x, y) = corner(along, aside);
            if index == 0 {
                self.context.move_to(x, y);
            } else {
                self.context.line_to(x, y);
            }
        }
        self.context.close_path();
    }

    fn labels(&self, shapes: &[Shape]) {
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        for shape in shapes {
            let Shape::Label {
                at,
                size,
                text,
                ink,
            } = shape
            else {
                continue;
            };
            self.context.set_fill_style_str(self.palette.color(*ink));
            self.context
                .set_font(&format!("600 {LARGE}px system-ui, sans-serif"));
            let k = f64::from(size / LARGE);
            self.context.save();
            let _ = self.context.translate(at.x.into(), at.y.into());
            let _ = self.context.scale(k, k);
            let _ = self.context.fill_text(text, 0.0, 2.0);
            self.context.restore();
        }
    }
}

//! Painting of shapes on a canvas.

use flitscope::scene::{Anchor, Bounds, Dash, Ink, Palette, Pen, Scale, Shape, View, draw};
use flitscope::topology::Point;
use web_sys::CanvasRenderingContext2d;

/// Shapes with their opacity, from 0 to 1.
pub type Layer<'a> = (&'a [Shape], f32);

/// Device pixels per pixel of the page, and the size of texts relative to those of the light theme.
pub type Sizes = (f64, f32);

/// Clears a canvas and paints layers on it.
pub fn paint(
    context: &CanvasRenderingContext2d,
    view: View,
    sizes: Sizes,
    palette: &Palette,
    layers: &[Layer],
) {
    if let Some(canvas) = context.canvas() {
        let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
        let _ = context.reset_transform();
        context.clear_rect(0.0, 0.0, width, height);
    }
    paint_over(context, view, sizes, palette, layers);
}

/// Repaints a part of a canvas with the given shapes.
pub fn paint_part(
    context: &CanvasRenderingContext2d,
    view: View,
    sizes: Sizes,
    palette: &Palette,
    part: Bounds,
    shapes: &[Shape],
) {
    let pixel = |origin: f32, at: f32| f64::from(origin + at * view.pitch) * sizes.0;
    let [left, right] = [part.min.x, part.max.x].map(|x| pixel(view.x, x).round());
    let [top, bottom] = [part.min.y, part.max.y].map(|y| pixel(view.y, y).round());
    context.save();
    let _ = context.reset_transform();
    context.begin_path();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.clear_rect(left, top, right - left, bottom - top);
    paint_over(context, view, sizes, palette, &[(shapes, 1.0)]);
    context.restore();
}

/// Paints layers on what a canvas shows.
pub fn paint_over(
    context: &CanvasRenderingContext2d,
    view: View,
    sizes: Sizes,
    palette: &Palette,
    layers: &[Layer],
) {
    let (density, text) = sizes;
    let k = f64::from(view.pitch) * density;
    let (x, y) = (f64::from(view.x) * density, f64::from(view.y) * density);
    // Fails only for numbers that are not finite.
    let _ = context.set_transform(k, 0.0, 0.0, k, x, y);
    context.set_line_cap("round");
    context.set_line_join("round");
    context.set_text_baseline("middle");
    let scale = Scale {
        pitch: view.pitch,
        weight: palette.weight,
        text,
    };
    let mut pen = CanvasPen { context, palette };
    for &(shapes, share) in layers {
        pen.fade(share);
        draw(shapes, scale, &mut pen);
    }
}

struct CanvasPen<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
}

fn wide(at: Point) -> (f64, f64) {
    (at.x.into(), at.y.into())
}

impl Pen for CanvasPen<'_> {
    fn begin(&mut self) {
        self.context.begin_path();
    }

    fn move_to(&mut self, at: Point) {
        self.context.move_to(at.x.into(), at.y.into());
    }

    fn line_to(&mut self, at: Point) {
        self.context.line_to(at.x.into(), at.y.into());
    }

    fn curve_to(&mut self, first: Point, second: Point, end: Point) {
        let [a, b, c] = [first, second, end].map(wide);
        self.context.bezier_curve_to(a.0, a.1, b.0, b.1, c.0, c.1);
    }

    fn circle(&mut self, center: Point, radius: f32) {
        let ((x, y), radius) = (wide(center), f64::from(radius));
        self.context.move_to(x + radius, y);
        // Fails only for a negative radius.
        let _ = self.context.arc(x, y, radius, 0.0, std::f64::consts::TAU);
    }

    fn close(&mut self) {
        self.context.close_path();
    }

    fn fill(&mut self, ink: Ink) {
        self.context.set_fill_style_str(self.palette.color(ink));
        self.context.fill();
    }

    fn stroke(&mut self, ink: Ink, width: f32, dash: Dash) {
        self.context.set_stroke_style_str(self.palette.color(ink));
        self.context.set_line_width(width.into());
        match dash {
            Dash::Solid => self.context.stroke(),
            Dash::Flat => {
                self.context.set_line_cap("butt");
                self.context.stroke();
                self.context.set_line_cap("round");
            }
            Dash::Dashed | Dash::Dotted => {
                let [on, off] = dash.pattern(width).map(f64::from);
                let dashes = js_sys::Array::of2(&on.into(), &off.into());
                // Fails only for a value that is not a list of numbers.
                let _ = self.context.set_line_dash(&dashes);
                self.context.stroke();
                let _ = self.context.set_line_dash(&js_sys::Array::new());
            }
        }
    }

    fn text(&mut self, at: Point, size: f32, text: &str, ink: Ink, look: (u16, Anchor)) {
        /// Font size \[pixels\] at which text is drawn and then scaled down, because canvases reject
        /// fonts below one pixel.
        const LARGE: f64 = 40.0;
        let (weight, anchor) = look;
        self.context.set_fill_style_str(self.palette.color(ink));
        self.context.set_text_align(match anchor {
            Anchor::Start => "left",
            Anchor::Middle => "center",
            Anchor::End => "right",
        });
        let font =
            format!("{weight} {LARGE}px \"Atkinson Hyperlegible Next\", system-ui, sans-serif");
        self.context.set_font(&font);
        let k = f64::from(size) / LARGE;
        self.context.save();
        let _ = self.context.translate(at.x.into(), at.y.into());
        let _ = self.context.scale(k, k);
        let _ = self.context.fill_text(text, 0.0, 2.0);
        self.context.restore();
    }

    fn fade(&mut self, share: f32) {
        self.context.set_global_alpha(share.into());
    }
}

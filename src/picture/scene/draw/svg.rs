//! Conversion of shapes to SVG, with the same pen strokes as on the screen.

use std::fmt::Write;

use super::camera::{Frame, View};
use super::palette::{Ink, Palette};
use super::pen::{Dash, Pen, REGULAR, Scale};
use super::render::draw;
use super::shape::Shape;
use engine::catalog::escaped;
use engine::topology::Point;

/// The fonts of texts in files, as in the page; programs for drawing and typesetting have at least the
/// last one on every system.
pub const FILE_FONT: &str = "'Atkinson Hyperlegible Next', system-ui, sans-serif";

/// Writes a drawing as an SVG file. Each layer is a list of shapes and its opacity; later layers
/// cover earlier ones. `title` is the text alternative.
pub fn svg(
    layers: &[(&[Shape], f32)],
    view: View,
    frame: Frame,
    palette: &Palette,
    title: &str,
) -> String {
    let (width, height) = (frame.width, frame.height);
    let mut pen = SvgPen {
        palette,
        view,
        share: 1.0,
        path: String::new(),
        out: format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             font-family=\"{FILE_FONT}\" font-weight=\"{REGULAR}\" text-anchor=\"middle\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" fill=\"none\"><title>{}</title><path fill=\"{}\" d=\"M0 0h{width}v{height}H0z\"/>\n",
            escaped(title),
            palette.color(Ink::Paper)
        ),
    };
    let scale = Scale {
        pitch: view.pitch,
        weight: palette.weight,
        text: palette.text_size,
    };
    for (shapes, share) in layers {
        // Writing to a string cannot fail.
        let _ = writeln!(pen.out, "<g opacity=\"{share}\">");
        draw(shapes, scale, &mut pen);
        pen.out.push_str("</g>\n");
    }
    pen.out + "</svg>\n"
}

/// Writes shapes as a small drawing for a page, in its colors. Its unit of coordinates is a pixel.
pub(in crate::scene) fn icon(shapes: &[Shape], width: f32, height: f32) -> String {
    let view = View {
        pitch: 1.0,
        x: 0.0,
        y: 0.0,
    };
    let mut pen = SvgPen {
        palette: &Palette::PAGE,
        view,
        share: 1.0,
        path: String::new(),
        out: format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             aria-hidden=\"true\" font-weight=\"{REGULAR}\" text-anchor=\"middle\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">"
        ),
    };
    let scale = Scale {
        pitch: view.pitch,
        weight: 1.0,
        text: 1.0,
    };
    draw(shapes, scale, &mut pen);
    pen.out + "</svg>"
}

struct SvgPen<'a> {
    palette: &'a Palette,
    view: View,
    share: f32,
    path: String,
    out: String,
}

impl SvgPen<'_> {
    fn point(&mut self, command: char, points: &[Point]) {
        self.path.push(command);
        for (index, &at) in points.iter().enumerate() {
            let (x, y) = self.view.pixel(at);
            let gap = if index == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(self.path, "{gap}{} {}", Short(x), Short(y));
        }
    }

    fn paint(&mut self, attributes: std::fmt::Arguments) {
        let opacity = if self.share < 1.0 {
            format!(" opacity=\"{}\"", self.share)
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.out,
            "<path d=\"{}\" {attributes}{opacity}/>",
            self.path
        );
    }
}

impl Pen for SvgPen<'_> {
    fn begin(&mut self) {
        self.path.clear();
    }

    fn move_to(&mut self, at: Point) {
        self.point('M', &[at]);
    }

    fn line_to(&mut self, at: Point) {
        self.point('L', &[at]);
    }

    fn curve_to(&mut self, first: Point, second: Point, end: Point) {
        self.point('C', &[first, second, end]);
    }

    fn circle(&mut self, center: Point, radius: f32) {
        self.point('M', &[Point::new(center.x - radius, center.y)]);
        let (radius, width) = (radius * self.view.pitch, 2.0 * radius * self.view.pitch);
        let (r, w) = (Short(radius), Short(width));
        let back = Short(-width);
        let _ = write!(self.path, "a{r} {r} 0 1 0 {w} 0a{r} {r} 0 1 0 {back} 0");
    }

    fn close(&mut self) {
        self.path.push('Z');
    }

    fn fill(&mut self, ink: Ink) {
        let color = self.palette.color(ink);
        self.paint(format_args!("fill=\"{color}\""));
    }

    fn stroke(&mut self, ink: Ink, width: f32, dash: Dash) {
        let color = self.palette.color(ink);
        let width = width * self.view.pitch;
        let dashes = match dash {
            Dash::Solid => String::new(),
            Dash::Flat => " stroke-linecap=\"butt\"".to_owned(),
            Dash::Dashed | Dash::Dotted => {
                let [on, off] = dash.pattern(width);
                format!(" stroke-dasharray=\"{} {}\"", Short(on), Short(off))
            }
        };
        self.paint(format_args!(
            "stroke=\"{color}\" stroke-width=\"{}\"{dashes}",
            Short(width)
        ));
    }

    fn text(&mut self, at: Point, size: f32, text: &str, ink: Ink, weight: u16) {
        let (x, y) = self.view.pixel(at);
        let size = size * self.view.pitch;
        let weight = match weight {
            // That of the whole drawing.
            REGULAR => String::new(),
            other => format!(" font-weight=\"{other}\""),
        };
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{weight}>{}</text>",
            Short(x),
            Short(y + 0.35 * size),
            Short(size),
            self.palette.color(ink),
            escaped(text),
        );
    }

    fn fade(&mut self, share: f32) {
        self.share = share;
    }
}

/// A number rounded to at most one decimal, written without trailing zeros.
struct Short(f32);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round();
        write!(f, "{}", tenths / 10.0 + 0.0)
    }
}

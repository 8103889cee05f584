//! Conversion of shapes to SVG, with the same pen strokes as on the screen.

use std::fmt::Write;

use super::camera::{Frame, View};
use super::chart::Chart;
use super::palette::{Ink, Palette};
use super::pen::{Dash, Pen, REGULAR, Scale};
use super::render::draw;
use super::shape::{Anchor, Shape};
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
    let scale = Scale {
        pitch: view.pitch,
        weight: palette.weight,
        text: palette.text_size,
    };
    let size = [frame.width, frame.height];
    written(layers, view, scale, palette, &Head::File { size, title })
}

impl Chart {
    /// Writes the chart as an SVG file. `title` is the text alternative.
    pub fn to_svg(&self, palette: &Palette, title: &str) -> String {
        let size = [self.width, self.height].map(|side| side * self.scale);
        let scale = Scale {
            pitch: self.scale,
            weight: palette.weight,
            text: 1.0,
        };
        let head = Head::File { size, title };
        written(
            &[(&self.shapes, 1.0)],
            at_origin(self.scale),
            scale,
            palette,
            &head,
        )
    }

    /// Writes the chart as an element for a page, in its colors. The element has no text alternative.
    pub fn on_page(&self) -> String {
        let size = [self.width, self.height];
        let scale = Scale {
            pitch: 1.0,
            weight: 1.0,
            text: 1.0,
        };
        let layers = [(&*self.shapes, 1.0)];
        written(
            &layers,
            at_origin(1.0),
            scale,
            &Palette::PAGE,
            &Head::Element { size },
        )
    }
}

fn at_origin(pitch: f32) -> View {
    View {
        pitch,
        x: 0.0,
        y: 0.0,
    }
}

/// The opening of a drawing of a width and height \[pixels\].
enum Head<'a> {
    File { size: [f32; 2], title: &'a str },
    Element { size: [f32; 2] },
}

fn written(
    layers: &[(&[Shape], f32)],
    view: View,
    scale: Scale,
    palette: &Palette,
    head: &Head,
) -> String {
    let (&Head::File { size, .. } | &Head::Element { size }) = head;
    let [width, height] = size;
    let looks = format!(
        "font-weight=\"{REGULAR}\" text-anchor=\"middle\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\""
    );
    let area = format!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"");
    let mut pen = SvgPen {
        palette,
        view,
        share: 1.0,
        path: String::new(),
        out: match head {
            Head::File { title, .. } => format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" {area} role=\"img\" font-family=\"{FILE_FONT}\" {looks}>\
                 <title>{}</title><path fill=\"{}\" d=\"M0 0h{width}v{height}H0z\"/>\n",
                escaped(title),
                palette.color(Ink::Paper)
            ),
            Head::Element { .. } => format!("<svg {area} aria-hidden=\"true\" {looks}>"),
        },
    };
    for (shapes, share) in layers {
        match head {
            // Writing to a string cannot fail.
            Head::File { .. } => {
                let _ = writeln!(pen.out, "<g opacity=\"{share}\">");
                draw(shapes, scale, &mut pen);
                pen.out.push_str("</g>\n");
            }
            Head::Element { .. } => draw(shapes, scale, &mut pen),
        }
    }
    pen.out + "</svg>\n"
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

    fn text(&mut self, at: Point, size: f32, text: &str, ink: Ink, look: (u16, Anchor)) {
        let (x, y) = self.view.pixel(at);
        let size = size * self.view.pitch;
        let (weight, anchor) = look;
        let anchor = match anchor {
            Anchor::Start => " text-anchor=\"start\"",
            // That of the whole drawing.
            Anchor::Middle => "",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = match weight {
            // That of the whole drawing.
            REGULAR => String::new(),
            other => format!(" font-weight=\"{other}\""),
        };
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{weight}{anchor}>{}</text>",
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

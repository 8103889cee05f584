//! Rendering with plotters to the text of an SVG file.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Theme;
use super::stroke::Drawn;
use engine::catalog::escaped;

/// Sheet pixels per pixel of the page. Backends round all positions to whole pixels, which are
/// therefore finer than those of a page.
const FINER: u32 = 8;

/// The factor by which plotters reduces fonts in SVG. Lines of text are laid out for the size that was asked for, which
/// canvases use.
const REDUCED: f64 = 1.24;

/// The SVG of what `draw` draws with a theme on a sheet of a size \[pixels\]; `title` is the text alternative. A
/// file has no face of its own.
pub(super) fn to_svg(
    (width, height): (u32, u32),
    theme: &Theme,
    title: &str,
    draw: impl for<'a> FnOnce(&DrawingArea<SVGBackend<'a>, Shift>, &Theme) -> Drawn<SVGBackend<'a>>,
) -> String {
    let mut svg = String::new();
    let (across, down) = (width * FINER, height * FINER);
    let scale = theme.scale * f64::from(FINER);
    let area = SVGBackend::with_string(&mut svg, (across, down)).into_drawing_area();
    let any = Theme::named("light", 1.0);
    let theme = Theme {
        scale,
        face: any.face,
        letter: any.letter,
        ..*theme
    };
    let drawn = draw(&area, &theme);
    drawn.expect("writing to a string cannot fail");
    drop(area);
    let fine = format!("width=\"{across}\" height=\"{down}\"");
    let size = format!("width=\"{width}\" height=\"{height}\" role=\"img\"");
    let svg = svg.replacen(&fine, &size, 1);
    let svg = svg.replacen(">\n", &format!("><title>{}</title>\n", escaped(title)), 1);
    with_full_fonts(&svg)
}

/// The SVG with the sizes of fonts that were asked for.
fn with_full_fonts(svg: &str) -> String {
    const SIZE: &str = " font-size=\"";
    let mut parts = svg.split(SIZE);
    let mut full = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (size, rest) = part.split_once('"').unwrap_or((part, ""));
        let size = size.parse::<f64>().unwrap_or(0.0) * REDUCED;
        full.extend([SIZE, &format!("{size:.1}\""), rest]);
    }
    full
}

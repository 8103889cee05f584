//! Rendering with plotters to the text of an SVG file.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Theme;
use super::stroke::Drawn;

/// Sheet pixels per pixel of the page. Backends round all positions to whole pixels, which are
/// therefore finer than those of a page.
const FINER: u32 = 8;

/// The SVG of what `draw` draws with a theme on a sheet of a size \[pixels\].
pub(super) fn to_svg(
    (width, height): (u32, u32),
    theme: &Theme,
    draw: impl for<'a> FnOnce(&DrawingArea<SVGBackend<'a>, Shift>, &Theme) -> Drawn<SVGBackend<'a>>,
) -> String {
    let mut svg = String::new();
    let (across, down) = (width * FINER, height * FINER);
    let scale = theme.scale * f64::from(FINER);
    let area = SVGBackend::with_string(&mut svg, (across, down)).into_drawing_area();
    let drawn = draw(&area, &Theme { scale, ..*theme });
    drawn.expect("writing to a string cannot fail");
    drop(area);
    let fine = format!("width=\"{across}\" height=\"{down}\"");
    let size = format!("width=\"{width}\" height=\"{height}\"");
    svg.replacen(&fine, &size, 1)
}

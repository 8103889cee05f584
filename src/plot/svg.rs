//! What plotters draws, as the text of an SVG file.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Theme;
use super::stroke::Drawn;

/// Backends place everything on whole pixels, which are finer here than those of a page.
const FINER: u32 = 8;

/// What `draw` draws with a theme, on a sheet of a size \[pixels\].
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
    drawn.expect("a text takes whatever is written to it");
    drop(area);
    let fine = format!("width=\"{across}\" height=\"{down}\"");
    let size = format!("width=\"{width}\" height=\"{height}\"");
    svg.replacen(&fine, &size, 1)
}

//! Strokes and glyphs that are distinguishable without color.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::Theme;

/// The result of drawing; the error is that of the backend.
pub(super) type Drawn<Backend> =
    Result<(), DrawingAreaErrorKind<<Backend as DrawingBackend>::ErrorType>>;

/// A position on a drawing area \[device pixels\].
pub(super) type Pixel = (i32, i32);

/// The lengths of the dashes and gaps of a line \[pixels of the page\]; dashes of length zero make
/// a solid line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Dash(pub(super) f64, pub(super) f64);

/// The dash patterns and widths of lines by index: solid, dashed, dotted, thin.
pub(super) const STROKES: [(Dash, f64); 4] = [
    (Dash(0.0, 0.0), 2.5),
    (Dash(9.0, 5.0), 2.5),
    (Dash(2.5, 4.0), 2.75),
    (Dash(0.0, 0.0), 1.25),
];

/// The glyphs by index, as corners in halves of a radius; a disc has none.
const GLYPHS: [&[(i32, i32)]; 4] = [
    &[],
    &[(-2, -2), (2, -2), (2, 2), (-2, 2)],
    &[(0, -3), (3, 2), (-3, 2)],
    &[(0, -3), (3, 0), (0, 3), (-3, 0)],
];

/// The index of a disc among the glyphs.
pub(super) const DISC: usize = 0;

/// The index of a diamond among the glyphs.
pub(super) const DIAMOND: usize = 3;

/// Draws a line, `thick` pixels of the page wide, through corners.
pub(super) fn line<Backend: DrawingBackend>(
    area: &DrawingArea<Backend, Shift>,
    corners: Vec<Pixel>,
    dash: Dash,
    (hue, thick): (RGBColor, f64),
    theme: &Theme,
) -> Drawn<Backend> {
    let style = hue.stroke_width(width(theme, thick));
    match dash {
        Dash(0.0, _) => area.draw(&PathElement::new(corners, style)),
        Dash(size, gap) => {
            let (size, gap) = (px(theme, size), px(theme, gap));
            area.draw(&DashedPathElement::new(corners, size, gap, style))
        }
    }
}

/// Draws a glyph of a radius \[pixels of the page\]. A `fill` of another color than `hue` makes it
/// hollow, `None` leaves it open. A filled one has an edge, so that it is seen in any hue.
pub(super) fn glyph<Backend: DrawingBackend>(
    area: &DrawingArea<Backend, Shift>,
    at: Pixel,
    (index, radius): (usize, f64),
    (hue, fill): (RGBColor, Option<RGBColor>),
    theme: &Theme,
) -> Drawn<Backend> {
    /// Smaller ones are all edge.
    const WITH_EDGE: f64 = 3.0;
    let is_filled = fill == Some(hue);
    let edge = if is_filled && radius >= WITH_EDGE {
        theme.edge.stroke_width(width(theme, 1.0))
    } else {
        hue.stroke_width(width(theme, 1.5))
    };
    let corners = GLYPHS[index % GLYPHS.len()];
    if corners.is_empty() {
        let radius = px(theme, 1.1 * radius);
        if let Some(fill) = fill {
            area.draw(&Circle::new(at, radius, fill.filled()))?;
        }
        return area.draw(&Circle::new(at, radius, edge));
    }
    let scaled = |d: i32| px(theme, f64::from(d) * radius / 2.0);
    let corners = corners
        .iter()
        .map(|&(x, y)| (at.0 + scaled(x), at.1 + scaled(y)));
    let corners: Vec<_> = corners.collect();
    if let Some(fill) = fill {
        area.draw(&Polygon::new(corners.clone(), fill.filled()))?;
    }
    let closed = corners.iter().chain(corners.first()).copied();
    area.draw(&PathElement::new(closed.collect::<Vec<_>>(), edge))
}

/// Converts a length to device pixels.
pub(super) fn px(theme: &Theme, size: f64) -> i32 {
    (size * theme.scale).round() as i32
}

/// Converts the width of a line to device pixels, at least one.
pub(super) fn width(theme: &Theme, size: f64) -> u32 {
    px(theme, size).max(1).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_series_are_distinguishable_without_color_and_twelve_with_it() {
        for a in 0..4 {
            for b in 0..a {
                assert_ne!(GLYPHS[a], GLYPHS[b]);
                let ((Dash(one, gap), thick), (Dash(two, other), thin)) = (STROKES[a], STROKES[b]);
                let is_other = (one - two).abs() > 1.0 || (gap - other).abs() > 1.0;
                assert!(is_other || (thick - thin).abs() > 1.0);
            }
        }
        let hues = Theme::named("light", 1.0).series.len();
        let looks = (0..12).map(|look| (look % STROKES.len(), look % hues));
        let mut looks: Vec<_> = looks.collect();
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(looks.len(), 12);
    }
}

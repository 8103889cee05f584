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

/// The dash patterns by index.
pub(super) const DASHES: [Dash; 6] = [
    Dash(0.0, 0.0),
    Dash(10.0, 5.0),
    Dash(2.0, 3.0),
    Dash(18.0, 5.0),
    Dash(5.0, 8.0),
    Dash(14.0, 2.0),
];

/// The glyphs by index, as corners in halves of a radius; a disc has none.
const GLYPHS: [&[(i32, i32)]; 6] = [
    &[(-2, -2), (2, -2), (2, 2), (-2, 2)],
    &[],
    &[(0, -3), (3, 2), (-3, 2)],
    &[(0, -3), (3, 0), (0, 3), (-3, 0)],
    &[(0, 3), (3, -2), (-3, -2)],
    &[(-3, -3), (3, -3), (-3, 3), (3, 3)],
];

/// The index of a disc among the glyphs.
pub(super) const DISC: usize = 1;

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
/// hollow, `None` leaves it open.
pub(super) fn glyph<Backend: DrawingBackend>(
    area: &DrawingArea<Backend, Shift>,
    at: Pixel,
    (index, radius): (usize, f64),
    (hue, fill): (RGBColor, Option<RGBColor>),
    theme: &Theme,
) -> Drawn<Backend> {
    let edge = hue.stroke_width(width(theme, 1.5));
    let corners = GLYPHS[index % GLYPHS.len()];
    if corners.is_empty() {
        let radius = px(theme, radius);
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
    fn six_series_are_distinguishable_without_color() {
        for a in 0..6 {
            for b in 0..a {
                assert_ne!(GLYPHS[a], GLYPHS[b]);
                let (Dash(one, gap), Dash(two, other)) = (DASHES[a], DASHES[b]);
                assert!((one - two).abs() > 1.0 || (gap - other).abs() > 1.0);
            }
        }
    }
}

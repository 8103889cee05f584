//! Strokes and glyphs that stay apart without color.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::Theme;

/// An error of drawing is the backend's.
pub(super) type Drawn<Backend> =
    Result<(), DrawingAreaErrorKind<<Backend as DrawingBackend>::ErrorType>>;

/// A place on a drawing area \[device pixels\].
pub(super) type Pixel = (i32, i32);

/// A line of pieces and gaps \[pixels of the page\]; without pieces it has no gaps either.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Dash(pub(super) f64, pub(super) f64);

/// Strokes, by index.
pub(super) const DASHES: [Dash; 6] = [
    Dash(0.0, 0.0),
    Dash(10.0, 5.0),
    Dash(2.0, 3.0),
    Dash(18.0, 5.0),
    Dash(5.0, 8.0),
    Dash(14.0, 2.0),
];

/// Glyphs with their corners in halves of a radius, by index; the first is a disc.
const GLYPHS: [&[(i32, i32)]; 6] = [
    &[],
    &[(-2, -2), (2, -2), (2, 2), (-2, 2)],
    &[(0, -3), (3, 2), (-3, 2)],
    &[(0, -3), (3, 0), (0, 3), (-3, 0)],
    &[(0, 3), (3, -2), (-3, -2)],
    &[(-3, -3), (3, -3), (-3, 3), (3, 3)],
];

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

/// Draws a glyph of a radius \[pixels of the page\], hollow where it has another `fill`, open
/// where it has none.
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

/// Device pixels.
pub(super) fn px(theme: &Theme, size: f64) -> i32 {
    (size * theme.scale).round() as i32
}

/// Device pixels of a line, at least one.
pub(super) fn width(theme: &Theme, size: f64) -> u32 {
    px(theme, size).max(1).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_six_series_look_alike_without_color() {
        for a in 0..6 {
            for b in 0..a {
                assert_ne!(GLYPHS[a], GLYPHS[b]);
                let (Dash(one, gap), Dash(two, other)) = (DASHES[a], DASHES[b]);
                assert!((one - two).abs() > 1.0 || (gap - other).abs() > 1.0);
            }
        }
    }
}

//! Hatching, which distinguishes areas without relying on color.

use engine::topology::Point;

/// Lines at 45° across a convex polygon, `apart` from each other. All polygons share one grid of
/// lines, so the stripes of adjacent polygons align.
pub(super) fn stripes(corners: &[Point], apart: f32) -> Vec<[Point; 2]> {
    // Lines of constant x + y.
    let step = apart * core::f32::consts::SQRT_2;
    let sums = corners.iter().map(|p| p.x + p.y);
    let low = sums.clone().fold(f32::INFINITY, f32::min);
    let high = sums.fold(f32::NEG_INFINITY, f32::max);
    let mut lines = Vec::new();
    let mut index = (low / step).ceil();
    while index * step < high {
        let sum = index * step;
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let crossings = sides.filter_map(|(a, b)| {
            let (from, to) = (a.x + a.y - sum, b.x + b.y - sum);
            ((from < 0.0) != (to < 0.0)).then(|| {
                let share = from / (from - to);
                Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
            })
        });
        let mut crossings = crossings.take(2);
        if let (Some(from), Some(to)) = (crossings.next(), crossings.next()) {
            lines.push([from, to]);
        }
        index += 1.0;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_stay_inside_and_are_evenly_spaced() {
        let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let square = square.map(|(x, y)| Point::new(x, y));
        let lines = stripes(&square, 0.5);
        assert_eq!(lines.len(), 5);
        for [from, to] in lines {
            for end in [from, to] {
                assert!(end.x.abs() <= 1.001 && end.y.abs() <= 1.001, "{end:?}");
            }
            assert!((from.x + from.y - to.x - to.y).abs() < 1e-5);
        }
    }
}

//! An ellipse with places at equal steps along it, clockwise from the top.

use crate::scene::draw::length;
use engine::topology::Point;

/// An ellipse with its axes along those of the drawing.
#[derive(Debug, Clone)]
pub(super) struct Ellipse {
    /// Half the width and half the height [grid units].
    pub axes: Point,
    /// By step: the length of the arc from the top [grid units].
    arcs: Vec<f32>,
}

/// Steps of the table of arc lengths.
const STEPS: u16 = 1440;

impl Ellipse {
    /// An ellipse of a perimeter whose bounding rectangle has, with a margin at the sides (`x`)
    /// and one above and below (`y`), the ratio `room` of width to height, as far as it does not
    /// become too slender.
    pub(super) fn filling(room: f32, perimeter: f32, margin: Point) -> Self {
        const MOST_SLENDER: f32 = 2.1;
        let height = |ratio: f32| {
            // Ramanujan's approximation of the perimeter.
            let root = ((3.0 * ratio + 1.0) * (ratio + 3.0)).sqrt();
            perimeter / (core::f32::consts::PI * (3.0 * (1.0 + ratio) - root))
        };
        let mut ratio = 1.0;
        for _ in 0..12 {
            let high = height(ratio);
            let wanted = (room * (high + margin.y) - margin.x) / high;
            ratio = wanted.clamp(1.0 / MOST_SLENDER, MOST_SLENDER);
        }
        let high = height(ratio);
        Self::new(Point::new(ratio * high, high))
    }

    fn new(axes: Point) -> Self {
        let mut arcs = vec![0.0];
        let mut before = at_angle(axes, 0.0);
        let mut sum = 0.0;
        for step in 1..=STEPS {
            let at = at_angle(axes, turn(f32::from(step)));
            sum += length(at.x - before.x, at.y - before.y);
            arcs.push(sum);
            before = at;
        }
        Self { axes, arcs }
    }

    /// The ellipse enlarged by a factor.
    #[must_use]
    pub(super) fn times(&self, factor: f32) -> Self {
        Self::new(Point::new(self.axes.x * factor, self.axes.y * factor))
    }

    /// The point at a share of the perimeter, from the center, and the unit tangent there.
    pub(super) fn at(&self, share: f32) -> (Point, Point) {
        let wanted = share * self.arcs[usize::from(STEPS)];
        let next = self.arcs.partition_point(|arc| *arc < wanted).max(1);
        let next = next.min(usize::from(STEPS));
        let (low, high) = (self.arcs[next - 1], self.arcs[next]);
        let within = (wanted - low) / (high - low).max(f32::EPSILON);
        let angle = turn((next - 1) as f32 + within);
        let (dx, dy) = (
            self.axes.x * libm::cosf(angle),
            self.axes.y * libm::sinf(angle),
        );
        let long = length(dx, dy);
        (at_angle(self.axes, angle), Point::new(dx / long, dy / long))
    }
}

fn turn(steps: f32) -> f32 {
    core::f32::consts::TAU * steps / f32::from(STEPS)
}

fn at_angle(axes: Point, angle: f32) -> Point {
    Point::new(axes.x * libm::sinf(angle), -axes.y * libm::cosf(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_equal_and_the_shape_is_that_of_the_room() {
        let ellipse = Ellipse::filling(1.6, 12.0, Point::new(0.6, 0.6));
        let Point { x, y } = ellipse.axes;
        assert!(((x + 0.6) / (y + 0.6) - 1.6).abs() < 0.02, "{x} {y}");
        let points: Vec<_> = (0..=12_u8)
            .map(|i| ellipse.at(f32::from(i) / 12.0).0)
            .collect();
        for pair in points.windows(2) {
            let step = length(pair[1].x - pair[0].x, pair[1].y - pair[0].y);
            assert!((0.93..=1.01).contains(&step), "{step}");
        }
    }
}

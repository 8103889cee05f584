//! The curve along which a channel is drawn: a cubic Bézier curve from node to node.

use super::bounds::Bounds;
use engine::topology::Point;

/// The length of a vector, computed with operations that give the same result on every machine.
pub(in crate::scene) fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// The parameters at which a coordinate of a cubic Bézier curve is extremal: the real zeros of its
/// derivative.
fn turns([a, b, c, d]: [f32; 4]) -> [Option<f32>; 2] {
    let (square, half, rest) = (d - a + 3.0 * (b - c), a - 2.0 * b + c, b - a);
    if square.abs() < 1e-6 {
        let only = -rest / (2.0 * half);
        return [only.is_finite().then_some(only), None];
    }
    let root = half * half - square * rest;
    if root < 0.0 {
        return [None, None];
    }
    let root = root.sqrt();
    [-half - root, -half + root].map(|zero| Some(zero / square))
}

/// A curve from the edge of one node's disc to that of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curve {
    /// Start, two control points, end.
    pub points: [Point; 4],
    /// Whether the curve is a straight line.
    straight: bool,
    /// Whether the curve connects nodes that are neighbors in the drawing.
    short: bool,
}

/// Distance below which nodes count as neighbors in the drawing [grid units].
const SHORT: f32 = 2.6;

impl Curve {
    /// A curve from node to node without the parts within their discs, bowed to the left of its
    /// direction by `bow` [grid units].
    pub(in crate::scene) fn new(from: Point, to: Point, bow: f32, radius: f32) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let long = length(dx, dy).max(f32::EPSILON);
        let along = Point::new(dx / long, dy / long);
        let left = Point::new(along.y, -along.x);
        let straight = bow == 0.0;
        let trim = radius.min(0.45 * long);
        let at = |base: Point, along_by: f32, left_by: f32| {
            Point::new(
                base.x + along.x * along_by + left.x * left_by,
                base.y + along.y * along_by + left.y * left_by,
            )
        };
        // A bowed curve leaves the disc sideways. A cubic Bézier curve reaches 3/4 of the height of
        // its control points, so these are 4/3 as high as `bow`.
        let points = if straight {
            let third = (long - 2.0 * trim) / 3.0;
            [
                at(from, trim, 0.0),
                at(from, trim + third, 0.0),
                at(to, -trim - third, 0.0),
                at(to, -trim, 0.0),
            ]
        } else {
            let height = bow * 4.0 / 3.0;
            let side = trim * bow.signum();
            [
                at(from, 0.0, side),
                at(from, 0.0, height),
                at(to, 0.0, height),
                at(to, 0.0, side),
            ]
        };
        Self {
            points,
            straight,
            short: long < SHORT,
        }
    }

    /// The same curve, which counts as connecting neighbors whatever its length.
    #[must_use]
    pub(in crate::scene) fn of_neighbors(self) -> Self {
        Self {
            short: true,
            ..self
        }
    }

    /// A straight line.
    pub fn straight(from: Point, to: Point) -> Self {
        Self::new(from, to, 0.0, 0.0)
    }

    /// A curve that leaves one point in one direction and enters another in another; a direction of
    /// length zero is that of the straight line.
    pub fn joining((from, leaving): (Point, Point), (to, coming): (Point, Point)) -> Self {
        let reach = 0.4 * length(to.x - from.x, to.y - from.y);
        Self {
            points: [
                from,
                Point::new(from.x + reach * leaving.x, from.y + reach * leaving.y),
                Point::new(to.x - reach * coming.x, to.y - reach * coming.y),
                to,
            ],
            straight: false,
            short: false,
        }
    }

    /// An arc of at most half a circle, clockwise; angles are in turns from the top.
    pub(in crate::scene) fn arc(center: Point, radius: f32, from: f32, to: f32) -> Self {
        let angle = core::f32::consts::TAU * (to - from);
        // Distance of the control points along the tangents in the closest cubic approximation.
        let reach = 4.0 / 3.0 * libm::tanf(angle / 4.0) * radius;
        let at = |turn: f32, along: f32| {
            let angle = core::f32::consts::TAU * turn;
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            let (x, y) = (radius * sin + along * cos, -radius * cos + along * sin);
            Point::new(center.x + x, center.y + y)
        };
        Self {
            points: [at(from, 0.0), at(from, reach), at(to, -reach), at(to, 0.0)],
            straight: false,
            short: true,
        }
    }

    /// Whether the curve connects nodes that are neighbors in the drawing.
    pub fn is_short(&self) -> bool {
        self.short
    }

    /// Whether the curve is a straight line.
    pub(in crate::scene) fn is_straight(&self) -> bool {
        self.straight
    }

    /// The `pieces + 1` points that divide the curve into pieces of equal parameter range, from
    /// start to end.
    pub(in crate::scene) fn points_along(
        &self,
        pieces: u16,
    ) -> impl Iterator<Item = Point> + Clone {
        (0..=pieces).map(move |i| self.point(f32::from(i) / f32::from(pieces)))
    }

    /// The line segments that approximate the curve in hit tests.
    pub(in crate::scene) fn pieces(&self) -> impl Iterator<Item = [Point; 2]> {
        let ends = self.points_along(self.piece_count());
        ends.clone().zip(ends.skip(1)).map(|(a, b)| [a, b])
    }

    fn piece_count(&self) -> u16 {
        const BENT: u16 = 24;
        // Short pieces: the bounding rectangle of a long slanted one would be mostly empty.
        const STRAIGHT: f32 = 3.0;
        let [from, .., to] = self.points;
        if self.straight {
            (length(to.x - from.x, to.y - from.y) / STRAIGHT)
                .ceil()
                .max(1.0) as u16
        } else {
            BENT
        }
    }

    /// Calls `call` with the bounding rectangle of each piece.
    pub(in crate::scene) fn each_part(&self, mut call: impl FnMut(Bounds)) {
        let mut from = self.points[0];
        for to in self.points_along(self.piece_count()).skip(1) {
            call(Bounds::of(&[from, to]));
            from = to;
        }
    }

    /// The point at the parameter `u`, from 0 to 1.
    fn point(&self, u: f32) -> Point {
        let [a, b, c, d] = self.points;
        let v = 1.0 - u;
        let mix = |a: f32, b: f32, c: f32, d: f32| {
            v * v * v * a + 3.0 * v * v * u * b + 3.0 * v * u * u * c + u * u * u * d
        };
        Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
    }

    /// The bounding rectangle of the curve.
    pub(in crate::scene) fn bounds(&self) -> Bounds {
        let [a, b, c, d] = self.points;
        let along = turns([a.x, b.x, c.x, d.x]);
        let across = turns([a.y, b.y, c.y, d.y]);
        let turns = along.into_iter().chain(across).flatten();
        let turns = turns.filter(|u| (0.0..=1.0).contains(u));
        let points: Vec<_> = turns.map(|u| self.at(u).0).chain([a, d]).collect();
        Bounds::of(&points)
    }

    /// The point at the parameter `u`, from 0 to 1, and the unit tangent there.
    pub fn at(&self, u: f32) -> (Point, Point) {
        let [a, b, c, d] = self.points;
        let v = 1.0 - u;
        let slope = |a: f32, b: f32, c: f32, d: f32| {
            v * v * (b - a) + 2.0 * v * u * (c - b) + u * u * (d - c)
        };
        let (dx, dy) = (slope(a.x, b.x, c.x, d.x), slope(a.y, b.y, c.y, d.y));
        let long = length(dx, dy).max(f32::EPSILON);
        (self.point(u), Point::new(dx / long, dy / long))
    }

    /// The same curve shifted to the right of its direction by `offset` [grid units].
    #[must_use]
    pub fn beside(&self, offset: f32) -> Self {
        let at_ends = [self.at(0.0).1, self.at(1.0).1];
        let directions = [at_ends[0], self.at(0.33).1, self.at(0.67).1, at_ends[1]];
        let mut points = self.points;
        for (point, direction) in points.iter_mut().zip(directions) {
            point.x -= direction.y * offset;
            point.y += direction.x * offset;
        }
        Self { points, ..*self }
    }

    /// The approximate length of the curve [grid units].
    pub fn length(&self) -> f32 {
        const PIECES: u16 = 8;
        let points: Vec<_> = self.points_along(PIECES).collect();
        let pieces = points.windows(2);
        pieces
            .map(|ends| length(ends[1].x - ends[0].x, ends[1].y - ends[0].y))
            .sum()
    }

    /// The distance of a point from the curve [grid units].
    pub fn distance(&self, to: Point) -> f32 {
        let distances = self.pieces().map(|ends| distance_to_piece(ends, to));
        distances.fold(f32::INFINITY, f32::min)
    }
}

/// The distance of a point from a line segment [grid units].
pub(in crate::scene) fn distance_to_piece([a, b]: [Point; 2], to: Point) -> f32 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let along = (to.x - a.x) * dx + (to.y - a.y) * dy;
    let share = (along / (dx * dx + dy * dy).max(f32::EPSILON)).clamp(0.0, 1.0);
    length(a.x + share * dx - to.x, a.y + share * dy - to.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_curve_runs_from_disc_to_disc() {
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(1.0, 0.0), 0.0, 0.2);
        assert!((curve.at(0.0).0.x - 0.2).abs() < 1e-6);
        assert!((curve.at(1.0).0.x - 0.8).abs() < 1e-6);
        assert!((curve.at(0.5).0.x - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_hit_test_finds_a_long_curve_everywhere_along_it() {
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(60.0, 0.0), 0.4, 0.2);
        for step in 10_u8..50 {
            let middle = curve.at(f32::from(step) / 60.0).0;
            assert!(curve.distance(middle) < 0.01, "{middle:?}");
        }
    }

    #[test]
    fn a_bowed_curve_reaches_its_height() {
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(7.0, 0.0), 0.4, 0.1);
        let top = curve.at(0.5).0;
        assert!((top.y + 0.4).abs() < 0.05, "{top:?}");
    }

    #[test]
    fn an_arc_keeps_its_distance_from_the_center_and_goes_clockwise() {
        let center = Point::new(2.0, 3.0);
        let arc = Curve::arc(center, 0.5, 0.25, 0.5);
        for at in arc.points_along(10) {
            let far = length(at.x - center.x, at.y - center.y);
            assert!((far - 0.5).abs() < 1e-3, "{far}");
        }
        let (right, heading) = arc.at(0.0);
        assert!(right.x > center.x && heading.y > 0.0, "y grows downwards");
    }

    #[test]
    fn beside_is_to_the_right_of_travel() {
        let east = Curve::new(Point::new(0.0, 0.0), Point::new(1.0, 0.0), 0.0, 0.0);
        assert!(east.beside(0.1).at(0.5).0.y > 0.0, "y grows downwards");
    }
}

//! The curve along which a channel is drawn: a cubic Bézier curve from node to node, or two straight
//! pieces that leave the drawing at one edge and come in at the opposite one.

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
    /// Start, two control points, end; of a curve in two pieces, their ends in order.
    pub points: [Point; 4],
    course: Course,
    /// Whether the curve connects nodes that are neighbors in the drawing.
    short: bool,
}

/// The course of a curve between its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Course {
    Straight,
    Bent,
    /// From the first point straight to the second, and from the third straight to the fourth.
    Split,
}

/// Distance below which nodes count as neighbors in the drawing [grid units].
const SHORT: f32 = 2.6;

impl Curve {
    /// A curve from node to node without the parts within their discs, bowed to the left of its
    /// direction by `bow` [grid units]; `radii` are those of the discs.
    pub(in crate::scene) fn new(from: Point, to: Point, bow: f32, radii: [f32; 2]) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let long = length(dx, dy).max(f32::EPSILON);
        let along = Point::new(dx / long, dy / long);
        let left = Point::new(along.y, -along.x);
        let straight = bow == 0.0;
        let [trim, trim_at_end] = radii.map(|radius| radius.min(0.45 * long));
        let at = |base: Point, along_by: f32, left_by: f32| {
            Point::new(
                base.x + along.x * along_by + left.x * left_by,
                base.y + along.y * along_by + left.y * left_by,
            )
        };
        // A bowed curve leaves the disc sideways. A cubic Bézier curve reaches 3/4 of the height of
        // its control points, so these are 4/3 as high as `bow`.
        let points = if straight {
            let third = (long - trim - trim_at_end) / 3.0;
            [
                at(from, trim, 0.0),
                at(from, trim + third, 0.0),
                at(to, -trim_at_end - third, 0.0),
                at(to, -trim_at_end, 0.0),
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
            course: if straight {
                Course::Straight
            } else {
                Course::Bent
            },
            short: long < SHORT,
        }
    }

    /// The same curve, which counts as connecting neighbors or not.
    #[must_use]
    pub(in crate::scene) fn of_neighbors(self, short: bool) -> Self {
        Self { short, ..self }
    }

    pub fn straight(from: Point, to: Point) -> Self {
        Self::new(from, to, 0.0, [0.0; 2])
    }

    /// A curve in two straight pieces, each given by its ends: one leads to an edge of the drawing,
    /// the other from the opposite edge.
    pub(in crate::scene) fn split([from, out]: [Point; 2], [back, to]: [Point; 2]) -> Self {
        Self {
            points: [from, out, back, to],
            course: Course::Split,
            short: true,
        }
    }

    /// A curve through the ends of two tangents, close to an arc of an ellipse; the tangents are
    /// unit vectors in the direction of travel.
    pub(in crate::scene) fn rounded(from: (Point, Point), to: (Point, Point)) -> Self {
        // That of an arc of an eighth of a circle; of shorter arcs it is 1/3.
        Self::reaching(0.345, from, to).of_neighbors(true)
    }

    /// A curve that bends towards a point beside it, as a quadratic Bézier curve does.
    pub(in crate::scene) fn towards(from: Point, pull: Point, to: Point) -> Self {
        let near = |end: Point| {
            Point::new(
                end.x + (pull.x - end.x) * 2.0 / 3.0,
                end.y + (pull.y - end.y) * 2.0 / 3.0,
            )
        };
        Self {
            points: [from, near(from), near(to), to],
            course: Course::Bent,
            short: length(to.x - from.x, to.y - from.y) < SHORT,
        }
    }

    /// The curve without its parts within circles around its ends.
    #[must_use]
    pub(in crate::scene) fn trimmed(self, [at_start, at_end]: [f32; 2]) -> Self {
        let [from, .., to] = self.points;
        let leaves = |center: Point, radius: f32, ends: [f32; 2]| {
            let [mut inside, mut outside] = ends;
            for _ in 0..12 {
                let middle = f32::midpoint(inside, outside);
                let at = self.point(middle);
                if length(at.x - center.x, at.y - center.y) < radius {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            outside
        };
        self.part(
            leaves(from, at_start, [0.0, 0.45]),
            leaves(to, at_end, [1.0, 0.55]),
        )
    }

    /// The part of the curve between two parameters, the lower one first; parameters below 0 or
    /// above 1 prolong it.
    #[must_use]
    pub(in crate::scene) fn part(self, from: f32, to: f32) -> Self {
        if self.course == Course::Split {
            return self.part_of_split(from, to);
        }
        let mix =
            |a: Point, b: Point, u: f32| Point::new(a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u);
        // The polar form of the cubic gives the control points of a part (de Casteljau).
        let blossom = |r: f32, s: f32, t: f32| {
            let [a, b, c, d] = self.points;
            let (ab, bc, cd) = (mix(a, b, r), mix(b, c, r), mix(c, d, r));
            mix(mix(ab, bc, s), mix(bc, cd, s), t)
        };
        let points = [
            blossom(from, from, from),
            blossom(from, from, to),
            blossom(from, to, to),
            blossom(to, to, to),
        ];
        Self { points, ..self }
    }

    fn part_of_split(self, from: f32, to: f32) -> Self {
        let [_, out, back, _] = self.points;
        let [start, end] = [from, to].map(|u| self.point(u));
        if to <= 0.5 || from >= 0.5 {
            Self {
                short: true,
                ..Self::straight(start, end)
            }
        } else {
            Self::split([start, out], [back, end])
        }
    }

    /// A curve that leaves one point in one direction and enters another in another; a direction of
    /// length zero is that of the straight line.
    pub fn joining(from: (Point, Point), to: (Point, Point)) -> Self {
        Self::reaching(0.4, from, to)
    }

    /// The same with control points at a distance from the ends, relative to that between them.
    fn reaching(share: f32, (from, leaving): (Point, Point), (to, coming): (Point, Point)) -> Self {
        let reach = share * length(to.x - from.x, to.y - from.y);
        Self {
            points: [
                from,
                Point::new(from.x + reach * leaving.x, from.y + reach * leaving.y),
                Point::new(to.x - reach * coming.x, to.y - reach * coming.y),
                to,
            ],
            course: Course::Bent,
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
            course: Course::Bent,
            short: true,
        }
    }

    /// Whether the curve connects nodes that are neighbors in the drawing.
    pub fn is_short(&self) -> bool {
        self.short
    }

    /// Whether the curve is a straight line.
    pub(in crate::scene) fn is_straight(&self) -> bool {
        self.course == Course::Straight
    }

    /// Whether the curve leaves the drawing and comes in again at the opposite edge.
    pub(in crate::scene) fn is_split(&self) -> bool {
        self.course == Course::Split
    }

    /// The angle by which the curve turns to the right between two parameters \[radians\].
    pub(in crate::scene) fn turn(&self, from: f32, to: f32) -> f32 {
        if self.course != Course::Bent {
            return 0.0;
        }
        let (a, b) = (self.at(from).1, self.at(to).1);
        libm::atan2f(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
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
        let [from, out, back, to] = self.points;
        let of_split = [[from, out], [back, to]].into_iter();
        let of_split = of_split.filter(|_| self.is_split());
        let pieces = ends.clone().zip(ends.skip(1)).map(|(a, b)| [a, b]);
        pieces.filter(|_| !self.is_split()).chain(of_split)
    }

    fn piece_count(&self) -> u16 {
        const BENT: u16 = 24;
        // Short pieces: the bounding rectangle of a long slanted one would be mostly empty.
        const STRAIGHT: f32 = 3.0;
        let [from, .., to] = self.points;
        if self.is_straight() {
            (length(to.x - from.x, to.y - from.y) / STRAIGHT)
                .ceil()
                .max(1.0) as u16
        } else {
            BENT
        }
    }

    /// Calls `call` with the bounding rectangle of each piece.
    pub(in crate::scene) fn each_part(&self, mut call: impl FnMut(Bounds)) {
        for ends in self.pieces() {
            call(Bounds::of(&ends));
        }
    }

    /// The point at the parameter `u`, from 0 to 1.
    fn point(&self, u: f32) -> Point {
        let [a, b, c, d] = self.points;
        if self.is_split() {
            let (from, to, share) = if u < 0.5 {
                (a, b, 2.0 * u)
            } else {
                (c, d, 2.0 * u - 1.0)
            };
            return Point::new(
                from.x + (to.x - from.x) * share,
                from.y + (to.y - from.y) * share,
            );
        }
        let v = 1.0 - u;
        let mix = |a: f32, b: f32, c: f32, d: f32| {
            v * v * v * a + 3.0 * v * v * u * b + 3.0 * v * u * u * c + u * u * u * d
        };
        Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
    }

    /// The bounding rectangle of the curve.
    pub(in crate::scene) fn bounds(&self) -> Bounds {
        let [a, b, c, d] = self.points;
        if self.is_split() {
            return Bounds::of(&self.points);
        }
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
        if self.is_split() {
            let (from, to) = if u < 0.5 { (a, b) } else { (c, d) };
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let long = length(dx, dy).max(f32::EPSILON);
            return (self.point(u), Point::new(dx / long, dy / long));
        }
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
        let [from, .., to] = self.points;
        if self.is_straight() {
            return length(to.x - from.x, to.y - from.y);
        }
        if self.is_split() {
            let ends = self.pieces();
            return ends.map(|[a, b]| length(b.x - a.x, b.y - a.y)).sum();
        }
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
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(1.0, 0.0), 0.0, [0.2; 2]);
        assert!((curve.at(0.0).0.x - 0.2).abs() < 1e-6);
        assert!((curve.at(1.0).0.x - 0.8).abs() < 1e-6);
        assert!((curve.at(0.5).0.x - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_hit_test_finds_a_long_curve_everywhere_along_it() {
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(60.0, 0.0), 0.4, [0.2; 2]);
        for step in 10_u8..50 {
            let middle = curve.at(f32::from(step) / 60.0).0;
            assert!(curve.distance(middle) < 0.01, "{middle:?}");
        }
    }

    #[test]
    fn a_bowed_curve_reaches_its_height() {
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(7.0, 0.0), 0.4, [0.1; 2]);
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
    fn a_split_curve_jumps_in_its_middle() {
        let at = |x: f32| Point::new(x, 0.0);
        let curve = Curve::split([at(3.0), at(4.0)], [at(-1.0), at(0.0)]);
        assert_eq!(curve.at(0.25).0, at(3.5));
        assert_eq!(curve.at(0.75).0, at(-0.5));
        assert!((curve.length() - 2.0).abs() < 1e-6);
        assert!(
            curve.distance(at(1.5)) > 1.0,
            "nothing is between its pieces"
        );
        assert_eq!(curve.part(0.0, 0.25).points[3], at(3.5));
        assert!(curve.part(0.25, 0.75).is_split());
    }

    #[test]
    fn a_part_follows_the_curve() {
        let curve = Curve::new(Point::new(0.0, 0.0), Point::new(7.0, 0.0), 0.4, [0.1; 2]);
        let part = curve.part(0.2, 0.7);
        for (u, of_part) in [(0.2, 0.0), (0.45, 0.5), (0.7, 1.0)] {
            let (a, b) = (curve.at(u).0, part.at(of_part).0);
            assert!(length(a.x - b.x, a.y - b.y) < 1e-4, "{a:?} {b:?}");
        }
    }

    #[test]
    fn beside_is_to_the_right_of_travel() {
        let east = Curve::new(Point::new(0.0, 0.0), Point::new(1.0, 0.0), 0.0, [0.0; 2]);
        assert!(east.beside(0.1).at(0.5).0.y > 0.0, "y grows downwards");
    }
}

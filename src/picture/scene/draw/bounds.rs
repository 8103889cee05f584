//! Bounding rectangles.

use engine::topology::Point;

/// The bounding rectangle of a drawing or a part of it [grid units].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub min: Point,
    pub max: Point,
}

impl Bounds {
    /// The smallest rectangle that contains all `points`.
    pub(in crate::scene) fn of(points: &[Point]) -> Self {
        let mut bounds = Self {
            min: Point::new(f32::INFINITY, f32::INFINITY),
            max: Point::new(f32::NEG_INFINITY, f32::NEG_INFINITY),
        };
        for point in points {
            bounds.min.x = bounds.min.x.min(point.x);
            bounds.min.y = bounds.min.y.min(point.y);
            bounds.max.x = bounds.max.x.max(point.x);
            bounds.max.y = bounds.max.y.max(point.y);
        }
        bounds
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub(in crate::scene) fn with(self, other: Self) -> Self {
        Self::of(&[self.min, self.max, other.min, other.max])
    }

    /// The center of the rectangle.
    pub fn center(&self) -> Point {
        Point::new(
            f32::midpoint(self.min.x, self.max.x),
            f32::midpoint(self.min.y, self.max.y),
        )
    }

    /// The rectangle enlarged by `margin` on every side.
    #[must_use]
    pub(in crate::scene) fn grown(self, margin: f32) -> Self {
        Self {
            min: Point::new(self.min.x - margin, self.min.y - margin),
            max: Point::new(self.max.x + margin, self.max.y + margin),
        }
    }

    /// Whether this rectangle contains all of `other`.
    pub(in crate::scene) fn holds(&self, other: Self) -> bool {
        self.min.x <= other.min.x
            && self.min.y <= other.min.y
            && other.max.x <= self.max.x
            && other.max.y <= self.max.y
    }

    /// Whether the two rectangles have a point in common.
    pub(in crate::scene) fn meets(&self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

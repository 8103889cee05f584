//! Rectangles of a drawing.

use crate::topology::Point;

/// The corners of a drawing, or of a part of it [grid units].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Upper left.
    pub min: Point,
    /// Lower right.
    pub max: Point,
}

impl Bounds {
    /// The least rectangle that holds some points.
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

    /// The least rectangle that holds two others.
    #[must_use]
    pub(in crate::scene) fn with(self, other: Self) -> Self {
        Self::of(&[self.min, self.max, other.min, other.max])
    }

    /// The point in the middle.
    pub fn center(&self) -> Point {
        Point::new(
            f32::midpoint(self.min.x, self.max.x),
            f32::midpoint(self.min.y, self.max.y),
        )
    }

    /// The same with a margin on every side.
    #[must_use]
    pub(in crate::scene) fn grown(self, margin: f32) -> Self {
        Self {
            min: Point::new(self.min.x - margin, self.min.y - margin),
            max: Point::new(self.max.x + margin, self.max.y + margin),
        }
    }

    /// Whether all of a rectangle is within this one.
    pub(in crate::scene) fn holds(&self, other: Self) -> bool {
        self.min.x <= other.min.x
            && self.min.y <= other.min.y
            && other.max.x <= self.max.x
            && other.max.y <= self.max.y
    }

    /// Whether two rectangles have a point in common.
    pub(in crate::scene) fn meets(&self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

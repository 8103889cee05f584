//! The mapping from grid units to pixels: fitted to the drawing, zoomed about a point, panned.

use super::bounds::Bounds;
use engine::topology::Point;

/// The part of the drawing that the user has chosen to see: a zoom factor and a center.
///
/// Both refer to the drawing, not the screen, so a camera stays valid when the window is resized.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Zoom factor: 1 shows the whole drawing, 2 half of its width and height.
    pub zoom: f32,
    /// The point in the middle [grid units]; `None` for the center of the drawing.
    pub center: Option<Point>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            center: None,
        }
    }
}

/// The area available for drawing \[pixels\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    pub width: f32,
    pub height: f32,
    /// The space that a fitted drawing leaves free for text and panels over it.
    pub insets: Insets,
}

/// Space at the sides of a frame \[pixels\].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Insets {
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    pub left: f32,
}

impl Frame {
    /// A frame that a fitted drawing fills.
    pub fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            insets: Insets::default(),
        }
    }

    /// Width and height of the area that the insets leave.
    pub fn room(self) -> (f32, f32) {
        let Insets {
            top,
            right,
            bottom,
            left,
        } = self.insets;
        let (width, height) = (self.width - left - right, self.height - top - bottom);
        (width.max(1.0), height.max(1.0))
    }

    /// The pixel in the middle of that area.
    fn middle(self) -> (f32, f32) {
        let (width, height) = self.room();
        (
            self.insets.left + width / 2.0,
            self.insets.top + height / 2.0,
        )
    }
}

/// The position of the grid's origin on the screen and the size of a grid unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    pub pitch: f32,
    /// Horizontal position of the origin \[pixels\].
    pub x: f32,
    /// Vertical position of the origin \[pixels\].
    pub y: f32,
}

impl View {
    /// Largest size of a grid unit when everything is shown \[pixels\].
    const LARGEST_FIT: f32 = 400.0;
    /// Largest size of a grid unit at all \[pixels\].
    const LARGEST: f32 = 520.0;

    /// The view that a camera has of a drawing.
    pub fn of(bounds: Bounds, frame: Frame, camera: Camera) -> Self {
        let size = Point::new(bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
        let (width, height) = frame.room();
        let fit = (width / size.x).min(height / size.y).min(Self::LARGEST_FIT);
        let pitch = (fit * camera.zoom).min(Self::LARGEST.max(fit));
        let center = camera.center.unwrap_or_else(|| bounds.center());
        let (x, y) = frame.middle();
        Self {
            pitch,
            x: x - center.x * pitch,
            y: y - center.y * pitch,
        }
    }

    /// The camera that shows the same as this view.
    pub fn camera(self, bounds: Bounds, frame: Frame) -> Camera {
        let fit = Self::of(bounds, frame, Camera::default());
        let zoom = self.pitch / fit.pitch;
        let (x, y) = frame.middle();
        let center = self.grid(x, y);
        // The center stays within the drawing, which can thus not be panned out of sight.
        let center = Point::new(
            center.x.clamp(bounds.min.x, bounds.max.x),
            center.y.clamp(bounds.min.y, bounds.max.y),
        );
        if zoom <= 1.001 {
            return Camera::default();
        }
        Camera {
            zoom: zoom.min(Self::LARGEST / fit.pitch),
            center: Some(center),
        }
    }

    /// Zooms in by a factor and keeps the grid point under a pixel in place.
    #[must_use]
    pub fn zoomed(self, factor: f32, x: f32, y: f32) -> Self {
        let pitch = (self.pitch * factor).min(Self::LARGEST);
        let factor = pitch / self.pitch;
        Self {
            pitch,
            x: x + (self.x - x) * factor,
            y: y + (self.y - y) * factor,
        }
    }

    /// Pans by `dx` and `dy` \[pixels\].
    #[must_use]
    pub fn moved(self, dx: f32, dy: f32) -> Self {
        Self {
            x: self.x + dx,
            y: self.y + dy,
            ..self
        }
    }

    /// The grid point at a pixel.
    pub fn grid(self, x: f32, y: f32) -> Point {
        Point::new((x - self.x) / self.pitch, (y - self.y) / self.pitch)
    }

    /// The pixel at a grid point.
    pub fn pixel(self, at: Point) -> (f32, f32) {
        (self.x + at.x * self.pitch, self.y + at.y * self.pitch)
    }

    /// The visible part of the grid.
    pub fn visible(self, frame: Frame) -> Bounds {
        Bounds {
            min: self.grid(0.0, 0.0),
            max: self.grid(frame.width, frame.height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame {
        width: 800.0,
        height: 540.0,
        insets: Insets {
            top: 40.0,
            right: 0.0,
            bottom: 0.0,
            left: 0.0,
        },
    };

    fn bounds() -> Bounds {
        Bounds {
            min: Point::new(-1.0, -1.0),
            max: Point::new(9.0, 9.0),
        }
    }

    #[test]
    fn everything_fits_below_the_inset() {
        let view = View::of(bounds(), FRAME, Camera::default());
        let (left, top) = view.pixel(bounds().min);
        let (right, bottom) = view.pixel(bounds().max);
        assert!(left >= 0.0 && top >= 40.0 && right <= 800.0 && bottom <= 540.0);
        assert!((top - 40.0).abs() < 1e-3 && (bottom - 540.0).abs() < 1e-3);
    }

    #[test]
    fn everything_fits_between_the_insets() {
        let insets = Insets {
            top: 40.0,
            right: 320.0,
            bottom: 60.0,
            left: 16.0,
        };
        let frame = Frame { insets, ..FRAME };
        let view = View::of(bounds(), frame, Camera::default());
        let (left, top) = view.pixel(bounds().min);
        let (right, bottom) = view.pixel(bounds().max);
        assert!((top - 40.0).abs() < 1e-3 && (bottom - 480.0).abs() < 1e-3);
        assert!(left >= 16.0 && right <= 480.0);
        assert!(
            (left - 16.0 - (480.0 - right)).abs() < 1e-3,
            "in the middle"
        );
        let near = view.zoomed(2.5, 350.0, 300.0);
        let again = View::of(bounds(), frame, near.camera(bounds(), frame));
        assert!((again.y - near.y).abs() < 1e-2);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut view = View::of(bounds(), FRAME, Camera::default());
        let at = view.grid(300.0, 200.0);
        for factor in [1.3, 2.0, 0.7, 5.0, 9.0] {
            view = view.zoomed(factor, 300.0, 200.0);
            let (x, y) = view.pixel(at);
            assert!((x - 300.0).abs() < 0.1 && (y - 200.0).abs() < 0.1);
        }
        assert!(view.pitch <= View::LARGEST);
    }

    #[test]
    fn a_view_survives_the_round_trip_through_a_camera() {
        let view = View::of(bounds(), FRAME, Camera::default());
        let view = view.zoomed(2.5, 350.0, 300.0).moved(-20.0, 12.0);
        let again = View::of(bounds(), FRAME, view.camera(bounds(), FRAME));
        assert!((again.pitch - view.pitch).abs() < 1e-3);
        assert!((again.x - view.x).abs() < 1e-2 && (again.y - view.y).abs() < 1e-2);
    }

    #[test]
    fn the_drawing_cannot_be_panned_out_of_sight() {
        let view = View::of(bounds(), FRAME, Camera::default());
        let away = view.zoomed(3.0, 0.0, 0.0).moved(90_000.0, -90_000.0);
        let camera = away.camera(bounds(), FRAME);
        let center = camera.center.expect("it is zoomed");
        assert!((-1.0..=9.0).contains(&center.x) && (-1.0..=9.0).contains(&center.y));
        assert_eq!(
            view.zoomed(0.5, 10.0, 10.0).camera(bounds(), FRAME),
            Camera::default()
        );
    }
}

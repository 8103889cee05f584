//! A canvas backend for plotters with subpixel coordinates.
//!
//! Plotters rounds coordinates to integers. If these were pixels, a curve that rises slowly would
//! look like a staircase with rounded corners. Therefore this backend reports a size of
//! [`FINER`] times the pixels in each direction, and the transform of the canvas, which has
//! fractional coordinates, scales the drawing down.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::context;

/// Coordinates per pixel in each direction. A theme has to be scaled by this factor.
pub const FINER: f64 = 8.0;

/// A canvas with [`FINER`] coordinates per pixel.
pub struct FineCanvas {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    backend: CanvasBackend,
}

impl std::fmt::Debug for FineCanvas {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("FineCanvas").field(&self.canvas).finish()
    }
}

impl FineCanvas {
    /// Returns the drawing area of a whole canvas, or `None` if it has no drawing context.
    pub fn area(canvas: HtmlCanvasElement) -> Option<DrawingArea<Self, Shift>> {
        let context = context(&canvas)?;
        let backend = CanvasBackend::with_canvas_object(canvas.clone())?;
        context
            .set_transform(1.0 / FINER, 0.0, 0.0, 1.0 / FINER, 0.0, 0.0)
            .ok()?;
        context.set_line_join("round");
        let fine = Self {
            canvas,
            context,
            backend,
        };
        Some(fine.into_drawing_area())
    }
}

impl Drop for FineCanvas {
    fn drop(&mut self) {
        let _ = self.context.reset_transform();
    }
}

type Drawn = Result<(), DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>>;

impl DrawingBackend for FineCanvas {
    type ErrorType = <CanvasBackend as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.backend.get_size();
        (width * FINER as u32, height * FINER as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.backend.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.backend.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        self.backend.draw_pixel(at, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.backend.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.backend.draw_rect(from, to, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.backend.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.backend.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.backend.fill_polygon(corners, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.backend.draw_text(text, style, at)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        self.backend.estimate_text_size(text, style)
    }
}

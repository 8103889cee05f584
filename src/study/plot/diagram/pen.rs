//! The pen for diagrams, in pixels of the page.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Diagram, DiagramKey, Frame, Kind, Rect, Style, Trace};
use crate::plot::Theme;
use crate::plot::axis::Axis;
use crate::plot::stroke::{self, DISC, Dash, Drawn, Pixel, STROKES};

/// A position on the sheet \[pixels of the page\].
pub(in crate::plot) type Position = (f64, f64);

/// Length of a line sample in a legend.
pub(super) const SAMPLE: f64 = 34.0;

/// Width of a thin line.
pub(super) const THIN: f64 = 1.0;

/// Radius of a diamond that is large enough to surround a disc.
pub(super) const AROUND: f64 = 5.5;

/// Draws the parts of a diagram, in pixels of the page.
#[derive(Debug)]
pub(in crate::plot) struct DiagramPen {
    pub(in crate::plot) theme: Theme,
}

impl DiagramPen {
    pub(in crate::plot) fn new(theme: &Theme) -> Self {
        Self { theme: *theme }
    }

    pub(in crate::plot) fn device(&self, at: Position) -> Pixel {
        let scaled = |length: f64| (length * self.theme.scale).round() as i32;
        (scaled(at.0), scaled(at.1))
    }

    pub(in crate::plot) fn hue(&self, diagram: &Diagram, index: usize) -> RGBColor {
        let theme = &self.theme;
        match diagram.traces[index].key {
            Some(key) if key.is_model() => theme.model,
            Some(DiagramKey::Latency | DiagramKey::Network | DiagramKey::Accepted) => {
                theme.series[0]
            }
            Some(DiagramKey::Print | DiagramKey::Bound) => theme.ink,
            Some(DiagramKey::Offered | DiagramKey::ZeroLoad) => theme.muted,
            _ => theme.series[diagram.look(index) % theme.series.len()],
        }
    }

    /// The dash pattern of a trace.
    #[expect(clippy::unused_self, reason = "consistent with `hue`")]
    pub(in crate::plot) fn dash(&self, diagram: &Diagram, index: usize) -> Dash {
        STROKES[diagram.look(index) % STROKES.len()].0
    }

    /// Draws a part of a trace's line.
    pub(in crate::plot) fn stroke<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        corners: &[Position],
    ) -> Drawn<B> {
        let trace = &diagram.traces[index];
        let dash = match trace.key {
            // The model of one of several curves, in its color.
            None if trace.kind == Kind::Model && trace.of.is_some() => Dash(9.0, 4.0),
            Some(DiagramKey::Published) => Dash(9.0, 4.0),
            Some(DiagramKey::Offered | DiagramKey::ZeroLoad) => Dash(1.5, 3.5),
            Some(DiagramKey::Latency | DiagramKey::Network | DiagramKey::Accepted) => {
                Dash(0.0, 0.0)
            }
            _ => self.dash(diagram, index),
        };
        let corners = corners.iter().map(|&at| self.device(at)).collect();
        let hue = self.hue(diagram, index);
        let thick = match (trace.style, trace.key) {
            (Style::Thin, _) => THIN,
            (_, Some(DiagramKey::Offered | DiagramKey::ZeroLoad)) => 1.5,
            // The model of one of several curves is thinner than its points are large.
            (_, None) if trace.kind == Kind::Model && trace.of.is_some() => 1.75,
            (_, Some(_)) => STROKES[0].1,
            (_, None) => STROKES[diagram.look(index) % STROKES.len()].1,
        };
        stroke::line(area, corners, dash, (hue, thick), &self.theme)
    }

    /// Draws the vertical line at which a trace diverges or which it never exceeds: in the color of
    /// the trace, or in that of a warning for the only model.
    pub(in crate::plot) fn vertical_line<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        ends: &[Position; 2],
    ) -> Drawn<B> {
        let ends = ends.map(|at| self.device(at)).to_vec();
        let trace = &diagram.traces[index];
        let (hue, thick) = match trace.key {
            Some(key) if key.is_model() => (self.theme.warning, 1.5),
            _ => (self.hue(diagram, index), 1.25),
        };
        let dash = match trace.kind {
            Kind::Bound => Dash(3.0, 3.0),
            _ => Dash(7.0, 5.0),
        };
        stroke::line(area, ends, dash, (hue, thick), &self.theme)
    }

    pub(in crate::plot) fn asymptote<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        let x = trace.saturation.and_then(|x| frame.pixel_of(x));
        let Some(x) = x else {
            return Ok(());
        };
        let ends = [(x, frame.plot.bottom), (x, frame.plot.top)];
        self.vertical_line(area, diagram, index, &ends)
    }

    /// Draws the part of a curve within the plot. A model's curve over a few whole numbers has dots
    /// on them.
    pub(in crate::plot) fn curve<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        const FEW: usize = 40;
        for corners in trace.pieces(frame) {
            self.stroke(area, diagram, index, &corners)?;
        }
        let is_whole = trace.marks.iter().all(|mark| mark.x.fract() == 0.0);
        let is_level = trace.key == Some(DiagramKey::ZeroLoad);
        if trace.kind == Kind::Model && is_whole && !is_level && trace.marks.len() <= FEW {
            let hue = self.hue(diagram, index);
            let marks = trace.marks.iter();
            let seen = marks.filter_map(|mark| frame.pixel_of(mark.x).zip(frame.height_of(mark.y)));
            for at in seen {
                let at = self.device(at);
                stroke::glyph(area, at, (DISC, 2.0), (hue, Some(hue)), &self.theme)?;
            }
        }
        Ok(())
    }

    /// Draws a confidence interval as a thin bar.
    pub(in crate::plot) fn interval<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        x: f64,
        ends: [f64; 2],
    ) -> Drawn<B> {
        let corners = ends.map(|y| (x, y)).to_vec();
        self.thin(area, corners, self.theme.muted, 1.5)
    }

    pub(in crate::plot) fn thin<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        corners: Vec<Position>,
        hue: RGBColor,
        thick: f64,
    ) -> Drawn<B> {
        let corners = corners.into_iter().map(|at| self.device(at)).collect();
        stroke::line(area, corners, Dash(0.0, 0.0), (hue, thick), &self.theme)
    }

    /// Draws a line of the grid, fainter if its value has no label.
    pub(in crate::plot) fn grid<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        ends: [Position; 2],
        label: &str,
    ) -> Drawn<B> {
        let thick = if label.is_empty() { 0.5 } else { 1.0 };
        let faint = if label.is_empty() { 0.45 } else { 1.0 };
        let style = self.theme.grid.mix(faint);
        let style = style.stroke_width(stroke::width(&self.theme, thick));
        area.draw(&PathElement::new(
            ends.map(|at| self.device(at)).to_vec(),
            style,
        ))
    }

    /// Draws the grid lines of a vertical axis, with their labels to the left.
    pub(in crate::plot) fn levels<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        rect: Rect,
        axis: &Axis,
        most: usize,
    ) -> Drawn<B> {
        for tick in axis.ticks(most) {
            let Some(place) = axis.place(tick.value) else {
                continue;
            };
            let y = rect.bottom - place * (rect.bottom - rect.top);
            self.grid(area, [(rect.left, y), (rect.right, y)], &tick.label)?;
            let at = (rect.left - 6.0, y);
            self.write(area, &tick.label, at, (HPos::Right, VPos::Center), 13.0)?;
        }
        Ok(())
    }

    pub(in crate::plot) fn edges<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        rect: Rect,
    ) -> Drawn<B> {
        let corners = vec![
            (rect.left, rect.top),
            (rect.left, rect.bottom),
            (rect.right, rect.bottom),
        ];
        self.thin(area, corners, self.theme.ink, 1.0)
    }
}

//! The pen for diagrams, in pixels of the page.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::clip::inside;
use super::frame::LINE;
use super::{Diagram, DiagramKey, Frame, Kind, Mark, Rect, Style, Trace};
use crate::plot::Theme;
use crate::plot::axis::Axis;
use crate::plot::stroke::{self, DASHES, DISC, Dash, Drawn, Pixel};

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
            Some(
                DiagramKey::Print | DiagramKey::Offered | DiagramKey::ZeroLoad | DiagramKey::Bound,
            ) => theme.ink,
            _ => theme.series[diagram.look(index) % theme.series.len()],
        }
    }

    /// The dash pattern of a trace. Each time the colors repeat, the patterns are shifted by one.
    #[expect(clippy::unused_self, reason = "consistent with `hue`")]
    pub(in crate::plot) fn dash(&self, diagram: &Diagram, index: usize) -> Dash {
        let look = diagram.look(index);
        DASHES[(look + look / DASHES.len()) % DASHES.len()]
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
            Some(DiagramKey::Offered | DiagramKey::ZeroLoad) => Dash(2.0, 4.0),
            Some(DiagramKey::Latency | DiagramKey::Network | DiagramKey::Accepted) => {
                Dash(0.0, 0.0)
            }
            _ => self.dash(diagram, index),
        };
        let corners = corners.iter().map(|&at| self.device(at)).collect();
        let hue = self.hue(diagram, index);
        let thick = match (trace.style, trace.key) {
            (Style::Thin, _) | (_, Some(DiagramKey::Offered | DiagramKey::ZeroLoad)) => THIN,
            _ => 2.25,
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
        self.vertical_line(area, diagram, index, &ends)?;
        if trace.is_bound() {
            self.name_bound(area, diagram, index, x, frame)?;
        }
        Ok(())
    }

    /// Writes the name of a bound at the foot of its line, one row for each bound, on the side with more room.
    fn name_bound<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        x: f64,
        frame: &Frame,
    ) -> Drawn<B> {
        /// A lower plot has no room for names.
        const LOWEST: f64 = 70.0;
        if frame.plot.bottom - frame.plot.top < LOWEST {
            return Ok(());
        }
        let before = diagram.traces[..index].iter();
        let before = before
            .filter(|trace| trace.is_bound())
            .filter_map(|trace| trace.saturation);
        let row = before.filter(|&at| frame.pixel_of(at).is_some()).count();
        let y = frame.plot.bottom - 4.0 - LINE * row as f64;
        let is_left = x - frame.plot.left > frame.plot.right - x;
        let (x, side) = if is_left {
            (x - 4.0, HPos::Right)
        } else {
            (x + 4.0, HPos::Left)
        };
        let name = &diagram.traces[index].name;
        self.write(area, name, (x, y), (side, VPos::Bottom), 13.0)
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
        // Points farther away are not visible, and clipping lines to them would lose precision.
        const FAR: f64 = 1e9;
        let plot = frame.plot;
        let near = |place: f64| place.clamp(-FAR, FAR);
        let place = |mark: &Mark| {
            let (x, y) = frame.x.place(mark.x).zip(frame.y.place(mark.y))?;
            Some((near(x), near(y)))
        };
        // Beyond the load of the first arrow there is no curve.
        let end = trace.beyond.first().copied().unwrap_or(f64::INFINITY);
        let before = trace.marks.iter();
        let before = before.filter(|mark| mark.x < end && !trace.apart.contains(&mark.x));
        let mut places: Vec<_> = before.filter_map(place).collect();
        if let Some(&(x, _)) = places.last().filter(|_| end.is_finite()) {
            places.push((x, if trace.falls { 0.0 } else { 1.0 }));
        }
        let on_sheet = |(x, y): Position| {
            let across = plot.left + x * (plot.right - plot.left);
            (across, plot.bottom - y * (plot.bottom - plot.top))
        };
        for piece in inside(&places) {
            let corners: Vec<_> = piece.into_iter().map(on_sheet).collect();
            self.stroke(area, diagram, index, &corners)?;
        }
        let is_whole = trace.marks.iter().all(|mark| mark.x.fract() == 0.0);
        if trace.kind == Kind::Model && is_whole && trace.marks.len() <= FEW {
            let hue = self.hue(diagram, index);
            let is_inside =
                |at: &&Position| (0.0..=1.0).contains(&at.0) && (0.0..=1.0).contains(&at.1);
            for &at in places.iter().filter(is_inside) {
                let at = self.device(on_sheet(at));
                stroke::glyph(area, at, (DISC, 2.0), (hue, Some(hue)), &self.theme)?;
            }
        }
        Ok(())
    }

    pub(in crate::plot) fn whisker<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        x: f64,
        ends: [f64; 2],
    ) -> Drawn<B> {
        let hue = self.hue(diagram, index);
        self.thin(area, ends.map(|y| (x, y)).to_vec(), hue, 1.5)?;
        for y in ends {
            self.thin(area, vec![(x - 4.0, y), (x + 4.0, y)], hue, 1.5)?;
        }
        Ok(())
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

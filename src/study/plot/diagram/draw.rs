//! Drawing of diagrams with any backend of plotters: a canvas on the screen, SVG in a file.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::{LETTER, LINE, lines, ticks_in};
use super::legend::Legend;
use super::pen::DiagramPen;
use super::{Diagram, Frame, Kind};
use crate::plot::Theme;
use crate::plot::stroke::Drawn;
use crate::plot::svg::to_svg;

/// The largest error that counts as agreement \[%\].
const AGREEMENT: f64 = 5.0;

/// The width and height of a sheet \[pixels of the page\].
fn size_of<B: DrawingBackend>(area: &DrawingArea<B, Shift>, theme: &Theme) -> (f64, f64) {
    let (width, height) = area.dim_in_pixel();
    (
        f64::from(width) / theme.scale,
        f64::from(height) / theme.scale,
    )
}

impl Diagram {
    /// Draws curves, points and errors. Errors are those of the backend.
    pub fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, theme: &Theme) -> Drawn<B> {
        self.draw_below(area, theme, None)?;
        area.present()
    }

    /// Draws the diagram below its whole legend, for a file.
    pub fn draw_with_legend<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        theme: &Theme,
    ) -> Drawn<B> {
        let legend = Legend::new(self, size_of(area, theme));
        self.draw_below(area, theme, Some(&legend))?;
        area.present()
    }

    /// Writes the diagram with its legend as an SVG file of a size \[pixels\].
    pub fn to_svg(&self, size: (u32, u32), theme: &Theme) -> String {
        to_svg(size, theme, &self.title(), |area, theme| {
            self.draw_with_legend(area, theme)
        })
    }

    /// The axes and the shown traces, in words.
    fn title(&self) -> String {
        let names = self.shown().map(|(_, trace)| &*trace.name);
        let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        let (x, y) = (&self.x.label, &self.y.label);
        format!("{y} over {x}: {}", names.join("; "))
    }

    /// Draws the diagram on a part of a sheet, which the caller presents.
    pub(in crate::plot) fn draw_below<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        theme: &Theme,
        legend: Option<&Legend>,
    ) -> Drawn<B> {
        area.fill(&theme.paper)?;
        let (width, height) = size_of(area, theme);
        let below = legend.map_or(0.0, |legend| legend.height);
        let frame = Frame::of(self, width, height, below);
        let pen = DiagramPen::new(theme);
        if let Some(legend) = legend {
            legend.draw(self, area, &pen)?;
        }
        self.draw_axes(area, &pen, &frame, height)?;
        self.draw_present(area, &pen, &frame)?;
        for (index, trace) in self.shown() {
            pen.asymptote(area, self, index, trace, &frame)?;
        }
        for (index, trace) in self.shown().filter(|(_, trace)| trace.kind == Kind::Model) {
            pen.curve(area, self, index, trace, &frame)?;
        }
        for (index, trace) in self.shown().filter(|(_, trace)| trace.kind != Kind::Model) {
            pen.points(area, self, index, trace, &frame)?;
        }
        for label in self.labels(&frame, theme.letter) {
            pen.label(area, self, &label)?;
        }
        self.draw_strip(area, &pen, &frame)
    }

    /// Draws the line of the marked place.
    fn draw_present<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pen: &DiagramPen,
        frame: &Frame,
    ) -> Drawn<B> {
        let x = self
            .present
            .as_ref()
            .and_then(|there| frame.pixel_of(there.x));
        let Some(x) = x else {
            return Ok(());
        };
        let ends = vec![(x, frame.plot.top), (x, frame.plot.bottom)];
        pen.thin(area, ends, pen.theme.ink, 1.5)
    }

    fn draw_axes<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pen: &DiagramPen,
        frame: &Frame,
        height: f64,
    ) -> Drawn<B> {
        let plot = frame.plot;
        pen.levels(area, plot, &frame.y, ticks_in(height))?;
        let room = plot.right - plot.left;
        let has_bars = self.has_bars();
        let most = if has_bars {
            (room / 20.0).max(3.0)
        } else {
            (room / 62.0).clamp(3.0, 12.0)
        };
        let lowest = frame.strip.as_ref().map_or(plot, |(strip, _)| *strip);
        let mut free_from = f64::NEG_INFINITY;
        let ticks = frame.x.ticks(most as usize).into_iter();
        // There are no bars between whole numbers.
        for tick in ticks.filter(|tick| !has_bars || tick.value.fract() == 0.0) {
            let Some(x) = frame.pixel_of(tick.value) else {
                continue;
            };
            let half = LETTER * tick.label.chars().count() as f64 / 2.0;
            let rects = [Some(plot), frame.strip.as_ref().map(|(strip, _)| *strip)];
            let is_gridded = !self.has_names || frame.x.is_log;
            for rect in rects.into_iter().flatten().filter(|_| is_gridded) {
                pen.grid(area, [(x, rect.top), (x, rect.bottom)], &tick.label)?;
            }
            if !tick.label.is_empty() && x - half > free_from {
                let at = (x, lowest.bottom + 5.0);
                pen.write(area, &tick.label, at, (HPos::Center, VPos::Top), 13.0)?;
                free_from = x + half + 6.0;
            }
        }
        pen.edges(area, plot)?;
        let (left, right) = (plot.left, plot.right);
        let beside = (HPos::Left, VPos::Bottom);
        let below = lowest.bottom + 22.0;
        let (at, anchor) = if self.has_names {
            ((right, below), (HPos::Right, VPos::Top))
        } else {
            let middle = f64::midpoint(left, right);
            ((middle, below), (HPos::Center, VPos::Top))
        };
        pen.title(area, &self.x.label, at, anchor, right - left)?;
        let lines = lines(&self.y.label, right - 8.0);
        for (line, below) in lines.iter().rev().zip(0..) {
            let above = (8.0, plot.top - 9.0 - LINE * f64::from(below));
            pen.title(area, line, above, beside, right - 8.0)?;
        }
        Ok(())
    }

    fn draw_strip<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pen: &DiagramPen,
        frame: &Frame,
    ) -> Drawn<B> {
        let Some((rect, axis)) = &frame.strip else {
            return Ok(());
        };
        let height = |percent: f64| {
            let place = axis.place(percent).unwrap_or(0.0).clamp(0.0, 1.0);
            rect.bottom - place * (rect.bottom - rect.top)
        };
        let corners = [
            (rect.left, height(AGREEMENT)),
            (rect.right, height(-AGREEMENT)),
        ];
        let corners = corners.map(|at| pen.device(at));
        area.draw(&Rectangle::new(corners, pen.theme.model.mix(0.13).filled()))?;
        pen.levels(area, *rect, axis, 4)?;
        let zero = vec![(rect.left, height(0.0)), (rect.right, height(0.0))];
        pen.thin(area, zero, pen.theme.ink, 1.0)?;
        pen.edges(area, *rect)?;
        let title = "model − simulation [% of simulation]";
        let (above, beside) = ((8.0, rect.top - 9.0), (HPos::Left, VPos::Bottom));
        pen.title(area, title, above, beside, rect.right - 8.0)?;
        for error in self.differences() {
            let Some(x) = frame.pixel_of(error.x) else {
                continue;
            };
            let half = error.half_width.unwrap_or(0.0);
            let ends = [error.percent - half, error.percent + half].map(height);
            pen.interval(area, x, ends)?;
            let is_inside = axis.holds(error.percent);
            pen.point(
                area,
                self,
                error.trace,
                (x, height(error.percent)),
                is_inside,
            )?;
        }
        Ok(())
    }
}

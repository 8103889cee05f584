//! The points of a diagram, and the bars and arrows in place of points.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::pen::{AROUND, DiagramPen, Position};
use super::{Diagram, Frame, Kind, Style, Trace};
use crate::plot::stroke::{self, DIAMOND, DISC, Drawn};

impl Diagram {
    /// The row of the arrows of a trace.
    pub(super) fn row(&self, index: usize) -> usize {
        match self.traces[index].key {
            None => self.look(index),
            Some(_) => 0,
        }
    }
}

impl Trace {
    /// The height of arrows in a row, at the upper or the lower edge.
    pub(super) fn arrow_height(&self, row: usize, frame: &Frame) -> f64 {
        const ROW: f64 = 14.0;
        let from_edge = 7.0 + ROW * row as f64;
        if self.falls {
            frame.plot.bottom - from_edge
        } else {
            frame.plot.top + from_edge
        }
    }
}

impl DiagramPen {
    /// Draws simulated and printed values: lines, points with whiskers as far as they are within
    /// the plot, and arrows. A value above the plot is a hollow point at its edge.
    pub(in crate::plot) fn points<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        match trace.style {
            Style::Points => {}
            Style::Bars => return self.bars(area, diagram, index, frame),
            _ => self.curve(area, diagram, index, trace, frame)?,
        }
        let edge = |y: f64| {
            let seen = y.clamp(frame.y.start, frame.y.end);
            frame.height_of(seen).unwrap_or(frame.plot.bottom)
        };
        let last = trace.marks.len().saturating_sub(1);
        let skipped = if trace.style == Style::Line { last } else { 0 };
        let drawn = trace.marks.iter().skip(skipped);
        for mark in drawn.filter(|mark| trace.draws(mark, frame)) {
            let Some(x) = frame.pixel_of(mark.x) else {
                continue;
            };
            if let Some(half) = mark.half_width
                && frame.y.holds(mark.y)
            {
                let ends = [mark.y - half, mark.y + half].map(edge);
                self.interval(area, x, ends)?;
            }
            let is_filled = mark.is_steady && frame.y.holds(mark.y);
            self.point(area, diagram, index, (x, edge(mark.y)), is_filled)?;
        }
        self.arrows(area, diagram, index, trace, frame)
    }

    /// Draws an arrow at the edge for every load without a steady state. Those of compared traces have
    /// one row for each trace, so that none covers another.
    fn arrows<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        let y = trace.arrow_height(diagram.row(index), frame);
        for x in trace.beyond.iter().filter_map(|&x| frame.pixel_of(x)) {
            self.arrow(area, (x, y), self.hue(diagram, index), trace.falls)?;
        }
        Ok(())
    }

    /// Draws an arrow that points up or down.
    pub(super) fn arrow<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        (x, y): Position,
        hue: RGBColor,
        is_down: bool,
    ) -> Drawn<B> {
        let length = if is_down { -6.0 } else { 6.0 };
        let head = [(x - 4.5, y), (x, y - length), (x + 4.5, y)];
        let head = head.map(|at| self.device(at)).to_vec();
        area.draw(&Polygon::new(head, hue.filled()))?;
        self.thin(area, vec![(x, y), (x, y + length)], hue, 2.0)
    }

    /// Draws bars, with glyphs on top that distinguish them without color.
    fn bars<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        frame: &Frame,
    ) -> Drawn<B> {
        // Width of a group of bars relative to a unit of the axis, and of a bar relative to its
        // share of the group.
        const TAKEN: f64 = 0.8;
        const WIDE: f64 = 0.85;
        let is_bars = |(_, trace): &(usize, &Trace)| trace.style == Style::Bars;
        let bars: Vec<_> = diagram.shown().filter(is_bars).collect();
        let nth = bars.iter().filter(|bar| bar.0 < index).count();
        let share = TAKEN / bars.len() as f64;
        for mark in &diagram.traces[index].marks {
            let left = mark.x - TAKEN / 2.0 + share * nth as f64;
            let sides = [left, left + share * WIDE].map(|x| frame.pixel_of(x));
            let ends = [frame.y.start, mark.y].map(|y| frame.height_of(y));
            if let ([Some(left), Some(right)], [Some(bottom), Some(top)]) = (sides, ends) {
                let corners = [(left, bottom), (right, top)].map(|at| self.device(at));
                let fill = self.hue(diagram, index).filled();
                area.draw(&Rectangle::new(corners, fill))?;
                let top = (f64::midpoint(left, right), top);
                self.point(area, diagram, index, top, true)?;
            }
        }
        Ok(())
    }

    /// Draws the glyph of a trace at a point.
    pub(in crate::plot) fn point<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        at: Position,
        is_filled: bool,
    ) -> Drawn<B> {
        let hue = self.hue(diagram, index);
        let fill = if is_filled { hue } else { self.theme.paper };
        let trace = &diagram.traces[index];
        let (shape, fill) = match (trace.kind, trace.key, trace.style) {
            // The diamond is open, so that a simulated point at the same position remains visible.
            (Kind::Printed, ..) => ((DIAMOND, AROUND), None),
            (_, None, Style::Points) => ((DISC, 4.0), Some(fill)),
            (_, _, Style::Thin) => ((diagram.look(index), 2.0), Some(fill)),
            _ => ((diagram.look(index), 4.0), Some(fill)),
        };
        stroke::glyph(area, self.device(at), shape, (hue, fill), &self.theme)
    }
}

//! Samples of marks and curves in a legend, drawn as in the diagram.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::pen::{DiagramPen, Position, SAMPLE, THIN};
use super::{Diagram, DiagramKey, Kind, Style, Trace};
use crate::plot::Theme;
use crate::plot::stroke::{self, DISC, Dash, Drawn};
use crate::plot::svg::to_svg;

/// Height of a sample by itself.
const HEIGHT: u32 = 16;

impl Diagram {
    /// The sample of a mark as SVG, for the legend of a page.
    pub fn key_sample(&self, key: DiagramKey, theme: &Theme) -> String {
        let middle = (SAMPLE / 2.0 + 1.0, f64::from(HEIGHT) / 2.0);
        sample(theme, |area, pen| pen.key(area, self, key, middle))
    }

    /// The sample of a named trace as SVG, for the legend of a page.
    pub fn name_sample(&self, index: usize, theme: &Theme) -> String {
        let left = (1.0, f64::from(HEIGHT) / 2.0);
        sample(theme, |area, pen| pen.name(area, self, index, left))
    }
}

fn sample(
    theme: &Theme,
    draw: impl for<'a> FnOnce(&DrawingArea<SVGBackend<'a>, Shift>, &DiagramPen) -> Drawn<SVGBackend<'a>>,
) -> String {
    to_svg((SAMPLE as u32 + 2, HEIGHT), theme, "", |area, theme| {
        draw(area, &DiagramPen::new(theme))?;
        area.present()
    })
}

impl DiagramPen {
    /// Draws the sample of a trace, which begins at a position.
    pub(super) fn name<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        (left, middle): Position,
    ) -> Drawn<B> {
        let trace = &diagram.traces[index];
        let ends = [(left, middle), (left + SAMPLE, middle)];
        let (has_line, has_point) = match (trace.kind, trace.style) {
            (Kind::Bound, _) => return self.vertical_line(area, diagram, index, &ends),
            (Kind::Model, _) => (true, false),
            (_, Style::Points) => (false, true),
            _ => (true, true),
        };
        if has_line {
            self.stroke(area, diagram, index, &ends)?;
        }
        if has_point {
            self.point(area, diagram, index, (left + SAMPLE / 2.0, middle), true)?;
        }
        Ok(())
    }

    /// Draws the sample of a mark around a position. Marks that only one trace has are in its color, others in that of
    /// text.
    pub(super) fn key<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        key: DiagramKey,
        (x, y): Position,
    ) -> Drawn<B> {
        let Theme { ink, .. } = self.theme;
        let only = |has: fn(&Trace) -> bool| {
            let mut having = diagram.shown().filter(|(_, trace)| has(trace));
            let (first, _) = having.next()?;
            having.next().is_none().then_some(first)
        };
        let hue = |of: Option<usize>| of.map_or(ink, |index| self.hue(diagram, index));
        let glyph = |shape, hue, fill| {
            stroke::glyph(area, self.device((x, y)), shape, (hue, fill), &self.theme)
        };
        let ends = [(x - SAMPLE / 2.0, y), (x + SAMPLE / 2.0, y)];
        match key {
            DiagramKey::Model
            | DiagramKey::Published
            | DiagramKey::Offered
            | DiagramKey::ZeroLoad
            | DiagramKey::Network
            | DiagramKey::Accepted
            | DiagramKey::Latency
            | DiagramKey::Print => {
                let mut traces = diagram.shown();
                let of = traces.find(|(_, trace)| trace.key == Some(key));
                let left = (ends[0].0, y);
                of.map_or(Ok(()), |(index, _)| self.name(area, diagram, index, left))
            }
            DiagramKey::Unicasts => {
                self.thin(area, ends.to_vec(), ink, THIN)?;
                glyph((DISC, 2.0), ink, Some(ink))
            }
            DiagramKey::Interval => self.interval(area, x, [y - 7.0, y + 7.0]),
            DiagramKey::Hollow => {
                let simulated = only(|trace| trace.kind == Kind::Simulation);
                match simulated {
                    Some(index) => self.point(area, diagram, index, (x, y), false),
                    None => glyph((DISC, 4.0), ink, Some(self.theme.paper)),
                }
            }
            DiagramKey::Saturation => {
                let model = only(|trace| trace.kind == Kind::Model && trace.saturation.is_some());
                let ends = [(x, y - 8.0), (x, y + 8.0)];
                match model {
                    Some(index) => self.vertical_line(area, diagram, index, &ends),
                    None => self.dashed(area, &ends, Dash(7.0, 5.0), ink, 1.25),
                }
            }
            DiagramKey::Bound | DiagramKey::BoundOfCurve => {
                let ends = [(x, y - 8.0), (x, y + 8.0)];
                self.dashed(area, &ends, Dash(3.0, 3.0), ink, 1.25)
            }
            DiagramKey::Beyond => {
                let hue = hue(only(|trace| !trace.falls && !trace.beyond.is_empty()));
                self.arrow(area, (x, y), hue, false)
            }
            DiagramKey::Fallen => {
                let hue = hue(only(|trace| trace.falls && !trace.beyond.is_empty()));
                self.arrow(area, (x, y), hue, true)
            }
            DiagramKey::Agreement => {
                let corners = [(x - 14.0, y - 4.0), (x + 14.0, y + 4.0)];
                let fill = self.theme.model.mix(0.13).filled();
                area.draw(&Rectangle::new(corners.map(|at| self.device(at)), fill))
            }
        }
    }

    fn dashed<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        ends: &[Position; 2],
        dash: Dash,
        hue: RGBColor,
        thick: f64,
    ) -> Drawn<B> {
        let ends = ends.map(|at| self.device(at)).to_vec();
        stroke::line(area, ends, dash, (hue, thick), &self.theme)
    }
}

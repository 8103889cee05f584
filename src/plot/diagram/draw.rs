//! A diagram over any backend of plotters: a canvas on screen, SVG in a file.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::frame::{LETTER, ticks_in};
use super::legend::Legend;
use super::{Diagram, Frame, Kind, Mark, Rect, Trace};
use crate::plot::Theme;
use crate::plot::axis::Axis;
use crate::plot::stroke::{self, DASHES, Dash, Drawn, Pixel};

/// A place on the sheet \[pixels of the page\].
type Place = (f64, f64);

/// Errors within it count as agreement \[%\].
const AGREEMENT: f64 = 5.0;

impl Diagram {
    /// Draws curves, points and errors; the error is the backend's.
    pub fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, theme: &Theme) -> Drawn<B> {
        self.draw_below(area, theme, None)
    }

    /// The same with its legend, for a file.
    pub fn draw_with_legend<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        theme: &Theme,
    ) -> Drawn<B> {
        let width = f64::from(area.dim_in_pixel().0) / theme.scale;
        self.draw_below(area, theme, Some(&Legend::new(self, width)))
    }

    /// The diagram as an SVG file of a size, legend included.
    pub fn to_svg(&self, (width, height): (u32, u32), theme: &Theme) -> String {
        // Backends place everything on whole pixels, which are finer here than those of a page.
        const FINER: u32 = 8;
        let mut svg = String::new();
        let (across, down) = (width * FINER, height * FINER);
        let scale = theme.scale * f64::from(FINER);
        let area = SVGBackend::with_string(&mut svg, (across, down)).into_drawing_area();
        let drawn = self.draw_with_legend(&area, &Theme { scale, ..*theme });
        drawn.expect("a text takes whatever is written to it");
        drop(area);
        let fine = format!("width=\"{across}\" height=\"{down}\"");
        let size = format!("width=\"{width}\" height=\"{height}\"");
        svg.replacen(&fine, &size, 1)
    }

    fn draw_below<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        theme: &Theme,
        legend: Option<&Legend>,
    ) -> Drawn<B> {
        area.fill(&theme.paper)?;
        let (width, height) = area.dim_in_pixel();
        let [width, height] = [width, height].map(|size| f64::from(size) / theme.scale);
        let below = legend.map_or(0.0, |legend| legend.height);
        let frame = Frame::of(self, width, height, below);
        let pen = Pen::new(theme);
        if let Some(legend) = legend {
            legend.draw(self, area, &pen)?;
        }
        self.draw_axes(area, &pen, &frame, height)?;
        for (index, trace) in self.shown() {
            pen.asymptote(area, self, index, trace, &frame)?;
        }
        for (index, trace) in self.shown().filter(|(_, trace)| trace.kind == Kind::Model) {
            pen.curve(area, self, index, trace, &frame)?;
        }
        for (index, trace) in self.shown().filter(|(_, trace)| trace.kind != Kind::Model) {
            pen.points(area, self, index, trace, &frame)?;
        }
        self.draw_strip(area, &pen, &frame)?;
        area.present()
    }

    fn draw_axes<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pen: &Pen,
        frame: &Frame,
        height: f64,
    ) -> Drawn<B> {
        let plot = frame.plot;
        pen.levels(area, plot, &frame.y, ticks_in(height))?;
        let room = plot.right - plot.left;
        let most = (room / 84.0).clamp(3.0, 10.0) as usize;
        let lowest = frame.strip.as_ref().map_or(plot, |(strip, _)| *strip);
        let mut free_from = f64::NEG_INFINITY;
        for tick in frame.x.ticks(most) {
            let Some(x) = frame.pixel_of(tick.value) else {
                continue;
            };
            let half = LETTER * tick.label.chars().count() as f64 / 2.0;
            let rects = [Some(plot), frame.strip.as_ref().map(|(strip, _)| *strip)];
            for rect in rects.into_iter().flatten() {
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
        let middle = (f64::midpoint(left, right), lowest.bottom + 22.0);
        let (center, beside) = ((HPos::Center, VPos::Top), (HPos::Left, VPos::Bottom));
        pen.title(area, &self.x.label, middle, center, right - left)?;
        let above = (8.0, plot.top - 5.0);
        pen.title(area, &self.y.label, above, beside, right - 8.0)
    }

    fn draw_strip<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pen: &Pen,
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
        let (above, beside) = ((8.0, rect.top - 4.0), (HPos::Left, VPos::Bottom));
        pen.title(area, title, above, beside, rect.right - 8.0)?;
        for error in self.differences() {
            let Some(x) = frame.pixel_of(error.x) else {
                continue;
            };
            let half = error.half_width.unwrap_or(0.0);
            let ends = [error.percent - half, error.percent + half].map(height);
            pen.whisker(area, self, error.trace, x, ends)?;
            let is_inside = axis.holds(error.percent) && error.is_steady;
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

/// Draws in pixels of the page.
#[derive(Debug)]
pub(super) struct Pen {
    theme: Theme,
}

impl Pen {
    pub(super) fn new(theme: &Theme) -> Self {
        Self { theme: *theme }
    }

    fn device(&self, at: Place) -> Pixel {
        let scaled = |length: f64| (length * self.theme.scale).round() as i32;
        (scaled(at.0), scaled(at.1))
    }

    pub(super) fn hue(&self, diagram: &Diagram, index: usize) -> RGBColor {
        let hues = self.theme.series;
        hues[diagram.look(index) % hues.len()]
    }

    /// When colors come round again, strokes have moved on by one.
    #[expect(clippy::unused_self, reason = "a pen knows what it draws with")]
    pub(super) fn dash(&self, diagram: &Diagram, index: usize) -> Dash {
        let look = diagram.look(index);
        DASHES[(look + look / DASHES.len()) % DASHES.len()]
    }

    /// A piece of a trace's line.
    pub(super) fn stroke<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        corners: &[Place],
    ) -> Drawn<B> {
        let dash = self.dash(diagram, index);
        let corners = corners.iter().map(|&at| self.device(at)).collect();
        let hue = self.hue(diagram, index);
        stroke::line(area, corners, dash, (hue, 2.25), &self.theme)
    }

    /// Where a trace grows without end, or what it never exceeds.
    pub(super) fn upright<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        ends: &[Place; 2],
    ) -> Drawn<B> {
        let ends = ends.map(|at| self.device(at)).to_vec();
        let hue = self.hue(diagram, index);
        let dash = match diagram.traces[index].kind {
            Kind::Bound => Dash(3.0, 3.0),
            _ => Dash(7.0, 5.0),
        };
        stroke::line(area, ends, dash, (hue, 1.25), &self.theme)
    }

    fn asymptote<B: DrawingBackend>(
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
        self.upright(area, diagram, index, &ends)
    }

    /// A curve as far as it lies in the plot; of few points, each has a dot.
    fn curve<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        const FEW: usize = 40;
        let plot = frame.plot;
        let place = |mark: &Mark| Some((frame.x.place(mark.x)?, frame.y.place(mark.y)?));
        let places: Vec<_> = trace.marks.iter().filter_map(place).collect();
        let on_sheet = |(x, y): Place| {
            let across = plot.left + x * (plot.right - plot.left);
            (across, plot.bottom - y * (plot.bottom - plot.top))
        };
        for piece in inside(&places) {
            let corners: Vec<_> = piece.into_iter().map(on_sheet).collect();
            self.stroke(area, diagram, index, &corners)?;
        }
        if trace.marks.len() <= FEW {
            let hue = self.hue(diagram, index);
            let is_inside =
                |at: &&Place| (0.0..=1.0).contains(&at.0) && (0.0..=1.0).contains(&at.1);
            for &at in places.iter().filter(is_inside) {
                let at = self.device(on_sheet(at));
                stroke::glyph(area, at, (0, 2.0), (hue, hue), &self.theme)?;
            }
        }
        Ok(())
    }

    /// Points with whiskers as far as they lie in the plot; above it, a hollow one at the edge.
    fn points<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        for mark in &trace.marks {
            let Some(x) = frame.pixel_of(mark.x) else {
                continue;
            };
            let edge = |y: f64| {
                let seen = y.clamp(frame.y.start, frame.y.end);
                frame.height_of(seen).unwrap_or(frame.plot.bottom)
            };
            if let Some(half) = mark.half_width
                && frame.y.holds(mark.y)
            {
                let ends = [mark.y - half, mark.y + half].map(edge);
                self.whisker(area, diagram, index, x, ends)?;
            }
            let is_filled = mark.is_steady && frame.y.holds(mark.y);
            self.point(area, diagram, index, (x, edge(mark.y)), is_filled)?;
        }
        Ok(())
    }

    /// The glyph of a trace of points.
    pub(super) fn point<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        at: Place,
        is_filled: bool,
    ) -> Drawn<B> {
        const DIAMOND: usize = 3;
        let hue = self.hue(diagram, index);
        let is_printed = diagram.traces[index].kind == Kind::Printed;
        let fill = if is_filled && !is_printed {
            hue
        } else {
            self.theme.paper
        };
        let shape = if is_printed { (DIAMOND, 3.5) } else { (0, 4.0) };
        stroke::glyph(area, self.device(at), shape, (hue, fill), &self.theme)
    }

    fn whisker<B: DrawingBackend>(
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

    fn thin<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        corners: Vec<Place>,
        hue: RGBColor,
        thick: f64,
    ) -> Drawn<B> {
        let corners = corners.into_iter().map(|at| self.device(at)).collect();
        stroke::line(area, corners, Dash(0.0, 0.0), (hue, thick), &self.theme)
    }

    /// A line of the grid, fainter where its value is not written down.
    fn grid<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        ends: [Place; 2],
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

    /// Levels of an upright axis, with their values beside.
    fn levels<B: DrawingBackend>(
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

    fn edges<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, rect: Rect) -> Drawn<B> {
        let corners = vec![
            (rect.left, rect.top),
            (rect.left, rect.bottom),
            (rect.right, rect.bottom),
        ];
        self.thin(area, corners, self.theme.ink, 1.0)
    }

    /// The name of an axis, smaller where it would not fit.
    fn title<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Place,
        anchor: (HPos, VPos),
        room: f64,
    ) -> Drawn<B> {
        let letters = text.chars().count().max(1) as f64;
        let size = (room / letters / 0.56).clamp(8.0, 13.0);
        self.write(area, text, at, anchor, size)
    }

    pub(super) fn write<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Place,
        (across, upwards): (HPos, VPos),
        size: f64,
    ) -> Drawn<B> {
        if text.is_empty() {
            return Ok(());
        }
        let style = ("sans-serif", size * self.theme.scale)
            .into_font()
            .color(&self.theme.ink)
            .pos(Pos::new(across, upwards));
        area.draw(&Text::new(text.to_owned(), self.device(at), style))
    }
}

/// The parts of a line that lie in the unit square.
fn inside(line: &[Place]) -> Vec<Vec<Place>> {
    let mut parts: Vec<Vec<Place>> = Vec::new();
    for pair in line.windows(2) {
        let Some((from, to)) = clipped(pair[0], pair[1]) else {
            continue;
        };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// The part of a straight line that lies in the unit square (Liang & Barsky 1984).
fn clipped(from: Place, to: Place) -> Option<(Place, Place)> {
    let along = (to.0 - from.0, to.1 - from.1);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (step, room) in [
        (-along.0, from.0),
        (along.0, 1.0 - from.0),
        (-along.1, from.1),
        (along.1, 1.0 - from.1),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            first = first.max(room / step);
        } else {
            last = last.min(room / step);
        }
    }
    let at = |share: f64| match share {
        0.0 => from,
        1.0 => to,
        share => (from.0 + share * along.0, from.1 + share * along.1),
    };
    (first <= last).then(|| (at(first), at(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_the_plot_through_its_edge_and_comes_back() {
        let line = [(0.0, 0.5), (0.2, 1.5), (0.4, 0.5), (0.6, -0.5)];
        let parts = inside(&line);
        assert_eq!(parts.len(), 2);
        let near = |a: Place, b: Place| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-12;
        assert!(near(parts[0][1], (0.1, 1.0)) && near(parts[1][0], (0.3, 1.0)));
        assert!(near(*parts[1].last().expect("two points"), (0.5, 0.0)));
        assert_eq!(inside(&[(0.0, 2.0), (1.0, 2.0)]), Vec::<Vec<_>>::new());
    }
}

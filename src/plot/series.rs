//! Curves of several multicast algorithms, or of several routing functions: each has a glyph and a
//! stroke of its own, so that they stay apart without color, and its name stands above the chart.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::stroke::{self, DASHES, Drawn, px, width};
use super::{Plane, Theme};
use crate::multicast::name_of;
use crate::sim::Estimate;
use crate::sweep::{Report, routing_name};

/// The points of one algorithm or function.
#[derive(Debug)]
pub(super) struct Series<'a> {
    /// As people call it.
    pub(super) name: String,
    /// Its place among all.
    index: usize,
    pub(super) reports: Vec<&'a Report>,
}

/// What a series is of.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Subject<'a> {
    /// A multicast algorithm, by its specification.
    Multicast(&'a str),
    /// A routing function, as reports say it.
    Routing(&'a str),
}

impl<'a> Subject<'a> {
    fn of(report: &'a Report) -> Option<Self> {
        if let Some(routing) = &report.routing {
            return Some(Self::Routing(routing));
        }
        let algorithm = report.multicast.as_deref();
        algorithm
            .filter(|_| report.measures.multicast_latency.is_some())
            .map(Self::Multicast)
    }

    fn name(self) -> String {
        match self {
            Self::Multicast(spec) => name_of(spec),
            Self::Routing(routing) => routing_name(routing),
        }
    }
}

/// Whether a report is of a curve beside others, and not of the only one of a chart.
pub(super) fn is_of_series(report: &Report) -> bool {
    report.routing.is_some() || report.measures.multicast_latency.is_some()
}

/// How a glyph is drawn: large for what is compared, small for unicasts beside multicasts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Weight {
    Compared,
    Unicasts,
}

impl Weight {
    /// Of lines and of glyphs' radii \[pixels of the page\].
    fn sizes(self) -> (f64, f64) {
        match self {
            Self::Compared => (2.0, 4.0),
            Self::Unicasts => (1.0, 2.0),
        }
    }
}

impl<'a> Series<'a> {
    /// The reports by what they are of, in the order in which that first appears; none, where
    /// no routing functions are compared and nothing was sent to several nodes.
    pub(super) fn all(reports: &'a [Report]) -> Vec<Self> {
        let mut all: Vec<(Subject, Self)> = Vec::new();
        for report in reports {
            let Some(subject) = Subject::of(report) else {
                continue;
            };
            let index = all.len();
            match all.iter_mut().find(|(known, _)| *known == subject) {
                Some((_, series)) => series.reports.push(report),
                None => all.push((
                    subject,
                    Self {
                        name: subject.name(),
                        index,
                        reports: vec![report],
                    },
                )),
            }
        }
        all.into_iter().map(|(_, series)| series).collect()
    }

    /// Draws the latency of its multicasts and, thinner, of its unicasts, if it has some; of a
    /// routing function that of all messages.
    pub(super) fn draw<Backend: DrawingBackend>(
        &self,
        chart: &ChartContext<'_, Backend, Plane>,
        shown: &Range<f64>,
        theme: &Theme,
    ) -> Drawn<Backend> {
        let compared = |report: &Report| match report.routing {
            Some(_) => Some(report.measures.latency),
            None => report.measures.multicast_latency,
        };
        let of_unicasts = |report: &Report| report.measures.unicast_latency;
        self.draw_latency(chart, shown, theme, Weight::Unicasts, of_unicasts)?;
        self.draw_latency(chart, shown, theme, Weight::Compared, compared)?;
        // What has no latency is told at the upper edge, below what others tell there.
        let below = self.index as f64 * 13.0;
        for report in &self.reports {
            if report.saturated || report.deadlocked {
                let at = place(chart, (report.load, shown.end));
                let at = (at.0, at.1 + px(theme, below + 7.0));
                let area = chart.plotting_area().strip_coord_spec();
                self.glyph(&area, at, theme, Weight::Compared, false)?;
                let (d, style) = (
                    px(theme, 5.0),
                    theme.warning.stroke_width(width(theme, 2.0)),
                );
                for flip in [-1, 1] {
                    let ends = [(at.0 - d, at.1 - flip * d), (at.0 + d, at.1 + flip * d)];
                    area.draw(&PathElement::new(ends, style))?;
                }
            }
        }
        Ok(())
    }

    fn draw_latency<Backend: DrawingBackend>(
        &self,
        chart: &ChartContext<'_, Backend, Plane>,
        shown: &Range<f64>,
        theme: &Theme,
        weight: Weight,
        of: fn(&Report) -> Option<Estimate>,
    ) -> Drawn<Backend> {
        let points = self.reports.iter().filter_map(|report| {
            let estimate = of(report)?;
            Some((report.load, estimate.mean?, estimate.ci95.unwrap_or(0.0)))
        });
        let points: Vec<_> = points.collect();
        let area = chart.plotting_area().strip_coord_spec();
        let means: Vec<_> = points.iter().map(|&(load, mean, _)| (load, mean)).collect();
        for piece in within(&means, shown.end) {
            let corners: Vec<_> = piece.iter().map(|&at| place(chart, at)).collect();
            self.line(&area, corners, theme, weight)?;
        }
        for (load, mean, half) in points {
            if !shown.contains(&mean) {
                continue;
            }
            let bar = self.hue(theme).stroke_width(width(theme, 1.5));
            let ends = [mean - half, mean + half].map(|y| y.clamp(shown.start, shown.end));
            let ends = ends.map(|latency| place(chart, (load, latency)));
            area.draw(&PathElement::new(ends, bar))?;
            for (x, y) in ends {
                let d = px(theme, 4.0);
                area.draw(&PathElement::new([(x - d, y), (x + d, y)], bar))?;
            }
            self.glyph(&area, place(chart, (load, mean)), theme, weight, true)?;
        }
        Ok(())
    }

    /// Its color.
    pub(super) fn hue(&self, theme: &Theme) -> RGBColor {
        theme.series[self.index % theme.series.len()]
    }

    /// Draws its glyph at a point of a chart.
    pub(super) fn mark<Backend: DrawingBackend>(
        &self,
        chart: &ChartContext<'_, Backend, Plane>,
        at: (f64, f64),
        theme: &Theme,
    ) -> Drawn<Backend> {
        let area = chart.plotting_area().strip_coord_spec();
        self.glyph(&area, place(chart, at), theme, Weight::Compared, true)
    }

    /// Draws a line of its stroke in a chart.
    pub(super) fn curve<Backend: DrawingBackend>(
        &self,
        chart: &ChartContext<'_, Backend, Plane>,
        points: &[(f64, f64)],
        theme: &Theme,
    ) -> Drawn<Backend> {
        let area = chart.plotting_area().strip_coord_spec();
        let corners = points.iter().map(|&at| place(chart, at)).collect();
        self.line(&area, corners, theme, Weight::Compared)
    }

    fn line<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        corners: Vec<(i32, i32)>,
        theme: &Theme,
        weight: Weight,
    ) -> Drawn<Backend> {
        let dash = DASHES[self.index % DASHES.len()];
        let hue = self.hue(theme);
        stroke::line(area, corners, dash, (hue, weight.sizes().0), theme)
    }

    fn glyph<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        at: (i32, i32),
        theme: &Theme,
        weight: Weight,
        is_filled: bool,
    ) -> Drawn<Backend> {
        let hue = self.hue(theme);
        let fill = if is_filled { hue } else { theme.paper };
        let shape = (self.index, weight.sizes().1);
        stroke::glyph(area, at, shape, (hue, fill), theme)
    }
}

/// A point of a chart within its plotting area \[device pixels\].
fn place<Backend: DrawingBackend>(
    chart: &ChartContext<'_, Backend, Plane>,
    at: (f64, f64),
) -> (i32, i32) {
    let (left, top) = chart.plotting_area().get_base_pixel();
    let at = chart.backend_coord(&at);
    (at.0 - left, at.1 - top)
}

/// Where the names of series stand: in rows of cells of equal width.
#[derive(Debug)]
pub(super) struct Legend {
    columns: u32,
    cell: u32,
    row: u32,
    /// Letters of a name for which there is room.
    letters: usize,
    /// Of all rows \[device pixels\].
    pub(super) height: u32,
}

impl Legend {
    /// As many columns as fit.
    pub(super) fn new(series: &[Series], across: u32, theme: &Theme) -> Self {
        const BESIDE: f64 = 50.0;
        const LETTER: f64 = 7.0;
        let letters = series.iter().map(|series| series.name.chars().count());
        let longest = letters.max().unwrap_or(0) as f64;
        let cell = width(theme, BESIDE + LETTER * longest);
        let room = f64::from(across) / theme.scale - BESIDE;
        let row = width(theme, 18.0);
        let columns = (across / cell).clamp(1, series.len().max(1) as u32);
        Self {
            columns,
            cell,
            row,
            letters: (room / LETTER).max(1.0) as usize,
            height: row * (series.len() as u32).div_ceil(columns),
        }
    }

    /// Draws the names, each beside a piece of its line.
    pub(super) fn draw<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        series: &[Series],
        theme: &Theme,
    ) -> Drawn<Backend> {
        let text = ("sans-serif", px(theme, 13.0))
            .into_font()
            .color(&theme.ink);
        for (place, series) in (0..).zip(series) {
            let (column, row) = (place % self.columns, place / self.columns);
            let left = (column * self.cell).cast_signed() + px(theme, 10.0);
            let middle = (row * self.row + self.row / 2).cast_signed() + px(theme, 6.0);
            let right = left + px(theme, 30.0);
            let line = vec![(left, middle), (right, middle)];
            series.line(area, line, theme, Weight::Compared)?;
            let center = (i32::midpoint(left, right), middle);
            series.glyph(area, center, theme, Weight::Compared, true)?;
            let at = (right + px(theme, 6.0), middle - px(theme, 8.0));
            area.draw(&Text::new(
                cut(&series.name, self.letters),
                at,
                text.clone(),
            ))?;
        }
        Ok(())
    }
}

/// A text, or as much of it as so many letters have room for.
fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
    [kept.trim_end(), "…"].concat()
}

/// The parts of a line that lie at or below a height.
fn within(line: &[(f64, f64)], height: f64) -> Vec<Vec<(f64, f64)>> {
    let mut parts = Vec::new();
    let mut part: Vec<(f64, f64)> = Vec::new();
    for (at, &point) in line.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| line[before]);
        // Where the piece to this point goes through the height, if it does.
        let crossing = before.filter(|before| (before.1 > height) != (point.1 > height));
        let crossing = crossing.map(|(x, y)| {
            let share = (height - y) / (point.1 - y);
            (x + share * (point.0 - x), height)
        });
        part.extend(crossing);
        if point.1 <= height {
            part.push(point);
        } else {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts.retain(|part| part.len() > 1);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_where_a_chart_is_narrower_than_it() {
        assert_eq!(cut("Up*/down*", 9), "Up*/down*");
        assert_eq!(cut("Dual path, always", 11), "Dual path,…");
        assert_eq!(cut("Label", 0), "…");
    }

    #[test]
    fn a_line_leaves_a_chart_through_its_edge_and_comes_back() {
        let line = [(0.0, 1.0), (1.0, 3.0), (2.0, 1.0), (3.0, 1.0), (4.0, 5.0)];
        let parts = within(&line, 2.0);
        assert_eq!(
            parts,
            [
                vec![(0.0, 1.0), (0.5, 2.0)],
                vec![(1.5, 2.0), (2.0, 1.0), (3.0, 1.0), (3.25, 2.0)]
            ]
        );
        assert_eq!(within(&line, 0.5), Vec::<Vec<_>>::new());
    }
}

//! The visible part of a diagram and its position on a sheet of a given size.
//!
//! All lengths are in pixels of the page; drawing multiplies them by the scale of the device.

use super::{Diagram, DiagramKey, Kind, Mark, Style, Trace};
use crate::plot::axis::Axis;

/// A rectangle on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// The axes of a diagram on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The axis of the independent quantity.
    pub x: Axis,
    /// The axis of the dependent quantity.
    pub y: Axis,
    /// The rectangle of the curves.
    pub plot: Rect,
    /// The rectangle of the errors and their axis \[%\], if they are shown.
    pub strip: Option<(Rect, Axis)>,
}

/// Height of a line of text.
pub(super) const LINE: f64 = 18.0;
/// Approximate width of a character.
pub(super) const LETTER: f64 = 7.0;

impl Frame {
    /// The frame of a diagram on a sheet, below a legend of height `legend`.
    pub fn of(diagram: &Diagram, width: f64, height: f64, legend: f64) -> Self {
        let (x, y) = (x_axis(diagram), y_axis(diagram));
        let errors = diagram.differences();
        let has_strip = diagram.has_strip && !errors.is_empty();
        let reach = errors.iter().map(super::errors::Difference::reach);
        let reach = round_up(reach.fold(0.0, f64::max).clamp(10.0, LARGEST_ERROR));
        let labels = y.ticks(ticks_in(height)).into_iter();
        let longest = labels.map(|tick| tick.label.chars().count()).max();
        let letters = longest.unwrap_or(0).max(if has_strip { 5 } else { 0 });
        let left = 12.0 + LETTER * letters as f64;
        let plot = Rect {
            left,
            top: legend + 10.0 + LINE * lines(&diagram.y.label, width - 22.0).len() as f64,
            // The width stays positive on sheets too narrow for the labels.
            right: (width - 14.0).max(40.0).max(left + 1.0),
            bottom: height - 2.0 * LINE - 6.0,
        };
        if !has_strip {
            return Self {
                x,
                y,
                plot,
                strip: None,
            };
        }
        let depth = (0.22 * (plot.bottom - plot.top)).clamp(44.0, 130.0);
        let strip = Rect {
            top: plot.bottom - depth,
            ..plot
        };
        let plot = Rect {
            bottom: strip.top - LINE - 14.0,
            ..plot
        };
        Self {
            x,
            y,
            plot,
            strip: Some((strip, Axis::new(-reach, reach, false))),
        }
    }

    /// The value at a horizontal position on the sheet, clamped to the axis.
    pub fn x_at(&self, pixel: f64) -> f64 {
        let place = (pixel - self.plot.left) / (self.plot.right - self.plot.left);
        self.x.value(place.clamp(0.0, 1.0))
    }

    /// The horizontal position of an x value, if it is visible.
    pub fn pixel_of(&self, x: f64) -> Option<f64> {
        let place = self.x.place(x)?;
        let is_visible = (-1e-9..=1.0 + 1e-9).contains(&place);
        is_visible.then_some(self.plot.left + place * (self.plot.right - self.plot.left))
    }

    /// The vertical position of a y value, if it is visible.
    pub fn height_of(&self, y: f64) -> Option<f64> {
        let place = self.y.place(y)?;
        let is_visible = (-1e-9..=1.0 + 1e-9).contains(&place);
        is_visible.then_some(self.plot.bottom - place * (self.plot.bottom - self.plot.top))
    }
}

/// Breaks a title into two lines if one would be too long.
pub(super) fn lines(title: &str, room: f64) -> Vec<&str> {
    let letters = title.chars().count();
    if letters as f64 * LETTER <= room {
        return vec![title];
    }
    let middle = title.len() / 2;
    let gaps = title.match_indices(' ').map(|(at, _)| at);
    match gaps.min_by_key(|at| at.abs_diff(middle)) {
        Some(gap) => vec![&title[..gap], &title[gap + 1..]],
        None => vec![title],
    }
}

/// Largest error on the axis; larger ones are drawn at the edge \[%\].
const LARGEST_ERROR: f64 = 100.0;

/// The number of labels that fit beside a vertical axis; they are somewhat closer on a low sheet.
pub(super) fn ticks_in(height: f64) -> usize {
    let on_low = height.min(250.0) / 50.0;
    (height / 56.0).max(on_low).clamp(3.0, 9.0) as usize
}

fn round_up(percent: f64) -> f64 {
    let steps = [10.0, 20.0, 30.0, 50.0, LARGEST_ERROR];
    let step = steps.into_iter().find(|&step| step >= percent);
    step.unwrap_or(LARGEST_ERROR)
}

/// The x axis, which covers all traces, including hidden ones, so that toggling them does not
/// change it.
fn x_axis(diagram: &Diagram) -> Axis {
    let values = || {
        let traces = diagram.traces.iter();
        let of = |trace: &Trace| {
            let marks = trace.marks.iter().map(|mark| mark.x);
            let beyond = trace.beyond.iter().copied();
            let all: Vec<_> = marks.chain(trace.saturation).chain(beyond).collect();
            all
        };
        let is_log = diagram.x.is_log;
        let all = traces
            .filter(|trace| trace.kind != Kind::Bound)
            .flat_map(of);
        all.filter(move |&x| x.is_finite() && (!is_log || x > 0.0))
    };
    let (low, mut high) = ends(values());
    // The lowest bound is on the axis unless it is far from all values.
    let bounds = diagram.traces.iter().filter(|trace| trace.is_bound());
    let lowest = bounds
        .filter_map(|trace| trace.saturation)
        .fold(f64::INFINITY, f64::min);
    // Beside names, lines need the width.
    let far = if diagram.has_names { 2.2 } else { 3.0 };
    if lowest < far * high {
        high = high.max(lowest);
    }
    if diagram.has_bars() {
        return Axis::new(low - 0.5, high + 0.5, false);
    }
    if diagram.x.is_log {
        return Axis::new(low, high * 1.02, true);
    }
    let margin = |start: f64| 0.02 * (high - start);
    // An axis that would start near zero starts at zero, unless all values are integers.
    let start = match () {
        () if diagram.x.has_zero => 0.0,
        () if values().all(|x| x.fract() == 0.0) => low - margin(low),
        () if low >= 0.0 && low < 0.2 * high => 0.0,
        () => low,
    };
    Axis::new(start, high + margin(start), false)
}

/// The y axis. Values that diverge near saturation only show that saturation is near, so the axis
/// then ends at four times the highest initial value of a curve (30 times if logarithmic), or
/// beyond the highest steady point of a simulation that no line joins, up to about three times as
/// far.
fn y_axis(diagram: &Diagram) -> Axis {
    let is_log = diagram.y.is_log;
    let seen = |y: &f64| y.is_finite() && (!is_log || *y > 0.0);
    let traces = || diagram.shown().map(|(_, trace)| trace);
    let all = traces().flat_map(|trace| &trace.marks);
    let (low, mut high) = ends(all.map(|mark| mark.y).filter(seen));
    let begins = traces().filter(|trace| is_curve(trace));
    let begins = begins.filter_map(|trace| trace.marks.iter().find(|mark| mark.is_steady));
    let begins = begins.map(|mark| mark.y).filter(seen).fold(0.0, f64::max);
    // Throughput does not diverge.
    let diverges = traces().all(|trace| trace.key != Some(DiagramKey::Offered));
    if diverges && traces().any(|trace| !trace.beyond.is_empty()) {
        // Room for a curve that goes up vertically.
        high = (1.25 * high).max(2.0 * begins);
    }
    if diverges && traces().any(grows) {
        let points = traces().filter(|trace| !trace.is_line() && !is_curve(trace));
        let points = points.flat_map(|trace| &trace.marks);
        let top = |mark: &Mark| mark.y + mark.half_width.unwrap_or(0.0);
        let steady = points.filter(|mark| mark.is_steady).map(top);
        let most = if is_log { 30.0 } else { 4.0 };
        let steady = steady.filter(seen).fold(0.0, f64::max);
        high = high.min((most * begins).max(1.1 * steady.min(3.0 * most * begins)));
    }
    if is_log {
        return Axis::new(low / 1.15, high * 1.15, true);
    }
    let start = if diagram.y.has_zero || low >= 0.0 && low < 0.7 * high {
        0.0
    } else {
        low - 0.06 * (high - low)
    };
    Axis::new(start, high + 0.06 * (high - start), false)
}

/// Whether the values of a trace diverge.
fn grows(trace: &Trace) -> bool {
    is_curve(trace) && (trace.kind != Kind::Model || trace.saturation.is_some())
}

/// Whether the axis depends on the initial value of a trace and not on its highest one. A latency
/// that includes the source queue diverges like a curve.
fn is_curve(trace: &Trace) -> bool {
    let has_queue = trace.key == Some(DiagramKey::Latency);
    trace.kind == Kind::Model || trace.style == Style::Joined || has_queue
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = values.fold(none, |(low, high), y| (low.min(y), high.max(y)));
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

//! The values of a diagram at a position, for a cross-hair and for screen readers.

use super::{Diagram, Frame, Kind};
use crate::plot::axis::readable;

/// The value of a trace at a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    pub trace: usize,
    /// Position on the x axis; for points, that of the nearest one.
    pub x: f64,
    /// Value on the y axis.
    pub y: f64,
    /// Half-width of the 95 % confidence interval of a simulation.
    pub half_width: Option<f64>,
    /// Model minus simulation, if a simulation is compared with a model \[% of the simulation\].
    pub percent: Option<f64>,
}

impl Reading {
    /// The value in words, with its interval and the error of the model.
    pub fn words(&self) -> String {
        let half = self
            .half_width
            .map(|half| [" ± ", &readable(half)].concat());
        let percent = self.percent.map(|off| format!(" (model {off:+.1} %)"));
        let parts = [half, percent].into_iter().flatten();
        std::iter::once(readable(self.y)).chain(parts).collect()
    }
}

impl Diagram {
    /// The values of the shown traces at a position: of lines at `x`, of points if the nearest one
    /// is closer than a fiftieth of the axis.
    pub fn at(&self, x: f64, frame: &Frame) -> Vec<Reading> {
        let near = |other: f64| {
            let places = frame.x.place(x).zip(frame.x.place(other));
            places.map_or(f64::INFINITY, |(a, b)| (a - b).abs())
        };
        let differences = self.differences();
        let off = |trace: usize, x: f64| {
            let mut there = differences.iter().filter(|off| off.x.total_cmp(&x).is_eq());
            there.find(|off| off.trace == trace).map(|off| off.percent)
        };
        let readings = self.shown().filter_map(|(trace, found)| {
            let marks = found.marks.iter();
            let nearest = marks.min_by(|a, b| near(a.x).total_cmp(&near(b.x)));
            if found.kind == Kind::Model {
                let y = found.at(x)?;
                return Some(Reading {
                    trace,
                    x,
                    y,
                    half_width: None,
                    percent: None,
                });
            }
            let nearest = nearest.filter(|mark| near(mark.x) < 0.02)?;
            Some(Reading {
                trace,
                x: nearest.x,
                y: nearest.y,
                half_width: nearest.half_width,
                percent: off(trace, nearest.x),
            })
        });
        readings.collect()
    }

    /// The positions at which a cross-hair stops when moved by the keyboard, in ascending order:
    /// every simulated or printed point, and `between` steps from one end of the axis to the other.
    pub fn stops(&self, frame: &Frame, between: usize) -> Vec<f64> {
        let points = self.shown().filter(|(_, trace)| trace.kind != Kind::Model);
        let points = points.flat_map(|(_, trace)| trace.marks.iter().map(|mark| mark.x));
        let evenly = (0..=between).map(|i| frame.x.value(i as f64 / between as f64));
        // A line over whole numbers only has no stops between them.
        let lines = self.shown().filter(|(_, trace)| trace.kind == Kind::Model);
        let whole: Vec<f64> = lines
            .flat_map(|(_, trace)| trace.marks.iter().map(|mark| mark.x))
            .collect();
        let is_whole = !whole.is_empty() && whole.iter().all(|x| x.fract() == 0.0);
        let evenly: Vec<f64> = if is_whole { whole } else { evenly.collect() };
        let mut stops: Vec<f64> = points.chain(evenly).filter(|&x| frame.x.holds(x)).collect();
        stops.sort_by(f64::total_cmp);
        stops.dedup();
        stops
    }

    /// Describes the values at a position in a sentence.
    pub fn sentence(&self, x: f64, frame: &Frame) -> String {
        let readings = self.at(x, frame);
        let parts = readings.iter().map(|reading| {
            let trace = &self.traces[reading.trace];
            [trace.titled(), ": ", &reading.words()].concat()
        });
        let parts: Vec<_> = parts.collect();
        let found = match &*parts {
            [] => "no value here".to_owned(),
            parts => parts.join("; "),
        };
        [&self.place_in_words(x), ": ", &found].concat()
    }
}

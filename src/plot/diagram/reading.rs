//! What a diagram says at a place, in numbers: for a cross-hair and for screen readers.

use super::{Diagram, Frame, Kind};
use crate::plot::axis::readable;

/// What a trace says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Its number.
    pub trace: usize,
    /// Where; of points, the nearest one's place.
    pub x: f64,
    /// What is there.
    pub y: f64,
    /// Half the width of its 95 % interval, of a simulation.
    pub half_width: Option<f64>,
    /// Model minus simulation, of a simulation beside its model \[% of the simulation\].
    pub percent: Option<f64>,
}

impl Reading {
    /// The number, with its interval, and what the model is off by.
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
    /// What every shown trace says at a place: lines there, points where they are close, that
    /// is, nearer than a fiftieth of the axis.
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

    /// Where a cross-hair stops on its way by the keyboard: at every point of a simulation or of
    /// print, and at so many places between the ends; in their order.
    pub fn stops(&self, frame: &Frame, between: usize) -> Vec<f64> {
        let points = self.shown().filter(|(_, trace)| trace.kind != Kind::Model);
        let points = points.flat_map(|(_, trace)| trace.marks.iter().map(|mark| mark.x));
        let evenly = (0..=between).map(|i| frame.x.value(i as f64 / between as f64));
        // What is a point for every whole number has no stops between.
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

    /// What it says at a place, a sentence.
    pub fn sentence(&self, x: f64, frame: &Frame) -> String {
        let readings = self.at(x, frame);
        let parts = readings.iter().map(|reading| {
            let name = &self.traces[reading.trace].name;
            [name, ": ", &reading.words()].concat()
        });
        let parts: Vec<_> = parts.collect();
        let found = match &*parts {
            [] => "nothing is shown here".to_owned(),
            parts => parts.join("; "),
        };
        [&self.x.label, " ", &readable(x), ": ", &found].concat()
    }
}

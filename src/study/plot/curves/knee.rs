//! Loads that a measurement adds to a chart until the picture shows where each curve leaves the axis.

use super::CurveChart;
use crate::plot::{Frame, Kind, Style};
use crate::sweep::{ChartAxes, LoadUnit, Quantity, knee_load};

impl CurveChart {
    /// The load [messages/node/cycle] to measure next in each curve, so that the first point off the axis of latency is
    /// within 5 % of the last one on it; `None` for a curve of which that holds. The axis depends on all curves.
    pub fn next_loads(&self) -> Vec<Option<f64>> {
        let axes = ChartAxes {
            quantity: Quantity::Latency,
            unit: LoadUnit::Messages,
        };
        let diagram = Self {
            axes,
            ..self.clone()
        }
        .diagram();
        // The size of a sheet determines the positions of axes, not their ranges.
        let axis = Frame::of(&diagram, 640.0, 360.0, 0.0).y;
        let traces = diagram.traces.iter();
        let curves =
            traces.filter(|trace| trace.kind == Kind::Simulation && trace.style != Style::Thin);
        let mut next = vec![None; self.series.len()];
        for (trace, place) in curves.zip(self.own_first()) {
            let marks = trace.marks.iter();
            let shown = marks.filter(|mark| mark.is_steady && axis.holds(mark.y));
            let shown: Vec<_> = shown.map(|mark| mark.x).collect();
            let reports = self.series[place].reports.iter();
            let loads = reports.map(|report| report.load);
            let hidden: Vec<_> = loads.filter(|load| !shown.contains(load)).collect();
            next[place] = knee_load(&shown, &hidden);
        }
        next
    }
}

//! Plots as tables.

use super::findings::Findings;
use crate::plot::{Axis, Cells, Kind, readable};

/// The approximate number of rows in addition to those of simulations.
const ROWS: usize = 12;

impl Findings {
    /// Builds the table: a row for every simulated x and about a dozen others, and a column for
    /// every line and every set of points, with the difference of the model from the points.
    pub fn cells(&self) -> Cells {
        let shown = self.diagram.traces.iter().enumerate();
        let shown = shown.filter(|(_, trace)| !trace.is_hidden && trace.kind != Kind::Bound);
        let shown: Vec<usize> = shown.map(|(index, _)| index).collect();
        let mut columns = vec![self.diagram.x.label.clone()];
        for &index in &shown {
            columns.push(self.diagram.traces[index].name.clone());
        }
        let rows = self.places().into_iter().map(|x| {
            let values = shown.iter().map(|&index| self.cell(index, x));
            std::iter::once(readable(x)).chain(values).collect()
        });
        Cells {
            columns,
            rows: rows.collect(),
        }
    }

    fn cell(&self, index: usize, x: f64) -> String {
        let trace = &self.diagram.traces[index];
        if trace.kind == Kind::Model {
            return trace.at(x).map_or("–".to_owned(), readable);
        }
        let Some(mark) = trace.marks.iter().find(|mark| mark.x.total_cmp(&x).is_eq()) else {
            return String::new();
        };
        let half = mark
            .half_width
            .map(|half| [" ± ", &readable(half)].concat());
        let all = self.diagram.differences();
        let mut at = all.iter().filter(|error| error.x.total_cmp(&x).is_eq());
        let error = at.find(|error| error.trace == index);
        let error = error.map(|error| format!(" (model {:+.1} %)", error.percent));
        let unsteady = (!mark.is_steady).then(|| " not steady".to_owned());
        let parts = [half, error, unsteady].into_iter().flatten();
        std::iter::once(readable(mark.y)).chain(parts).collect()
    }

    fn places(&self) -> Vec<f64> {
        let (from, to) = self.range;
        let axis = Axis::new(from, to, self.diagram.x.is_log);
        let lines = self
            .diagram
            .traces
            .iter()
            .filter(|trace| trace.kind == Kind::Model);
        let marks: Vec<f64> = lines
            .flat_map(|trace| trace.marks.iter().map(|mark| mark.x))
            .collect();
        let is_whole = !marks.is_empty() && marks.iter().all(|x| x.fract() == 0.0);
        let evenly = axis.ticks(ROWS).into_iter().map(|tick| tick.value);
        let mut places: Vec<f64> = if is_whole && marks.len() <= 3 * ROWS {
            marks
        } else {
            evenly.filter(|&x| axis.holds(x)).collect()
        };
        let points = self.diagram.traces.iter();
        let points = points.filter(|trace| matches!(trace.kind, Kind::Simulation | Kind::Printed));
        places.extend(points.flat_map(|trace| trace.marks.iter().map(|mark| mark.x)));
        places.sort_by(f64::total_cmp);
        places.dedup();
        places
    }
}

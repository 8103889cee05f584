//! The progress and the end of a measurement in words, and the ends of several curves in a table.

use study::plot::Cells;
use study::sweep::{Ending, Measured};

use super::{MeasuredCurve, State};
use crate::experiment::Stage;

impl State {
    /// Describes the progress in words; `time_left` ends the sentence of a running measurement.
    pub fn in_words(&self, time_left: impl FnOnce(f64) -> String) -> String {
        match &self.stage {
            Stage::Idle if self.points.is_empty() => String::new(),
            Stage::Idle => {
                let mut curves = self.curves.iter();
                let is_linked = curves.any(|curve| !curve.linked.points.is_empty());
                let or_linked = if is_linked { " or in the link" } else { "" };
                format!("{}, from an earlier measurement{or_linked}", self.ending())
            }
            Stage::Running(share) => {
                format!("{:.0} % measured{}", share * 100.0, time_left(*share))
            }
            Stage::Done => self.ending(),
            Stage::Canceled => format!("Canceled after {} loads", self.points.len()),
            Stage::Failed(reason) => format!("Could not measure: {reason}"),
        }
    }

    /// Describes the end of a measurement in words; of several curves only the number of points, beside the table of their
    /// ends.
    fn ending(&self) -> String {
        let seed = self.curves.first().map(|curve| curve.scenario.seed);
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let count = self.points.len();
        let done = format!("{count} loads measured, 95 % intervals{seed}");
        let [only] = &*self.curves else {
            return done;
        };
        let [_, open, end] = self.ends_of(only);
        let open = (!open.is_empty()).then(|| format!("not settled at λ = {open}"));
        let end = (!end.is_empty()).then_some(end);
        let parts = std::iter::once(done).chain(open).chain(end);
        parts.collect::<Vec<_>>().join("; ")
    }

    /// Returns the end of each curve as a table, unless there is only one curve or the workers are running.
    pub fn ends(&self) -> Option<Cells> {
        if self.curves.len() < 2 || self.points.is_empty() || self.is_running() {
            return None;
        }
        let columns = ["curve", "steady up to λ", "not settled at λ", "end"];
        let rows = self.curves.iter().map(|curve| {
            let cells = self.ends_of(curve);
            let cells = cells.map(|cell| {
                if cell.is_empty() {
                    "–".to_owned()
                } else {
                    cell
                }
            });
            std::iter::once(curve.name.clone()).chain(cells).collect()
        });
        Some(Cells {
            rows: rows.collect(),
            columns: columns.map(str::to_owned).to_vec(),
        })
    }

    /// The highest steady load of a curve, those at which it has not settled, and its end in words; each may be empty.
    fn ends_of(&self, curve: &MeasuredCurve) -> [String; 3] {
        let of_curve = || {
            self.points
                .iter()
                .filter(|point| point.curve == curve.label)
        };
        let at = |ending| {
            let points = of_curve().filter(move |point| point.ending() == ending);
            points.map(Measured::load)
        };
        let steady = at(Ending::Steady).max_by(f64::total_cmp);
        let open: Vec<_> = at(Ending::NotSettled)
            .map(|load| load.to_string())
            .collect();
        let end = match (at(Ending::Deadlocked).next(), at(Ending::Saturated).next()) {
            (Some(load), _) => format!("deadlocked at λ = {load}"),
            (None, Some(load)) => format!("saturated from λ = {load} on"),
            (None, None) if of_curve().next().is_none() => "not measured yet".to_owned(),
            (None, None) => String::new(),
        };
        [
            steady.map_or(String::new(), |load| load.to_string()),
            open.join(", "),
            end,
        ]
    }
}

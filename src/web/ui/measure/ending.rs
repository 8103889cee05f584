//! The progress and the end of a measurement in words, and the ends of several curves in a table.

use browser::time::time_left;
use flitscope::plot::Cells;
use flitscope::sweep::{Ending, Measured};
use leptos::prelude::*;

use super::measurement::{MeasuredCurve, Measurement, Stage};

impl Measurement {
    /// Describes the progress in words.
    pub fn in_words(self) -> String {
        let curves = self.curves.get_value();
        let began = self.began.get_value();
        in_words(&self.stage.read(), began, &self.points.read(), &curves)
    }

    /// Returns the end of each curve as a table, unless there is only one curve or the workers are running.
    pub fn ends(self) -> Option<Cells> {
        let curves = self.curves.get_value();
        let points = self.points.read();
        (curves.len() > 1 && !points.is_empty() && !self.is_running())
            .then(|| ends(&points, &curves))
    }
}

/// Describes the progress of a measurement, which began at the given time [ms], in words.
fn in_words(stage: &Stage, began: f64, points: &[Measured], curves: &[MeasuredCurve]) -> String {
    match stage {
        Stage::Idle if points.is_empty() => String::new(),
        Stage::Idle => {
            let is_linked = curves.iter().any(|curve| !curve.linked.points.is_empty());
            let or_linked = if is_linked { " or in the link" } else { "" };
            format!(
                "{}, from an earlier measurement{or_linked}",
                ending(points, curves)
            )
        }
        Stage::Running(share) => {
            let left = time_left(*share, began);
            format!("{:.0} % measured{left}", share * 100.0)
        }
        Stage::Done => ending(points, curves),
        Stage::Cancelled => format!("Cancelled after {} loads", points.len()),
        Stage::Failed(reason) => format!("Could not measure: {reason}"),
    }
}

/// Describes the end of a measurement in words; of several curves only the number of points, beside the table of their
/// ends.
fn ending(points: &[Measured], curves: &[MeasuredCurve]) -> String {
    let seed = curves.first().map(|curve| curve.scenario.seed);
    let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    let done = format!("{} loads measured, 95 % intervals{seed}", points.len());
    let [only] = curves else {
        return done;
    };
    let [_, open, end] = ends_of(points, only);
    let open = (!open.is_empty()).then(|| format!("not settled at λ = {open}"));
    let end = (!end.is_empty()).then_some(end);
    let parts = std::iter::once(done).chain(open).chain(end);
    parts.collect::<Vec<_>>().join("; ")
}

/// The ends of curves, one in a row.
fn ends(points: &[Measured], curves: &[MeasuredCurve]) -> Cells {
    let columns = ["curve", "steady up to λ", "not settled at λ", "end"];
    let rows = curves.iter().map(|curve| {
        let cells = ends_of(points, curve).into_iter();
        let cells = cells.map(|cell| {
            if cell.is_empty() {
                "–".to_owned()
            } else {
                cell
            }
        });
        std::iter::once(curve.name.clone()).chain(cells).collect()
    });
    Cells {
        rows: rows.collect(),
        columns: columns.map(str::to_owned).to_vec(),
    }
}

/// The highest steady load of a curve, those at which it has not settled, and its end in words; each may be empty.
fn ends_of(points: &[Measured], curve: &MeasuredCurve) -> [String; 3] {
    let ours = || points.iter().filter(|point| point.curve == curve.label);
    let at = |ending| ours().filter(move |point| point.ending() == ending);
    let steady = at(Ending::Steady)
        .map(|point| point.load())
        .max_by(f64::total_cmp);
    let open: Vec<_> = at(Ending::NotSettled)
        .map(|point| point.load().to_string())
        .collect();
    let end = match (at(Ending::Deadlocked).next(), at(Ending::Saturated).next()) {
        (Some(point), _) => format!("deadlocked at λ = {}", point.load()),
        (None, Some(point)) => format!("saturated from λ = {} on", point.load()),
        (None, None) if ours().next().is_none() => "not measured yet".to_owned(),
        (None, None) => String::new(),
    };
    [
        steady.map_or(String::new(), |load| load.to_string()),
        open.join(", "),
        end,
    ]
}

//! Measured points as cells of a table.

use crate::scenario::{PrintedLatency, Published};
use crate::sim::Estimate;
use crate::sweep::Report;

/// Columns and rows of text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cells {
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Rows; the first cell is the row's head.
    pub rows: Vec<Vec<String>>,
}

impl Cells {
    /// A row a line, the heads of the columns first, with tabs between cells.
    pub fn to_text(&self) -> String {
        let all = std::iter::once(&self.columns).chain(&self.rows);
        let lines: Vec<_> = all.map(|row| row.join("\t")).collect();
        lines.join("\n")
    }

    /// Reads what [`Cells::to_text`] wrote.
    pub fn from_text(text: &str) -> Self {
        let row = |line: &str| line.split('\t').map(str::to_owned).collect();
        let mut rows = text.split('\n').map(row);
        Self {
            columns: rows.next().unwrap_or_default(),
            rows: rows.collect(),
        }
    }
}

/// What was measured, beside what a model predicts for each of the loads, and a paper's print.
pub fn point_cells(
    reports: &[Report],
    predicted: &[Option<f64>],
    published: Option<&Published>,
) -> Cells {
    let mut columns = vec!["λ", "model"];
    columns.extend(published.map(|published| match published.latency {
        PrintedLatency::Network => "printed (network)",
        PrintedLatency::Total => "printed (with queue)",
    }));
    columns.extend(["network latency", "verdict", "with queue", "accepted"]);
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
    };
    let rows = reports.iter().zip(predicted).map(|(report, &predicted)| {
        let verdict = match (report.deadlocked, report.saturated) {
            (true, _) => "deadlock",
            (false, true) => "saturated",
            (false, false) => "steady",
        };
        let mut row = vec![report.load.to_string(), number(predicted, 1)];
        row.extend(published.map(|published| {
            let printed = published.at(report.load);
            printed.map_or("–".to_owned(), |value| value.to_string())
        }));
        row.extend([
            estimate(report.measures.network_latency),
            verdict.to_owned(),
            estimate(report.measures.latency),
            number(Some(report.measures.accepted), 3),
        ]);
        row
    });
    Cells {
        rows: rows.collect(),
        columns: columns.into_iter().map(str::to_owned).collect(),
    }
}

/// A mean with its interval.
fn estimate(estimate: Estimate) -> String {
    match (estimate.mean, estimate.ci95) {
        (None, _) => "–".to_owned(),
        (Some(mean), None) => format!("{mean:.1}"),
        (Some(mean), Some(ci95)) if ci95 < 1.0 => format!("{mean:.1} ± {ci95:.2}"),
        (Some(mean), Some(ci95)) => format!("{mean:.1} ± {ci95:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{PUBLISHED, Scenario};
    use crate::sweep::simulate;

    #[test]
    fn the_printed_column_is_there_only_beside_a_table() {
        let mut scenario = Scenario::on("mesh:4");
        scenario.run.cycles = 1;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let reports = [0.0005, 0.0006].map(|load| Report {
            load,
            ..report.clone()
        });
        let without = point_cells(&reports, &[None; 2], None);
        assert_eq!(without.columns.len(), 6);
        assert_eq!(Cells::from_text(&without.to_text()), without);
        let with = point_cells(&reports, &[Some(54.321); 2], Some(&PUBLISHED[0]));
        assert_eq!(with.columns[2], "printed (with queue)");
        assert_eq!(with.rows[0][..3], ["0.0005", "54.3", "55"]);
        assert_eq!(with.rows[1][2], "–", "the table has no such load");
    }
}

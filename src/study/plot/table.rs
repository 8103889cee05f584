//! Tables of measured points.

use serde::{Deserialize, Serialize};

use crate::sweep::{Report, State};
use engine::sim::Estimate;

/// Columns and rows of text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cells {
    pub columns: Vec<String>,
    /// Rows; the first cell is the heading of the row.
    pub rows: Vec<Vec<String>>,
}

/// The values that a paper prints for the same loads.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedColumn {
    pub head: &'static str,
    /// The printed value for each load, if there is one.
    pub values: Vec<Option<f64>>,
}

/// A measured point, with the name of its curve.
#[derive(Debug, Clone, Copy)]
pub struct PointRow<'a> {
    /// The name of the curve; empty for an only one.
    pub curve: &'a str,
    pub report: &'a Report,
    /// The latency that a model predicts.
    pub predicted: Option<f64>,
}

/// The table of measurements, beside the predictions of a model and printed values.
/// If messages go to several nodes, it includes their costs; if several curves are compared, rows name their curve.
pub fn point_cells(points: &[PointRow], printed: Option<&PrintedColumn>) -> Cells {
    let has_several = |point: &PointRow| point.report.measures.multicast_latency.is_some();
    if points.iter().any(has_several) {
        return multicast_cells(points);
    }
    let is_compared = points.iter().any(|point| !point.curve.is_empty());
    let mut columns = vec!["λ"];
    columns.extend(is_compared.then_some("curve"));
    columns.push("model");
    columns.extend(printed.map(|printed| printed.head));
    columns.extend(["network latency", "verdict", "with queue", "accepted"]);
    let has_replies = |point: &PointRow| point.report.measures.round_trip.is_some();
    let has_replies = points.iter().any(has_replies);
    columns.extend(has_replies.then_some("round trip"));
    let rows = points.iter().enumerate().map(|(place, point)| {
        let report = point.report;
        let mut row = vec![report.load.to_string()];
        row.extend(is_compared.then(|| point.curve.to_owned()));
        row.push(number(point.predicted, 1));
        row.extend(printed.map(|printed| {
            let value = printed.values.get(place).copied().flatten();
            value.map_or("–".to_owned(), |value| value.to_string())
        }));
        row.extend([
            estimate(report.measures.network_latency),
            verdict(report).to_owned(),
            estimate(report.measures.latency),
            number(Some(report.measures.accepted), 3),
        ]);
        row.extend(
            has_replies.then(|| report.measures.round_trip.map_or("–".to_owned(), estimate)),
        );
        row
    });
    Cells {
        rows: rows.collect(),
        columns: columns.into_iter().map(str::to_owned).collect(),
    }
}

/// Writes the measurements as CSV, after a remark that describes them.
pub fn points_csv(remark: &str, points: &[PointRow]) -> String {
    const HEAD: &str = "algorithm,model,latency,latency_ci95,network_latency,\
                        network_latency_ci95,multicast_latency,multicast_latency_ci95,accepted,\
                        verdict,cycles,replications\n";
    let is_compared = points.iter().any(|point| !point.curve.is_empty());
    // Names have commas, and own ones may have quotes.
    let curve = |point: &PointRow| ["\"", &point.curve.replace('"', "\"\""), "\""].concat();
    let text = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let rows = points.iter().map(|point| {
        let report = point.report;
        let measures = &report.measures;
        let estimates = [
            measures.latency,
            measures.network_latency,
            measures.multicast_latency.unwrap_or(Estimate::NONE),
        ];
        let estimates = estimates
            .iter()
            .flat_map(|of| [text(of.mean), text(of.ci95)]);
        let head = [
            report.multicast.clone().unwrap_or_default(),
            text(point.predicted),
        ];
        let tail = [
            measures.accepted.to_string(),
            verdict(report).to_owned(),
            measures.cycles.to_string(),
            measures.replications.to_string(),
        ];
        let load = std::iter::once(report.load.to_string());
        let first = load.chain(is_compared.then(|| curve(point)));
        let cells: Vec<_> = first.chain(head).chain(estimates).chain(tail).collect();
        cells.join(",") + "\n"
    });
    [
        format!("# flitscope {remark}\nload,"),
        if is_compared { "curve," } else { "" }.to_owned(),
        HEAD.to_owned(),
        rows.collect(),
    ]
    .concat()
}

/// The table of the costs of multicasts, by load and algorithm.
fn multicast_cells(points: &[PointRow]) -> Cells {
    let is_predicted = points.iter().any(|point| point.predicted.is_some());
    let is_mixed = points
        .iter()
        .any(|point| point.report.measures.unicast_latency.is_some());
    let mut columns = vec!["λ", "curve"];
    columns.extend(is_predicted.then_some("model"));
    columns.extend(["multicast latency", "verdict"]);
    columns.extend(is_mixed.then_some("unicast latency"));
    columns.extend([
        "spread of arrivals",
        "start-ups",
        "channels",
        "mean load",
        "max load",
    ]);
    let rows = points.iter().map(|point| {
        let report = point.report;
        let measures = &report.measures;
        let load = measures.channel_load.as_ref();
        let optional = |value: Option<Estimate>| value.map_or("–".to_owned(), estimate);
        let mut row = vec![report.load.to_string(), point.curve.to_owned()];
        row.extend(is_predicted.then(|| number(point.predicted, 1)));
        row.extend([
            optional(measures.multicast_latency),
            verdict(report).to_owned(),
        ]);
        row.extend(is_mixed.then(|| optional(measures.unicast_latency)));
        row.extend([
            number(measures.arrival_spread, 1),
            number(measures.startups, 2),
            number(measures.channels, 1),
            number(load.map(|load| load.mean), 3),
            number(load.map(|load| load.max), 3),
        ]);
        row
    });
    Cells {
        rows: rows.collect(),
        columns: columns.into_iter().map(str::to_owned).collect(),
    }
}

/// The outcome of a simulation, in a word.
fn verdict(report: &Report) -> &'static str {
    match report.state {
        State::DeadEnd => "dead end",
        _ if report.deadlocked => "deadlock",
        _ if report.saturated => "saturated",
        State::NotSettled => "not settled",
        _ => "steady",
    }
}

/// Formats a number, or a dash if there is none.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

/// Formats a mean with its confidence interval.
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
    use crate::scenario::Scenario;
    use crate::sweep::simulate;
    use crate::wire::{decode, encode};

    fn row<'a>(curve: &'a str, report: &'a Report, predicted: Option<f64>) -> PointRow<'a> {
        PointRow {
            curve,
            report,
            predicted,
        }
    }

    fn mesh() -> Report {
        let mut scenario = Scenario::on("mesh:4");
        scenario.run.cycles = 1;
        simulate(&scenario, |_| {}).expect("a valid scenario")
    }

    #[test]
    fn the_printed_column_is_present_only_with_printed_values() {
        let reports = [0.0005, 0.0006].map(|load| Report { load, ..mesh() });
        let rows = |predicted| [0, 1].map(|place| row("", &reports[place], predicted));
        let without = point_cells(&rows(None), None);
        assert_eq!(without.columns.len(), 6);
        assert_eq!(decode(&encode(&without)), Ok(without));
        let printed = PrintedColumn {
            head: "printed (with queue)",
            values: vec![Some(55.0), None],
        };
        let with = point_cells(&rows(Some(54.321)), Some(&printed));
        assert_eq!(with.columns[2], "printed (with queue)");
        assert_eq!(with.rows[0][..3], ["0.0005", "54.3", "55"]);
        assert_eq!(with.rows[1][2], "–", "the table has no such load");
    }

    #[test]
    fn compared_curves_are_named_in_table_and_file() {
        let report = mesh();
        let remark = "of a test";
        let alone = points_csv(remark, &[row("", &report, None)]);
        assert!(alone.starts_with("# flitscope of a test\nload,algorithm,model,"));
        let rows = [
            row("Duato, V = 2", &report, Some(9.0)),
            row("Mesh \"a\"", &report, None),
        ];
        let cells = point_cells(&rows, None);
        assert_eq!(cells.columns[..3], ["λ", "curve", "model"]);
        assert_eq!(cells.rows[0][..3], ["0", "Duato, V = 2", "9.0"]);
        assert_eq!(cells.rows[1][..3], ["0", "Mesh \"a\"", "–"]);
        let csv = points_csv(remark, &rows);
        let lines: Vec<_> = csv.lines().collect();
        assert!(lines[1].starts_with("load,curve,algorithm,model,"), "{csv}");
        assert!(lines[2].starts_with("0,\"Duato, V = 2\",,9,"), "{csv}");
        assert!(lines[3].starts_with("0,\"Mesh \"\"a\"\"\",,,"), "{csv}");
    }

    #[test]
    fn the_table_of_multicasts_has_their_costs() {
        let columns = |link: &str| {
            let mut scenario = Scenario::from_link(link).scenario;
            scenario.run.cycles = 3_000;
            let report = simulate(&scenario, |_| {}).expect("a valid scenario");
            let cells = point_cells(&[row("Dual path", &report, None)], None);
            assert_eq!(cells.rows[0].len(), cells.columns.len());
            assert_eq!(cells.rows[0][..2], ["0.004", "Dual path"]);
            cells.columns
        };
        let all = columns("t=mesh:4x4&M=4&lam=0.004&mc=dual-path&md=3");
        assert!(!all.contains(&"unicast latency".to_owned()));
        let mixed = columns("t=mesh:4x4&M=4&lam=0.004&mc=dual-path&md=3&mf=0.5");
        assert!(mixed.contains(&"unicast latency".to_owned()));
    }
}

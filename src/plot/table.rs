//! Tables of measured points.

use serde::{Deserialize, Serialize};

use crate::multicast::name_of;
use crate::sim::Estimate;
use crate::sweep::{Report, State, routing_name};

/// Columns and rows of text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cells {
    /// Column headings.
    pub columns: Vec<String>,
    /// Rows; the first cell is the heading of the row.
    pub rows: Vec<Vec<String>>,
}

/// The values that a paper prints for the same loads.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedColumn {
    /// Column heading.
    pub head: &'static str,
    /// The printed value for each load, if there is one.
    pub values: Vec<Option<f64>>,
}

/// The table of measurements, beside the predictions of a model for each load and printed values.
/// If messages go to several nodes, rows are by algorithm and include its costs; if routing
/// functions are compared, rows are by function.
pub fn point_cells(
    reports: &[Report],
    predicted: &[Option<f64>],
    printed: Option<&PrintedColumn>,
) -> Cells {
    let has_several = |report: &Report| report.measures.multicast_latency.is_some();
    if reports.iter().any(has_several) {
        return multicast_cells(reports, predicted);
    }
    let is_compared = reports.iter().any(|report| report.routing.is_some());
    let mut columns = vec!["λ"];
    columns.extend(is_compared.then_some("routing"));
    columns.push("model");
    columns.extend(printed.map(|printed| printed.head));
    columns.extend(["network latency", "verdict", "with queue", "accepted"]);
    let rows = reports.iter().zip(predicted).enumerate();
    let rows = rows.map(|(place, (report, &predicted))| {
        let mut row = vec![report.load.to_string()];
        let routing = report.routing.as_deref();
        row.extend(is_compared.then(|| routing.map_or("–".to_owned(), routing_name)));
        row.push(number(predicted, 1));
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
        row
    });
    Cells {
        rows: rows.collect(),
        columns: columns.into_iter().map(str::to_owned).collect(),
    }
}

/// Writes the measurements as CSV, after a remark that describes them.
pub fn points_csv(remark: &str, reports: &[Report], predicted: &[Option<f64>]) -> String {
    const HEAD: &str = "algorithm,model,latency,latency_ci95,network_latency,\
                        network_latency_ci95,multicast_latency,multicast_latency_ci95,accepted,\
                        verdict,cycles,replications\n";
    let is_compared = reports.iter().any(|report| report.routing.is_some());
    // The root of an up*/down* function may be an address with commas.
    let routing = |report: &Report| match report.routing.as_deref() {
        Some(routing) if routing.contains(',') => ["\"", routing, "\""].concat(),
        routing => routing.unwrap_or_default().to_owned(),
    };
    let text = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let rows = reports.iter().zip(predicted).map(|(report, &predicted)| {
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
            text(predicted),
        ];
        let tail = [
            measures.accepted.to_string(),
            verdict(report).to_owned(),
            measures.cycles.to_string(),
            measures.replications.to_string(),
        ];
        let load = std::iter::once(report.load.to_string());
        let first = load.chain(is_compared.then(|| routing(report)));
        let cells: Vec<_> = first.chain(head).chain(estimates).chain(tail).collect();
        cells.join(",") + "\n"
    });
    [
        format!("# flitscope {remark}\nload,"),
        if is_compared { "routing," } else { "" }.to_owned(),
        HEAD.to_owned(),
        rows.collect(),
    ]
    .concat()
}

/// The table of the costs of multicasts, by load and algorithm.
fn multicast_cells(reports: &[Report], predicted: &[Option<f64>]) -> Cells {
    let is_predicted = predicted.iter().any(Option::is_some);
    let is_mixed = reports
        .iter()
        .any(|report| report.measures.unicast_latency.is_some());
    let mut columns = vec!["λ", "algorithm"];
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
    let rows = reports.iter().zip(predicted).map(|(report, &predicted)| {
        let measures = &report.measures;
        let spec = report.multicast.as_deref().unwrap_or_default();
        let load = measures.channel_load.as_ref();
        let optional = |value: Option<Estimate>| value.map_or("–".to_owned(), estimate);
        let mut row = vec![report.load.to_string(), name_of(spec)];
        row.extend(is_predicted.then(|| number(predicted, 1)));
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

    #[test]
    fn the_printed_column_is_present_only_with_printed_values() {
        let mut scenario = Scenario::on("mesh:4");
        scenario.run.cycles = 1;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let reports = [0.0005, 0.0006].map(|load| Report {
            load,
            ..report.clone()
        });
        let without = point_cells(&reports, &[None; 2], None);
        assert_eq!(without.columns.len(), 6);
        assert_eq!(decode(&encode(&without)), Ok(without));
        let printed = PrintedColumn {
            head: "printed (with queue)",
            values: vec![Some(55.0), None],
        };
        let with = point_cells(&reports, &[Some(54.321); 2], Some(&printed));
        assert_eq!(with.columns[2], "printed (with queue)");
        assert_eq!(with.rows[0][..3], ["0.0005", "54.3", "55"]);
        assert_eq!(with.rows[1][2], "–", "the table has no such load");
    }

    #[test]
    fn compared_routing_functions_are_named_in_table_and_file() {
        let mut scenario = Scenario::on("mesh:4");
        scenario.run.cycles = 1;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let remark = "of a test";
        let alone = points_csv(remark, std::slice::from_ref(&report), &[None]);
        assert!(alone.starts_with("# flitscope of a test\nload,algorithm,model,"));
        let reports = ["dimension-order", "own", "up-down:0,3"].map(|routing| Report {
            routing: Some(routing.to_owned()),
            ..report.clone()
        });
        let cells = point_cells(&reports, &[Some(9.0), None, None], None);
        assert_eq!(cells.columns[..3], ["λ", "routing", "model"]);
        assert_eq!(cells.rows[0][..3], ["0", "Dimension order", "9.0"]);
        assert_eq!(cells.rows[1][..3], ["0", "Your routing function", "–"]);
        let csv = points_csv(remark, &reports, &[Some(9.0), None, None]);
        let lines: Vec<_> = csv.lines().collect();
        assert!(
            lines[1].starts_with("load,routing,algorithm,model,"),
            "{csv}"
        );
        assert!(lines[2].starts_with("0,dimension-order,,9,"), "{csv}");
        assert!(lines[3].starts_with("0,own,,,"), "{csv}");
        assert!(lines[4].starts_with("0,\"up-down:0,3\",,,"), "{csv}");
    }

    #[test]
    fn the_table_of_multicasts_names_the_algorithm() {
        let columns = |link: &str| {
            let mut scenario = Scenario::from_link(link).scenario;
            scenario.run.cycles = 3_000;
            let report = simulate(&scenario, |_| {}).expect("a valid scenario");
            let cells = point_cells(&[report], &[None], None);
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

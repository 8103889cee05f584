//! Claims of the page about figures of papers that compare multicast algorithms, checked by short
//! runs: the order of the algorithms at a low and at a high load.

use flitscope::paper::{COMPARISONS, comparison};
use flitscope::scenario::{PRESETS, Preset};
use flitscope::sweep::{Report, simulate};

/// Reports on some algorithms of a figure at a load, simulated with the preset of the figure.
fn reports(figure: &str, algorithms: &[&str], load: f64, cycles: i64) -> Vec<Report> {
    let figure = COMPARISONS.iter().find(|c| c.item.contains(figure));
    let figure = figure.expect("a figure");
    let mut presets = PRESETS.iter().map(Preset::scenario);
    let scenario = presets.find(|s| comparison(s).is_some_and(|c| c.item == figure.item));
    let mut scenario = scenario.expect("every figure has a preset");
    assert!(figure.loads.contains(&load), "{load}");
    scenario.traffic.rate = load;
    scenario.run.cycles = cycles;
    let each = algorithms.iter().map(|algorithm| {
        assert!(figure.algorithms.contains(algorithm), "{algorithm}");
        simulate(&scenario.clone().planned_by(algorithm), |_| {}).expect("a valid scenario")
    });
    each.collect()
}

fn latency(report: &Report) -> f64 {
    let latency = report.measures.multicast_latency;
    latency.and_then(|latency| latency.mean).expect("a mean")
}

/// Asserts that each is faster than the next, by at least a tenth.
fn assert_ascending(reports: &[Report]) {
    let all: Vec<_> = reports.iter().map(latency).collect();
    assert!(all.is_sorted_by(|a, b| 1.1 * a < *b), "{all:?}");
}

#[test]
fn at_low_load_one_start_up_beats_two() {
    for (figure, load) in [("Figure 3", 0.000_05), ("Figure 4", 0.000_06)] {
        let order = ["dual-path", "qualified-groups", "column-path"];
        assert_ascending(&reports(figure, &order, load, 60_000));
        let order = ["multi-path", "qualified-groups"];
        assert_ascending(&reports(figure, &order, load, 60_000));
    }
}

#[test]
fn at_high_load_groups_on_ecube_paths_are_best_and_algorithms_along_labels_saturate() {
    let order = ["qualified-groups:0.5:e-cube", "column-path"];
    assert_ascending(&reports("Figure 3", &order, 0.000_5, 30_000));
    let along_labels = ["dual-path", "multi-path", "qualified-groups"];
    for report in reports("Figure 3", &along_labels, 0.000_6, 15_000) {
        assert!(
            report.saturated,
            "{:?}: {}",
            report.multicast, report.verdict
        );
    }
}

#[test]
fn arrivals_are_spread_least_where_paths_are_few_and_short() {
    let order = ["multi-path", "dual-path", "qualified-groups", "column-path"];
    let spreads = reports("Figure 3", &order, 0.000_05, 60_000).into_iter();
    let spreads: Vec<_> = spreads
        .map(|report| report.measures.arrival_spread)
        .collect();
    assert!(spreads.is_sorted_by(|a, b| a < b), "{spreads:?}");
}

#[test]
fn column_path_crosses_the_most_channels_and_loads_both_dimensions_equally() {
    let order = ["column-path", "dual-path"];
    let [columns, dual] = &*reports("Figure 3", &order, 0.000_2, 30_000) else {
        panic!("two reports");
    };
    assert!(columns.measures.channels > dual.measures.channels);
    let by_dimension = |report: &Report| {
        let load = report.measures.channel_load.as_ref().expect("a load");
        load.by_dimension[0] / load.by_dimension[1]
    };
    assert!((0.8..1.2).contains(&by_dimension(columns)));
    assert!((3.0..5.0).contains(&by_dimension(dual)));
}

//! Published numbers, `golden/*.toml`, compared with the models that must reproduce them.
//!
//! Each table of a file is one column of a table or figure of a paper, with its tolerance and the
//! reason for it. New rows of a paper go into its file; this code does not depend on any paper.

use std::collections::BTreeMap;

use flitscope::catalog::Settings;
use flitscope::model::{self, Model};
use flitscope::topology::{self, NodeId};
use serde::Deserialize;

const FILES: &[(&str, &str)] = &[
    (
        "ciciani-torus.toml",
        include_str!("../golden/ciciani-torus.toml"),
    ),
    (
        "ciciani-hypercube.toml",
        include_str!("../golden/ciciani-hypercube.toml"),
    ),
    (
        "shahrabi-broadcast.toml",
        include_str!("../golden/shahrabi-broadcast.toml"),
    ),
    (
        "aboelaze-ncube.toml",
        include_str!("../golden/aboelaze-ncube.toml"),
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    #[serde(default)]
    latency: Vec<LatencyColumn>,
    #[serde(default)]
    saturation: Vec<SaturationPoint>,
    #[serde(default)]
    unmatched: Vec<UnmatchedRows>,
    #[serde(default)]
    zero_load: Vec<ZeroLoad>,
    #[serde(default)]
    part: Vec<PartColumn>,
}

/// A model's latency [cycles] against load.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LatencyColumn {
    source: String,
    item: String,
    model: String,
    parameters: BTreeMap<String, String>,
    bits_per_message: f64,
    loads: Vec<f64>,
    printed: Vec<f64>,
    tolerance: f64,
    why: String,
    simulation: Option<SimulationColumn>,
}

/// The simulation that the paper prints beside its model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SimulationColumn {
    source: String,
    printed: Vec<f64>,
    worst_error: f64,
    why: String,
}

/// A load beyond which a model has no steady state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaturationPoint {
    source: String,
    item: String,
    model: String,
    parameters: BTreeMap<String, String>,
    bits_per_message: f64,
    load: f64,
    tolerance: f64,
    why: String,
}

/// Printed rows that no interpretation of the equations reproduces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnmatchedRows {
    source: String,
    item: String,
    model: String,
    parameters: BTreeMap<String, String>,
    bits_per_message: f64,
    loads: Vec<f64>,
    printed: Vec<f64>,
    /// The values of the equations.
    computed: Vec<f64>,
    tolerance: f64,
    why: String,
}

/// A model's latency [cycles, units of time] of an idle network.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZeroLoad {
    source: String,
    item: String,
    model: String,
    parameters: BTreeMap<String, String>,
    latency: f64,
    tolerance: f64,
    why: String,
}

/// An intermediate quantity against load, or at one load against a parameter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartColumn {
    source: String,
    item: String,
    model: String,
    parameters: BTreeMap<String, String>,
    /// The varied parameter; `None` if the load is varied.
    vary: Option<String>,
    #[serde(default)]
    values: Vec<String>,
    part: String,
    loads: Vec<f64>,
    printed: Vec<f64>,
    tolerance: Option<f64>,
    /// Tolerance as a share of the value.
    relative: Option<f64>,
    why: String,
}

#[test]
fn models_reproduce_the_latencies_of_their_papers() {
    for (place, column) in latency_columns() {
        let model = build(&column.model, &column.parameters);
        assert_eq!(column.loads.len(), column.printed.len(), "{place}");
        for (load, printed) in column.loads.iter().zip(&column.printed) {
            let prediction = model.predict(load / column.bits_per_message);
            let ours = prediction.latency().expect("the paper prints a number");
            assert!(
                (ours.total - printed).abs() <= column.tolerance,
                "{place} at {load}: {} where {printed} ± {} is printed ({})",
                ours.total,
                column.tolerance,
                column.why
            );
        }
    }
}

#[test]
fn models_saturate_where_the_literature_says() {
    for (file, golden) in files() {
        for point in golden.saturation {
            let model = build(&point.model, &point.parameters);
            let ours = model.saturation_rate() * point.bits_per_message;
            assert!(
                (ours - point.load).abs() <= point.tolerance,
                "{file}, {}: {ours}, not {} ± {} ({}; {})",
                point.item,
                point.load,
                point.tolerance,
                point.why,
                point.source
            );
        }
    }
}

#[test]
fn errors_of_printed_models_are_within_those_that_their_papers_admit() {
    // Compares the two printed columns with each other, which reveals transcription errors.
    for (place, column) in latency_columns() {
        let Some(simulation) = column.simulation else {
            continue;
        };
        assert_eq!(column.printed.len(), simulation.printed.len(), "{place}");
        let worst = column
            .printed
            .iter()
            .zip(&simulation.printed)
            .map(|(model, simulated)| (model / simulated - 1.0).abs())
            .fold(0.0, f64::max);
        assert!(
            worst <= simulation.worst_error,
            "{place} against {}: {worst} ({})",
            simulation.source,
            simulation.why
        );
    }
}

#[test]
fn rows_that_the_equations_cannot_reproduce_differ() {
    for (file, golden) in files() {
        for rows in golden.unmatched {
            let place = format!("{file}, {} ({})", rows.item, rows.source);
            let model = build(&rows.model, &rows.parameters);
            assert_eq!(rows.loads.len(), rows.printed.len(), "{place}");
            assert_eq!(rows.loads.len(), rows.computed.len(), "{place}");
            let columns = rows.printed.iter().zip(&rows.computed);
            for (load, (printed, computed)) in rows.loads.iter().zip(columns) {
                let prediction = model.predict(load / rows.bits_per_message);
                let ours = prediction.latency().expect("the paper prints a number");
                assert!(
                    (ours.total - computed).abs() <= rows.tolerance,
                    "{place} at {load}: {}, not {computed}",
                    ours.total
                );
                assert!(
                    (ours.total - printed).abs() > 10.0 * rows.tolerance,
                    "{place} at {load}: {} is what is printed ({})",
                    ours.total,
                    rows.why
                );
            }
        }
    }
}

#[test]
fn idle_networks_have_the_latency_computed_by_hand() {
    for (file, golden) in files() {
        for point in golden.zero_load {
            let model = build(&point.model, &point.parameters);
            let place = format!("{file}, {} ({}; {})", point.item, point.source, point.why);
            let prediction = model.predict(0.0);
            let idle = prediction.latency().expect("nothing is sent").total;
            for ours in [model.zero_load(), idle] {
                let error = (ours - point.latency).abs();
                assert!(error <= point.tolerance, "{place}: {ours}");
            }
        }
    }
}

#[test]
fn intermediate_quantities_match_the_literature() {
    for (file, golden) in files() {
        for column in golden.part {
            let place = format!("{file}, {} ({})", column.item, column.source);
            let at = |parameters: &BTreeMap<String, String>, load: f64| {
                let prediction = build(&column.model, parameters).predict(load);
                let latency = prediction.latency().expect("a load below saturation");
                latency.part(&column.part).expect("it is reported")
            };
            let ours: Vec<_> = match &column.vary {
                None => column
                    .loads
                    .iter()
                    .map(|&load| at(&column.parameters, load))
                    .collect(),
                Some(key) => column
                    .values
                    .iter()
                    .map(|value| {
                        let mut parameters = column.parameters.clone();
                        parameters.insert(key.clone(), value.clone());
                        at(&parameters, column.loads[0])
                    })
                    .collect(),
            };
            assert_eq!(ours.len(), column.printed.len(), "{place}");
            for (ours, printed) in ours.iter().zip(&column.printed) {
                let relative = column.relative.map(|share| share * printed);
                let tolerance = column.tolerance.or(relative).expect("either is given");
                assert!(
                    (ours - printed).abs() <= tolerance,
                    "{place}: {ours} where {printed} ± {tolerance} is printed ({})",
                    column.why
                );
            }
        }
    }
}

/// Theorem 1 of Aboelaze & Houstis: C(N,f) − C(N−1,f−1) nodes are at distance f from a link. This
/// holds for the nodes on one side of the link, whose messages cross it in one direction; counted
/// from both ends, as in the definition, there are twice as many.
#[test]
fn theorem_1_counts_the_nodes_at_a_distance_from_a_link_on_either_side() {
    let choose = |n: u32, k: u32| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for dimension in 1..=9_u32 {
        let cube = topology::from_spec(&format!("hypercube:{dimension}")).expect("a hypercube");
        let ends = [NodeId(0), NodeId(1 << (dimension / 2))];
        let mut counted = vec![[0; 2]; dimension as usize];
        for node in cube.node_ids() {
            let [here, there] = ends.map(|end| cube.distance(node, end));
            counted[here.min(there) as usize][usize::from(there < here)] += 1;
        }
        for (f, nodes) in (0..).zip(counted) {
            let less = if f == 0 {
                0
            } else {
                choose(dimension - 1, f - 1)
            };
            let printed = choose(dimension, f) - less;
            assert_eq!(nodes, [printed; 2], "N = {dimension}, f = {f}");
        }
    }
}

/// Fig 6 of Ciciani et al.: of tori of 1000 nodes the symmetric one saturates last, and ascending
/// radices saturate later than descending ones; shapes like 2×5×100 saturate far earlier.
#[test]
fn shapes_of_a_thousand_nodes_saturate_in_the_order_of_the_figure() {
    let saturation = |radices: &str| {
        let parameters = [("k", radices), ("length", "25")];
        let parameters = parameters.map(|(key, value)| (key.to_owned(), value.to_owned()));
        build("ciciani-torus-uni", &parameters.into()).saturation_rate()
    };
    let rates = ["10x10x10", "5x10x20", "20x10x5", "2x5x100"].map(saturation);
    assert!(rates.is_sorted_by(|more, less| more > less), "{rates:?}");
    assert!(rates[3] < rates[0] / 4.0, "{rates:?}");
}

fn files() -> impl Iterator<Item = (&'static str, Golden)> {
    FILES
        .iter()
        .map(|&(name, text)| match toml::from_str(text) {
            Ok(golden) => (name, golden),
            Err(error) => panic!("{name}: {error}"),
        })
}

/// Every column, with the beginning of its failure message.
fn latency_columns() -> impl Iterator<Item = (String, LatencyColumn)> {
    files().flat_map(|(file, golden)| {
        golden.latency.into_iter().map(move |column| {
            let place = format!("{file}, {} ({})", column.item, column.source);
            (place, column)
        })
    })
}

fn build(id: &str, parameters: &BTreeMap<String, String>) -> Box<dyn Model> {
    let settings = parameters
        .iter()
        .fold(Settings::default(), |settings, (key, value)| {
            settings.with(key, value)
        });
    model::from_id(id, &settings).expect("golden parameters are in range")
}

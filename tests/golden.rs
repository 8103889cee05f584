//! Published numbers, `golden/*.toml`, against the models that are to give them.
//!
//! One table of a file is one column of a table or figure of a paper, with its tolerance and
//! the reason for it. A paper's new rows go into its file; the runner knows no paper.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeMap;

use flitscope::catalog::Settings;
use flitscope::model::{self, Model};
use serde::Deserialize;

const FILES: &[(&str, &str)] = &[
    (
        "ciciani-torus.toml",
        include_str!("golden/ciciani-torus.toml"),
    ),
    (
        "ciciani-hypercube.toml",
        include_str!("golden/ciciani-hypercube.toml"),
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    #[serde(default)]
    latency: Vec<LatencyColumn>,
    #[serde(default)]
    saturation: Vec<SaturationPoint>,
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

/// What the paper prints beside its model.
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

#[test]
fn models_give_the_latencies_their_papers_print() {
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
fn models_saturate_where_the_literature_puts_it() {
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
fn printed_models_err_as_much_as_their_papers_admit() {
    // Holds the two printed columns to each other: a slip of copying would show here.
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

fn files() -> impl Iterator<Item = (&'static str, Golden)> {
    FILES
        .iter()
        .map(|&(name, text)| match toml::from_str(text) {
            Ok(golden) => (name, golden),
            Err(error) => panic!("{name}: {error}"),
        })
}

/// Every column, with words for a failure to begin with.
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

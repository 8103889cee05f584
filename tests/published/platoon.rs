//! Our own models compared with the reference version of their equations, `golden/platoon.toml`, and
//! with the simulator.

use std::collections::BTreeMap;

use flitscope::catalog::Settings;
use flitscope::model::{self, Model};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    curve: Vec<Curve>,
}

/// Latencies against load.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Curve {
    /// The call that returned the numbers.
    source: String,
    model: String,
    parameters: BTreeMap<String, String>,
    loads: Vec<f64>,
    latency: Vec<f64>,
    network: Vec<f64>,
    /// Tolerance as a share of the value.
    relative: f64,
    why: String,
}

#[test]
fn predictions_are_those_of_the_reference() {
    let golden: Golden = toml::from_str(include_str!("../golden/platoon.toml")).expect("a table");
    for curve in golden.curve {
        let model = build(&curve.model, &curve.parameters);
        let expected = curve.latency.iter().zip(&curve.network);
        assert_eq!(curve.loads.len(), expected.len(), "{}", curve.source);
        for (&load, (&latency, &network)) in curve.loads.iter().zip(expected) {
            let prediction = model.predict(load);
            let ours = prediction.latency().expect("a load below saturation");
            let of_network = ours.part("T_net").expect("it is reported");
            for (ours, theirs) in [(ours.total, latency), (of_network, network)] {
                assert!(
                    (ours / theirs - 1.0).abs() <= curve.relative,
                    "{} at {load}: {ours} instead of {theirs} ({})",
                    curve.source,
                    curve.why
                );
            }
        }
    }
}

/// The loads at which the reference loses its steady state, found by bisection.
#[test]
fn saturation_is_that_of_the_reference() {
    for (id, network, length, load) in SATURATION {
        let parameters = [("network", *network), ("length", *length)];
        let parameters = parameters.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let ours = build(id, &parameters.into()).saturation_rate();
        assert!(
            // Close to the end the reference needs more steps than it makes.
            (ours / load - 1.0).abs() < 0.003,
            "{network}: {ours} instead of {load}"
        );
    }
}

/// `wormhole.saturation`, which takes a source that is busy 99.85 % of the time for saturated.
const SATURATION: &[(&str, &str, &str, f64)] = &[
    ("platoon", "hypercube:6", "32", 0.019_758_5),
    ("platoon", "mesh:8x8", "16", 0.013_093_2),
    ("platoon-dateline", "torus-uni:4x4x4", "25", 0.008_266_37),
    ("platoon-dateline", "torus:8x8", "16", 0.018_641_5),
];

fn build(id: &str, parameters: &BTreeMap<String, String>) -> Box<dyn Model> {
    let settings = parameters
        .iter()
        .fold(Settings::default(), |settings, (key, value)| {
            settings.with(key, value)
        });
    model::from_id(id, &settings).expect("golden parameters are in range")
}

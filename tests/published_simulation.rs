//! Published simulations, `golden/simulated.toml`, against the simulator.

#![cfg(not(target_arch = "wasm32"))]

use flitscope::scenario::Scenario;
use flitscope::sweep::simulate;
use flitscope::traffic::Length;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    latency: Vec<Column>,
}

/// Latency [cycles] against load.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    source: String,
    item: String,
    measure: Measure,
    network: String,
    vcs: i64,
    flits: u32,
    bits_per_message: f64,
    loads: Vec<f64>,
    expected: Vec<f64>,
    tolerance: f64,
    cycles: i64,
    why: String,
}

#[derive(Deserialize)]
enum Measure {
    #[serde(rename = "latency")]
    Latency,
    #[serde(rename = "network latency")]
    Network,
}

#[test]
fn the_hypercube_of_table_4_is_as_fast_as_printed() {
    assert_as_printed("Table 4");
}

#[test]
fn the_two_way_torus_of_table_3_is_as_fast_as_found_independently() {
    assert_as_printed("Table 3");
}

#[test]
fn the_one_way_torus_of_table_2_is_as_fast_as_found_independently() {
    assert_as_printed("Table 2");
}

fn assert_as_printed(table: &str) {
    let golden: Golden = toml::from_str(include_str!("golden/simulated.toml"))
        .expect("the file has the columns of Golden");
    let mut columns = golden.latency.iter();
    let column = columns.find(|column| column.item.starts_with(table));
    let column = column.expect("a table of the file");
    assert_eq!(column.loads.len(), column.expected.len(), "{table}");
    for (&load, &expected) in column.loads.iter().zip(&column.expected) {
        let found = column.latency(load / column.bits_per_message);
        let error = found / expected - 1.0;
        assert!(
            error.abs() <= column.tolerance,
            "{}, {} at {load}: {found:.2}, not {expected} within {} ({})",
            column.source,
            column.item,
            column.tolerance,
            column.why
        );
    }
}

impl Column {
    /// Simulates at a rate [messages/node/cycle].
    fn latency(&self, rate: f64) -> f64 {
        let mut scenario = Scenario::on(&self.network);
        scenario.vcs = self.vcs;
        scenario.buffer = 1;
        scenario.length = Length::Fixed(self.flits);
        scenario.traffic.rate = rate;
        (scenario.run.warmup, scenario.run.cycles) = ((self.cycles / 4).into(), self.cycles);
        let report = simulate(&scenario, |_| ()).expect("a scenario in range");
        let estimate = match self.measure {
            Measure::Latency => report.measures.latency,
            Measure::Network => report.measures.network_latency,
        };
        estimate.mean.expect("the load is below saturation")
    }
}

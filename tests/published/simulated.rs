//! Published simulations, `golden/simulated.toml`, compared with the simulator.

use flitscope::scenario::Scenario;
use flitscope::sweep::{Report, State, simulate};
use flitscope::traffic::Length;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    latency: Vec<Column>,
    verdict: Vec<Saturation>,
    broadcast: Vec<Broadcasts>,
}

/// Latency [cycles] against load.
#[derive(Deserialize)]
struct Column {
    source: String,
    item: String,
    measure: Measure,
    #[serde(flatten)]
    system: System,
    loads: Vec<f64>,
    expected: Vec<f64>,
    tolerance: f64,
    why: String,
}

/// Loads with a steady state, and loads that saturate.
#[derive(Deserialize)]
struct Saturation {
    source: String,
    item: String,
    #[serde(flatten)]
    system: System,
    steady: Vec<f64>,
    saturated: Vec<f64>,
    why: String,
}

/// Broadcasts beside unicasts: latency [cycles] and channel rate [messages/cycle] against load.
#[derive(Deserialize)]
struct Broadcasts {
    source: String,
    item: String,
    network: String,
    vcs: i64,
    flits: u32,
    broadcast: f64,
    loads: Vec<f64>,
    latency: Vec<f64>,
    latency_tolerance: f64,
    channel_rate: Vec<f64>,
    rate_tolerance: f64,
    cycles: i64,
    why: String,
}

/// The simulated system, and the length of the run.
#[derive(Clone, PartialEq, Deserialize)]
struct System {
    network: String,
    vcs: i64,
    #[serde(default = "single_flit")]
    buffer: i64,
    flits: u32,
    bits_per_message: f64,
    cycles: i64,
}

#[derive(Clone, Copy, Deserialize)]
enum Measure {
    #[serde(rename = "latency")]
    Latency,
    #[serde(rename = "network latency")]
    Network,
}

fn single_flit() -> i64 {
    1
}

#[test]
fn the_hypercube_of_table_4_has_the_printed_latency() {
    assert_as_printed("Table 4", 1);
}

#[test]
fn the_bidirectional_torus_of_table_3_has_the_printed_latency() {
    assert_as_printed("Table 3", 1);
}

#[test]
fn the_unidirectional_torus_of_table_2_has_the_latency_found_independently() {
    assert_as_printed("Table 2", 5);
}

#[test]
fn the_unidirectional_torus_of_table_2_saturates_where_found_independently() {
    let columns = golden().verdict;
    assert!(!columns.is_empty());
    for column in columns {
        let steady = column.steady.iter().map(|load| (load, false));
        let saturated = column.saturated.iter().map(|load| (load, true));
        for (&load, expected) in steady.chain(saturated) {
            // A source generates 16 messages in the run. Below saturation, too, its queue may grow
            // like that by chance, so a run beyond saturation can be too short to tell, but is
            // never reported as steady.
            let mut system = column.system.clone();
            let mut report = system.simulate(load);
            if report.state == State::NotSettled {
                assert!(expected, "{load}: {}", report.verdict);
                system.cycles *= 4;
                report = system.simulate(load);
            }
            assert_eq!(
                report.saturated, expected,
                "{}, {} at {load}: {} ({})",
                column.source, column.item, report.verdict, column.why
            );
        }
    }
}

#[test]
fn broadcasts_among_unicasts_have_the_latency_and_channel_load_found_independently() {
    for column in golden().broadcast {
        assert!(!column.loads.is_empty());
        let expected = column.latency.iter().zip(&column.channel_rate);
        for (&load, (&latency, &rate)) in column.loads.iter().zip(expected) {
            let measures = column.simulate(load).measures;
            let found = measures
                .multicast_latency
                .and_then(|estimate| estimate.mean);
            let found = found.expect("the load is below saturation");
            let load_found = measures.channel_load.expect("something was measured").mean;
            let rate_found = load_found / f64::from(column.flits);
            for (what, found, expected, tolerance) in [
                ("latency", found, latency, column.latency_tolerance),
                ("channel rate", rate_found, rate, column.rate_tolerance),
            ] {
                assert!(
                    (found / expected - 1.0).abs() <= tolerance,
                    "{}, {} at {load}: {what} {found:.5}, not {expected} within {tolerance} ({})",
                    column.source,
                    column.item,
                    column.why
                );
            }
        }
    }
}

fn golden() -> Golden {
    let golden = toml::from_str(include_str!("../golden/simulated.toml"));
    golden.expect("the file has the columns of Golden")
}

fn assert_as_printed(table: &str, count: usize) {
    let mut columns = golden().latency;
    columns.retain(|column| column.item.starts_with(table));
    assert_eq!(columns.len(), count, "{table}");
    // Columns of one system share its runs.
    let mut runs: Vec<(&System, u64, Report)> = Vec::new();
    for column in &columns {
        assert_eq!(column.loads.len(), column.expected.len(), "{table}");
        let system = &column.system;
        for (&load, &expected) in column.loads.iter().zip(&column.expected) {
            let bits = load.to_bits();
            let known = runs.iter().position(|run| (run.0, run.1) == (system, bits));
            let run = known.unwrap_or_else(|| {
                runs.push((system, bits, system.simulate(load)));
                runs.len() - 1
            });
            let found = column.latency(&runs[run].2);
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
}

impl Column {
    fn latency(&self, report: &Report) -> f64 {
        let measures = &report.measures;
        let estimate = match self.measure {
            Measure::Latency => &measures.latency,
            Measure::Network => &measures.network_latency,
        };
        estimate.mean.expect("the load is below saturation")
    }
}

impl Broadcasts {
    fn simulate(&self, load: f64) -> Report {
        let mut scenario = Scenario::on(&self.network);
        "duato".clone_into(&mut scenario.routing);
        scenario.vcs = self.vcs;
        scenario.length = Length::Fixed(self.flits);
        scenario.traffic.rate = load;
        scenario.traffic.broadcast = self.broadcast;
        // All-port: as many as a node has channels.
        let built = scenario.build().expect("a network in range");
        scenario.ports.injection = built.design.network.degrees().1.into();
        (scenario.run.warmup, scenario.run.cycles) = ((self.cycles / 4).into(), self.cycles);
        simulate(&scenario, |_| ()).expect("a scenario in range")
    }
}

impl System {
    /// Simulates at a load in the unit of the table.
    fn simulate(&self, load: f64) -> Report {
        let mut scenario = Scenario::on(&self.network);
        scenario.vcs = self.vcs;
        scenario.buffer = self.buffer;
        scenario.length = Length::Fixed(self.flits);
        scenario.traffic.rate = load / self.bits_per_message;
        (scenario.run.warmup, scenario.run.cycles) = ((self.cycles / 4).into(), self.cycles);
        simulate(&scenario, |_| ()).expect("a scenario in range")
    }
}

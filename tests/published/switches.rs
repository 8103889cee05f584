//! Networks of switches against the literature on them, `golden/switches.toml`.

use flitscope::scenario::{Bounds, Scenario};
use flitscope::sweep::simulate;
use flitscope::topology::{self, Terminals};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    size: Vec<Size>,
    bisection: Vec<Bisection>,
    ideal: Vec<Throughput>,
    accepted: Vec<Throughput>,
    between: Vec<Between>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    network: String,
    source: String,
    terminals: u32,
    switches: u32,
    hops: Option<f64>,
    diameter: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bisection {
    network: String,
    source: String,
    channels: u32,
}

/// The throughput of a routing function between those of two others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Between {
    network: String,
    routing: String,
    pattern: String,
    source: String,
    above: String,
    below: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Throughput {
    network: String,
    routing: String,
    pattern: String,
    source: String,
    #[serde(rename = "throughput")]
    flits: f64,
    #[serde(default)]
    tolerance: f64,
}

fn golden() -> Golden {
    toml::from_str(include_str!("../golden/switches.toml")).expect("TOML")
}

impl Throughput {
    /// Messages of some flits at nearly a flit per terminal and cycle.
    fn scenario(&self, length: u32) -> Scenario {
        let mut scenario = Scenario::on(&self.network);
        let rate = (0.95 / f64::from(length)).to_string();
        let fields = [
            ("vcs", "6"),
            ("routing", &self.routing),
            ("traffic.pattern", &self.pattern),
            ("buffer", "16"),
            ("length", &length.to_string()),
            ("traffic.rate", &rate),
            ("ports.ejection", "1"),
            ("run.warmup", "2000"),
            ("run.cycles", "6000"),
        ];
        for (field, value) in fields {
            let set = scenario.set(field, value);
            set.unwrap_or_else(|error| panic!("{field}: {error}"));
        }
        scenario
    }

    fn name(&self) -> String {
        let Self {
            network,
            routing,
            pattern,
            source,
            ..
        } = self;
        format!("{routing} on {network}, {pattern} ({source})")
    }
}

#[test]
fn networks_of_switches_have_the_sizes_of_the_literature() {
    for row in golden().size {
        let network = topology::from_spec(&row.network).expect("a network in range");
        let terminals = Terminals::of(&*network).count();
        let switches = network.nodes() - terminals;
        let found = (terminals, switches);
        assert_eq!(found, (row.terminals, row.switches), "{}", row.source);
        let mean = network.mean_distance();
        let is_mean = row.hops.is_none_or(|hops| (hops - mean).abs() < 1e-12);
        assert!(is_mean, "{}: {mean} ({})", row.network, row.source);
        let diameter = network.diameter();
        let is_diameter = row.diameter.is_none_or(|most| most == diameter);
        assert!(is_diameter, "{}: {diameter}", row.network);
    }
}

#[test]
fn their_ideal_throughput_is_that_of_the_literature() {
    for row in golden().ideal {
        let scenario = row.scenario(1);
        let built = scenario.build().expect("it is in range");
        let bounds = Bounds::of(&scenario, &built).expect("messages to one node");
        let load = bounds.channel_load.expect("an oblivious function").max;
        assert!(
            (1.0 / load - row.flits).abs() < 1e-9,
            "{}: 1/{load}",
            row.name()
        );
    }
}

#[test]
fn their_simulated_throughput_is_that_of_the_literature() {
    for row in golden().accepted {
        let report = simulate(&row.scenario(8), |_| ()).expect("it is in range");
        let accepted = report.measures.accepted;
        let off = (accepted / row.flits - 1.0).abs();
        assert!(off <= row.tolerance, "{}: {accepted}", row.name());
    }
}

#[test]
fn they_have_the_bisection_of_the_literature() {
    for row in golden().bisection {
        let scenario = Scenario::on(&row.network);
        let built = scenario.build().expect("it is in range");
        let bounds = Bounds::of(&scenario, &built).expect("messages to one node");
        let found = bounds.bisection.channels;
        assert_eq!(found, row.channels, "{}: {}", row.network, row.source);
    }
}

#[test]
fn the_throughput_of_some_is_between_those_of_others() {
    for row in golden().between {
        let [above, found, below] = [&row.above, &row.routing, &row.below].map(|routing| {
            let run = Throughput {
                network: row.network.clone(),
                routing: routing.clone(),
                pattern: row.pattern.clone(),
                source: row.source.clone(),
                flits: 0.0,
                tolerance: 0.0,
            };
            let report = simulate(&run.scenario(8), |_| ()).expect("it is in range");
            report.measures.accepted
        });
        assert!(
            above < found && found < below,
            "{}: {above}, {found}, {below} ({})",
            row.routing,
            row.source
        );
    }
}

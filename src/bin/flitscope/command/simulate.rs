//! A scenario from a file, simulated at one load or at several, on all cores.

use std::io::Read as _;
use std::time::Instant;

use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::common::network::scenario_of;
use super::common::written::RoutingFile;
use flitscope::catalog::quoted;
use flitscope::scenario::Scenario;
use flitscope::sweep::{self, Diagnosis, Point, why};

/// Fields of the scenario's run that a call may set.
#[derive(Debug, Args)]
pub(super) struct RunOptions {
    /// Cycles before measurement starts, or auto [run.warmup].
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true)]
    warmup: Option<String>,
    /// Cycles to measure; with a precision, at most so many [run.cycles].
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true)]
    cycles: Option<String>,
    /// Independent runs, on all cores [run.replications].
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    replications: Option<String>,
    /// End when the mean latency is known to this fraction, 0.02 for ±2 % [run.precision].
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    precision: Option<String>,
    #[command(flatten)]
    routing: RoutingFile,
}

/// The largest file that is read: more than all nodes of the largest network, a hundred times
/// over.
const MOST_MEGABYTES: u64 = 64;

pub(super) fn read_scenario(file: &str) -> Result<Scenario, String> {
    if let Some(usual) = scenario_of(file) {
        return usual;
    }
    let mut text = String::new();
    let most = MOST_MEGABYTES << 20;
    let read = if file == "-" {
        let input = std::io::stdin().take(most + 1);
        std::io::BufReader::new(input).read_to_string(&mut text)
    } else {
        let file = std::fs::File::open(file);
        file.and_then(|file| file.take(most + 1).read_to_string(&mut text))
    };
    let given = quoted(file);
    read.map_err(|error| {
        format!("FILE must be a readable scenario or - for standard input, not {given} ({error})")
    })?;
    if text.len() as u64 > most {
        return Err(format!(
            "FILE must be a scenario of at most {MOST_MEGABYTES} MiB, not {given} with more"
        ));
    }
    Scenario::from_json(&text).map_err(|error| error.reason())
}

impl RunOptions {
    /// The scenario with what was given here in place of what it says.
    pub(super) fn on(&self, scenario: &Scenario) -> Result<Scenario, String> {
        let mut value = json!(scenario);
        if let Some(id) = self.routing.id()? {
            let scenario = Scenario {
                routing: id,
                ..scenario.clone()
            };
            value = json!(scenario);
        }
        for (field, given) in [
            ("warmup", &self.warmup),
            ("cycles", &self.cycles),
            ("replications", &self.replications),
            ("precision", &self.precision),
        ] {
            if let Some(text) = given {
                let number = text.parse::<serde_json::Number>();
                value["run"][field] = number.map_or_else(|_| json!(text), Value::Number);
            }
        }
        Scenario::from_json(&value.to_string()).map_err(|error| error.reason())
    }
}

pub(super) fn simulate(scenario: Scenario, links: bool, asks_why: bool) -> Result<Value, String> {
    if links && scenario.packet.is_none() {
        return Err("packet must be given where links are asked for".to_owned());
    }
    let begin = Instant::now();
    let findings = asks_why.then(|| why_of(&scenario)).transpose()?;
    let mut points = measure(&[scenario], links)?;
    let mut point = points.pop().expect("a point per scenario");
    if let Some(findings) = findings {
        point["why"] = findings;
    }
    point["wall_s"] = json!(begin.elapsed().as_secs_f64());
    Ok(point)
}

/// Why the network does what it does at the load of a scenario.
fn why_of(scenario: &Scenario) -> Result<Value, String> {
    let built = scenario.build().map_err(|error| error.reason())?;
    let diagnosis = Diagnosis::of(scenario, &built)?;
    let report = sweep::simulate(scenario, |_| ()).map_err(|error| error.reason())?;
    let findings = why(scenario, &built, &diagnosis, &[report]).into_iter();
    let findings =
        findings.map(|finding| json!({ "kind": finding.kind.id(), "text": finding.text }));
    Ok(findings.collect())
}

/// Simulates every replication of every scenario on all cores: a report of each scenario,
/// with its links if they are asked for, and the seconds that its replications took
/// together. Which core makes which of them does not change the reports.
pub(super) fn measure(scenarios: &[Scenario], links: bool) -> Result<Vec<Value>, String> {
    let points = scenarios.par_iter().map(Point::new);
    let points = points.collect::<Result<Vec<_>, _>>();
    let points = points.map_err(|error| error.reason())?;
    let tasks: Vec<_> = points
        .iter()
        .flat_map(|point| (0..point.replications()).map(move |index| (point, index)))
        .collect();
    let done = tasks.into_par_iter().with_max_len(1).map(|(point, index)| {
        let begin = Instant::now();
        let replication = point.run_replication(index, |_| ());
        (replication, begin.elapsed().as_secs_f64())
    });
    let mut done = done.collect::<Vec<_>>().into_iter();
    let reports = points.iter().map(|point| {
        let count = point.replications() as usize;
        let (replications, times): (Vec<_>, Vec<_>) = done.by_ref().take(count).unzip();
        let mut report = point.report(&replications).to_json();
        if links {
            report["per_link"] = json!(point.links(&replications));
        }
        report["wall_s"] = json!(times.iter().sum::<f64>());
        report
    });
    Ok(reports.collect())
}

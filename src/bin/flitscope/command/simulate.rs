//! Simulations of a scenario from a file at one or several loads, on all cores.

use std::time::Instant;

use clap::Args;
use serde_json::{Map, Value, json};

use super::common::answer::{Answer, CommandResult};
use super::common::files;
use super::common::jobs::JobsOption;
use super::common::replications::{Points, build};
use super::common::scenario::read_text;
use super::common::written::RoutingFile;
use super::version;
use flitscope::catalog::quoted_path;
use flitscope::scenario::{MOST_TRACED, Scenario};
use flitscope::sim;
use flitscope::sweep::{Diagnosis, Point, why};
use flitscope::topology;

/// Overrides of fields of the scenario.
#[derive(Debug, Args)]
pub(super) struct RunOptions {
    /// Cycles before measurement starts, or auto [run.warmup].
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true)]
    warmup: Option<String>,
    /// Cycles to measure; with a precision, the maximum [run.cycles].
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true)]
    cycles: Option<String>,
    /// Independent runs, on all cores [run.replications].
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    replications: Option<String>,
    /// End when the mean latency is known to this fraction, 0.02 for ±2 % [run.precision].
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    precision: Option<String>,
    /// Replaces the traffic by the messages of a file: lines of time,from,to,flits, as CSV or
    /// separated by white space.
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,
    #[command(flatten)]
    pub(super) jobs: JobsOption,
    #[command(flatten)]
    routing: RoutingFile,
}

/// Returns a scenario with the messages of a trace as its traffic.
fn with_trace(scenario: &Scenario, file: &str) -> Result<Scenario, String> {
    let text = read_text("trace", "trace", file)?;
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    let traced = scenario.with_trace(&*topology, &text, MOST_TRACED);
    traced.map_err(|error| error.reason())
}

/// Writes the messages of the first run of a scenario to a file.
pub(super) fn save_trace(scenario: &Scenario, file: &str) -> Result<(), String> {
    let built = scenario.build().map_err(|error| error.reason())?;
    let warmup = match built.run.warmup {
        sim::Warmup::Cycles(cycles) => cycles,
        sim::Warmup::Auto => 0,
    };
    let cycles = warmup.saturating_add(built.run.cycles);
    let (trace, _) = built
        .trace(cycles, MOST_TRACED)
        .map_err(|error| error.reason())?;
    files::write(file, trace).map_err(|error| {
        let given = quoted_path(file);
        format!("save-trace must be a file that can be written, not {given} ({error})")
    })
}

impl RunOptions {
    /// Returns the scenario with the fields given here replaced.
    pub(super) fn on(&self, scenario: &Scenario) -> Result<Scenario, String> {
        let mut changed = scenario.clone();
        if let Some(id) = self.routing.id()? {
            changed.routing = id;
        }
        let mut run = Map::new();
        for (field, given) in [
            ("warmup", &self.warmup),
            ("cycles", &self.cycles),
            ("replications", &self.replications),
            ("precision", &self.precision),
        ] {
            if let Some(text) = given {
                let number = text.parse().map(Value::Number);
                run.insert(field.to_owned(), number.unwrap_or_else(|_| json!(text)));
            }
        }
        let fields = Map::from_iter([("run".to_owned(), Value::Object(run))]);
        let set = changed.set_fields(&fields);
        set.map_err(|error| error.reason())?;
        match &self.trace {
            Some(file) => with_trace(&changed, file),
            None => Ok(changed),
        }
    }
}

pub(super) fn simulate(
    scenario: &Scenario,
    links: bool,
    asks_why: bool,
    jobs: usize,
) -> CommandResult {
    if links && scenario.packet.is_none() {
        return Err("packet must be given if --links is set".to_owned());
    }
    let begin = Instant::now();
    let built = scenario.build().map_err(|error| error.reason())?;
    let diagnosis = asks_why.then(|| Diagnosis::of(scenario, &built));
    let diagnosis = diagnosis.transpose()?;
    let point = Point::of(scenario.clone(), built.clone());
    let only = Points::only(scenario, point);
    let made = only.replicate(jobs);
    let (point, samples) = (&only.points[0], &made[0].samples);
    let report = point.report(samples);
    let mut printed = Value::from(report.document(version(), scenario));
    if links {
        printed["per_link"] = json!(point.links(samples));
    }
    let findings = diagnosis.map(|diagnosis| why(scenario, &built, &diagnosis, &[report]));
    printed["wall_s"] = json!(begin.elapsed().as_secs_f64());
    if let Some(findings) = findings {
        let findings = findings.into_iter();
        let findings =
            findings.map(|finding| json!({ "kind": finding.kind.id(), "text": finding.text }));
        printed["why"] = findings.collect();
    }
    Ok(Answer::fields(printed))
}

/// Returns a report for every scenario, with the total run time of its replications \[seconds\].
/// Saturated runs end early unless their accepted load is asked for.
pub(super) fn measure(
    scenarios: &[Scenario],
    asks_accepted: bool,
    jobs: usize,
) -> Result<Vec<Value>, String> {
    let mut all = build(scenarios, jobs)?;
    if !asks_accepted {
        all = all.ending_saturated();
    }
    let made = all.replicate(jobs);
    let measured = scenarios.iter().zip(all.points.iter().zip(&made));
    let reports = measured.map(|(scenario, (point, made))| {
        let report = point.report(&made.samples);
        let mut report = Value::from(report.document(version(), scenario));
        report["wall_s"] = json!(made.seconds);
        report
    });
    Ok(reports.collect())
}

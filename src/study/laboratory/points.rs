//! The simulated points of a curve: which scenarios to simulate, and their results.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::evaluate::{Probe, Range, saturation_of};
use super::experiment::{Curve, Experiment, Found, Load, Subject, Varied};
use crate::paper::{Effort, Measurand, Simulated, Task, Terms};
use crate::plot::{Mark, readable};
use crate::scenario::{self, BuiltScenario, MOST_NODES_IN_PAGE, Scenario};
use crate::sweep::{Report, ShortPoint, subject_of};
use engine::catalog::quoted;
use engine::model::LatencyKind;
use engine::topology;

/// Reports of simulations by scenario, so that no scenario is simulated twice.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Results {
    reports: BTreeMap<String, Report>,
    /// Reports of runs of other lengths, measured outside the laboratory, by subject.
    elsewhere: BTreeMap<String, Vec<Report>>,
}

impl Results {
    /// Stores the report of a scenario.
    pub fn put(&mut self, scenario: &Scenario, report: Report) {
        self.reports.insert(scenario.to_link(), report);
    }

    /// The report of a scenario, if there is one.
    pub fn get(&self, scenario: &Scenario) -> Option<&Report> {
        self.reports.get(&scenario.to_link())
    }

    /// Stores reports of a scenario at several loads, measured elsewhere in runs of other lengths.
    pub fn put_elsewhere(&mut self, scenario: &Scenario, reports: Vec<Report>) {
        self.elsewhere.insert(subject_of(scenario), reports);
    }

    /// The report of a scenario, or else of a run of another length at the same load.
    fn find(&self, scenario: &Scenario) -> Option<&Report> {
        self.get(scenario).or_else(|| {
            let mut others = self.of_subject(scenario);
            others.find(|report| report.load.total_cmp(&scenario.traffic.rate).is_eq())
        })
    }

    fn of_subject(&self, scenario: &Scenario) -> impl Iterator<Item = &Report> + use<'_> {
        self.elsewhere
            .get(&subject_of(scenario))
            .into_iter()
            .flatten()
    }

    /// Whether there are no reports.
    pub fn is_empty(&self) -> bool {
        self.reports.is_empty() && self.elsewhere.values().all(Vec::is_empty)
    }
}

/// A requested point of a curve.
#[derive(Debug, Clone)]
pub(super) struct RequestedPoint {
    pub(super) x: f64,
    /// The quantity to read and the scenario to simulate, or the reason why there is none.
    pub(super) task: Result<(Task, Scenario), String>,
}

/// The points of a curve, in ascending order: evenly spaced ones up to nine tenths of its saturation
/// load, the additional ones, and, for scenarios, those measured elsewhere.
pub(super) fn asked(
    experiment: &Experiment,
    curve: &Curve,
    range: &Range,
    results: &Results,
) -> Vec<RequestedPoint> {
    const STEADY_SHARE: f64 = 0.9;
    let simulation = &experiment.simulation;
    let probe = match &curve.subject {
        Subject::Model { id, settings, .. } => Probe::new(experiment, id, settings).ok(),
        Subject::Scenario(scenario) => {
            let built = scenario.build_within(MOST_NODES_IN_PAGE).ok();
            let end = built
                .as_ref()
                .and_then(|built| saturation_of(scenario, built));
            let until = range.until(end.map_or(range.to, |end| STEADY_SHARE * end));
            let mut xs = places(experiment, &until, |_| true);
            xs.extend(measured_elsewhere(experiment, scenario, results));
            let xs = with_linked(curve, xs);
            // A build for each of many points would take seconds.
            let predicts = built.map(|built| measured(scenario, &built));
            return xs
                .into_iter()
                .map(|x| {
                    let scenario = over_load(experiment, scenario, x);
                    match predicts {
                        Some(predicts) => asked_of_built(experiment, x, scenario, predicts),
                        None => asked_at(experiment, x, scenario, None),
                    }
                })
                .collect();
        }
    };
    // The note on the line says why the model cannot be evaluated.
    let Some(probe) = probe.filter(|probe| probe.parameter().is_ok()) else {
        return Vec::new();
    };
    let end = probe
        .saturation()
        .map_or(range.to, |end| STEADY_SHARE * end);
    let until = range.until(end);
    let has_answer = |x: f64| {
        let is_small = probe.scenario(x).is_ok_and(|scenario| is_small(&scenario));
        is_small && (experiment.x.of == Varied::Load || probe.value(x).is_ok())
    };
    let mut xs = places(experiment, &until, has_answer);
    if xs.is_empty() && simulation.points > 0 {
        // A single point then carries the reason.
        xs.push(until.place(0.5));
    }
    let xs = with_linked(curve, xs);
    let Subject::Model { on, .. } = &curve.subject else {
        return Vec::new();
    };
    let predicts = probe.family.build.predicts;
    xs.into_iter()
        .map(|x| {
            let scenario = match on {
                Some(on) => over_load(experiment, on, x),
                None => probe.scenario(x),
            };
            asked_at(experiment, x, scenario, Some(predicts))
        })
        .collect()
}

/// The points of a curve as a trace has them.
#[derive(Debug, Default)]
pub(super) struct FoundPoints {
    pub(super) marks: Vec<Mark>,
    /// The x values without a value, because the network saturated or deadlocked.
    pub(super) beyond: Vec<f64>,
    /// The reasons for points without a mark.
    pub(super) reasons: Vec<String>,
}

/// The marks of a curve's points, and the reasons for points without one.
pub(super) fn marks(
    experiment: &Experiment,
    curve: &Curve,
    asked: &[RequestedPoint],
    results: &Results,
) -> FoundPoints {
    let mut found = FoundPoints::default();
    for point in asked {
        let task = match &point.task {
            Ok((task, _)) => task,
            Err(reason) => {
                let sentence = format!("not simulated: {reason}");
                if !found.reasons.contains(&sentence) {
                    found.reasons.push(sentence);
                }
                continue;
            }
        };
        let Some(report) = report(experiment, curve, results, point) else {
            continue;
        };
        let read: Simulated = task.read(&report);
        let diverges = (report.saturated || report.is_stuck()) && task.measurand.diverges();
        // A run that has not settled has a mean so far, drawn hollow.
        let so_far = report
            .measures
            .so_far
            .and_then(|so_far| match task.measurand {
                Measurand::Latency => so_far.latency,
                Measurand::Multicast => so_far.multicast_latency,
                Measurand::Unicast => so_far.unicast_latency,
                _ => None,
            });
        let Some(y) = read.mean.or(so_far).filter(|_| !diverges) else {
            found.beyond.extend(diverges.then_some(point.x));
            let reason = format!("at {}: {}", readable(point.x), report.verdict);
            found.reasons.push(reason);
            continue;
        };
        found.marks.push(Mark {
            x: point.x,
            y,
            half_width: read.half_width,
            is_steady: read.is_steady,
        });
    }
    found
}

/// Adds the points of an opened link, in ascending order.
fn with_linked(curve: &Curve, mut xs: Vec<f64>) -> Vec<f64> {
    xs.extend(curve.linked.points.iter().map(|point| point.load));
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    xs
}

/// The report of a requested point: of the opened link or file, unless it has been simulated thoroughly here, or else
/// the one that has been simulated.
pub(super) fn report<'a>(
    experiment: &Experiment,
    curve: &'a Curve,
    results: &'a Results,
    point: &RequestedPoint,
) -> Option<Cow<'a, Report>> {
    let (_, scenario) = point.task.as_ref().ok()?;
    let simulated = found(experiment, results, scenario).map(Cow::Borrowed);
    if simulated.is_some() && experiment.simulation.effort == Effort::Thorough {
        return simulated;
    }
    let mut linked = curve.linked.points.iter();
    let linked = linked.find(|linked| linked.load.total_cmp(&point.x).is_eq());
    let linked = linked.and_then(ShortPoint::report).map(|report| {
        Cow::Owned(Report {
            load: scenario.traffic.rate,
            ..report
        })
    });
    linked.or(simulated)
}

/// The report of a scenario; at quick effort, also of a run of another length.
pub(super) fn found<'a>(
    experiment: &Experiment,
    results: &'a Results,
    scenario: &Scenario,
) -> Option<&'a Report> {
    match experiment.simulation.effort {
        Effort::Quick => results.find(scenario),
        Effort::Thorough => results.get(scenario),
    }
}

/// The loads of a scenario that were measured elsewhere.
fn measured_elsewhere(experiment: &Experiment, scenario: &Scenario, results: &Results) -> Vec<f64> {
    if experiment.x.of != Varied::Load || experiment.simulation.effort != Effort::Quick {
        return Vec::new();
    }
    let scenario = on_seed(experiment, scenario);
    let reports = results.of_subject(&scenario);
    reports.map(|report| report.load).collect()
}

pub(super) fn on_seed(experiment: &Experiment, scenario: &Scenario) -> Scenario {
    Scenario {
        seed: experiment.simulation.seed,
        ..scenario.clone()
    }
}

fn places(experiment: &Experiment, range: &Range, has_answer: impl Fn(f64) -> bool) -> Vec<f64> {
    let simulation = &experiment.simulation;
    let count = simulation.points as usize;
    let mut xs: Vec<f64> = if range.is_whole {
        let all = range.grid().into_iter().filter(|&x| has_answer(x));
        spread(&all.collect::<Vec<_>>(), count)
    } else {
        let shares = (1..=count).map(|i| i as f64 / count as f64);
        let all = shares.map(|share| range.place(share));
        // Rounded, so that loads are short to read and type.
        let all = all.map(|x| format!("{x:.2e}").parse().unwrap_or(x));
        all.filter(|&x| has_answer(x)).collect()
    };
    xs.extend(experiment.ends().also);
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    xs
}

/// Picks `count` values evenly, including the first and the last.
fn spread(all: &[f64], count: usize) -> Vec<f64> {
    if all.len() <= count {
        return all.to_vec();
    }
    let last = count.max(2) - 1;
    let picked = (0..count).map(|i| all[i * (all.len() - 1) / last]);
    picked.collect()
}

fn is_small(scenario: &Scenario) -> bool {
    let topology = topology::from_spec(&scenario.network);
    topology.is_ok_and(|topology| topology.nodes() <= MOST_NODES_IN_PAGE)
}

fn over_load(experiment: &Experiment, scenario: &Scenario, x: f64) -> Result<Scenario, String> {
    if experiment.x.of != Varied::Load {
        return Err("a scenario can be plotted over load only".to_owned());
    }
    let mut scenario = scenario.clone();
    scenario.traffic.rate = x;
    Ok(scenario)
}

fn asked_at(
    experiment: &Experiment,
    x: f64,
    scenario: Result<Scenario, String>,
    predicts: Option<LatencyKind>,
) -> RequestedPoint {
    let task = scenario.and_then(|scenario| {
        let built = scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let predicts = predicts.unwrap_or_else(|| measured(&scenario, &built));
        task_of(experiment, scenario, predicts)
    });
    RequestedPoint { x, task }
}

/// As [`asked_at`], for a scenario that has been built at another load.
fn asked_of_built(
    experiment: &Experiment,
    x: f64,
    scenario: Result<Scenario, String>,
    predicts: LatencyKind,
) -> RequestedPoint {
    let task = scenario.and_then(|scenario| {
        let rate = scenario.check_rate("rate", x);
        rate.map_err(|error| error.reason())?;
        task_of(experiment, scenario, predicts)
    });
    RequestedPoint { x, task }
}

fn task_of(
    experiment: &Experiment,
    scenario: Scenario,
    predicts: LatencyKind,
) -> Result<(Task, Scenario), String> {
    if scenario.traffic.rate == 0.0 {
        return Err("at zero load nothing is sent".to_owned());
    }
    let quantity = quantity(experiment, &scenario, predicts)?;
    let task = Task {
        scenario,
        measurand: quantity,
    };
    let scenario = on_terms(experiment, &task);
    Ok((task, scenario))
}

/// The kind of latency to measure in a scenario: the one that its model predicts, but with the source queue, or a
/// default.
pub(super) fn measured(scenario: &Scenario, built: &BuiltScenario) -> LatencyKind {
    match scenario::theory(scenario, built) {
        Ok(theory) if theory.predicts != LatencyKind::Network => theory.predicts,
        Err(_) if built.design.multicasts.is_some() => LatencyKind::Multicast,
        Ok(_) | Err(_) => LatencyKind::Latency,
    }
}

/// The scenario of a task with the experiment's terms applied.
fn on_terms(experiment: &Experiment, task: &Task) -> Scenario {
    let simulation = &experiment.simulation;
    let mut scenario = task.on(&Terms {
        effort: simulation.effort,
        seed: simulation.seed,
        precision: None,
    });
    if let Some(count) = simulation.replications {
        scenario.run.replications = count.into();
    }
    scenario
}

/// The quantity of a report that corresponds to the y axis, or the reason why there is none.
fn quantity(
    experiment: &Experiment,
    scenario: &Scenario,
    predicts: LatencyKind,
) -> Result<Measurand, String> {
    let is_of_packets = scenario.packet.is_some();
    match &experiment.y.of {
        Found::Latency => Ok(match predicts {
            LatencyKind::Latency => Measurand::Latency,
            LatencyKind::Network => Measurand::Network,
            LatencyKind::Multicast => Measurand::Multicast,
            LatencyKind::Unicast => Measurand::Unicast,
            LatencyKind::Link => Measurand::LinkDelay,
        }),
        Found::NetworkLatency | Found::Accepted if is_of_packets => {
            Err("packets have only a delay per hop".to_owned())
        }
        Found::NetworkLatency => Ok(Measurand::Network),
        Found::Accepted => Ok(Measurand::Accepted),
        Found::Part(symbol) => match &**symbol {
            "λ_c" if !is_of_packets => Ok(Measurand::ChannelRate),
            "λ_i" if is_of_packets => Ok(Measurand::LinkRate),
            "T" if is_of_packets => Ok(Measurand::LinkDelay),
            "L̄_u" if !is_of_packets => Ok(Measurand::Unicast),
            symbol => {
                let symbol = quoted(symbol);
                Err(format!("a simulation does not measure {symbol}"))
            }
        },
        Found::ZeroLoad => Err("a simulation has a load".to_owned()),
        Found::Saturation => {
            Err("a simulation runs at one load, it does not search for saturation".to_owned())
        }
    }
}

impl Load {
    /// The load in words, to append to the label of the y axis.
    pub(super) fn words(self) -> String {
        match self {
            Self::Absolute(load) => format!("at λ = {}", readable(load)),
            Self::Share(share) => format!("at {} % of saturation", readable(100.0 * share)),
        }
    }
}

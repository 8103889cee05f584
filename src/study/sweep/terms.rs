//! The terms of the model of a scenario, each beside its measured value.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Point, Question};
use crate::scenario::{self, BuiltScenario, Scenario};
use engine::model::{Latency, Prediction};
use engine::sim::{Probe, Simulator, Switching, Terms, Times};

/// The question for the terms of a run: times for which lanes are held, waits and platoons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermsQuestion {
    /// Number of cycles to observe, after a tenth as many that are not.
    cycles: u64,
}

/// A term, as a mean over the whole network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The symbol under which the model reports it, or that of the same quantity along a path.
    pub symbol: String,
    pub meaning: String,
    /// The unit, or empty.
    pub unit: String,
    /// The part of the network that it describes, one of [`PLACES`](crate::paper::PLACES) or `dimension-…`.
    pub place: String,
    pub measured: f64,
    /// The standard deviation of a time.
    pub deviation: Option<f64>,
    /// How often it was measured.
    pub count: u64,
    /// The value in the model, if there is one that reports it.
    pub model: Option<f64>,
}

/// The answer to a [`TermsQuestion`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredTerms {
    pub cycles: u64,
    /// The name of the model, if one has values.
    pub model: Option<String>,
    /// Why there are no values of a model.
    pub why_none: Option<String>,
    pub terms: Vec<Term>,
}

impl TermsQuestion {
    /// The least and the largest number of cycles to observe.
    const CYCLES: RangeInclusive<u64> = 1_000..=10_000_000;

    /// A question for a permitted number of cycles.
    ///
    /// # Errors
    /// Returns a sentence that names the permitted numbers.
    pub fn new(cycles: u64) -> Result<Self, String> {
        if !Self::CYCLES.contains(&cycles) {
            let (least, most) = (Self::CYCLES.start(), Self::CYCLES.end());
            return Err(format!(
                "cycles must be a whole number from {least} to {most}, not {cycles}"
            ));
        }
        Ok(Self { cycles })
    }
}

impl Question for TermsQuestion {
    const ID: &'static str = "terms";
    type Progress = f64;
    type Answer = MeasuredTerms;

    /// Simulates and measures; `progress` receives the share of the work that is done.
    fn run(self, of: &Point, progress: &mut dyn FnMut(f64)) -> Result<MeasuredTerms, String> {
        let built = of.built();
        if built.packet.is_some() || built.design.switching != Switching::Wormhole {
            return Err(
                "switching must be wormhole: only worms hold lanes behind their headers".to_owned(),
            );
        }
        let measured = observe(built, self.cycles, progress);
        let model = predicted(of.scenario(), built);
        let (name, why_none, latency) = match model {
            Ok((name, latency)) => (Some(name), None, Some(latency)),
            Err(why) => (None, Some(why), None),
        };
        Ok(MeasuredTerms {
            cycles: measured.cycles,
            model: name,
            why_none,
            terms: rows(&measured, latency.as_ref()),
        })
    }
}

fn observe(built: &BuiltScenario, cycles: u64, on_progress: &mut dyn FnMut(f64)) -> Terms {
    /// Cycles between two reports of progress.
    const PERIOD: u64 = 4096;
    let mut simulator = Simulator::new(built.design.clone());
    let warmup = cycles / 10;
    let mut probe = Probe::new(&simulator, warmup);
    let last = warmup + cycles;
    while simulator.cycle() < last && simulator.deadlock().is_none() && !simulator.has_to_end() {
        simulator.step();
        probe.look(&simulator);
        if simulator.cycle().is_multiple_of(PERIOD) {
            on_progress(simulator.cycle() as f64 / last as f64);
        }
    }
    probe.terms()
}

/// The first model of the scenario that reports times of lanes, and what it predicts.
fn predicted(scenario: &Scenario, built: &BuiltScenario) -> Result<(String, Latency), String> {
    let theory = scenario::theory(scenario, built)?;
    let name = theory.family().entry.name();
    match theory.model().predict(scenario.traffic.rate) {
        Prediction::Steady(latency) if latency.part("H_0").is_some() => {
            Ok((name.to_owned(), latency))
        }
        Prediction::Steady(_) => Err(format!("The model here, {name}, has no such terms.")),
        Prediction::Saturated { reason, .. } => Err(format!(
            "The model has no steady state at this load: {reason}."
        )),
    }
}

fn rows(measured: &Terms, model: Option<&Latency>) -> Vec<Term> {
    let mut rows = vec![time(
        "S",
        "time of a message in its injection channel",
        "source",
        &measured.injection,
    )];
    for (dimension, lanes) in measured.lanes.iter().enumerate() {
        let place = format!("dimension-{dimension}");
        let held = format!("time for which a lane of dimension {dimension} is held");
        rows.push(time(&format!("H_{dimension}"), &held, &place, &lanes.held));
        let entered = measured.waits.iter().map(|from| from[dimension].wait.count);
        let entered: u64 = entered.sum();
        rows.push(Term {
            symbol: format!("b_{dimension}"),
            meaning: format!(
                "share of worms that enter a lane of dimension {dimension} behind another"
            ),
            unit: String::new(),
            place,
            measured: lanes.follow as f64 / entered.max(1) as f64,
            deviation: None,
            count: entered,
            model: None,
        });
    }
    for (kind, from) in measured.waits.iter().enumerate() {
        let (letter, name) = match kind.checked_sub(1) {
            None => ("S".to_owned(), "the source".to_owned()),
            Some(dimension) => (dimension.to_string(), format!("dimension {dimension}")),
        };
        for (dimension, waits) in from
            .iter()
            .enumerate()
            .filter(|(_, waits)| waits.wait.count > 0)
        {
            let share = waits.waited as f64 / waits.wait.count as f64 * 100.0;
            let meaning = format!(
                "wait of a header from {name} for a lane of dimension {dimension}; {share:.1} % wait"
            );
            let place = format!("dimension-{dimension}");
            rows.push(time(
                &format!("w_{letter},{dimension}"),
                &meaning,
                &place,
                &waits.wait,
            ));
        }
    }
    for (hop, (held, wait)) in (1..).zip(&measured.hops) {
        let meaning = format!("time for which the lane of hop {hop} is held");
        rows.push(time(&format!("H(hop {hop})"), &meaning, "path", held));
        let meaning = format!("wait for the lane of hop {hop}");
        rows.push(time(&format!("w(hop {hop})"), &meaning, "path", wait));
    }
    for row in &mut rows {
        row.model = model.and_then(|latency| latency.part(&row.symbol));
    }
    rows.retain(|row| row.count > 0);
    rows
}

fn time(symbol: &str, meaning: &str, place: &str, times: &Times) -> Term {
    Term {
        symbol: symbol.to_owned(),
        meaning: meaning.to_owned(),
        unit: "cycles".to_owned(),
        place: place.to_owned(),
        measured: times.mean(),
        deviation: Some(times.deviation()),
        count: times.count,
        model: None,
    }
}

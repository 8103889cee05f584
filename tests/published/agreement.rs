//! Models compared with simulation below half of saturation, `golden/agreement.toml`.
//!
//! There a model that a paper claims to be accurate must be within 5 % of our simulation, or an
//! exception states by how much it is not, and why. An exception that is no longer needed fails the
//! test.

use flitscope::catalog::{Settings, parse_key_values};
use flitscope::model::LatencyKind;
use flitscope::scenario::{Scenario, Theory, system, theories};
use flitscope::sim::Estimate;
use flitscope::sim::packet::Lengths;
use flitscope::sweep::{Report, at_load, simulate};
use serde::Deserialize;

/// The relative error that papers call close.
const CLOSE: f64 = 0.05;

/// Half-widths of 95 % intervals relative to the mean; runs are long enough for them.
const SHARP: f64 = 0.02;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    agreement: Vec<Agreement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Agreement {
    claim: String,
    model: String,
    parameters: String,
    /// Whether packets keep their lengths, contrary to the assumption of the model.
    #[serde(default)]
    keeps_lengths: bool,
    saturation: f64,
    why: String,
    loads: Vec<f64>,
    cycles: i64,
    exception: Option<Exception>,
}

/// Why a model misses the 5 %, and by how much at most.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    name: String,
    up_to: f64,
    why: String,
}

#[test]
fn models_agree_with_simulation_below_half_of_saturation() {
    let golden: Golden = toml::from_str(include_str!("../golden/agreement.toml")).expect("TOML");
    let (even, odd): (Vec<_>, Vec<_>) = (0..golden.agreement.len()).partition(|i| i % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            let golden = &golden;
            scope.spawn(move || {
                for index in half {
                    golden.agreement[index].check();
                }
            });
        }
    });
}

impl Agreement {
    fn check(&self) {
        let errors: Vec<_> = self.loads.iter().map(|&load| self.error(load)).collect();
        let worst = errors.iter().map(|error| error.abs()).fold(0.0, f64::max);
        match &self.exception {
            None => assert!(worst <= CLOSE, "{}: {errors:?}", self.claim),
            Some(exception) => {
                let Exception { name, up_to, why } = exception;
                assert!(
                    worst <= *up_to,
                    "{}, {name}: {errors:?} ({why})",
                    self.claim
                );
                assert!(worst > CLOSE, "{}, {name}: no longer needed", self.claim);
            }
        }
    }

    /// (model − simulation) / simulation.
    fn error(&self, load: f64) -> f64 {
        assert!(
            load <= self.saturation / 2.0,
            "{} at {load}: {} is saturation, {}",
            self.claim,
            self.saturation,
            self.why
        );
        let theory = self.theory();
        let prediction = theory.model().predict(load);
        let predicted = prediction.latency().expect("below saturation").total;
        let report = simulate(&self.scenario(load), |_| ()).expect("a scenario in range");
        assert!(
            !report.saturated && !report.deadlocked,
            "{}",
            report.verdict
        );
        let (mean, half_width) = latency(theory.predicts, &report);
        assert!(
            half_width < SHARP * mean,
            "{} at {load}: {mean} ± {half_width}",
            self.claim
        );
        predicted / mean - 1.0
    }

    fn settings(&self) -> Settings {
        let words: Vec<_> = self.parameters.split_whitespace().collect();
        parse_key_values(&words).expect("key=value")
    }

    fn scenario(&self, load: f64) -> Scenario {
        let mut scenario = system(&self.model, &self.settings()).expect("the model has one");
        if let (Some(packet), true) = (&mut scenario.packet, self.keeps_lengths) {
            packet.lengths = Lengths::Kept;
        }
        (scenario.run.warmup, scenario.run.cycles) = ((self.cycles / 4).into(), self.cycles);
        at_load(&scenario, load).expect("a load in range")
    }

    /// The model found for the scenario, rather than the one named here.
    fn theory(&self) -> Theory {
        let scenario = self.scenario(self.loads[0]);
        let study = scenario.build().expect("a scenario in range");
        let settings = self.settings();
        let same = |theory: &Theory| {
            let mut given = settings.iter();
            theory.id == self.model
                && given.all(|(key, value)| theory.settings.get(key) == Some(value))
        };
        let found = theories(&scenario, &study).into_iter().find(same);
        found.unwrap_or_else(|| panic!("{} {}", self.model, self.parameters))
    }
}

fn latency(kind: LatencyKind, report: &Report) -> (f64, f64) {
    let measures = &report.measures;
    let estimate: Option<Estimate> = match kind {
        LatencyKind::Latency => Some(measures.latency),
        LatencyKind::Network => Some(measures.network_latency),
        LatencyKind::Multicast => measures.multicast_latency,
        LatencyKind::Unicast => measures.unicast_latency,
        LatencyKind::Link => report.links.map(|links| links.delay),
    };
    let estimate = estimate.expect("the scenario measures it");
    let mean = estimate.mean.expect("something arrived");
    (mean, estimate.ci95.expect("many batches"))
}

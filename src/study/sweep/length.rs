//! The length of measurement runs, which is part of the key of stored points.

use super::curve_run;
use crate::scenario::{BuiltScenario, Run, Scenario, Warmup};
use engine::sim::{self, RunLength};

/// The length of the run for a load: that of the scenario unless it is the default, and otherwise
/// one that suits the load.
pub fn measured_length(scenario: &Scenario, built: &BuiltScenario, load: f64) -> RunLength {
    let usual = Run::default();
    if scenario.run.cycles == usual.cycles {
        return curve_run(built, load);
    }
    // `built` may be older than `scenario` and have another run length.
    let mut length = scenario.run.checked().unwrap_or(built.run);
    if scenario.run.warmup == usual.warmup {
        length.warmup = sim::Warmup::Cycles(length.cycles / 4);
    }
    length
}

/// The scenario that a measurement simulates at a load, including the length of its run. Simulated
/// on its own, it also reports whether it reached its precision, and continues where a measurement
/// ends because the network is certainly saturated.
#[must_use]
pub fn as_measured(scenario: &Scenario, built: &BuiltScenario, load: f64) -> Scenario {
    let length = measured_length(scenario, built, load);
    let mut exact = scenario.clone();
    exact.traffic.rate = load;
    exact.run.warmup = match length.warmup {
        sim::Warmup::Cycles(cycles) => Warmup::Cycles(cycles.cast_signed()),
        sim::Warmup::Auto => Warmup::Auto,
    };
    exact.run.cycles = length.cycles.cast_signed();
    exact.run.precision = length.precision;
    exact
}

//! How long a measurement simulates a load, by which its points are kept.

use super::curve_run;
use crate::scenario::{BuiltScenario, Run, Scenario, Warmup};
use crate::sim::{self, RunLength};

/// How long a measurement simulates a load: as long as the scenario says, where it says anything
/// but the default, and else as suits the load.
pub fn measured_length(scenario: &Scenario, built: &BuiltScenario, load: f64) -> RunLength {
    let usual = Run::default();
    if scenario.run.cycles == usual.cycles {
        return curve_run(built, load);
    }
    // What was built may have been built to last another time.
    let mut length = scenario.run.checked().unwrap_or(built.run);
    if scenario.run.warmup == usual.warmup {
        length.warmup = sim::Warmup::Cycles(length.cycles / 4);
    }
    length
}

/// The scenario that a measurement simulates at a load, the length of its run included. Alone, it
/// also says whether it reached its precision, and goes on where a measurement ends because the
/// network is clearly saturated.
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

//! A measured point of a curve, and the end of a curve.

use serde::{Deserialize, Serialize};

use super::{Report, State};

/// The number of saturated loads after which a curve ends.
const ENOUGH_SATURATED: u32 = 2;

/// A measured load: the data needed to continue, and the serialized report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// How the simulation ended.
    pub ending: Ending,
    /// The label of its curve; empty for a single curve, the scenario's own.
    pub curve: String,
    /// The [`Report`] as JSON.
    pub report: String,
}

/// How the simulation of a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The network accepted the offered load.
    Steady,
    /// The backlog grew without bound.
    Saturated,
    /// The run was too short to tell which of the two it is.
    NotSettled,
    /// Worms wait for each other in a cycle.
    Deadlocked,
}

impl Measured {
    /// A point of a curve.
    pub fn new(curve: &str, report: &Report) -> Self {
        Self {
            load: report.load,
            curve: curve.to_owned(),
            ending: match report.state {
                _ if report.is_stuck() => Ending::Deadlocked,
                _ if report.saturated => Ending::Saturated,
                State::NotSettled => Ending::NotSettled,
                _ => Ending::Steady,
            },
            report: serde_json::to_string(report).expect("a report is plain data"),
        }
    }
}

/// Whether points with these endings, in ascending order of load, complete a curve, so that higher loads add no
/// information: two have saturated, or one has deadlocked.
pub fn is_complete(endings: impl IntoIterator<Item = Ending>) -> bool {
    let mut saturated = 0;
    endings.into_iter().any(|ending| {
        saturated += u32::from(ending == Ending::Saturated);
        ending == Ending::Deadlocked || saturated == ENOUGH_SATURATED
    })
}

/// The load halfway between the last one before saturation and the first saturated or deadlocked one, if they are far
/// apart: there the knee of a curve is. Points are in ascending order of load.
pub fn knee_load(points: &[(f64, Ending)]) -> Option<f64> {
    /// Relative distance at which the knee is located well enough.
    const NEAR: f64 = 0.05;
    let ends = |ending: Ending| matches!(ending, Ending::Saturated | Ending::Deadlocked);
    let (first, _) = *points.iter().find(|(_, ending)| ends(*ending))?;
    let before = points
        .iter()
        .map(|(load, _)| *load)
        .filter(|&load| load < first);
    let last = before.fold(0.0, f64::max);
    // Three digits are easy to read, and distinguish loads that far apart.
    let middle = format!("{:.2e}", f64::midpoint(last, first)).parse().ok()?;
    (first - last > NEAR * first && last < middle && middle < first).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn two_saturated_points_or_one_deadlock_complete_a_curve() {
        use Ending::{Deadlocked, NotSettled, Saturated, Steady};
        assert!(!is_complete([Steady, Saturated, NotSettled]));
        assert!(is_complete([Steady, Saturated, NotSettled, Saturated]));
        assert!(is_complete([Steady, Deadlocked]));
        assert!(!is_complete([]));
    }

    #[test]
    fn the_knee_is_located_between_the_last_steady_and_the_first_saturated_load() {
        use Ending::{Deadlocked, Saturated, Steady};
        let knee = |points: &[(f64, Ending)]| knee_load(points);
        assert_eq!(knee(&[(0.1, Steady), (0.2, Saturated)]), Some(0.15));
        assert_eq!(
            knee(&[(0.1, Steady), (0.15, Steady), (0.2, Deadlocked)]),
            Some(0.175)
        );
        assert_eq!(knee(&[(0.2, Saturated)]), Some(0.1));
        assert_eq!(knee(&[(0.195, Steady), (0.2, Saturated)]), None);
        assert_eq!(knee(&[(0.1, Steady), (0.2, Steady)]), None);
    }

    #[test]
    fn a_report_survives_serialization() {
        for link in [
            "t=torus-uni:4&vc=1&lam=0.9",
            "t=torus-uni:4&vc=2&lam=0&msg=0:0>1",
            "t=hypercube:3&mu=1&lam=0.1",
            "t=hypercube:3&mu=1&lam=30",
        ] {
            let mut scenario = Scenario::from_link(link).scenario;
            scenario.run.cycles = 500;
            let report = crate::sweep::simulate(&scenario, |_| {});
            let report = report.expect("a valid scenario");
            let text = Measured::new("", &report).report;
            let read = serde_json::from_str::<Report>(&text);
            assert_eq!(read.expect("a report"), report, "{link}");
        }
    }
}

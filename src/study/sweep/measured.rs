//! A measured point of a curve, and the end of a curve.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Report, State};

/// The number of saturated loads after which a curve ends.
const ENOUGH_SATURATED: u32 = 2;

/// A measured point of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The label of its curve; empty for a single curve, the scenario's own.
    pub curve: String,
    pub report: Arc<Report>,
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
    pub fn new(curve: &str, report: Report) -> Self {
        Self {
            curve: curve.to_owned(),
            report: Arc::new(report),
        }
    }

    /// λ_g [messages/node/cycle].
    pub fn load(&self) -> f64 {
        self.report.load
    }

    pub fn ending(&self) -> Ending {
        Ending::of(&self.report)
    }
}

impl Ending {
    pub fn of(report: &Report) -> Self {
        match report.state {
            _ if report.is_stuck() => Self::Deadlocked,
            _ if report.saturated => Self::Saturated,
            State::NotSettled => Self::NotSettled,
            _ => Self::Steady,
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

/// The load halfway between the highest one whose latency a chart shows and the next one above, if they are farther
/// apart than 5 %: there the knee of a curve is. `shown` are the loads of steady points on the axis, `hidden` those of all
/// others, in any order.
pub fn knee_load(shown: &[f64], hidden: &[f64]) -> Option<f64> {
    /// Relative distance at which the knee is located well enough.
    const NEAR: f64 = 0.05;
    /// A curve that shows no point at this share of the highest load has no knee.
    const LOWEST: f64 = 0.01;
    let last = shown.iter().copied().fold(0.0, f64::max);
    let above = hidden.iter().copied().filter(|&load| load > last);
    let first = above.min_by(f64::total_cmp)?;
    let highest = hidden.iter().copied().fold(0.0, f64::max);
    // Three digits are easy to read, and distinguish loads that far apart.
    let middle = format!("{:.2e}", f64::midpoint(last, first)).parse().ok()?;
    let is_far = first - last > NEAR * last && first > LOWEST * highest;
    (is_far && last < middle && middle < first).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::wire::{decode, encode};

    #[test]
    fn two_saturated_points_or_one_deadlock_complete_a_curve() {
        use Ending::{Deadlocked, NotSettled, Saturated, Steady};
        assert!(!is_complete([Steady, Saturated, NotSettled]));
        assert!(is_complete([Steady, Saturated, NotSettled, Saturated]));
        assert!(is_complete([Steady, Deadlocked]));
        assert!(!is_complete([]));
    }

    #[test]
    fn the_knee_is_located_between_the_last_load_that_is_shown_and_the_next_one() {
        assert_eq!(knee_load(&[0.1], &[0.2]), Some(0.15));
        assert_eq!(knee_load(&[0.1, 0.15], &[0.3, 0.2]), Some(0.175));
        assert_eq!(knee_load(&[], &[0.2]), Some(0.1));
        assert_eq!(knee_load(&[0.195], &[0.2]), None);
        assert_eq!(knee_load(&[0.1, 0.2], &[]), None);
        // A run that was too short to settle, below others that did.
        assert_eq!(knee_load(&[0.1, 0.2], &[0.05, 0.4]), Some(0.3));
        // However often it is asked, it ends.
        let (mut shown, mut hidden) = (vec![0.1], vec![0.7]);
        while let Some(load) = knee_load(&shown, &hidden) {
            (if load < 0.234 {
                &mut shown
            } else {
                &mut hidden
            })
            .push(load);
        }
        assert_eq!((shown.len(), hidden.len()), (4, 4));
        let mut hidden = vec![0.8];
        while let Some(load) = knee_load(&[], &hidden) {
            hidden.push(load);
        }
        assert!(hidden.len() < 10, "{hidden:?}");
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
            assert_eq!(decode(&encode(&report)).as_ref(), Ok(&report), "{link}");
            let text = serde_json::to_string(&report).expect("plain data");
            let read = serde_json::from_str::<Report>(&text);
            assert_eq!(read.expect("a report"), report, "{link}");
        }
    }
}

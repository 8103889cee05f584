//! The question whether a scenario can deadlock.

use serde::{Deserialize, Serialize};

use super::cures::cures_of;
use super::{DeadlockReport, DeadlockStage};
use crate::sweep::{Point, Question};

/// The question whether messages of a scenario can deadlock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeadlockQuestion;

impl Question for DeadlockQuestion {
    const ID: &'static str = "deadlock";
    const MAY_SKIP_PROGRESS: bool = false;
    type Progress = DeadlockStage;
    type Answer = DeadlockReport;

    /// `progress` receives each stage when it begins.
    fn run(
        self,
        of: &Point,
        progress: &mut dyn FnMut(DeadlockStage),
    ) -> Result<DeadlockReport, String> {
        let (scenario, built) = (of.scenario(), of.built());
        let report = DeadlockReport::with_progress(scenario, built, progress)
            .map_err(|error| error.to_string())?;
        let cures = if report.deadlock_free == Some(true) {
            Vec::new()
        } else {
            progress(DeadlockStage::Cures);
            cures_of(scenario, built)
        };
        Ok(DeadlockReport { cures, ..report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn queries_judge_the_traffic_of_the_scenario() {
        let ask = |link: &str| {
            let point = Point::in_page(&Scenario::from_link(link).scenario);
            DeadlockQuestion.run(&point.expect("a small network"), &mut |_| ())
        };
        let answer = |link: &str| ask(link).unwrap_or_else(|reason| panic!("{link}: {reason}"));
        let ring = answer("t=torus-uni:4&vc=1");
        assert!(ring.deadlock_free == Some(false) && !ring.acyclic);
        assert_eq!((ring.lanes, ring.dependencies), (4, 4));
        let cycle = ring.cycle.iter().map(|lane| (lane.channel.0, lane.vc));
        assert!(cycle.eq([(0, 0), (1, 0), (2, 0), (3, 0)]));
        assert_eq!(ring.edges[0], (ring.cycle[0], ring.cycle[1]));
        assert!(answer("t=torus-uni:4&vc=2").deadlock_free == Some(true));
        let adaptive = answer("t=mesh:4x4&vc=2&r=duato");
        assert!(adaptive.deadlock_free == Some(true) && !adaptive.acyclic);
        assert!(answer("t=hypercube:3&mu=1&lam=0.1").deadlock_free == Some(true));
        assert!(answer("t=hypercube:9&r=unrestricted").edges.is_empty());
        assert!(ask("t=mesh:65x63").is_ok());
        assert!(ask("t=hypercube:11&r=duato").is_err());
    }
}

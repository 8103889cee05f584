//! The query whether a scenario can deadlock.

use super::cures::cures_of;
use super::{DeadlockReport, DeadlockStage};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario};

/// The query of the page whether a scenario can deadlock.
#[derive(Debug, Clone, PartialEq)]
pub struct DeadlockQuery {
    /// Its number, which the answer contains.
    pub run: u32,
    pub scenario: Scenario,
}

impl DeadlockQuery {
    /// Answers the query, or returns the reason why it cannot be answered; `progress` receives each stage when it
    /// begins.
    pub fn run(&self, progress: &mut dyn FnMut(DeadlockStage)) -> Result<DeadlockReport, String> {
        let built = self.scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let report = DeadlockReport::with_progress(&self.scenario, &built, progress)
            .map_err(|error| error.to_string())?;
        let cures = if report.deadlock_free == Some(true) {
            Vec::new()
        } else {
            progress(DeadlockStage::Cures);
            cures_of(&self.scenario, &built)
        };
        Ok(DeadlockReport { cures, ..report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_judge_the_traffic_of_the_scenario() {
        let ask = |link: &str| {
            let scenario = Scenario::from_link(link).scenario;
            DeadlockQuery { run: 1, scenario }.run(&mut |_| ())
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

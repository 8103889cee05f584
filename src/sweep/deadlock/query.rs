//! The page asks whether a scenario can deadlock: `do=deadlock&of=7&t=torus:4x4&vc=1`.

use super::cures::cures_of;
use super::{DeadlockReport, DeadlockStage};
use crate::catalog::quoted;
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario};
use crate::sweep::carrying;

/// The beginning of a query, by which a worker knows it.
const ASKS: &str = "do=deadlock&";

/// The page asks whether a scenario can deadlock.
#[derive(Debug, Clone, PartialEq)]
pub struct DeadlockQuery {
    /// Its number; the answer carries it.
    pub run: u32,
    /// The scenario.
    pub scenario: Scenario,
}

impl DeadlockQuery {
    /// Whether a text is meant to be one.
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with(ASKS)
    }

    /// The query as text.
    pub fn to_text(&self) -> String {
        let text = format!("{ASKS}of={}&{}", self.run, self.scenario.to_link());
        carrying(&self.scenario, text)
    }

    /// Reads what [`DeadlockQuery::to_text`] wrote, or says what is wrong with it.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let opened = Scenario::from_link(text.strip_prefix(ASKS).unwrap_or(text)).whole();
        let opened = opened.map_err(|problem| problem.to_string())?;
        let mut run = None;
        for (key, value) in opened.others {
            match &*key {
                "of" => run = value.parse().ok(),
                _ => return Err(format!("a query must have no {}", quoted(&key))),
            }
        }
        Ok(Self {
            run: run.ok_or("a query must have a number")?,
            scenario: opened.scenario,
        })
    }

    /// Answers the query, or says why it cannot be answered; `told` hears of each stage when it begins.
    pub fn run(&self, told: &mut dyn FnMut(DeadlockStage)) -> Result<DeadlockReport, String> {
        let built = self.scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let report = DeadlockReport::with_progress(&self.scenario, &built, told)
            .map_err(|error| error.to_string())?;
        let cures = if report.deadlock_free == Some(true) {
            Vec::new()
        } else {
            told(DeadlockStage::Cures);
            cures_of(&self.scenario, &built)
        };
        Ok(DeadlockReport { cures, ..report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_survives_the_way_to_the_worker() {
        let query = DeadlockQuery {
            run: 7,
            scenario: Scenario::from_link("t=torus:4x4&vc=1").scenario,
        };
        let text = query.to_text();
        assert_eq!(text, "do=deadlock&of=7&t=torus:4x4&vc=1");
        assert!(DeadlockQuery::is_meant_by(&text));
        assert_eq!(DeadlockQuery::from_text(&text), Ok(query));
    }

    #[test]
    fn a_query_that_is_none_is_refused_in_a_sentence() {
        for text in [
            "do=deadlock&t=mesh:4x4",
            "do=deadlock&of=x&t=mesh:4x4",
            "do=deadlock&of=1&t=mesh:0",
            "do=deadlock&of=1&t=mesh:4x4&loads=1",
        ] {
            let refused = DeadlockQuery::from_text(text).expect_err(text);
            assert!(refused.contains(" must "), "{text}: {refused}");
        }
    }

    #[test]
    fn a_worker_answers_of_what_the_scenario_sends() {
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

//! The simulation of one scenario exactly as given, including its load and the length of its run.
//!
//! A [`Request`](super::Request) measures a curve, whereas a list of jobs reproduces a table, whose
//! scenarios may have nothing in common. The answer to a job contains its number and a report.

use super::{Report, simulate};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, ScenarioError};

/// A simulation for a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Number of the run that it belongs to; answers contain it.
    pub run: u32,
    /// Its number within the run.
    pub number: usize,
    /// The scenario to simulate.
    pub scenario: Scenario,
}

impl Job {
    /// Simulates the scenario; `progress` receives the fraction done.
    pub fn run(&self, progress: impl FnMut(f64)) -> Result<Report, ScenarioError> {
        // Rejects large networks, which `simulate` alone would accept.
        self.scenario.build_within(MOST_NODES_IN_PAGE)?;
        simulate(&self.scenario, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Event;

    #[test]
    fn a_job_is_sent_to_a_worker_and_simulated_exactly_as_given() {
        let link = "t=torus:4x4&lam=0.01&seed=18446744073709551615&cyc=3000&warm=100";
        let job = Job {
            run: 3,
            number: 7,
            scenario: Scenario::from_link(link).scenario,
        };
        let mut events: Vec<Event> = Vec::new();
        job.task().run(&mut |event| events.push(event));
        events.retain(|event| !matches!(event, Event::Progress(_)));
        let [found, Event::Done] = &*events else {
            panic!("{events:?}");
        };
        let Event::Report { job: 7, report } = found else {
            panic!("{found:?}");
        };
        let report: Report = serde_json::from_str(report).expect("a report");
        assert_eq!(Ok(report), simulate(&job.scenario, |_| ()));
    }
}

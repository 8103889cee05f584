//! One scenario to be simulated exactly as it says, load and length of the run included.
//!
//! Where a [`Request`](super::Request) draws a curve, a list of jobs re-makes a table: its
//! scenarios have nothing in common but the question. A job is answered with its
//! number and a report.

use super::{Report, simulate};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, ScenarioError};

/// A simulation to be made by a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Number of the run that it belongs to; answers carry it.
    pub run: u32,
    /// Its number within the run.
    pub number: usize,
    /// What to simulate.
    pub scenario: Scenario,
}

impl Job {
    /// Simulates, or says why it cannot; `progress` receives the fraction done.
    pub fn run(&self, progress: impl FnMut(f64)) -> Result<Report, ScenarioError> {
        // Refused here rather than in the middle of it.
        self.scenario.build_within(MOST_NODES_IN_PAGE)?;
        simulate(&self.scenario, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Event;

    #[test]
    fn a_job_survives_the_way_to_the_worker_and_is_simulated_as_it_says() {
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

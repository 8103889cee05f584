//! One scenario to be simulated exactly as it says, load and length of the run included.
//!
//! Where a [`Request`](super::Request) draws a curve, a list of jobs re-makes a table: its
//! scenarios have nothing in common but the question. A job travels as a link with two keys
//! more, `job=3&of=1&t=…`, and is answered with its number and a report.

use super::{Report, carrying, simulate};
use crate::catalog::quoted;
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
    /// Whether a text is a job, rightly written or not.
    pub(super) fn is_meant_by(text: &str) -> bool {
        text.starts_with("job=")
    }

    /// The job as text.
    pub fn to_text(&self) -> String {
        let link = self.scenario.to_link();
        let text = format!("job={}&of={}&{link}", self.number, self.run);
        carrying(&self.scenario, text)
    }

    /// Reads what [`Job::to_text`] wrote, or says what is wrong with it.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let opened = Scenario::from_link(text).whole();
        let opened = opened.map_err(|problem| problem.to_string())?;
        let (mut run, mut number) = (None, None);
        for (key, value) in opened.others {
            match &*key {
                "of" => run = value.parse().ok(),
                "job" => number = value.parse().ok(),
                _ => return Err(format!("a job must have no {}", quoted(&key))),
            }
        }
        let (Some(run), Some(number)) = (run, number) else {
            return Err("a job must have a number and that of its run".to_owned());
        };
        Ok(Self {
            run,
            number,
            scenario: opened.scenario,
        })
    }

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
    use crate::sweep::{Answer, Event, serve};

    #[test]
    fn a_job_survives_the_way_to_the_worker_and_is_simulated_as_it_says() {
        let link = "t=torus:4x4&lam=0.01&seed=18446744073709551615&cyc=3000&warm=100";
        let job = Job {
            run: 3,
            number: 7,
            scenario: Scenario::from_link(link).scenario,
        };
        assert_eq!(Job::from_text(&job.to_text()).as_ref(), Ok(&job));
        let mut answers: Vec<Answer> = Vec::new();
        serve(&job.to_text(), &mut |answer| answers.push(answer));
        answers.retain(|answer| !matches!(answer.event, Event::Progress(_)));
        let [found, done] = &*answers else {
            panic!("{answers:?}");
        };
        assert_eq!((done.run, &done.event), (Some(3), &Event::Done));
        let Event::Report { job: 7, report } = &found.event else {
            panic!("{found:?}");
        };
        let report: Report = serde_json::from_str(report).expect("a report");
        assert_eq!(Ok(report), simulate(&job.scenario, |_| ()));
    }

    #[test]
    fn a_job_that_is_none_is_refused_in_a_sentence() {
        for text in [
            "job=",
            "job=1&t=mesh:4x4",
            "job=1&of=1&t=mesh:0",
            "job=1&of=2&x=3",
        ] {
            let refused = Job::from_text(text).expect_err(text);
            assert!(refused.contains(" must "), "{text}: {refused}");
        }
    }
}

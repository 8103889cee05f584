//! Tasks of workers.

use serde::{Deserialize, Serialize};

use super::parts::Part;
use super::{Curve, DeadlockQuery, Event, Job, PointQuery, TermsQuery, TraceQuery, WhyQuery};
use crate::scenario::Scenario;
use engine::routing::Scripts;
use engine::routing::written::Carried;

/// A task of a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Number of the run; answers contain it, so that late ones can be recognized.
    pub run: u32,
    pub scenario: SentScenario,
    pub question: Question,
}

/// A question about a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// A point of a curve: a [`PointQuery`].
    Point {
        /// [`PointQuery::load`].
        load: f64,
        /// The label of the curve.
        curve: String,
        /// [`PointQuery::part`].
        part: Part,
    },
    /// The simulation of exactly this scenario: a [`Job`].
    Job {
        /// [`Job::number`].
        number: usize,
        /// [`Job::part`].
        part: Part,
    },
    /// Whether messages can deadlock: a [`DeadlockQuery`].
    Deadlock,
    /// The cause of saturation: a [`WhyQuery`].
    Why,
    /// The messages of a run: a [`TraceQuery`].
    Trace {
        /// [`TraceQuery::cycles`].
        cycles: u64,
    },
    /// The terms of the model: a [`TermsQuery`].
    Terms {
        /// [`TermsQuery::cycles`].
        cycles: u64,
    },
}

/// A scenario for another program: its link, and the table of its routing function if that is a script, because most
/// programs cannot compile scripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentScenario {
    link: String,
    table: Option<Carried>,
}

impl SentScenario {
    /// Prepares a scenario for sending.
    pub fn new(scenario: &Scenario) -> Self {
        let uncompiled = scenario.uncompiled();
        Self {
            link: scenario.to_link(),
            table: uncompiled.and_then(|uncompiled| Carried::of(&scenario.scripts, uncompiled)),
        }
    }

    /// Returns the scenario, or the reason why it cannot be used.
    pub fn open(&self) -> Result<Scenario, String> {
        let scripts = Scripts::default();
        if let Some(table) = &self.table {
            // If it does not fit, reading reports that the script has not been compiled.
            table.keep_in(&scripts);
        }
        let opened = Scenario::from_link_with(&self.link, &scripts).whole();
        let opened = opened.map_err(|problem| problem.to_string())?;
        Ok(opened.scenario)
    }
}

impl PointQuery {
    /// The query as a task.
    pub fn task(&self) -> Task {
        Task {
            run: self.run,
            scenario: SentScenario::new(&self.curve.scenario),
            question: Question::Point {
                load: self.load,
                curve: self.curve.label.clone(),
                part: self.part.clone(),
            },
        }
    }
}

impl Job {
    /// The job as a task.
    pub fn task(&self) -> Task {
        Task {
            run: self.run,
            scenario: SentScenario::new(&self.scenario),
            question: Question::Job {
                number: self.number,
                part: self.part.clone(),
            },
        }
    }
}

impl DeadlockQuery {
    /// The query as a task.
    pub fn task(&self) -> Task {
        Task {
            run: self.run,
            scenario: SentScenario::new(&self.scenario),
            question: Question::Deadlock,
        }
    }
}

impl WhyQuery {
    /// The query as a task, the only one of its run.
    pub fn task(&self) -> Task {
        Task {
            run: 0,
            scenario: SentScenario::new(&self.scenario),
            question: Question::Why,
        }
    }
}

impl TraceQuery {
    /// The query as a task, the only one of its run.
    pub fn task(&self) -> Task {
        Task {
            run: 0,
            scenario: SentScenario::new(&self.scenario),
            question: Question::Trace {
                cycles: self.cycles,
            },
        }
    }
}

impl TermsQuery {
    /// The query as a task, the only one of its run.
    pub fn task(&self) -> Task {
        Task {
            run: 0,
            scenario: SentScenario::new(&self.scenario),
            question: Question::Terms {
                cycles: self.cycles,
            },
        }
    }
}

impl Task {
    /// Does the task and reports each event to `on_event`, finally that it is done or has failed.
    pub fn run(&self, on_event: &mut dyn FnMut(Event)) {
        match self.attempt(on_event) {
            Ok(()) => on_event(Event::Done),
            Err(reason) => on_event(Event::Failed(reason)),
        }
    }

    fn attempt(&self, on_event: &mut dyn FnMut(Event)) -> Result<(), String> {
        let (run, scenario) = (self.run, self.scenario.open()?);
        match &self.question {
            Question::Point { load, curve, part } => {
                let label = curve.clone();
                let query = PointQuery {
                    run,
                    load: *load,
                    curve: Curve { label, scenario },
                    part: part.clone(),
                };
                query.measure(on_event)
            }
            Question::Job { number, part } => {
                let job = Job {
                    run,
                    number: *number,
                    scenario,
                    part: part.clone(),
                };
                job.run(on_event)
            }
            Question::Deadlock => {
                let query = DeadlockQuery { run, scenario };
                let report = query.run(&mut |stage| on_event(Event::Stage(stage)))?;
                on_event(Event::Deadlock(report));
                Ok(())
            }
            Question::Why => {
                let diagnosis = WhyQuery { scenario }.run()?;
                let text = serde_json::to_string(&diagnosis).expect("a diagnosis is plain data");
                on_event(Event::Diagnosis(text));
                Ok(())
            }
            Question::Trace { cycles } => {
                let query = TraceQuery {
                    scenario,
                    cycles: *cycles,
                };
                on_event(Event::Trace(query.run()?));
                Ok(())
            }
            Question::Terms { cycles } => {
                let query = TermsQuery {
                    scenario,
                    cycles: *cycles,
                };
                let terms = query.run(&mut |share| on_event(Event::Progress(share)))?;
                on_event(Event::Terms(terms));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{decode, encode};

    #[test]
    fn a_task_survives_serialization() {
        let link = "t=torus:4x4&seed=18446744073709551615&msg=0:0,0>1,1%2B2,2";
        let scenario = Scenario::from_link(link).scenario;
        let point = PointQuery {
            run: 3,
            load: 1.0 / 3.0,
            curve: Curve::alone(scenario.clone()),
            part: Part::Whole,
        };
        let labelled = PointQuery {
            run: 4,
            load: 0.001,
            curve: Curve::labelled(scenario.clone()),
            part: Part::Replication(3),
        };
        let (run, number) = (7, 12);
        let job = Job {
            run,
            number,
            scenario: scenario.clone(),
            part: Part::Report(vec![vec![1, 2], Vec::new()]),
        };
        let query = DeadlockQuery {
            run,
            scenario: scenario.clone(),
        };
        let why = WhyQuery {
            scenario: scenario.clone(),
        };
        for task in [
            point.task(),
            labelled.task(),
            job.task(),
            query.task(),
            why.task(),
        ] {
            assert_eq!(decode(&encode(&task)), Ok(task.clone()));
            assert_eq!(task.scenario.open().as_ref(), Ok(&scenario));
        }
    }

    #[test]
    fn an_invalid_scenario_is_rejected_with_a_sentence() {
        for link in ["t=mesh:0", "t=mesh:4x4&vc=99"] {
            let task = Task {
                run: 1,
                scenario: SentScenario {
                    link: link.to_owned(),
                    table: None,
                },
                question: Question::Deadlock,
            };
            let mut events = Vec::new();
            task.run(&mut |event| events.push(event));
            let [Event::Failed(reason)] = &*events else {
                panic!("{link}: {events:?}");
            };
            assert!(reason.contains(" must "), "{link}: {reason}");
        }
    }
}

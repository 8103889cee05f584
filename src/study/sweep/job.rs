//! Simulations of scenarios exactly as given, including their loads and the lengths of their runs.
//!
//! A [`Request`](super::Request) measures curves, whereas a list of jobs reproduces a table, whose
//! scenarios may have nothing in common. Workers share the replications of a job; the longest jobs
//! start first, and reports come in any order.

use super::parts::{Part, PartResult, Parts};
use super::{Event, Point, Report};
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, expected_work, longest_first};

/// A part of a simulation, for a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Number of the run that it belongs to; answers contain it.
    pub run: u32,
    /// Its number within the run.
    pub number: usize,
    pub scenario: Scenario,
    pub part: Part,
}

impl Job {
    /// Does the part; the report, if it contains it, and everything before are events.
    pub(super) fn run(&self, on_event: &mut dyn FnMut(Event)) -> Result<(), String> {
        // Rejects large networks, which a point alone would accept.
        let built = self.scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let point = Point::of(self.scenario.clone(), built);
        let progress = |share| on_event(Event::Progress(share));
        let event = match point.do_part(&self.part, progress)? {
            PartResult::Sample(sample) => Event::Sample(sample),
            PartResult::Report(report) => Event::Report {
                job: self.number,
                report: serde_json::to_string(&*report).expect("a report is plain data"),
            },
        };
        on_event(event);
        Ok(())
    }
}

/// Jobs, and their assignment to workers.
#[derive(Debug)]
pub struct Jobs {
    all: Vec<Shared>,
    /// The numbers of the jobs, the longest first.
    order: Vec<usize>,
    /// The current job of each worker, with the index of the replication.
    busy: Vec<Option<(usize, usize)>>,
    is_over: bool,
}

/// A job that workers share.
#[derive(Debug)]
struct Shared {
    scenario: Scenario,
    work: f64,
    parts: Parts,
    is_done: bool,
}

#[derive(Debug, PartialEq)]
pub enum JobEvent {
    /// This fraction of all jobs is done.
    Progress(f64),
    /// The job with this number is done.
    Report(usize, Box<Report>),
    Done,
    /// A job failed for this reason, and no further ones are started.
    Failed(String),
}

impl Jobs {
    /// Distributes the simulation of scenarios over at most this many workers.
    pub fn new(scenarios: Vec<Scenario>, workers: usize) -> Self {
        let all = scenarios.into_iter().map(|scenario| {
            let replications = scenario.run.replications;
            Shared {
                // Not zero, since each is a part of the progress.
                work: expected_work(&scenario).max(1.0) * replications.max(1) as f64,
                parts: Parts::new(replications, workers),
                scenario,
                is_done: false,
            }
        });
        let all: Vec<_> = all.collect();
        let parts: usize = all.iter().map(|job| job.parts.count()).sum();
        Self {
            order: longest_first(&all.iter().map(|job| job.work).collect::<Vec<_>>()),
            busy: vec![None; workers.min(parts)],
            all,
            is_over: false,
        }
    }

    /// The number of workers that have something to do.
    pub fn workers(&self) -> usize {
        self.busy.len()
    }

    /// The next part of a job for an idle worker.
    pub fn next(&mut self, worker: usize) -> Option<Job> {
        if self.is_over || self.busy[worker].is_some() {
            return None;
        }
        self.order.iter().find_map(|&number| {
            let job = &mut self.all[number];
            let (index, part) = job.parts.next()?;
            self.busy[worker] = Some((number, index));
            Some(Job {
                run: 0,
                number,
                scenario: job.scenario.clone(),
                part,
            })
        })
    }

    /// Records an event from a worker and returns the events that follow from it.
    pub fn hear(&mut self, worker: usize, event: Event) -> Vec<JobEvent> {
        if self.is_over {
            return Vec::new();
        }
        let current = self.busy[worker];
        match (event, current) {
            (Event::Failed(reason), _) => self.fail(reason),
            (Event::Progress(share), Some((number, index))) => {
                self.all[number].parts.progress(index, share);
                vec![JobEvent::Progress(self.share())]
            }
            (Event::Sample(sample), Some((number, index))) => {
                self.all[number].parts.sampled(index, sample);
                vec![JobEvent::Progress(self.share())]
            }
            (Event::Report { report, .. }, Some((number, _))) => {
                match serde_json::from_str(&report) {
                    Ok(report) => {
                        self.all[number].is_done = true;
                        let progress = JobEvent::Progress(self.share());
                        vec![JobEvent::Report(number, Box::new(report)), progress]
                    }
                    Err(error) => self.fail(format!("a report cannot be read: {error}")),
                }
            }
            (Event::Done, Some(_)) => {
                self.busy[worker] = None;
                self.is_over = self.all.iter().all(|job| job.is_done);
                if self.is_over {
                    vec![JobEvent::Done]
                } else {
                    Vec::new()
                }
            }
            _ => Vec::new(),
        }
    }

    fn fail(&mut self, reason: String) -> Vec<JobEvent> {
        self.is_over = true;
        vec![JobEvent::Failed(reason)]
    }

    fn share(&self) -> f64 {
        let all: f64 = self.all.iter().map(|job| job.work).sum();
        let done = self.all.iter().map(|job| {
            let share = if job.is_done { 1.0 } else { job.parts.share() };
            job.work * share
        });
        done.sum::<f64>() / all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::simulate;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn a_job_is_sent_to_a_worker_and_simulated_exactly_as_given() {
        let link = "t=torus:4x4&lam=0.01&seed=18446744073709551615&cyc=3000&warm=100";
        let job = Job {
            run: 3,
            number: 7,
            scenario: scenario(link),
            part: Part::Whole,
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

    /// The reports of jobs, by number, and the jobs in the order in which they start, if the workers
    /// take turns.
    fn done_by(workers: usize, scenarios: &[Scenario]) -> (Vec<Option<Report>>, Vec<usize>) {
        let mut jobs = Jobs::new(scenarios.to_vec(), workers);
        let mut reports = vec![None; scenarios.len()];
        let mut started = Vec::new();
        let mut progress = 0.0;
        loop {
            // All workers take a job before the first of them works.
            let workers = 0..jobs.workers();
            let taken: Vec<_> = workers.map(|worker| jobs.next(worker)).collect();
            assert!(taken.iter().any(Option::is_some), "a job is left");
            for (worker, job) in taken.into_iter().enumerate() {
                let Some(job) = job else { continue };
                started.push(job.number);
                let mut events = Vec::new();
                job.task().run(&mut |event| events.push(event));
                for event in events {
                    for news in jobs.hear(worker, event) {
                        match news {
                            JobEvent::Progress(share) => {
                                assert!(share >= progress - 1e-9, "{share} after {progress}");
                                progress = share;
                            }
                            JobEvent::Report(number, report) => reports[number] = Some(*report),
                            JobEvent::Done => {
                                assert!((progress - 1.0).abs() < 1e-9, "{progress}");
                                return (reports, started);
                            }
                            JobEvent::Failed(reason) => panic!("{reason}"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn workers_share_replications_and_the_longest_job_is_first() {
        let scenarios = [
            "t=mesh:4x4&lam=0.01&run=800&warm=100",
            "t=mesh:4x4&lam=0.02&run=4000&warm=100&rep=3",
            "t=hypercube:3&mu=1&lam=0.1&run=500&warm=100&rep=2",
            "t=torus-uni:4&vc=1&lam=0.9&run=900&rep=2",
        ];
        let scenarios = scenarios.map(scenario);
        let alone = scenarios.iter().map(|scenario| {
            let report = simulate(scenario, |_| ());
            Some(report.expect("a valid scenario"))
        });
        let alone: Vec<_> = alone.collect();
        for workers in [1, 2, 3, 12] {
            let (reports, started) = done_by(workers, &scenarios);
            assert_eq!(reports, alone, "{workers} workers");
            assert_eq!(started[0], 1, "{workers} workers");
            if workers > 1 {
                assert_eq!(started[..2], [1, 1]);
            }
        }
        // No more than there are replications.
        assert_eq!(Jobs::new(scenarios.to_vec(), 12).workers(), 8);
    }

    #[test]
    fn a_failure_ends_all_jobs() {
        let mut jobs = Jobs::new(vec![scenario("t=mesh:4"), scenario("t=mesh:5")], 2);
        jobs.next(0).expect("a job");
        let failed = jobs.hear(1, Event::Failed("no".to_owned()));
        assert_eq!(failed, [JobEvent::Failed("no".to_owned())]);
        assert_eq!(
            (jobs.next(1), jobs.hear(0, Event::Done)),
            (None, Vec::new())
        );
    }
}

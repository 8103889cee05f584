//! Simulations of scenarios exactly as given, including their loads and the lengths of their runs.
//!
//! A [`Pool`](super::Pool) measures curves, whereas a list of jobs reproduces a table, whose
//! scenarios may have nothing in common. Workers share the replications of a job; the longest jobs
//! start first, and reports come in any order.

use super::parts::{
    Parts, Scheduler, Simulated, SimulationEvent, SimulationQuestion, SimulationTask,
};
use super::{Reply, ReplyTo, Report};
use crate::scenario::{Scenario, expected_work, longest_first};

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

type Event = SimulationEvent<(usize, Box<Report>)>;

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

    fn fail(&mut self, reason: String) -> Vec<Event> {
        self.is_over = true;
        vec![Event::Failed(reason)]
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

impl Scheduler for Jobs {
    /// The number of a job, and its report.
    type Result = (usize, Box<Report>);

    fn workers(&self) -> usize {
        self.busy.len()
    }

    fn next(&mut self, worker: usize) -> Option<SimulationTask> {
        if self.is_over || self.busy[worker].is_some() {
            return None;
        }
        self.order.iter().find_map(|&number| {
            let job = &mut self.all[number];
            let (index, part) = job.parts.next()?;
            self.busy[worker] = Some((number, index));
            Some(SimulationTask {
                scenario: job.scenario.clone(),
                question: SimulationQuestion::exact(part),
            })
        })
    }

    fn hear(&mut self, worker: usize, reply: ReplyTo<SimulationQuestion>) -> Vec<Event> {
        if self.is_over {
            return Vec::new();
        }
        let Some((number, index)) = self.busy[worker] else {
            return match reply {
                Reply::Failed(reason) => self.fail(reason),
                Reply::Progress(_) | Reply::Answer(_) => Vec::new(),
            };
        };
        let job = &mut self.all[number];
        let mut events = Vec::new();
        match reply {
            Reply::Progress(share) => job.parts.progress(index, share),
            Reply::Answer(simulated) => {
                self.busy[worker] = None;
                match simulated {
                    Simulated::Sample(sample) => job.parts.sampled(index, sample),
                    Simulated::Report(report) => {
                        job.is_done = true;
                        events.push(Event::Result((number, report)));
                    }
                }
            }
            Reply::Failed(reason) => return self.fail(reason),
        }
        events.push(Event::Progress(self.share()));
        self.is_over = self.all.iter().all(|job| job.is_done);
        if self.is_over {
            events.push(Event::Done);
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::parts::Part;
    use crate::sweep::simulate;
    use crate::sweep::task::replies;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn a_job_is_sent_to_a_worker_and_simulated_exactly_as_given() {
        let link = "t=torus:4x4&lam=0.01&seed=18446744073709551615&cyc=3000&warm=100";
        let job = SimulationTask {
            scenario: scenario(link),
            question: SimulationQuestion::exact(Part::Whole),
        };
        let report = simulate(&job.scenario, |_| ()).expect("a valid scenario");
        let answer = Reply::Answer(Simulated::Report(Box::new(report)));
        assert_eq!(replies(&job).pop(), Some(answer));
    }

    /// The reports of jobs, by number, and the jobs in the order in which they start, if the workers
    /// take turns.
    fn done_by(
        workers: usize,
        scenarios: &[Scenario],
    ) -> (Vec<Option<Report>>, Vec<Option<usize>>) {
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
                started.push(scenarios.iter().position(|of| *of == job.scenario));
                for reply in replies(&job) {
                    for event in jobs.hear(worker, reply) {
                        match event {
                            Event::Progress(share) => {
                                assert!(share >= progress - 1e-9, "{share} after {progress}");
                                progress = share;
                            }
                            Event::Result((number, report)) => reports[number] = Some(*report),
                            Event::Done => {
                                assert!((progress - 1.0).abs() < 1e-9, "{progress}");
                                return (reports, started);
                            }
                            Event::Failed(reason) => panic!("{reason}"),
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
            assert_eq!(started[0], Some(1), "{workers} workers");
            if workers > 1 {
                assert_eq!(started[..2], [Some(1), Some(1)]);
            }
        }
        // No more than there are replications.
        assert_eq!(Jobs::new(scenarios.to_vec(), 12).workers(), 8);
    }

    #[test]
    fn a_failure_ends_all_jobs() {
        let mut jobs = Jobs::new(vec![scenario("t=mesh:4"), scenario("t=mesh:5")], 2);
        jobs.next(0).expect("a job");
        let failed = jobs.hear(1, Reply::Failed("no".to_owned()));
        assert_eq!(failed, [Event::Failed("no".to_owned())]);
        assert_eq!(
            (jobs.next(1), jobs.hear(0, Reply::Progress(0.5))),
            (None, Vec::new())
        );
    }
}

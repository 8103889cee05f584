//! The measurement of the points of a batch, by several threads.

use std::sync::{Arc, Mutex, MutexGuard};

use flitscope::batch::{Task, tasks};
use flitscope::routing::Scripts;
use flitscope::scenario::expected_work;
use flitscope::sweep::{Point, Sample};

use super::UNPOISONED;
use super::output::Output;
use super::queue::{Next, Queue};
use crate::command::common::replications::replication;
use crate::command::version;

/// A batch that is being measured.
pub(super) struct Measurement {
    queue: Queue<Waiting, Arc<Started>>,
    output: Mutex<Output>,
    /// Whether saturated runs end early.
    ends_saturated: bool,
}

/// A task with the number of its line, from 1, and the expected work of a replication.
struct Waiting {
    task: Task,
    line: usize,
    work: f64,
}

/// A task that has been built.
struct Started {
    task: Task,
    point: Point,
    work: f64,
    /// The replications that are done, by index.
    samples: Mutex<Vec<Option<Sample>>>,
}

impl Measurement {
    pub(super) fn new(threads: usize, output: Output, ends_saturated: bool) -> Self {
        Self {
            queue: Queue::new(threads),
            output: Mutex::new(output),
            ends_saturated,
        }
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().expect(UNPOISONED)
    }

    /// Adds the tasks of a line that have no report yet.
    pub(super) fn add(&self, line: &str, number: usize, scripts: &Scripts) {
        let tasks = match tasks(line, scripts) {
            Ok(tasks) => tasks,
            Err(refused) => {
                let mut output = self.output();
                if output.takes(refused.key()) {
                    output.write(&refused.line(number, version()), true);
                }
                return;
            }
        };
        for task in tasks {
            if !self.output().takes(task.key()) {
                continue;
            }
            let work = expected_work(&task.scenario);
            let replications = task.scenario.run.replications.max(0) as f64;
            self.output().expects(work * replications);
            let waiting = Waiting {
                task,
                line: number,
                work,
            };
            self.queue.add(work, waiting);
        }
    }

    /// All lines have been added.
    pub(super) fn complete(&self) {
        self.output().knows_all();
        self.queue.complete();
    }

    /// Simulates in this thread until nothing is left, and writes each report when its last
    /// replication is done.
    pub(super) fn work(&self) {
        while let Some(next) = self.queue.next() {
            match next {
                Next::Start(waiting) => self.start(waiting),
                Next::Replicate(started, index) => self.replicate(&started, index),
            }
        }
    }

    fn start(&self, Waiting { task, line, work }: Waiting) {
        match Point::new(&task.scenario) {
            Ok(point) => {
                let point = if self.ends_saturated {
                    point.ending_saturated()
                } else {
                    point
                };
                let count = point.replications();
                let samples = Mutex::new(vec![None; count as usize]);
                let started = Started {
                    task,
                    point,
                    work,
                    samples,
                };
                self.queue.start(Arc::new(started), count);
            }
            Err(error) => {
                let refused = task.refused(error.reason());
                self.output().write(&refused.line(line, version()), true);
                self.queue.leave_out();
            }
        }
    }

    fn replicate(&self, started: &Started, index: u32) {
        let sample = replication(&started.point, index);
        let share = started.point.share_simulated(&sample);
        let mut samples = started.samples.lock().expect(UNPOISONED);
        samples[index as usize] = Some(sample);
        let is_done = samples.iter().all(Option::is_some);
        let all: Vec<_> = if is_done {
            samples.drain(..).flatten().collect()
        } else {
            Vec::new()
        };
        drop(samples);
        self.output().has_done(started.work, share);
        if is_done {
            let line = started.task.line(&started.point.report(&all), version());
            self.output().write(&line, false);
        }
    }

    /// Ends the progress, and returns the output.
    pub(super) fn end(self) -> Output {
        let mut output = self.output.into_inner().expect(UNPOISONED);
        output.end();
        output
    }
}

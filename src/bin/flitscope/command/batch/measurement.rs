//! The measurement of the points of a batch, by several threads.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use flitscope::batch::Task;
use flitscope::routing::Scripts;
use flitscope::scenario::{MOST_REPLICATIONS, expected_work};
use flitscope::sweep::{Point, Sample};

use super::output::Output;
use super::{Files, tasks_of};
use crate::command::common::threads::{SharedQueue, UNPOISONED};
use crate::command::version;

/// A batch that is being measured.
pub(super) struct Measurement {
    queue: SharedQueue<Arc<MeasuredTask>>,
    output: Mutex<Output>,
    /// Whether saturated runs end early.
    ends_saturated: bool,
}

/// A task with the number of its line, from 1.
struct MeasuredTask {
    task: Task,
    line: usize,
    /// The expected work of a replication.
    work: f64,
    /// Built by the first thread that replicates it, unless it cannot be built.
    point: OnceLock<Result<Point, String>>,
    /// The replications that are done, with their indices.
    samples: Mutex<Vec<(u32, Sample)>>,
}

impl Measurement {
    pub(super) fn new(threads: usize, output: Output, ends_saturated: bool) -> Self {
        Self {
            queue: SharedQueue::new(threads),
            output: Mutex::new(output),
            ends_saturated,
        }
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().expect(UNPOISONED)
    }

    /// Adds the tasks of a line that have no report yet.
    pub(super) fn add(&self, line: &str, number: usize, files: &Files, scripts: &Scripts) {
        let tasks = match tasks_of(line, files, scripts) {
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
            let replications = task.scenario.run.replications;
            self.output().expects(work * replications.max(0) as f64);
            // Building rejects other numbers.
            let replications = replications
                .clamp(1, MOST_REPLICATIONS.into())
                .cast_unsigned() as u32;
            let task = MeasuredTask {
                task,
                line: number,
                work,
                point: OnceLock::new(),
                samples: Mutex::default(),
            };
            self.queue.add(Arc::new(task), replications, work);
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
        while let Some((task, index)) = self.queue.next() {
            self.replicate(&task, index);
        }
    }

    fn replicate(&self, measured: &MeasuredTask, index: u32) {
        let MeasuredTask { task, line, .. } = measured;
        let point = match measured.point.get_or_init(|| self.build(task)) {
            Ok(point) => point,
            Err(_) if index > 0 => return,
            Err(reason) => {
                let refused = task.refused(reason.clone());
                return self.output().write(&refused.line(*line, version()), true);
            }
        };
        // Runs in which nothing is random are the same.
        if index >= point.replications() {
            return;
        }
        let sample = point.run_replication(index, |_share| ());
        self.output()
            .has_done(measured.work, point.share_simulated(&sample));
        let mut samples = measured.samples.lock().expect(UNPOISONED);
        samples.push((index, sample));
        if samples.len() < point.replications() as usize {
            return;
        }
        let mut samples = std::mem::take(&mut *samples);
        samples.sort_by_key(|(index, _)| *index);
        let samples: Vec<_> = samples.into_iter().map(|(_, sample)| sample).collect();
        let line = task.line(&point.report(&samples), version());
        self.output().write(&line, false);
    }

    fn build(&self, task: &Task) -> Result<Point, String> {
        let point = Point::new(&task.scenario).map_err(|error| error.reason())?;
        Ok(if self.ends_saturated {
            point.ending_saturated()
        } else {
            point
        })
    }

    /// Ends the progress, and returns the output.
    pub(super) fn end(self) -> Output {
        let mut output = self.output.into_inner().expect(UNPOISONED);
        output.end();
        output
    }
}

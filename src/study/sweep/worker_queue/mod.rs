//! Simulations that several workers share; the results do not depend on the number of workers.
//!
//! Every simulation is a task, and each of its replications a part that a worker can do. Workers take parts in the order of
//! the tasks and finish them in any order.
//!
//! The points of curves are tasks in ascending order of load, and are reported in that order. Points after two saturated
//! points of the same curve, or after a deadlock, are left out, even if a worker has already measured them. The longest runs
//! are not started first, because they are those at the highest loads, most of which are left out. Scenarios that have
//! nothing in common, such as those of a table, are simulated exactly as given: the longest start first, and their reports
//! come in any order.

#[cfg(test)]
mod tests;

use super::parts::{Parts, Simulated, SimulationEvent, SimulationQuestion, SimulationTask};
use super::{Curve, Ending, Reply, ReplyTo, Report, is_complete};
use crate::scenario::{Scenario, expected_work, longest_first};

/// A curve of which points are requested; curves that are measured together have different labels.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedCurve {
    pub curve: Curve,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
}

/// Simulations, and their assignment to workers. A key is the label of the curve of a point, or the number of a scenario.
#[derive(Debug)]
pub struct WorkerQueue<Key> {
    tasks: Vec<QueuedTask<Key>>,
    /// The current task of each worker, with the index of the replication.
    busy: Vec<Option<(usize, usize)>>,
    /// Workers that have failed, with or without a task.
    lost: Vec<bool>,
    /// Whether the tasks are points of curves.
    is_of_curves: bool,
    is_over: bool,
}

#[derive(Debug)]
struct QueuedTask<Key> {
    key: Key,
    scenario: Scenario,
    /// The weight in the progress of all.
    work: f64,
    /// How it ended, once it is simulated.
    ending: Option<Ending>,
    progress: Progress,
}

#[derive(Debug)]
enum Progress {
    Open(Parts),
    Simulated(Box<Report>),
    Failed(String),
    Reported,
}

impl WorkerQueue<String> {
    /// Distributes the points of curves over as many workers as are useful, if `at_once` can run at the same time.
    pub fn of_curves(curves: &[RequestedCurve], at_once: usize) -> Self {
        const MOST: usize = 8;
        let points = curves.iter().flat_map(|RequestedCurve { curve, loads }| {
            loads.iter().map(move |&load| {
                // Workers reject an impossible load.
                let mut scenario = curve.scenario.clone();
                scenario.traffic.rate = load;
                (curve.label.clone(), scenario, 1.0)
            })
        });
        let mut points: Vec<_> = points.collect();
        points.sort_by(|a, b| a.1.traffic.rate.total_cmp(&b.1.traffic.rate));
        let parts = points
            .iter()
            .map(|(_, scenario, _)| replications_of(scenario));
        let parts = usize::try_from(parts.sum::<i64>()).unwrap_or(MOST);
        Self::new(points, at_once.min(parts).clamp(1, MOST), true)
    }
}

impl WorkerQueue<usize> {
    /// Distributes the simulation of scenarios over at most this many workers.
    pub fn of_scenarios(scenarios: Vec<Scenario>, workers: usize) -> Self {
        let work = scenarios.iter().map(|scenario| {
            // Not zero, since each is a part of the progress.
            expected_work(scenario).max(1.0) * replications_of(scenario) as f64
        });
        let work: Vec<_> = work.collect();
        let mut scenarios: Vec<_> = scenarios.into_iter().map(Some).collect();
        let order = longest_first(&work).into_iter();
        let tasks =
            order.filter_map(|number| Some((number, scenarios[number].take()?, work[number])));
        let mut queue = Self::new(tasks.collect(), workers, false);
        let parts = queue.tasks.iter().map(|task| match &task.progress {
            Progress::Open(parts) => parts.count(),
            _ => 0,
        });
        let workers = workers.min(parts.sum());
        queue.busy.truncate(workers);
        queue.lost.truncate(workers);
        queue
    }
}

fn replications_of(scenario: &Scenario) -> i64 {
    scenario.run.replications.max(1)
}

impl<Key: Clone + PartialEq> WorkerQueue<Key> {
    fn new(tasks: Vec<(Key, Scenario, f64)>, workers: usize, is_of_curves: bool) -> Self {
        let tasks = tasks.into_iter().map(|(key, scenario, work)| QueuedTask {
            key,
            work,
            ending: None,
            progress: Progress::Open(Parts::new(scenario.run.replications, workers)),
            scenario,
        });
        Self {
            tasks: tasks.collect(),
            busy: vec![None; workers],
            lost: vec![false; workers],
            is_of_curves,
            is_over: false,
        }
    }

    /// The number of workers that have something to do.
    pub fn workers(&self) -> usize {
        self.busy.len()
    }

    /// Whether all events have been reported.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The next part for an idle worker.
    pub fn next(&mut self, worker: usize) -> Option<SimulationTask> {
        if self.is_over || self.busy[worker].is_some() {
            return None;
        }
        for index in 0..self.tasks.len() {
            if self.adds(index)
                && let task = &mut self.tasks[index]
                && let Progress::Open(parts) = &mut task.progress
                && let Some((replication, part)) = parts.next()
            {
                self.busy[worker] = Some((index, replication));
                let is_on_curve = self.is_of_curves;
                return Some(SimulationTask {
                    scenario: task.scenario.clone(),
                    question: SimulationQuestion { is_on_curve, part },
                });
            }
        }
        None
    }

    /// Records a reply of a worker and returns the events that follow from it.
    ///
    /// The failure of a worker without a task matters only if no other worker is left.
    pub fn hear(
        &mut self,
        worker: usize,
        reply: ReplyTo<SimulationQuestion>,
    ) -> Vec<SimulationEvent<(Key, Box<Report>)>> {
        if self.is_over {
            return Vec::new();
        }
        let Some((index, replication)) = self.busy[worker] else {
            return match reply {
                Reply::Failed(reason) => self.fail_idle(worker, reason),
                Reply::Progress(_) | Reply::Answer(_) => Vec::new(),
            };
        };
        if !matches!(reply, Reply::Progress(_)) {
            self.busy[worker] = None;
        }
        let task = &mut self.tasks[index];
        match (reply, &mut task.progress) {
            (Reply::Progress(share), Progress::Open(parts)) => parts.progress(replication, share),
            (Reply::Answer(Simulated::Sample(sample)), Progress::Open(parts)) => {
                parts.sampled(replication, sample);
            }
            (Reply::Answer(Simulated::Report(report)), progress) => {
                task.ending = Some(Ending::of(&report));
                *progress = Progress::Simulated(report);
            }
            (Reply::Failed(reason), progress) => {
                *progress = Progress::Failed(reason);
                self.lost[worker] = true;
            }
            _ => {}
        }
        self.due_events()
    }

    /// Records that a worker will do no task. The simulations fail with the last worker.
    fn fail_idle(
        &mut self,
        worker: usize,
        reason: String,
    ) -> Vec<SimulationEvent<(Key, Box<Report>)>> {
        self.lost[worker] = true;
        if self.lost.contains(&false) {
            return Vec::new();
        }
        self.is_over = true;
        vec![SimulationEvent::Failed(reason)]
    }

    /// The results that are next in order, followed by progress or the end.
    fn due_events(&mut self) -> Vec<SimulationEvent<(Key, Box<Report>)>> {
        let mut events = Vec::new();
        let mut has_open = false;
        for index in 0..self.tasks.len() {
            if !self.adds(index) {
                continue;
            }
            let QueuedTask { key, progress, .. } = &mut self.tasks[index];
            if matches!(progress, Progress::Open(_)) {
                has_open = true;
                if self.is_of_curves {
                    break;
                }
                continue;
            }
            match std::mem::replace(progress, Progress::Reported) {
                Progress::Simulated(report) => {
                    events.push(SimulationEvent::Result((key.clone(), report)));
                }
                Progress::Failed(reason) => {
                    events.push(SimulationEvent::Failed(reason));
                    self.is_over = true;
                    return events;
                }
                Progress::Open(_) | Progress::Reported => {}
            }
        }
        events.push(SimulationEvent::Progress(self.share()));
        if !has_open {
            self.is_over = true;
            events.push(SimulationEvent::Done);
        }
        events
    }

    /// Whether a task counts: known points of its curve at lower loads do not complete the curve. Further endings can
    /// only rule out more tasks.
    fn adds(&self, task: usize) -> bool {
        let key = &self.tasks[task].key;
        let before = self.tasks[..task].iter().filter(|other| other.key == *key);
        !self.is_of_curves || !is_complete(before.filter_map(|other| other.ending))
    }

    fn share(&self) -> f64 {
        let all: f64 = self.tasks.iter().map(|task| task.work).sum();
        let tasks = self.tasks.iter().enumerate();
        let done = tasks.map(|(index, task)| match &task.progress {
            Progress::Open(parts) if self.adds(index) => task.work * parts.share(),
            _ => task.work,
        });
        done.sum::<f64>() / all
    }
}

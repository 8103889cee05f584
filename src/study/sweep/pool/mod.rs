//! Distributes one measurement over several workers; the result does not depend on their number.
//!
//! Every load of every curve is a task, and each of its replications a part that a worker can do.
//! Workers take parts in ascending order of load and finish them in any order. Points are reported in
//! order of load, and points after two saturated points of the same curve, or after a deadlock, are
//! left out, even if a worker has already measured them. The longest runs are not started first,
//! because they are those at the highest loads, most of which are left out.

#[cfg(test)]
mod tests;

use crate::scenario::Scenario;
use crate::sweep::parts::Parts;
use crate::sweep::{
    Curve, Ending, Measured, Reply, ReplyTo, Scheduler, Simulated, SimulationEvent,
    SimulationQuestion, SimulationTask, is_complete,
};

/// A curve of which points are requested; curves that are measured together have different labels.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedCurve {
    pub curve: Curve,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
}

/// The tasks of one measurement, and their assignment to workers.
#[derive(Debug)]
pub struct Pool {
    /// In the order in which points are reported: by load, then by curve.
    tasks: Vec<PointTask>,
    /// The current task of each worker, with the index of the replication.
    busy: Vec<Option<(usize, usize)>>,
    /// Workers that have failed, with or without a task.
    lost: Vec<bool>,
    /// The number of leading tasks whose points have been reported or left out.
    reported: usize,
    is_over: bool,
}

/// A point of a curve.
#[derive(Debug)]
struct PointTask {
    /// The label of the curve.
    curve: String,
    /// The scenario of the curve, at the load.
    scenario: Scenario,
    /// How it ended, once it is measured.
    ending: Option<Ending>,
    progress: Progress,
}

#[derive(Debug)]
enum Progress {
    Open(Parts),
    Measured(Measured),
    Failed(String),
    Reported,
}

impl Pool {
    /// Distributes the points of curves over as many workers as are useful, if `at_once` can run at the same time.
    pub fn new(curves: &[RequestedCurve], at_once: usize) -> Self {
        const MOST: usize = 8;
        let points = curves.iter().flat_map(|RequestedCurve { curve, loads }| {
            let replications = curve.scenario.run.replications.max(1);
            loads.iter().map(move |&load| (load, curve, replications))
        });
        let mut points: Vec<_> = points.collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let parts = points.iter().map(|(.., replications)| replications);
        let parts = usize::try_from(parts.sum::<i64>()).unwrap_or(MOST);
        let workers = at_once.min(parts).clamp(1, MOST);
        let tasks = points.into_iter().map(|(load, curve, replications)| {
            // Workers reject an impossible load.
            let mut scenario = curve.scenario.clone();
            scenario.traffic.rate = load;
            PointTask {
                curve: curve.label.clone(),
                scenario,
                ending: None,
                progress: Progress::Open(Parts::new(replications, workers)),
            }
        });
        Self {
            tasks: tasks.collect(),
            busy: vec![None; workers],
            lost: vec![false; workers],
            reported: 0,
            is_over: false,
        }
    }

    /// Whether all events have been reported.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Records that a worker will do no task. The measurement fails with the last worker.
    fn fail_idle(&mut self, worker: usize, reason: String) -> Vec<SimulationEvent<Measured>> {
        self.lost[worker] = true;
        if self.lost.contains(&false) {
            return Vec::new();
        }
        self.is_over = true;
        vec![SimulationEvent::Failed(reason)]
    }

    /// The points that are next in order, followed by progress or the end.
    fn due_events(&mut self) -> Vec<SimulationEvent<Measured>> {
        let mut events = Vec::new();
        while self.reported < self.tasks.len() {
            if !self.adds(self.reported) {
                self.reported += 1;
                continue;
            }
            let progress = &mut self.tasks[self.reported].progress;
            match std::mem::replace(progress, Progress::Reported) {
                Progress::Measured(point) => events.push(SimulationEvent::Result(point)),
                Progress::Failed(reason) => {
                    events.push(SimulationEvent::Failed(reason));
                    self.is_over = true;
                    return events;
                }
                unfinished => {
                    *progress = unfinished;
                    events.push(SimulationEvent::Progress(self.share()));
                    return events;
                }
            }
            self.reported += 1;
        }
        self.is_over = true;
        events.push(SimulationEvent::Done);
        events
    }

    /// Whether a task counts: known points of its curve at lower loads do not complete the curve. Further endings can
    /// only rule out more tasks.
    fn adds(&self, task: usize) -> bool {
        let curve = &self.tasks[task].curve;
        let before = self.tasks[..task].iter();
        let before = before.filter(|other| other.curve == *curve);
        !is_complete(before.filter_map(|other| other.ending))
    }

    fn share(&self) -> f64 {
        let tasks = self.tasks.iter().enumerate();
        let done = tasks.map(|(index, task)| match &task.progress {
            _ if !self.adds(index) => 1.0,
            Progress::Open(parts) => parts.share(),
            Progress::Measured(_) | Progress::Failed(_) | Progress::Reported => 1.0,
        });
        done.sum::<f64>() / self.tasks.len() as f64
    }
}

impl Scheduler for Pool {
    type Result = Measured;

    fn workers(&self) -> usize {
        self.busy.len()
    }

    fn next(&mut self, worker: usize) -> Option<SimulationTask> {
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
                return Some(SimulationTask {
                    scenario: task.scenario.clone(),
                    question: SimulationQuestion::on_curve(part),
                });
            }
        }
        None
    }

    /// The failure of a worker without a task matters only if no other worker is left.
    fn hear(
        &mut self,
        worker: usize,
        reply: ReplyTo<SimulationQuestion>,
    ) -> Vec<SimulationEvent<Measured>> {
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
                let point = Measured::new(&task.curve, *report);
                task.ending = Some(point.ending());
                *progress = Progress::Measured(point);
            }
            (Reply::Failed(reason), progress) => {
                *progress = Progress::Failed(reason);
                self.lost[worker] = true;
            }
            _ => {}
        }
        self.due_events()
    }
}

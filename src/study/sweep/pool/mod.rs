//! Distributes one measurement over several workers; the result does not depend on their number.
//!
//! Every load of every curve is a task, and each of its replications a part that a worker can do.
//! Workers take parts in ascending order of load and finish them in any order. Points are reported in
//! order of load, and points after two saturated points of the same curve, or after a deadlock, are
//! left out, even if a worker has already measured them. The longest runs are not started first,
//! because they are those at the highest loads, most of which are left out.

#[cfg(test)]
mod tests;

use crate::sweep::parts::{Part, Parts};
use crate::sweep::{Ending, Event, Measured, PointQuery, Request, is_complete};

/// The tasks of one measurement, and their assignment to workers.
#[derive(Debug)]
pub struct Pool {
    /// The points, in the order in which they are reported.
    queries: Vec<PointQuery>,
    tasks: Vec<Progress>,
    /// The endings of the points measured so far.
    endings: Vec<Option<Ending>>,
    /// The current task of each worker, with the index of the replication.
    busy: Vec<Option<(usize, usize)>>,
    /// Workers that have failed, with or without a task.
    lost: Vec<bool>,
    /// The number of leading tasks whose points have been reported or left out.
    reported: usize,
    is_over: bool,
}

#[derive(Debug)]
enum Progress {
    Open(Parts),
    Measured(Measured),
    Failed(String),
    Reported,
}

impl Pool {
    /// Distributes a request over the given number of workers.
    pub fn new(request: &Request, workers: usize) -> Self {
        let points = request.points().into_iter();
        let queries = points.map(|(load, curve)| PointQuery {
            run: request.run,
            load,
            curve: curve.clone(),
            part: Part::Whole,
        });
        let queries: Vec<_> = queries.collect();
        let count = queries.len();
        let tasks = queries.iter().map(|query| {
            let replications = query.curve.scenario.run.replications;
            Progress::Open(Parts::new(replications, workers))
        });
        Self {
            tasks: tasks.collect(),
            endings: vec![None; count],
            queries,
            busy: vec![None; workers],
            lost: vec![false; workers],
            reported: 0,
            is_over: false,
        }
    }

    /// The number of workers that a request can use, if `at_once` can run at the same time.
    pub fn useful_workers(request: &Request, at_once: usize) -> usize {
        const MOST: usize = 8;
        let points = request.points().into_iter();
        let parts = points.map(|(_, curve)| curve.scenario.run.replications.max(1));
        let parts = usize::try_from(parts.sum::<i64>()).unwrap_or(MOST);
        at_once.min(parts).clamp(1, MOST)
    }

    /// The next part of a task for an idle worker.
    pub fn next(&mut self, worker: usize) -> Option<PointQuery> {
        if self.is_over || self.busy[worker].is_some() {
            return None;
        }
        for task in 0..self.tasks.len() {
            if self.adds(task)
                && let Progress::Open(parts) = &mut self.tasks[task]
                && let Some((index, part)) = parts.next()
            {
                self.busy[worker] = Some((task, index));
                return Some(PointQuery {
                    part,
                    ..self.queries[task].clone()
                });
            }
        }
        None
    }

    /// Records an event from a worker and returns the events that follow from it.
    ///
    /// The failure of a worker without a task matters only if no other worker is left.
    pub fn hear(&mut self, worker: usize, event: Event) -> Vec<Event> {
        if self.is_over {
            return Vec::new();
        }
        let Some((task, index)) = self.busy[worker] else {
            return match event {
                Event::Failed(reason) => self.fail_idle(worker, reason),
                _ => Vec::new(),
            };
        };
        match event {
            // Deadlock queries, jobs and files are answered by one worker, not by a pool.
            Event::Ready
            | Event::Stage(_)
            | Event::Deadlock(_)
            | Event::Curves(_)
            | Event::Report { .. }
            | Event::Diagnosis(_)
            | Event::Trace(_)
            | Event::Terms(_) => {
                return Vec::new();
            }
            Event::Progress(share) => {
                if let Progress::Open(parts) = &mut self.tasks[task] {
                    parts.progress(index, share);
                }
            }
            Event::Sample(sample) => {
                if let Progress::Open(parts) = &mut self.tasks[task] {
                    parts.sampled(index, sample);
                }
            }
            Event::Point(point) => {
                self.endings[task] = Some(point.ending);
                self.tasks[task] = Progress::Measured(point);
            }
            Event::Done => self.busy[worker] = None,
            Event::Failed(reason) => {
                self.tasks[task] = Progress::Failed(reason);
                self.busy[worker] = None;
                self.lost[worker] = true;
            }
        }
        self.due_events()
    }

    /// Whether all events have been reported.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Records that a worker will do no task. The measurement fails with the last worker.
    fn fail_idle(&mut self, worker: usize, reason: String) -> Vec<Event> {
        self.lost[worker] = true;
        if self.lost.contains(&false) {
            return Vec::new();
        }
        self.is_over = true;
        vec![Event::Failed(reason)]
    }

    /// The points that are next in order, followed by progress or the end.
    fn due_events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.reported < self.tasks.len() {
            if !self.adds(self.reported) {
                self.reported += 1;
                continue;
            }
            match std::mem::replace(&mut self.tasks[self.reported], Progress::Reported) {
                Progress::Measured(point) => events.push(Event::Point(point)),
                Progress::Failed(reason) => {
                    events.push(Event::Failed(reason));
                    self.is_over = true;
                    return events;
                }
                unfinished => {
                    self.tasks[self.reported] = unfinished;
                    events.push(Event::Progress(self.share()));
                    return events;
                }
            }
            self.reported += 1;
        }
        self.is_over = true;
        events.push(Event::Done);
        events
    }

    /// Whether a task counts: known points of its curve at lower loads do not complete the curve. Further endings can
    /// only rule out more tasks.
    fn adds(&self, task: usize) -> bool {
        let curve = &self.queries[task].curve.label;
        let before = self.queries[..task].iter().zip(&self.endings);
        let before = before.filter(|(query, _)| query.curve.label == *curve);
        !is_complete(before.filter_map(|(_, ending)| *ending))
    }

    fn share(&self) -> f64 {
        let done = self
            .tasks
            .iter()
            .enumerate()
            .map(|(index, task)| match task {
                _ if !self.adds(index) => 1.0,
                Progress::Open(parts) => parts.share(),
                Progress::Measured(_) | Progress::Failed(_) | Progress::Reported => 1.0,
            });
        done.sum::<f64>() / self.tasks.len() as f64
    }
}

impl Request {
    /// Measures point after point and reports each event to `on_event`.
    ///
    /// In each curve, loads after two saturated ones, or after a deadlock, are left out, because
    /// they add no information.
    pub fn run(&self, on_event: &mut dyn FnMut(Event)) {
        let mut pool = Pool::new(self, 1);
        while let Some(query) = pool.next(0) {
            query.run(&mut |event| pool.hear(0, event).into_iter().for_each(&mut *on_event));
        }
    }
}

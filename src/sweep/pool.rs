//! One measurement shared out over several workers, with one result whatever their number.
//!
//! Every load is a task. Workers take tasks in ascending order and finish them in any;
//! points are told in order of load, and what comes after two saturated loads or a deadlock
//! is left out, even if some worker has measured it already.

use super::protocol::ENOUGH_SATURATED;
use super::{Ending, Event, Measured, Request};

/// Tasks of one measurement, and who is on which.
#[derive(Debug)]
pub struct Pool {
    request: Request,
    tasks: Vec<Task>,
    /// How the points measured so far ended.
    endings: Vec<Option<Ending>>,
    /// The task of each worker.
    busy: Vec<Option<usize>>,
    /// Tasks whose points have been told.
    told: usize,
    is_over: bool,
}

#[derive(Debug)]
enum Task {
    Waiting,
    /// With the share done.
    Running(f64),
    Measured(Measured),
    Failed(String),
    Told,
}

impl Pool {
    /// Shares a request out over so many workers.
    pub fn new(request: Request, workers: usize) -> Self {
        Self {
            tasks: request.loads.iter().map(|_| Task::Waiting).collect(),
            endings: vec![None; request.loads.len()],
            request,
            busy: vec![None; workers],
            told: 0,
            is_over: false,
        }
    }

    /// How many workers there is work for, of so many that could run at once.
    pub fn useful_workers(request: &Request, at_once: usize) -> usize {
        const MOST: usize = 8;
        at_once.min(request.loads.len()).clamp(1, MOST)
    }

    /// What an idle worker is to do next: the request with a single load.
    pub fn next(&mut self, worker: usize) -> Option<Request> {
        let end = self.end();
        let task = self.tasks[..end]
            .iter()
            .position(|task| matches!(task, Task::Waiting));
        let task = task.filter(|_| !self.is_over && self.busy[worker].is_none())?;
        self.tasks[task] = Task::Running(0.0);
        self.busy[worker] = Some(task);
        Some(Request {
            loads: vec![self.request.loads[task]],
            ..self.request.clone()
        })
    }

    /// Takes note of what a worker tells; returns what there is to tell of it.
    pub fn hear(&mut self, worker: usize, event: Event) -> Vec<Event> {
        let Some(task) = self.busy[worker].filter(|_| !self.is_over) else {
            return Vec::new();
        };
        match event {
            // What locks is asked of one worker, not of a pool.
            Event::Ready | Event::Locks(_) => return Vec::new(),
            Event::Progress(share) => self.tasks[task] = Task::Running(share),
            Event::Point(point) => {
                self.endings[task] = Some(point.ending);
                self.tasks[task] = Task::Measured(point);
            }
            Event::Done => self.busy[worker] = None,
            Event::Failed(reason) => {
                self.tasks[task] = Task::Failed(reason);
                self.busy[worker] = None;
            }
        }
        self.tell()
    }

    /// Whether everything has been told.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The points that are due in order, then progress or the end.
    fn tell(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let end = self.end();
        while self.told < end {
            match std::mem::replace(&mut self.tasks[self.told], Task::Told) {
                Task::Measured(point) => events.push(Event::Point(point)),
                Task::Failed(reason) => {
                    events.push(Event::Failed(reason));
                    self.is_over = true;
                    return events;
                }
                unfinished => {
                    self.tasks[self.told] = unfinished;
                    events.push(Event::Progress(self.share()));
                    return events;
                }
            }
            self.told += 1;
        }
        self.is_over = true;
        events.push(Event::Done);
        events
    }

    /// How many tasks count, as far as is known yet; what is not known can only make it less.
    fn end(&self) -> usize {
        let mut saturated = 0;
        let last = self.endings.iter().position(|ending| {
            saturated += u32::from(*ending == Some(Ending::Saturated));
            *ending == Some(Ending::Deadlocked) || saturated == ENOUGH_SATURATED
        });
        last.map_or(self.tasks.len(), |last| last + 1)
    }

    fn share(&self) -> f64 {
        let done = self.tasks.iter().map(|task| match task {
            Task::Waiting => 0.0,
            Task::Running(share) => *share,
            Task::Measured(_) | Task::Failed(_) | Task::Told => 1.0,
        });
        done.sum::<f64>() / self.tasks.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sweep::{Report, simulate};

    /// Nine loads.
    fn request() -> Request {
        Request {
            run: 3,
            scenario: Scenario::on("mesh:4"),
            loads: (1..=9).map(|i| 0.02 * f64::from(i)).collect(),
        }
    }

    /// What a worker tells of a load, if the fifth and all from the seventh on saturate.
    fn events(task: &Request) -> Vec<Event> {
        let mut scenario = task.scenario.clone();
        scenario.run.cycles = 1;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let load = task.loads[0];
        let point = Report {
            load,
            saturated: (0.09..0.11).contains(&load) || load >= request().loads[6],
            ..report
        };
        vec![
            Event::Progress(0.5),
            Event::Point(Measured::from(&point)),
            Event::Done,
        ]
    }

    /// Runs a pool whose workers finish their tasks in an order drawn from `dice`.
    fn told(workers: usize, mut dice: u32) -> Vec<Event> {
        let mut pool = Pool::new(request(), workers);
        let mut at_work: Vec<(usize, Vec<Event>)> = Vec::new();
        let mut told = Vec::new();
        let mut idle: Vec<_> = (0..workers).collect();
        while !pool.is_over() {
            for worker in std::mem::take(&mut idle) {
                if let Some(task) = pool.next(worker) {
                    at_work.push((worker, events(&task)));
                }
            }
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (worker, events) = at_work.swap_remove((dice >> 16) as usize % at_work.len());
            for event in events {
                told.extend(pool.hear(worker, event));
            }
            idle.push(worker);
        }
        told.retain(|event| !matches!(event, Event::Progress(_)));
        told
    }

    #[test]
    fn the_number_of_workers_and_their_order_change_nothing() {
        let alone = told(1, 0);
        let loads = alone.iter().filter_map(|event| match event {
            Event::Point(point) => Some(point.load),
            _ => None,
        });
        // The seventh is the second to saturate.
        assert_eq!(loads.collect::<Vec<_>>(), request().loads[..7]);
        assert_eq!(alone.last(), Some(&Event::Done));
        for workers in [1, 2, 3, 8] {
            for dice in 0..20 {
                assert_eq!(told(workers, dice), alone, "{workers} workers, {dice}");
            }
        }
    }

    #[test]
    fn a_pool_tells_what_one_worker_alone_would() {
        let mut request = request();
        request.scenario = Scenario::on("torus-uni:8");
        request.scenario.run.cycles = 2_000;
        request.loads = vec![0.9, 0.95, 0.99];
        let mut alone = Vec::new();
        request.run(&mut |event| alone.push(event));
        alone.retain(|event| !matches!(event, Event::Progress(_)));
        let mut pool = Pool::new(request, 2);
        let mut told = Vec::new();
        while let Some(task) = pool.next(1) {
            task.run(&mut |event| told.extend(pool.hear(1, event)));
        }
        told.retain(|event| !matches!(event, Event::Progress(_)));
        assert_eq!(told, alone);
        assert_eq!(told.len(), 3, "two saturated points and the end");
    }

    #[test]
    fn no_worker_starts_what_is_known_to_be_left_out() {
        let mut pool = Pool::new(request(), 2);
        let slow = pool.next(1).expect("there is work");
        assert_eq!(slow.loads, [request().loads[0]]);
        // The other worker goes on to the seventh load, where it is clear that it ends.
        let mut taken = 0;
        while let Some(task) = pool.next(0) {
            taken += 1;
            for event in events(&task) {
                assert!(matches!(*pool.hear(0, event), [] | [Event::Progress(_)]));
            }
        }
        assert_eq!(taken, 6);
        assert!(!pool.is_over());
    }

    #[test]
    fn a_failure_ends_it() {
        let mut pool = Pool::new(request(), 1);
        pool.next(0).expect("there is work");
        let told = pool.hear(0, Event::Failed("no".to_owned()));
        assert_eq!(told, [Event::Failed("no".to_owned())]);
        assert!(pool.is_over());
    }

    #[test]
    fn there_are_no_more_workers_than_loads_and_no_more_than_eight() {
        assert_eq!(Pool::useful_workers(&request(), 64), 8);
        assert_eq!(Pool::useful_workers(&request(), 3), 3);
        assert_eq!(Pool::useful_workers(&request(), 0), 1);
    }
}

//! Distributes one measurement over several workers; the result does not depend on their number.
//!
//! Every load of every curve is a task, and each of its replications a part that a worker can do.
//! Workers take parts in ascending order of load and finish them in any order. Points are reported in
//! order of load, and points after two saturated points of the same curve, or after a deadlock, are
//! left out, even if a worker has already measured them. The longest runs are not started first,
//! because they are those at the highest loads, most of which are left out.

use super::parts::{Part, Parts};
use super::{Ending, Event, Measured, PointQuery, Request, is_complete};

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
            // Deadlock queries and jobs are answered by one worker, not by a pool.
            Event::Ready
            | Event::Stage(_)
            | Event::Deadlock(_)
            | Event::Report { .. }
            | Event::Diagnosis(_) => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sweep::{Curve, Report, RequestedCurve, simulate};

    fn nine_loads() -> Vec<f64> {
        (1..=9).map(|i| 0.02 * f64::from(i)).collect()
    }

    /// A request of nine loads.
    fn request() -> Request {
        Request {
            run: 3,
            ..Request::of(&Scenario::on("mesh:4"), nine_loads())
        }
    }

    /// The same request for two curves.
    fn comparison() -> Request {
        Request {
            curves: algorithms(&Scenario::on("mesh:4"), &nine_loads()),
            ..request()
        }
    }

    /// A curve for each of two algorithms, which labels it.
    fn algorithms(scenario: &Scenario, loads: &[f64]) -> Vec<RequestedCurve> {
        let curves = ["separate", "dual-path"].map(|label| RequestedCurve {
            curve: Curve {
                label: label.to_owned(),
                scenario: scenario.clone().planned_by(label),
            },
            loads: loads.to_vec(),
        });
        curves.to_vec()
    }

    /// The events of a worker for a load, if the fifth load and all from the seventh on saturate;
    /// with dual-path, the second and all from the fourth on.
    fn events(task: &PointQuery) -> Vec<Event> {
        let mut scenario = task.curve.scenario.clone();
        scenario.run.cycles = 1;
        let report = simulate(&scenario, |_| {}).expect("a valid scenario");
        let load = task.load;
        let curve = &*task.curve.label;
        let [once, on] = if curve == "dual-path" { [1, 3] } else { [4, 6] };
        let loads = nine_loads();
        let point = Report {
            load,
            saturated: (load - loads[once]).abs() < 1e-9 || load >= loads[on],
            ..report
        };
        vec![
            Event::Progress(0.5),
            Event::Point(Measured::new(curve, &point)),
            Event::Done,
        ]
    }

    /// Runs a pool whose workers finish their tasks in an order drawn from `dice`.
    fn reported(request: &Request, workers: usize, mut dice: u32) -> Vec<Event> {
        let mut pool = Pool::new(request, workers);
        let mut at_work: Vec<(usize, Vec<Event>)> = Vec::new();
        let mut reported = Vec::new();
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
                reported.extend(pool.hear(worker, event));
            }
            idle.push(worker);
        }
        reported.retain(|event| !matches!(event, Event::Progress(_)));
        reported
    }

    /// The reported loads of a curve.
    fn loads(reported: &[Event], of: &str) -> Vec<f64> {
        let loads = reported.iter().filter_map(|event| match event {
            Event::Point(point) if point.curve == of => Some(point.load),
            _ => None,
        });
        loads.collect()
    }

    #[test]
    fn the_number_of_workers_and_their_order_change_nothing() {
        for of in [request(), comparison()] {
            let alone = reported(&of, 1, 0);
            assert_eq!(alone.last(), Some(&Event::Done));
            for workers in [1, 2, 3, 8] {
                for dice in 0..20 {
                    let many = reported(&of, workers, dice);
                    assert_eq!(many, alone, "{workers} workers, {dice}");
                }
            }
        }
    }

    #[test]
    fn a_curve_ends_with_its_second_saturated_load() {
        let alone = reported(&request(), 1, 0);
        assert_eq!(loads(&alone, ""), nine_loads()[..7]);
    }

    #[test]
    fn the_end_of_one_curve_does_not_end_the_others() {
        let both = reported(&comparison(), 2, 0);
        assert_eq!(loads(&both, "dual-path"), nine_loads()[..4]);
        assert_eq!(loads(&both, "separate"), nine_loads()[..7]);
        assert_eq!(both.len(), 4 + 7 + 1);
    }

    #[test]
    fn a_pool_reports_the_same_as_a_single_worker() {
        let saturated = Request {
            run: 3,
            ..Request::of(&Scenario::on("torus-uni:8"), vec![0.9, 0.95, 0.99])
        };
        let compared = Request {
            curves: algorithms(
                &Scenario::from_link("t=mesh:6&M=300&md=3").scenario,
                &[0.5, 0.6, 0.7],
            ),
            ..comparison()
        };
        for (request, count) in [(saturated, 3), (compared, 5)] {
            let mut alone = Vec::new();
            request.run(&mut |event| alone.push(event));
            alone.retain(|event| !matches!(event, Event::Progress(_)));
            let mut pool = Pool::new(&request, 2);
            let mut reported = Vec::new();
            while let Some(task) = pool.next(1) {
                task.run(&mut |event| reported.extend(pool.hear(1, event)));
            }
            reported.retain(|event| !matches!(event, Event::Progress(_)));
            assert_eq!(reported, alone);
            assert_eq!(
                reported.len(),
                count,
                "two saturated points a curve, and the end"
            );
        }
    }

    #[test]
    fn workers_share_the_replications_of_a_point_and_report_the_same() {
        let scenario = Scenario::from_link("t=torus:4x4&M=8&rep=3&run=1500&warm=200").scenario;
        let request = Request {
            run: 3,
            ..Request::of(&scenario, vec![0.01, 0.02, 0.3, 0.35, 0.4])
        };
        let mut alone = Vec::new();
        request.run(&mut |event| alone.push(event));
        alone.retain(|event| !matches!(event, Event::Progress(_)));
        assert_eq!(alone.len(), 5, "two saturated points, and the end");
        for workers in [2, 3, 8] {
            let mut pool = Pool::new(&request, workers);
            let mut reported = Vec::new();
            let mut first = Vec::new();
            while !pool.is_over() {
                // All workers take a part before the first of them works.
                let taken: Vec<_> = (0..workers).map(|worker| pool.next(worker)).collect();
                assert!(taken.iter().any(Option::is_some), "a part is left");
                for (worker, query) in taken.into_iter().enumerate() {
                    let Some(query) = query else { continue };
                    first.push((query.load, query.part.clone()));
                    query.run(&mut |event| reported.extend(pool.hear(worker, event)));
                }
            }
            reported.retain(|event| !matches!(event, Event::Progress(_)));
            assert_eq!(reported, alone, "{workers} workers");
            let replications = [0, 1].map(|index| (0.01, Part::Replication(index)));
            assert_eq!(first[..2], replications);
        }
        assert_eq!(
            Pool::useful_workers(&Request::of(&scenario, vec![0.1]), 8),
            3
        );
    }

    #[test]
    fn no_worker_starts_a_task_that_is_left_out() {
        let mut pool = Pool::new(&request(), 2);
        let slow = pool.next(1).expect("there is work");
        assert_eq!(
            slow.load.total_cmp(&nine_loads()[0]),
            std::cmp::Ordering::Equal
        );
        // The other worker continues to the seventh load, which is known to be the last one.
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
    fn a_failure_ends_the_measurement() {
        let mut pool = Pool::new(&request(), 1);
        pool.next(0).expect("there is work");
        let reported = pool.hear(0, Event::Failed("no".to_owned()));
        assert_eq!(reported, [Event::Failed("no".to_owned())]);
        assert!(pool.is_over());
    }

    #[test]
    fn a_worker_that_cannot_start_is_reported_only_if_no_other_can() {
        let failed = || Event::Failed("no".to_owned());
        let mut pool = Pool::new(&request(), 2);
        assert_eq!(pool.hear(0, failed()), []);
        let mut reported = Vec::new();
        while let Some(task) = pool.next(1) {
            reported.extend(
                events(&task)
                    .into_iter()
                    .flat_map(|event| pool.hear(1, event)),
            );
        }
        reported.retain(|event| !matches!(event, Event::Progress(_)));
        assert_eq!(reported, self::reported(&request(), 1, 0));

        let mut pool = Pool::new(&request(), 2);
        assert_eq!(pool.hear(1, failed()), []);
        assert_eq!(pool.hear(0, failed()), [failed()]);
        assert!(pool.is_over());
        assert_eq!(pool.next(0), None);
    }

    #[test]
    fn a_failed_task_is_reported_after_all_tasks_before_it() {
        let failed = || Event::Failed("no".to_owned());
        let mut pool = Pool::new(&request(), 2);
        let first = pool.next(0).expect("there is work");
        pool.next(1).expect("there is work");
        assert!(matches!(*pool.hear(1, failed()), [Event::Progress(_)]));
        let events = events(&first).into_iter();
        let mut reported: Vec<_> = events.flat_map(|event| pool.hear(0, event)).collect();
        reported.retain(|event| !matches!(event, Event::Progress(_)));
        assert!(matches!(*reported, [Event::Point(_), Event::Failed(_)]));
        assert!(pool.is_over());
    }

    #[test]
    fn there_are_no_more_workers_than_loads_and_no_more_than_eight() {
        assert_eq!(Pool::useful_workers(&request(), 64), 8);
        assert_eq!(Pool::useful_workers(&request(), 3), 3);
        assert_eq!(Pool::useful_workers(&request(), 0), 1);
    }
}

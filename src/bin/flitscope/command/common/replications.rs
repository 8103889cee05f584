//! Measurements of scenarios on all cores, for all commands that measure.

use std::time::Instant;

use flitscope::scenario::{Scenario, expected_work, longest_first};
use flitscope::sweep::{Point, Report, Sample};

use super::jobs::all_of;
use super::progress::Progress;

/// The replications of a point, in ascending order of index.
pub(crate) struct Replications {
    pub(crate) samples: Vec<Sample>,
    /// The sum of their run times [seconds].
    pub(crate) seconds: f64,
}

/// Points to measure together.
pub(crate) struct Points {
    pub(crate) points: Vec<Point>,
    /// The expected work of a replication of each point.
    work: Vec<f64>,
}

/// Builds every scenario, on `jobs` threads.
pub(crate) fn build(scenarios: &[Scenario], jobs: usize) -> Result<Points, String> {
    let order: Vec<_> = (0..scenarios.len()).collect();
    let points = all_of(jobs, &order, |at| Point::new(&scenarios[at]));
    let points = points.into_iter().collect::<Result<Vec<_>, _>>();
    let points = points.map_err(|error| error.reason())?;
    let work = scenarios.iter().map(expected_work).collect();
    Ok(Points { points, work })
}

/// Runs a replication of a point.
pub(crate) fn replication(point: &Point, index: u32) -> Sample {
    point.run_replication(index, |_share| ())
}

/// The same, and reports the work done, of `work` in all, which it returns.
fn watched(point: &Point, index: u32, work: f64, progress: &Progress) -> (Sample, f64) {
    let mut done = 0.0;
    let sample = point.run_replication(index, |share| {
        progress.advances(work * share - done);
        done = work * share;
    });
    (sample, done)
}

impl Points {
    /// A single point.
    pub(crate) fn only(scenario: &Scenario, point: Point) -> Self {
        Self {
            points: vec![point],
            work: vec![expected_work(scenario)],
        }
    }

    /// Ends saturated runs as soon as that is certain.
    pub(crate) fn ending_saturated(self) -> Self {
        let points = self.points.into_iter().map(Point::ending_saturated);
        Self {
            points: points.collect(),
            ..self
        }
    }

    /// Runs every replication of every point on `jobs` threads, the longest first, and shows the
    /// progress if someone watches.
    ///
    /// The result is in the order of the points and does not depend on the number of threads.
    pub(crate) fn replicate(&self, jobs: usize) -> Vec<Replications> {
        let tasks = self.points.iter().enumerate().flat_map(|(at, point)| {
            let count = point.replications();
            (0..count).map(move |index| (at, index))
        });
        let tasks: Vec<_> = tasks.collect();
        let work: Vec<_> = tasks.iter().map(|&(at, _)| self.work[at]).collect();
        let progress = Progress::new(tasks.len(), work.iter().sum());
        let made = all_of(jobs, &longest_first(&work), |task| {
            let (at, index) = tasks[task];
            let begin = Instant::now();
            let point = &self.points[at];
            let (sample, before) = watched(point, index, work[task], &progress);
            progress.one_more(work[task], point.share_simulated(&sample), before);
            (sample, begin.elapsed().as_secs_f64())
        });
        progress.clear();
        let none = || Replications {
            samples: Vec::new(),
            seconds: 0.0,
        };
        let mut all: Vec<_> = self.points.iter().map(|_| none()).collect();
        for ((at, _), (sample, seconds)) in tasks.into_iter().zip(made) {
            all[at].samples.push(sample);
            all[at].seconds += seconds;
        }
        all
    }

    /// As [`Points::replicate`], but returns a report of every point.
    pub(crate) fn reports(&self, jobs: usize) -> Vec<Report> {
        let all = self.replicate(jobs);
        let reports = self.points.iter().zip(&all);
        reports
            .map(|(point, made)| point.report(&made.samples))
            .collect()
    }
}

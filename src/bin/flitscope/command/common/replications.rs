//! Measurements of scenarios on all cores, for all commands that measure.

use std::time::Instant;

use flitscope::scenario::{Scenario, expected_work};
use flitscope::sweep::{Point, Report, Sample};

use super::progress::Progress;
use super::threads::all_of;

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
    let each = vec![(1, 0.0); scenarios.len()];
    let points = all_of(jobs, &each, |at, _| Point::new(&scenarios[at]));
    let points = points.into_iter().flatten().collect::<Result<Vec<_>, _>>();
    let points = points.map_err(|error| error.reason())?;
    let work = scenarios.iter().map(expected_work).collect();
    Ok(Points { points, work })
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
        let items = self.points.iter().zip(&self.work);
        let items: Vec<_> = items
            .map(|(point, &work)| (point.replications(), work))
            .collect();
        let count = items.iter().map(|item| item.0 as usize).sum();
        let all = items.iter().map(|&(count, work)| f64::from(count) * work);
        let progress = Progress::new(count, all.sum());
        let made = all_of(jobs, &items, |at, index| {
            let begin = Instant::now();
            let (point, work) = (&self.points[at], self.work[at]);
            let mut done = 0.0;
            let sample = point.run_replication(index, |share| {
                progress.advances(work * share - done);
                done = work * share;
            });
            progress.one_more(work, point.share_simulated(&sample), done);
            (sample, begin.elapsed().as_secs_f64())
        });
        progress.clear();
        let made = made.into_iter().map(|made| {
            let (samples, seconds): (_, Vec<f64>) = made.into_iter().unzip();
            let seconds = seconds.iter().sum();
            Replications { samples, seconds }
        });
        made.collect()
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

//! Measurements of scenarios on all cores, for all commands that measure.

use std::time::Instant;

use flitscope::scenario::Scenario;
use flitscope::sweep::{Point, Report, Sample};
use rayon::prelude::*;

/// The replications of a point, in ascending order of index.
pub(crate) struct Replications {
    pub(crate) samples: Vec<Sample>,
    /// The sum of their run times [seconds].
    pub(crate) seconds: f64,
}

/// Builds every scenario, on all cores.
pub(crate) fn build(scenarios: &[Scenario]) -> Result<Vec<Point>, String> {
    let points = scenarios.par_iter().map(Point::new);
    let points = points.collect::<Result<Vec<_>, _>>();
    points.map_err(|error| error.reason())
}

/// Runs every replication of every point on all cores and calls `done` after each.
///
/// Replications start in the given `order`, which contains the index of every point once. The result is in
/// the order of the points and depends neither on `order` nor on the number of cores.
pub(crate) fn replicate(
    points: &[Point],
    order: &[usize],
    done: impl Fn() + Sync,
) -> Vec<Replications> {
    let tasks = order.iter().flat_map(|&at| {
        let count = points[at].replications();
        (0..count).map(move |index| (at, index))
    });
    let tasks: Vec<_> = tasks.collect();
    let made = tasks.into_par_iter().with_max_len(1).map(|(at, index)| {
        let begin = Instant::now();
        let sample = points[at].run_replication(index, |_share| ());
        done();
        (at, sample, begin.elapsed().as_secs_f64())
    });
    let none = || Replications {
        samples: Vec::new(),
        seconds: 0.0,
    };
    let mut all: Vec<_> = points.iter().map(|_| none()).collect();
    for (at, sample, seconds) in made.collect::<Vec<_>>() {
        all[at].samples.push(sample);
        all[at].seconds += seconds;
    }
    all
}

/// As [`replicate`], but returns a report of every point, in the order of the points.
pub(crate) fn reports(points: &[Point], order: &[usize], done: impl Fn() + Sync) -> Vec<Report> {
    let all = replicate(points, order, done);
    let reports = points.iter().zip(&all);
    reports
        .map(|(point, made)| point.report(&made.samples))
        .collect()
}

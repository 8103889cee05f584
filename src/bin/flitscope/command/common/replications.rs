//! Simulations of the commands, on all cores. No other file of the command line simulates.

use std::time::Instant;

use flitscope::scenario::Scenario;
use flitscope::sweep::{Point, Report, Sample};
use rayon::prelude::*;

/// The replications of a point, in the order of their indices.
pub(crate) struct Replications {
    pub(crate) samples: Vec<Sample>,
    /// How long they took, each by itself, together [seconds].
    pub(crate) seconds: f64,
}

/// Builds every scenario, on all cores.
pub(crate) fn build(scenarios: &[Scenario]) -> Result<Vec<Point>, String> {
    let points = scenarios.par_iter().map(Point::new);
    let points = points.collect::<Result<Vec<_>, _>>();
    points.map_err(|error| error.reason())
}

/// Runs every replication of every point on all cores and calls `done` after each. They are begun
/// in the `order` given, which has the index of every point once. Neither it nor the number of
/// cores changes the result, which is in the order of the points.
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

/// A report of every point, in their order; otherwise as [`replicate`].
pub(crate) fn reports(points: &[Point], order: &[usize], done: impl Fn() + Sync) -> Vec<Report> {
    let all = replicate(points, order, done);
    let reports = points.iter().zip(&all);
    reports
        .map(|(point, made)| point.report(&made.samples))
        .collect()
}

//! Measurements of a scene under random traffic.

use std::rc::Rc;

use super::SceneRun;
use crate::error::LessonError;
use engine::sim::Simulator;
use study::scenario::{Bounds, MOST_NODES_IN_PAGE, Theory, theory_of};
use study::sweep::senders;
use study::sweep::{Report, as_measured, at_load, simulate};

/// Bisection steps on the interval that contains the saturation load.
const HALVINGS: u32 = 7;

/// Cycles before the messages are counted.
const SETTLING: u64 = 2_000;
/// Cycles in which the messages are counted.
const COUNTED: u64 = 20_000;

impl SceneRun {
    /// The load λ \[messages/node/cycle\].
    pub(crate) fn load(&self) -> f64 {
        self.scenario.traffic.rate
    }

    /// Simulates the scene at a load, as *Measure* does, and returns the report.
    pub(crate) fn measure(&self, load: f64) -> Result<Rc<Report>, LessonError> {
        if let Some(report) = self.measured.borrow().get(&load.to_bits()) {
            return Ok(report.clone());
        }
        let scenario = at_load(&self.scenario, load)?;
        let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
        let report = simulate(&as_measured(&scenario, &built, load), |_| ());
        let report = Rc::new(report?);
        self.measured
            .borrow_mut()
            .insert(load.to_bits(), report.clone());
        Ok(report)
    }

    /// Returns the accepted load at a load λ \[flits/node/cycle\]. In a run, sources may by chance send more than on average;
    /// a network that keeps up delivers at most what they send on average.
    pub(crate) fn throughput(&self, load: f64) -> Result<f64, LessonError> {
        let report = self.measure(load)?;
        let accepted = report.measures.accepted;
        if self.built.packet.is_some() || !report.is_steady() {
            return Ok(accepted);
        }
        let offered = load * self.built.design.length.mean() * senders(&self.scenario, &self.built);
        Ok(accepted.min(offered))
    }

    /// Returns bounds on the load of the scenario.
    pub(crate) fn bounds(&self) -> Result<Bounds, LessonError> {
        Bounds::of(&self.scenario, &self.built).map_err(LessonError::new)
    }

    /// Returns the highest load \[messages/node/cycle\] at which the simulation reaches a steady state, with a
    /// resolution of about a hundredth of the lowest bound.
    pub(crate) fn saturation(&self) -> Result<f64, LessonError> {
        if let Some(&found) = self.saturation.get() {
            return Ok(found);
        }
        let bounds = self.bounds()?;
        let mut above = bounds.all.first().map_or(1.0, |bound| bound.rate).min(1.0);
        let mut below = 0.0;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(below, above);
            let report = self.measure(middle)?;
            if report.is_steady() {
                below = middle;
            } else {
                above = middle;
            }
        }
        Ok(*self.saturation.get_or_init(|| below))
    }

    /// Returns the mean number of messages between generation and arrival, over [`COUNTED`] cycles.
    pub(crate) fn mean_backlog(&self) -> Result<f64, LessonError> {
        self.counts_flits()?;
        let mut simulator = Simulator::new(self.built.design.clone());
        for _ in 0..SETTLING {
            simulator.step();
        }
        let mut sum = 0;
        for _ in 0..COUNTED {
            simulator.step();
            sum += simulator.backlog();
        }
        Ok(sum as f64 / COUNTED as f64)
    }

    /// Sets up a model for the scenario.
    pub(crate) fn theory(&self, id: &str) -> Result<Theory, LessonError> {
        theory_of(id, &self.scenario, &self.built).map_err(LessonError::new)
    }
}

//! What is measured of a scene under random traffic.

use std::rc::Rc;

use super::Run;
use crate::scenario::{Bounds, MOST_NODES_IN_PAGE, Theory, theory_of};
use crate::sim::Simulator;
use crate::sweep::{Report, as_measured, at_load, simulate};

/// Halvings of the interval in which the load of saturation lies.
const HALVINGS: u32 = 7;

/// Cycles before the number of messages is counted, and for how many it is.
const SETTLING: u64 = 2_000;
const COUNTED: u64 = 20_000;

impl Run {
    /// λ \[messages/node/cycle\].
    pub(in crate::lesson) fn load(&self) -> f64 {
        self.scenario.traffic.rate
    }

    /// What a simulation measures at a load, as *Measure* does.
    pub(in crate::lesson) fn measure(&self, load: f64) -> Result<Rc<Report>, String> {
        if let Some(report) = self.measured.borrow().get(&load.to_bits()) {
            return Ok(report.clone());
        }
        let scenario = at_load(&self.scenario, load).map_err(|error| error.reason())?;
        let built = scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let report = simulate(&as_measured(&scenario, &built, load), |_| ());
        let report = Rc::new(report.map_err(|error| error.reason())?);
        self.measured
            .borrow_mut()
            .insert(load.to_bits(), report.clone());
        Ok(report)
    }

    /// Bounds on the load of the scenario.
    pub(in crate::lesson) fn bounds(&self) -> Result<Bounds, String> {
        Bounds::of(&self.scenario, &self.built)
    }

    /// The highest load \[messages/node/cycle\] at which the simulation still settles, to about a
    /// hundredth of the lowest bound.
    pub(in crate::lesson) fn saturation(&self) -> Result<f64, String> {
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

    /// Messages between generation and arrival, on average over many cycles.
    pub(in crate::lesson) fn mean_backlog(&self) -> Result<f64, String> {
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

    /// A model set up for the scenario.
    pub(in crate::lesson) fn theory(&self, id: &str) -> Result<Theory, String> {
        theory_of(id, &self.scenario, &self.built)
    }
}

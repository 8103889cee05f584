//! Laws of every flit-level simulator of the kind that `sim/mod.rs` describes: the one of this
//! library and the reference simulator alike.

pub mod agreement;
pub mod bookkeeping;
pub mod deadlock;
pub mod events;
pub mod idle;
pub mod phases;
pub mod quiet;
pub mod selection;
pub mod startup;
pub mod trees;
mod worms;

use std::sync::Arc;

use engine::sim::{Completion, Delivery, Design, Simulator, Snapshot};

use crate::simulator::oracle::Oracle;

/// The interface of a simulator that the laws use.
pub trait Stepper {
    /// Cycles that it simulates in a short time.
    const A_WHILE: u32;

    fn on(design: Arc<Design>) -> Self;
    fn step(&mut self);
    /// Deliveries of the last cycle, in ascending order of message.
    fn deliveries(&self) -> Vec<Delivery>;
    /// Completions of the last cycle, in ascending order of multicast.
    fn completions(&self) -> Vec<Completion>;
    fn snapshot(&self) -> Snapshot;
    fn is_drained(&self) -> bool;

    fn steps(&mut self, cycles: u32) {
        for _ in 0..cycles {
            self.step();
        }
    }

    /// All deliveries and completions until the network is drained.
    fn drain(&mut self) -> (Vec<Delivery>, Vec<Completion>) {
        let (mut deliveries, mut completions) = (Vec::new(), Vec::new());
        let mut left = 1_000_000;
        while !self.is_drained() {
            self.step();
            deliveries.extend(self.deliveries());
            completions.extend(self.completions());
            left -= 1;
            assert!(left > 0, "{:?}", self.snapshot());
        }
        (deliveries, completions)
    }
}

impl Stepper for Simulator {
    const A_WHILE: u32 = 20_000;

    fn on(design: Arc<Design>) -> Self {
        Self::new(design)
    }

    fn step(&mut self) {
        self.step();
    }

    fn deliveries(&self) -> Vec<Delivery> {
        let mut deliveries = self.deliveries().to_vec();
        deliveries.sort_by_key(|delivery| (delivery.message, delivery.to));
        deliveries
    }

    fn completions(&self) -> Vec<Completion> {
        let mut completions = self.completions().to_vec();
        completions.sort_by_key(|completion| completion.multicast);
        completions
    }

    fn snapshot(&self) -> Snapshot {
        self.snapshot()
    }

    fn is_drained(&self) -> bool {
        self.is_drained()
    }
}

impl Stepper for Oracle {
    const A_WHILE: u32 = 1_000;

    fn on(design: Arc<Design>) -> Self {
        Self::new(&design)
    }

    fn step(&mut self) {
        self.step();
    }

    fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.clone()
    }

    fn completions(&self) -> Vec<Completion> {
        self.completions.clone()
    }

    fn snapshot(&self) -> Snapshot {
        self.snapshot()
    }

    fn is_drained(&self) -> bool {
        self.is_drained()
    }
}

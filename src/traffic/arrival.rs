//! Poisson arrivals in continuous time.
//!
//! One draw per message instead of one per cycle: the gaps between arrivals are exponential
//! with mean 1/λ. With a Bernoulli trial per cycle, two messages of a node could never arrive in
//! one cycle, which the models do not assume.

use super::{Random, open_unit};

/// The next arrival at one node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoissonClock {
    next: f64,
}

impl PoissonClock {
    /// Creates a clock and draws its first arrival; `rate` [messages/cycle] is positive.
    pub fn new(rate: f64, random: &mut Random) -> Self {
        let mut clock = Self { next: 0.0 };
        clock.advance(rate, random);
        clock
    }

    /// The cycle in which the next message arrives.
    pub fn cycle(self) -> u64 {
        self.next as u64
    }

    /// Advances to the next arrival.
    pub fn advance(&mut self, rate: f64, random: &mut Random) {
        self.next -= libm::log(open_unit(random)) / rate;
    }
}

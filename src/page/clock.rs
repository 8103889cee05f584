//! Time between animation frames: how many cycles are due, and what to do at the goal.

use crate::scene::Phase;
use crate::sim::Events;

/// What to do when the goal is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Then {
    /// Stand still there.
    #[default]
    Stand,
    /// Play on from there.
    Play,
    /// Show a phase of the cycle that ends there, and what was before it.
    Show(Phase),
    /// It is only how far a search has come.
    Search {
        /// Where the search began.
        from: u64,
        /// For what.
        kinds: Events,
    },
}

/// Which cycles are due, frame by frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Whether a frame has been asked for.
    pub running: bool,
    /// What to do when the goal is reached.
    pub then: Then,
    /// Time of the last frame \[ms\], if it was played.
    last: Option<f64>,
    /// Cycles that time owes.
    debt: f64,
}

impl Clock {
    /// Forgets when the last frame was: the next one plays a cycle.
    pub fn begin(&mut self) {
        self.last = None;
    }

    /// Adds the cycles that are due since the last frame, at a speed \[cycles/s\].
    pub fn tick(&mut self, time: f64, speed: f64) {
        // A tab that slept does not catch up.
        const LONGEST: f64 = 100.0;
        self.debt = match self.last {
            None => 1.0,
            Some(last) => self.debt + (time - last).min(LONGEST) / 1000.0 * speed,
        };
        self.last = Some(time);
    }

    /// Whether a cycle is due; it is taken as played.
    pub fn takes_cycle(&mut self) -> bool {
        let is_due = self.debt >= 1.0;
        if is_due {
            self.debt -= 1.0;
        }
        is_due
    }

    /// Drops whole cycles that are due.
    pub fn drop_backlog(&mut self) {
        self.debt = self.debt.fract();
    }

    /// How much of the next cycle is due, 0 to 1.
    pub fn share(&self) -> f32 {
        self.debt as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_due_by_time_and_speed() {
        let mut clock = Clock::default();
        clock.tick(0.0, 10.0);
        assert!(clock.takes_cycle(), "the first frame plays a cycle");
        clock.tick(50.0, 10.0);
        assert!(!clock.takes_cycle());
        assert!((clock.share() - 0.5).abs() < 1e-6);
        clock.tick(100.0, 10.0);
        assert!(clock.takes_cycle());
        assert!(!clock.takes_cycle());
    }

    #[test]
    fn a_tab_that_slept_does_not_catch_up_and_a_backlog_can_be_dropped() {
        let mut clock = Clock::default();
        clock.tick(0.0, 100.0);
        assert!(clock.takes_cycle());
        clock.tick(1e6, 100.0);
        let due = std::iter::from_fn(|| clock.takes_cycle().then_some(())).count();
        assert_eq!(due, 10);
        clock.tick(1e6 + 95.0, 100.0);
        clock.drop_backlog();
        assert!(!clock.takes_cycle());
        assert!((clock.share() - 0.5).abs() < 1e-3);
        clock.begin();
        clock.tick(2e6, 1.0);
        assert!(clock.takes_cycle());
    }
}

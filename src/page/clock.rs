//! The clock between animation frames: cycles that are due, and the action at the target cycle.

use engine::sim::Events;
use picture::scene::Phase;

/// The action when the target cycle is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Then {
    #[default]
    Stand,
    Play,
    /// Show a phase of the cycle that ends there, and the phases before it.
    Show(Phase),
    /// Continue a search, of which the target is an intermediate cycle.
    Search {
        /// The cycle at which the search began.
        from: u64,
        kinds: Events,
    },
}

/// Time for a flit to come from one place to the next \[ms\].
pub const GLIDE: f64 = 150.0;

/// Determines the cycles that are due in each frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Whether an animation frame has been requested.
    pub running: bool,
    /// Time of the last frame \[ms\], if it was part of the current play.
    last: Option<f64>,
    /// Cycles due and not played yet.
    debt: f64,
}

impl Clock {
    /// Starts a new play: the next frame plays a cycle.
    pub fn begin(&mut self) {
        self.last = None;
    }

    /// Adds the cycles that have become due since the last frame. `time` is in ms, `speed` in cycles/s.
    pub fn tick(&mut self, time: f64, speed: f64) {
        // A tab that was suspended does not catch up.
        const LONGEST: f64 = 100.0;
        self.debt = match self.last {
            None => 1.0,
            Some(last) => self.debt + (time - last).min(LONGEST) / 1000.0 * speed,
        };
        self.last = Some(time);
    }

    /// Takes one cycle that is due; returns whether there was one.
    pub fn takes_cycle(&mut self) -> bool {
        let is_due = self.debt >= 1.0;
        if is_due {
            self.debt -= 1.0;
        }
        is_due
    }

    /// Drops the whole cycles that are due.
    pub fn drop_backlog(&mut self) {
        self.debt = self.debt.fract();
    }

    /// How far flits have come on their way to the next places, from 0 to 1, at a speed in cycles/s: a glide takes
    /// 150 ms, or the whole cycle where that is shorter; above 20 cycles/s there is none.
    pub fn glide(&self, speed: f64) -> f32 {
        const FASTEST: f64 = 20.0;
        if speed > FASTEST {
            return 1.0;
        }
        let part = (GLIDE / 1000.0 * speed).min(1.0);
        (self.share() / part as f32).min(1.0)
    }

    /// The fraction of the next cycle that is due, from 0 to 1.
    pub fn share(&self) -> f32 {
        self.debt as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_become_due_by_time_and_speed() {
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
    fn a_glide_takes_150_ms_at_slow_speeds_and_none_at_fast_ones() {
        let mut clock = Clock::default();
        clock.tick(0.0, 2.0);
        assert!(clock.takes_cycle());
        clock.tick(75.0, 2.0);
        assert!((clock.glide(2.0) - 0.5).abs() < 1e-6);
        clock.tick(150.0, 2.0);
        assert!((clock.glide(2.0) - 1.0).abs() < 1e-6);
        // At 10 cycles/s the whole cycle is a glide.
        assert!((clock.glide(10.0) - clock.share()).abs() < 1e-6);
        assert!((clock.glide(40.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_suspended_tab_does_not_catch_up_and_a_backlog_can_be_dropped() {
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

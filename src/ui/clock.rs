//! Time between animation frames: how many cycles are due, and what to do at the goal.

use flitscope::scene::Phase;
use flitscope::sim::Events;
use leptos::prelude::window;

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

/// What the player knows of time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Whether a frame has been asked for.
    pub running: bool,
    /// What to do when the goal is reached.
    pub then: Then,
    /// Time of the last frame [ms], if it was played.
    last: Option<f64>,
    /// Cycles that time owes.
    debt: f64,
}

impl Clock {
    /// Forgets when the last frame was: the next one plays a cycle.
    pub fn begin(&mut self) {
        self.last = None;
    }

    /// Counts the time since the last frame, at a speed [cycles/s].
    pub fn goes_on(&mut self, time: f64, speed: f64) {
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

    /// Lets cycles go that are due.
    pub fn forgives(&mut self) {
        self.debt = self.debt.fract();
    }

    /// How much of the next cycle is due, 0 to 1.
    pub fn share(&self) -> f32 {
        self.debt as f32
    }
}

/// Time [ms] for pacing the animation; the simulation itself knows no clock.
pub fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// Whether the person asked for less motion.
pub fn prefers_stillness() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

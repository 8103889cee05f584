//! The clock of the browser, and the user's preference for reduced motion.

use leptos::prelude::window;

/// Returns the time [ms] for pacing the animation; the simulation itself uses no clock.
pub fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// Whether the user prefers reduced motion.
pub fn prefers_stillness() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

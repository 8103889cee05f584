//! The browser's clock, and whether motion is welcome.

use leptos::prelude::window;

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

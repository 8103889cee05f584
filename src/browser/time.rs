//! The clock of the browser, and the user's preference for reduced motion.

use leptos::prelude::window;

/// Returns the time [ms] for pacing the animation; the simulation itself uses no clock.
pub fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// Returns the time of day \[ms since 1970\], which orders what several tabs have stored.
pub fn time_of_day() -> u64 {
    // A browser reports whole milliseconds.
    js_sys::Date::now() as u64
}

/// Whether the user prefers reduced motion.
pub fn prefers_stillness() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

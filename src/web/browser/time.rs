//! The clock of the browser, and the user's preference for reduced motion.

use flitscope::batch::{left_in_words, seconds_left};
use js_sys::futures::JsFuture;
use leptos::prelude::window;

/// Returns the time [ms] for pacing the animation; the simulation itself uses no clock.
pub fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// Formats how long something will still take that began at a time [ms] and of which a share is done:
/// `, about 2 minutes left`, or nothing as long as that is unknown.
pub fn time_left(share: f64, began: f64) -> String {
    let left = seconds_left(share, 1.0, (now() - began) / 1000.0);
    left.map_or_else(String::new, |left| format!(", {}", left_in_words(left)))
}

/// Waits until the browser has handled input and painted, if it has to. Also ends in a tab that is not visible.
pub async fn pause() {
    let waiting = js_sys::Promise::new(&mut |done, _| {
        // Fails only without a window.
        let _ = window().set_timeout_with_callback(&done);
    });
    // It is never rejected.
    let _ = JsFuture::from(waiting).await;
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

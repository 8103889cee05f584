//! What a browser remembers from visit to visit. Private windows refuse; then a choice lasts
//! as long as the page.

use flitscope::lesson::Progress;
use leptos::prelude::window;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Where the network was left for another place, as an address: until the browser's tab is closed.
pub fn left() -> Option<String> {
    let storage = window().session_storage().ok().flatten();
    storage?.get_item(LEFT).ok()?
}

/// Notes where the network is left.
pub fn leave(address: &str) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        let _ = storage.set_item(LEFT, address);
    }
}

/// The lesson file that was opened in this tab.
pub fn lesson_file() -> Option<String> {
    let storage = window().session_storage().ok().flatten();
    storage?.get_item(LESSON_FILE).ok()?
}

/// Keeps a lesson file for as long as the tab is open.
pub fn keep_lesson_file(text: &str) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        let _ = storage.set_item(LESSON_FILE, text);
    }
}

/// How far somebody has come with lessons; what cannot be read is as if nothing was kept.
pub fn progress() -> Progress {
    let text = recall(PROGRESS).unwrap_or_default();
    Progress::from_text(&text).unwrap_or_default()
}

/// Keeps how far somebody has come.
pub fn keep_progress(progress: &Progress) {
    remember(PROGRESS, &progress.to_text());
}

/// Under which the routing function is kept that is being written.
pub const SCRIPT_DRAFT: &str = "flitscope-script-draft";

/// Under which the network is kept that is being drawn.
pub const NETWORK_DRAFT: &str = "flitscope-network-draft";

/// Under which the lesson is kept that is being made.
pub const LESSON_DRAFT: &str = "flitscope-lesson-draft";

const LESSON_FILE: &str = "flitscope-lesson-file";

const PROGRESS: &str = "flitscope-progress";

const LEFT: &str = "flitscope-left";

/// Under which the last address of the network is noted.
pub const LAST: &str = "flitscope-last";

/// What was noted under a name.
pub fn recall(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Notes something under a name.
pub fn remember(name: &str, what: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, what);
    }
}

/// Whether something was noted, and not taken back.
pub fn is_remembered(name: &str) -> bool {
    recall(name).is_some_and(|what| !what.is_empty())
}

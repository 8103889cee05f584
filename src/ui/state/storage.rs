//! Browser storage. Where the browser refuses to store, as some private windows do, a choice lasts as
//! long as the page.

use flitscope::lesson::Progress;
use leptos::prelude::window;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Returns the address of the network left for another place; kept until the browser's tab is closed.
pub fn left() -> Option<String> {
    let storage = window().session_storage().ok().flatten();
    storage?.get_item(LEFT).ok()?
}

/// Stores the address of the network that is left for another place.
pub fn leave(address: &str) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        let _ = storage.set_item(LEFT, address);
    }
}

/// Returns the lesson file opened in this tab.
pub fn lesson_file() -> Option<String> {
    let storage = window().session_storage().ok().flatten();
    storage?.get_item(LESSON_FILE).ok()?
}

/// Stores a lesson file until the tab is closed.
pub fn keep_lesson_file(text: &str) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        let _ = storage.set_item(LESSON_FILE, text);
    }
}

/// Returns the progress in lessons; empty if none is stored or it cannot be read.
pub fn progress() -> Progress {
    let text = recall(PROGRESS).unwrap_or_default();
    Progress::from_text(&text).unwrap_or_default()
}

/// Stores the progress in lessons.
pub fn keep_progress(progress: &Progress) {
    remember(PROGRESS, &progress.to_text());
}

/// Key of the routing function in the editor.
pub const SCRIPT_DRAFT: &str = "flitscope-script-draft";

/// Key of the code in a step of a lesson, before the id of the lesson and the number of the step.
pub const LESSON_CODE: &str = "flitscope-lesson-code/";

/// Key of the network that is being drawn.
pub const NETWORK_DRAFT: &str = "flitscope-network-draft";

/// Key of the lesson in the builder.
pub const LESSON_DRAFT: &str = "flitscope-lesson-draft";

const LESSON_FILE: &str = "flitscope-lesson-file";

const PROGRESS: &str = "flitscope-progress";

const LEFT: &str = "flitscope-left";

/// Key of the last address of the network.
pub const LAST: &str = "flitscope-last";

/// Returns the value stored under a key.
pub fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Stores a value under a key.
pub fn remember(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Returns whether a value other than the empty string is stored under a key.
pub fn is_remembered(key: &str) -> bool {
    recall(key).is_some_and(|value| !value.is_empty())
}

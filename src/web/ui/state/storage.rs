//! Browser storage. Where the browser refuses to store, as some private windows do, a choice lasts as
//! long as the page.

use std::cell::RefCell;
use std::collections::BTreeMap;

use flitscope::lesson::{StepWork, before_record};
use flitscope::page::{LessonView, Restrictions};
use leptos::prelude::window;
use web_sys::PerformanceNavigation;

/// The name of the frame in which *Share* shows the page. It reads and stores nothing, so that it shows the page of a new
/// visitor, and changes nothing for the user.
pub const PREVIEW: &str = "flitscope-preview";

fn is_preview() -> bool {
    window().name().is_ok_and(|name| name == PREVIEW)
}

fn storage() -> Option<web_sys::Storage> {
    let storage = window().local_storage().ok().flatten();
    storage.filter(|_| !is_preview())
}

/// The storage of the tab, which its frames share.
fn tab_storage() -> Option<web_sys::Storage> {
    let storage = window().session_storage().ok().flatten();
    storage.filter(|_| !is_preview())
}

/// Returns the address of the network left for another place; kept until the browser's tab is closed.
pub fn left() -> Option<String> {
    tab_storage()?.get_item(LEFT).ok()?
}

/// Stores the address of the network that is left for another place.
pub fn leave(address: &str) {
    if let Some(storage) = tab_storage() {
        let _ = storage.set_item(LEFT, address);
    }
}

/// Returns the view of lessons that a link has set for this tab.
pub fn view() -> LessonView {
    let storage = tab_storage();
    let view = storage.and_then(|storage| storage.get_item(VIEW).ok()?);
    let view = view.and_then(|view| LessonView::from_id(&view));
    view.unwrap_or_default()
}

/// Stores the view of lessons until the tab is closed.
pub fn keep_view(view: LessonView) {
    if let Some(storage) = tab_storage() {
        let _ = storage.set_item(VIEW, view.id());
    }
}

/// Returns the restrictions, as the query string of a link, that were in force in this window or frame when it was
/// reloaded or left; `None` if it was opened anew.
pub fn restrictions_before() -> Option<String> {
    let again = [
        PerformanceNavigation::TYPE_RELOAD,
        PerformanceNavigation::TYPE_BACK_FORWARD,
    ];
    let kind = window().performance()?.navigation().type_();
    let storage = tab_storage();
    storage
        .filter(|_| again.contains(&kind))?
        .get_item(&restricted_key())
        .ok()?
}

/// Stores the restrictions for a reload, if there are any.
pub fn keep_restrictions(restrictions: &Restrictions) {
    let Some(storage) = tab_storage() else {
        return;
    };
    let _ = if *restrictions == Restrictions::default() {
        storage.remove_item(&restricted_key())
    } else {
        storage.set_item(&restricted_key(), &restrictions.write())
    };
}

/// The key of the restrictions. Frames of one window share its storage, but not their restrictions.
fn restricted_key() -> String {
    let own = window();
    let parent = own.parent().ok().flatten().unwrap_or_else(window);
    let frames = (0..parent.length()).find(|&frame| {
        // A frame of another origin may be compared, but nothing else.
        js_sys::Reflect::get_u32(&parent, frame).is_ok_and(|other| js_sys::Object::is(&other, &own))
    });
    frames.map_or_else(
        || RESTRICTED.to_owned(),
        |frame| format!("{RESTRICTED}/{frame}"),
    )
}

/// The reason why the browser has not stored a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotStored;

impl std::fmt::Display for NotStored {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(
            "This browser stores nothing more for this page, so your work is lost when the page is closed. Save it \
             as a file, or delete data of other pages.",
        )
    }
}

/// Key of the routing function in the editor.
pub const SCRIPT_DRAFT: &str = "flitscope-script-draft";

/// Removes the work on all steps of all lessons; returns it by key.
pub fn take_step_work() -> Vec<(String, String)> {
    take_work(|_| true)
}

/// Removes the work on all steps of a lesson, in all its variants; returns it by key.
pub fn take_work_on(lesson: &str) -> Vec<(String, String)> {
    take_work(|record| {
        record
            .strip_prefix(lesson)
            .is_some_and(|rest| rest.starts_with(['/', '@']))
    })
}

/// Removes the work on steps whose key, from that of the progress on, is wanted.
fn take_work(is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?);
    let is_work = |key: &String| {
        let mut kinds = StepWork::ALL.into_iter();
        kinds.any(|kind| {
            key.strip_prefix(before_record(kind))
                .is_some_and(&is_wanted)
        })
    };
    let keys: Vec<_> = keys.filter(is_work).collect();
    let taken = keys.into_iter().filter_map(|key| {
        let value = storage.get_item(&key).ok()??;
        storage.remove_item(&key).ok()?;
        Some((key, value))
    });
    taken.collect()
}

/// Key of the network that is being drawn.
pub const NETWORK_DRAFT: &str = "flitscope-network-draft";

const VIEW: &str = "flitscope-lesson-view";

const LEFT: &str = "flitscope-left";

const RESTRICTED: &str = "flitscope-restricted";

/// Key of the last address of the network.
pub const LAST: &str = "flitscope-last";

thread_local! {
    /// The work that the browser has not stored, by key: it lasts as long as the page.
    static UNSTORED: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the value stored under a key, or kept by the page because the browser has not stored it.
pub fn recall(key: &str) -> Option<String> {
    let unstored = UNSTORED.with_borrow(|unstored| unstored.get(key).cloned());
    unstored.or_else(|| storage()?.get_item(key).ok()?)
}

/// Stores a value under a key; nothing is stored for the empty string.
fn store(key: &str, value: &str) -> Result<(), NotStored> {
    let storage = storage().ok_or(NotStored)?;
    let stored = match value {
        "" => storage.remove_item(key),
        _ => storage.set_item(key, value),
    };
    stored.map_err(|_| NotStored)
}

/// Stores work of the user under a key; if the browser refuses, keeps it for as long as the page lasts.
pub fn keep(key: &str, value: &str) -> Result<(), NotStored> {
    let stored = store(key, value);
    UNSTORED.with_borrow_mut(|unstored| match stored {
        Ok(()) => drop(unstored.remove(key)),
        Err(NotStored) => drop(unstored.insert(key.to_owned(), value.to_owned())),
    });
    if is_preview() { Ok(()) } else { stored }
}

/// Stores a choice under a key, which may fail.
pub fn remember(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Returns whether a value other than the empty string is stored under a key.
pub fn is_remembered(key: &str) -> bool {
    recall(key).is_some_and(|value| !value.is_empty())
}

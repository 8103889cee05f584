//! Measured points in the local storage of the browser, shared by all programs of the page.
//!
//! Every point is a separate item; an index lists the items and their age. A point that the browser
//! refuses to store is simulated again when it is needed.

use leptos::prelude::window;
use web_sys::Storage;

use flitscope::scenario::Scenario;
use flitscope::sweep::{KeptIndex, MOST_KEPT, PointKey, Report, by_load, subject_of};

const INDEX: &str = "flitscope-points";
const POINT: &str = "flitscope-point-";

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn item(hash: &str) -> String {
    [POINT, hash].concat()
}

fn index(storage: &Storage) -> KeptIndex {
    let text = storage.get_item(INDEX).ok().flatten();
    KeptIndex::from_text(&text.unwrap_or_default())
}

fn remove(storage: &Storage, hashes: &[String]) {
    for hash in hashes {
        let _ = storage.remove_item(&item(hash));
    }
}

/// Stores the report of a scenario that was simulated with exactly the scenario's settings.
pub fn put(scenario: &Scenario, report: &Report) {
    let Some(storage) = storage() else { return };
    let mut all = index(&storage);
    let gone = all.put(scenario, MOST_KEPT);
    remove(&storage, &gone);
    let name = item(&PointKey::of(scenario).point);
    let Ok(text) = serde_json::to_string(report) else {
        return;
    };
    if storage.set_item(&name, &text).is_err() {
        // The storage, which other data shares, is full.
        let gone = all.shrink(all.len() / 2);
        remove(&storage, &gone);
        if storage.set_item(&name, &text).is_err() {
            return;
        }
    }
    let _ = storage.set_item(INDEX, &all.to_text());
}

/// Returns the report of a scenario with exactly the scenario's settings, if it is stored.
pub fn get(scenario: &Scenario) -> Option<Report> {
    read(&storage()?, &PointKey::of(scenario).point)
}

fn read(storage: &Storage, hash: &str) -> Option<Report> {
    let text = storage.get_item(&item(hash)).ok().flatten()?;
    serde_json::from_str(&text).ok()
}

/// Returns all stored reports of a scenario at any load, sorted by load; of several at one load, the
/// one of the longest run.
pub fn of_subject(scenario: &Scenario) -> Vec<Report> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let all = index(&storage);
    let points = all.of_subject(&subject_of(scenario)).into_iter();
    by_load(points.filter_map(|hash| read(&storage, hash)).collect())
}

/// Forgets all points of a scenario.
pub fn forget(scenario: &Scenario) {
    let Some(storage) = storage() else { return };
    let mut all = index(&storage);
    remove(&storage, &all.forget(&subject_of(scenario)));
    let _ = storage.set_item(INDEX, &all.to_text());
}

/// Returns the number of stored points.
pub fn count() -> usize {
    storage().map_or(0, |storage| index(&storage).len())
}

pub fn clear() {
    let Some(storage) = storage() else { return };
    let mut all = index(&storage);
    remove(&storage, &all.shrink(0));
    let _ = storage.remove_item(INDEX);
}

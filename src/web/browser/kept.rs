//! Measured points in the local storage of the browser, shared by all programs of the page.
//!
//! Every point is a separate item; an index lists the items and their age. A point that the browser
//! refuses to store is simulated again when it is needed.

use leptos::prelude::window;
use web_sys::Storage;

use flitscope::scenario::Scenario;
use flitscope::sweep::{KeptIndex, MOST_KEPT, Measured, PointKey, by_load, subject_of};

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

/// Stores the point of a scenario that was simulated with exactly the scenario's settings.
pub fn put(scenario: &Scenario, point: &Measured) {
    let Some(storage) = storage() else { return };
    let mut all = index(&storage);
    let gone = all.put(scenario, MOST_KEPT);
    remove(&storage, &gone);
    let name = item(&PointKey::of(scenario).point);
    let text = point.to_text();
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

/// Returns the point of a scenario with exactly the scenario's settings, if it is stored.
pub fn get(scenario: &Scenario) -> Option<Measured> {
    let name = item(&PointKey::of(scenario).point);
    let text = storage()?.get_item(&name).ok().flatten()?;
    Measured::from_text(&text)
}

/// Returns all stored points of a scenario at any load, sorted by load; of several at one load, the
/// one of the longest run. The points carry no curve label.
pub fn of_subject(scenario: &Scenario) -> Vec<Measured> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let all = index(&storage);
    let points = all.of_subject(&subject_of(scenario)).into_iter();
    let points = points.filter_map(|hash| {
        let text = storage.get_item(&item(hash)).ok().flatten()?;
        let curve = String::new();
        Some(Measured {
            curve,
            ..Measured::from_text(&text)?
        })
    });
    by_load(points.collect())
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

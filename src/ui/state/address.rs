//! Two-way synchronization between the address and the state of the page.

use std::time::Duration;

use flitscope::browser::{programs, time::now};
use flitscope::page::{Address, Entries, Opened, Place, names_network, query_of};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::page::{Page, Panel};
use super::storage;

/// Returns the fragment of the address, including `#`.
fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Reads the state from the address.
fn read() -> Opened {
    Address::read(query_of(&hash()))
}

/// Returns the query part of a fragment of any place: the text after the question mark.
fn whole_query(hash: &str) -> &str {
    hash.split_once('?').map_or("", |(_, query)| query)
}

/// Returns the query part of the current address.
pub(super) fn query_now() -> String {
    whole_query(&hash()).to_owned()
}

/// Writes the state into the address.
///
/// An action of the user makes an entry in the browser's history; the passage of simulated time does not.
/// Nothing is written while another program owns the address, while a paper has yet to choose a network,
/// or while an address that was just entered has yet to be followed.
pub fn write(page: Page) {
    if page.written.is_awaited.get_untracked() {
        return;
    }
    let hash = hash();
    let place = page.place.get_untracked();
    if Place::of(&hash) != place || *page.query.read_value() != whole_query(&hash) {
        return;
    }
    let path = match place {
        Place::Explore => "#/lab",
        // An open paper shows its own network on the stage.
        Place::Papers => match hash.split_once('?') {
            Some((path, query)) if names_network(query) => path,
            _ => return,
        },
        Place::Lessons if page.teaching.is_settled() => {
            hash.split_once('?').map_or(&*hash, |(path, _)| path)
        }
        Place::Home | Place::Experiment | Place::Lessons => return,
    };
    let state = untrack(|| page.state());
    let take = |entries: &mut Entries| entries.take(&state, now());
    let is_new = page.entries.try_update_value(take) == Some(true);
    put(&format!("{path}?{}", state.write()), is_new);
    note(page);
    if place == Place::Explore {
        storage::remember(storage::LAST, &self::hash());
    }
}

/// Replaces the current history entry, or pushes a new one.
fn put(hash: &str, is_new: bool) {
    let history = window().history().expect("pages have a history");
    // Keep the entry's state, which contains the number by which Papers identifies it.
    let state = history.state().unwrap_or(JsValue::NULL);
    // Fails only when called too often; the next call catches up.
    let _ = if is_new {
        history.push_state_with_url(&JsValue::NULL, "", Some(hash))
    } else {
        history.replace_state_with_url(&state, "", Some(hash))
    };
}

/// Records the address, as the browser spells it, as the one last written or followed.
fn note(page: Page) {
    page.query.set_value(whole_query(&hash()).to_owned());
}

/// Returns the address of the current state under `path`.
fn hash_of(page: Page, path: &str) -> String {
    format!("{path}?{}", untrack(|| page.state()).write())
}

/// Keeps address and state synchronized both ways; while the run plays, the address is written once a second.
pub fn keep_in_step(page: Page) {
    const REST: Duration = Duration::from_millis(150);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        // Tracks everything in the address except the cycle.
        let _ = page.state();
        let moving = page.player.playing.get() || page.player.goal.get().is_some();
        if !moving {
            page.player.cycle.track();
        }
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        let handle = set_timeout_with_handle(move || write(page), REST).ok();
        pending.set_value(handle);
    });
    let listener = programs::listen(ev::hashchange, move |_| page.follow_address());
    // A reload must not lose more than a second of the run.
    let clock = set_interval_with_handle(
        move || {
            if page.player.playing.get_untracked() {
                write(page);
            }
        },
        Duration::from_secs(1),
    );
    on_cleanup(move || {
        listener.remove();
        if let Ok(clock) = clock {
            clock.clear();
        }
    });
}

impl Page {
    /// Creates the page from the address; without a state in the address, from Home, from the network left
    /// earlier, or from the first preset.
    pub fn from_address() -> Self {
        let place = Place::of(&hash());
        // A returning visitor who opens another place keeps the network left in Explore.
        let left = storage::left().filter(|_| place != Place::Explore);
        let opened = match (read(), &left) {
            _ if place == Place::Home => Address::home(),
            (opened, Some(left)) if opened.is_empty => Address::read(query_of(left)),
            (opened, _) => opened,
        };
        let page = Self::new(opened, place, left.filter(|_| place.has_own_network()));
        note(page);
        if place == Place::Lessons {
            if !names_network(whole_query(&hash())) {
                page.player.pause();
            }
            page.follow_lessons(&hash());
        }
        page
    }

    /// Shows the place and the state that the address names.
    pub fn follow_address(self) {
        note(self);
        let hash = hash();
        let (before, place) = (self.place.get_untracked(), Place::of(&hash));
        if before == Place::Explore && place != Place::Explore {
            storage::leave(&hash_of(self, "#/lab"));
        }
        // Home, Papers and Lessons put their own network on the stage; the explored one returns
        // afterwards, even after a visit to a third place.
        if place.has_own_network() && !before.has_own_network() && self.left.read_value().is_none()
        {
            self.left.set_value(Some(hash_of(self, "#/lab")));
        }
        match (before, place) {
            (Place::Home, Place::Home) => {}
            (Place::Home, _) => self.player.speed.set(self.usual_speed.get_value()),
            (_, Place::Home) => self
                .usual_speed
                .set_value(self.player.speed.get_untracked()),
            _ => {}
        }
        // The settings stay open when the address only switches to another example.
        if before != place || self.panel.get_untracked() == Panel::Examples {
            self.panel.set(Panel::None);
        }
        if before != place {
            self.pointed.set(None);
            // Problems belong to the link that was followed; another place reports its own.
            self.problems.set(Vec::new());
            if matches!(place, Place::Home | Place::Explore | Place::Lessons) {
                // On a small screen the user may have scrolled far below the picture.
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        }
        self.place.set(place);
        let opened = read();
        match place {
            Place::Home if before != place => self.enter(Address::home()),
            Place::Home | Place::Experiment => {}
            Place::Lessons => {
                if !opened.is_empty {
                    self.enter(opened);
                }
                self.follow_lessons(&hash);
            }
            Place::Papers if opened.is_empty => self.pointed.set(None),
            Place::Papers if before == place => self.open(opened),
            Place::Papers => self.enter(opened),
            Place::Explore => {
                let left = self.left.try_update_value(Option::take).flatten();
                match left {
                    _ if !opened.is_empty && before == place => self.open(opened),
                    _ if !opened.is_empty => self.enter(opened),
                    Some(left) => self.enter(Address::read(query_of(&left))),
                    None if before.has_own_network() => self.enter(opened),
                    None => {}
                }
                write(self);
            }
        }
    }
}

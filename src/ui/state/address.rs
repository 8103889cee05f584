//! The address of the page and its state, kept in step both ways.

use std::time::Duration;

use flitscope::browser::programs;
use flitscope::page::{Opened, PageState, Room, names_network, query_of};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::page::Page;
use super::storage;

/// What the address of the page says behind `#`, with it.
fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Reads the address of the page.
fn read() -> Opened {
    PageState::read(query_of(&hash()))
}

/// What stands behind the question mark, in whatever room.
fn whole_query(hash: &str) -> &str {
    hash.split_once('?').map_or("", |(_, query)| query)
}

/// Writes the state into the address, without a new entry in the browser's history; but not in
/// the laboratory, to which the address belongs, nor where a paper has yet to choose what is
/// shown, nor over an address that was entered a moment ago and has yet to be followed.
pub fn write(page: Page) {
    let hash = hash();
    let room = page.room.get_untracked();
    if Room::of(&hash) != room || *page.query.read_value() != whole_query(&hash) {
        return;
    }
    let path = match room {
        Room::Network => "#/lab",
        // A paper that is opened shows its own network on the stage.
        Room::Papers => match hash.split_once('?') {
            Some((path, query)) if names_network(query) => path,
            _ => return,
        },
        Room::Laboratory => return,
    };
    let hash = hash_of(page, path);
    let history = window().history().expect("pages have a history");
    // Refused only when called too often; the next call brings it up to date.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&hash));
    note(page);
}

/// Takes note of the address, as the browser spells it, as one that is written or followed.
fn note(page: Page) {
    page.query.set_value(whole_query(&hash()).to_owned());
}

/// The address of what is shown, in a room.
fn hash_of(page: Page, path: &str) -> String {
    format!("{path}?{}", untrack(|| page.state()).write())
}

/// Keeps address and state in step, both ways; while worms move, once a second.
pub fn keep_in_step(page: Page) {
    const REST: Duration = Duration::from_millis(150);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        // All that the address says but the cycle.
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
    // A reload must not lose the place by more than a second.
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
    /// The state that the address holds, or the first preset in motion.
    pub fn from_address() -> Self {
        let room = Room::of(&hash());
        // A visitor who comes back to another room finds the network where it was left for that.
        let left = storage::left().filter(|_| room != Room::Network);
        let opened = match (read(), &left) {
            (opened, Some(left)) if opened.is_empty => PageState::read(query_of(left)),
            (opened, _) => opened,
        };
        let page = Self::new(opened, room, left.filter(|_| room == Room::Papers));
        note(page);
        page
    }

    /// Goes where the address leads.
    pub fn follow_address(self) {
        note(self);
        let hash = hash();
        let (before, room) = (self.room.get_untracked(), Room::of(&hash));
        if before == Room::Network && room != Room::Network {
            storage::leave(&hash_of(self, "#/lab"));
        }
        // A paper puts its own network on the stage; that of the network comes back afterwards, even
        // by way of the laboratory.
        if before != Room::Papers && room == Room::Papers && self.left.read_value().is_none() {
            self.left.set_value(Some(hash_of(self, "#/lab")));
        }
        self.room.set(room);
        let opened = read();
        let left = Some(room).filter(|room| *room == Room::Network);
        let left = left.and_then(|_| self.left.try_update_value(Option::take)?);
        if let Some(left) = left.filter(|_| opened.is_empty) {
            self.pointed.set(None);
            // Is heard as any other address; fails only for what is none.
            let _ = window().location().set_hash(&left);
            return;
        }
        // Who only goes to another room finds the network as it was.
        if room == Room::Laboratory || opened.is_empty && (before != room || room == Room::Papers) {
            self.pointed.set(None);
            if room == Room::Network {
                write(self);
            }
            return;
        }
        self.open(opened);
    }
}

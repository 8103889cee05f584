//! Two-way synchronization between the address and the state of the page.

use std::time::Duration;

use browser::{programs, time::now};
use flitscope::lesson::LessonState;
use flitscope::page::{
    Action, Address, Awaited, Entries, Opened, Place, Restrictions, names_network, query_of,
    restrictions_of, theme_of,
};
use flitscope::routing::Scripts;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::address_bar::{hash, whole_query};
use super::lesson::take_keys;
use super::page::Page;
use super::storage;

/// Writes the state into the address.
///
/// An action of the user makes an entry in the browser's history; the passage of simulated time does not.
/// Nothing is written while another program owns the address, while a paper has yet to choose a network,
/// or while an address that was just entered has yet to be followed.
pub fn write(page: Page) {
    let bar = page.bar;
    if bar.awaited.get_value().is_some() {
        return;
    }
    let hash = hash();
    let place = page.now(|state| state.place);
    if Place::of(&hash) != place || *bar.hash.read_value() != hash {
        return;
    }
    let path = match place {
        Place::Explore => "#/lab",
        // An open paper shows its own network on the stage.
        Place::Papers => match hash.split_once('?') {
            Some((path, query)) if names_network(query) => path,
            _ => return,
        },
        Place::Lessons if page.teaching.state.with_untracked(LessonState::is_settled) => {
            hash.split_once('?').map_or(&*hash, |(path, _)| path)
        }
        Place::Home | Place::Experiment | Place::Lessons => return,
    };
    let address = page.address();
    let take = |entries: &mut Entries| entries.take(&address, now());
    let is_new = bar.entries.try_update_value(take) == Some(true);
    put(&format!("{path}?{}", address.write()), is_new);
    bar.note();
    if place == Place::Explore {
        // Restrictions belong to the link, not to the visitor who returns later.
        let last = Address {
            restrictions: Restrictions::default(),
            ..address
        };
        storage::remember(storage::LAST, &format!("{path}?{}", last.write()));
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

/// Keeps address and state synchronized both ways. The first of several changes is written at once, so that a reload
/// does not lose it, and the last one after a rest; while the run plays, the address is written once a second.
pub fn keep_in_step(page: Page) {
    const REST: Duration = Duration::from_millis(150);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    // Everything in the address except the cycle.
    let content = Memo::new(move |_| page.state.read().address(0));
    Effect::new(move |before: Option<()>| {
        content.track();
        if before.is_some() && pending.read_value().is_none() {
            untrack(|| write(page));
        }
    });
    Effect::new(move |_| {
        content.with(|_| ());
        let moving = page.player.playing.get() || page.player.goal.get().is_some();
        if !moving {
            page.player.cycle.track();
        }
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        let rested = move || {
            pending.set_value(None);
            write(page);
        };
        pending.set_value(set_timeout_with_handle(rested, REST).ok());
    });
    let listener = programs::listen(ev::hashchange, move |_| page.follow_address());
    // A reload must not lose more than a second of the run.
    let clock = set_interval_with_handle(
        move || {
            if page.player.now().playing {
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

/// Takes over the restrictions and the theme that the address of a place names, also of one without a network of its
/// own.
fn restricted(mut opened: Opened, hash: &str) -> Opened {
    let query = whole_query(hash);
    if let Some(restrictions) = restrictions_of(query) {
        opened.restricts = true;
        opened.address.restrictions = restrictions;
    }
    opened.address.view.theme = theme_of(query).or(opened.address.view.theme);
    opened
}

impl Page {
    /// Creates the page from the address; without a state in the address, from Home, from the network left
    /// earlier, or from the first preset.
    pub fn from_address() -> Self {
        let keys = take_keys();
        let hash = hash();
        let place = Place::of(&hash);
        // A returning visitor who opens another place keeps the network left in Explore.
        let left = storage::left().filter(|_| place != Place::Explore);
        let scripts = Scripts::default();
        let left = left.map(|left| Address::read(query_of(&left), &scripts));
        let opened = match (Address::read(query_of(&hash), &scripts), &left) {
            _ if place == Place::Home => Address::home(),
            // The script of the network left, if any, is compiled when the user returns to Explore.
            (opened, Some(left)) if opened.is_empty => Opened::of(Address {
                restrictions: opened.address.restrictions,
                ..left.address.clone()
            }),
            (opened, _) => opened,
        };
        let mut opened = restricted(opened, &hash);
        if let Some(before) = storage::restrictions_before().filter(|_| !opened.restricts) {
            opened.address.restrictions = restrictions_of(&before).unwrap_or_default();
        }
        let left = left.filter(|left| place.has_own_network() || left.awaits.is_some());
        let page = Self::new(opened.clone(), place, left);
        page.bar.note();
        if opened.awaits.is_some() {
            // Until the script is compiled, another routing function is shown.
            page.open_by_page(opened);
        }
        if place == Place::Lessons {
            if !names_network(whole_query(&hash)) {
                page.player.pause();
            }
            page.follow_lessons(&hash, keys);
        }
        page
    }

    /// Reads an address from its query string.
    pub fn read_query(self, query: &str) -> Opened {
        Address::read(query, &self.written.scripts.read_value())
    }

    /// Returns the query string of the explored network if its script has to be compiled before the network can
    /// return; empty otherwise.
    fn query_left(self) -> String {
        let left = self.now(|state| state.left.clone());
        let awaits = left.and_then(|left| left.awaits);
        awaits.map_or_else(String::new, |awaited| awaited.query)
    }

    /// Calls `then` with an address once its script is compiled, unless another address is entered or opened before
    /// that.
    pub(super) fn when_compiled(self, opened: Opened, then: impl FnOnce(Opened) + 'static) {
        let number = self.bar.count_opened();
        let Some(Awaited { query, uncompiled }) = opened.awaits.clone() else {
            return then(opened);
        };
        let address = hash();
        self.bar.awaited.set_value(Some(number));
        self.written.examine(uncompiled.clone(), move |found| {
            if self.bar.opened.get_value() != number {
                return;
            }
            self.bar.end_wait();
            // An address that was just entered has yet to be followed.
            if hash() != address {
                return;
            }
            match found {
                Ok(_) => then(self.read_query(&query)),
                Err(fault) => {
                    then(opened);
                    self.correct(uncompiled.script, &fault);
                }
            }
        });
    }

    /// Shows the place and the state that the address names.
    pub fn follow_address(self) {
        let keys = take_keys();
        self.bar.note();
        let hash = hash();
        let (before, place) = (self.now(|state| state.place), Place::of(&hash));
        if before == Place::Explore && place != Place::Explore {
            storage::leave(&format!("#/lab?{}", self.address().write()));
        }
        let usual_speed = self.bar.usual_speed;
        match (before, place) {
            (Place::Home, Place::Home) => {}
            (Place::Home, _) => self
                .player
                .change(|run| run.speed = usual_speed.get_value()),
            (_, Place::Home) => usual_speed.set_value(self.player.now().speed),
            _ => {}
        }
        if before != place && matches!(place, Place::Home | Place::Explore | Place::Lessons) {
            // On a small screen the user may have scrolled far below the picture.
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        let opened = match (place, query_of(&hash)) {
            (Place::Home, _) => Address::home(),
            (Place::Explore, "") => self.read_query(&self.query_left()),
            (_, query) => self.read_query(query),
        };
        let opened = restricted(opened, &hash);
        self.when_compiled(opened, move |opened| {
            self.act(Action::Visit(place, Box::new(opened)));
            match place {
                Place::Lessons => self.follow_lessons(&hash, keys),
                Place::Explore => write(self),
                _ => {}
            }
        });
        self.bar
            .is_entered
            .set_value(self.bar.awaited.get_value().is_some());
    }
}

//! The address of the page and its state, kept in step both ways.

use std::time::Duration;

use flitscope::browser::{programs, time::now};
use flitscope::page::{Entries, Opened, PageState, Place, names_network, query_of};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::page::{Page, Panel};
use super::storage;

/// What the address of the page says behind `#`, with it.
fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Reads the address of the page.
fn read() -> Opened {
    PageState::read(query_of(&hash()))
}

/// What stands behind the question mark, in whatever place.
fn whole_query(hash: &str) -> &str {
    hash.split_once('?').map_or("", |(_, query)| query)
}

/// What stands behind the question mark of the address now.
pub(super) fn query_now() -> String {
    whole_query(&hash()).to_owned()
}

/// Writes the state into the address: what a person did makes an entry in the browser's history, and
/// time that passes none. But not where the address belongs to another program, or where a paper has
/// yet to choose what is shown, nor over an address that was entered a moment ago and has yet to be
/// followed.
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
        // A paper that is opened shows its own network on the stage.
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

/// Puts an address in place of the one there is, or on top of it.
fn put(hash: &str, is_new: bool) {
    let history = window().history().expect("pages have a history");
    // The number by which the papers know an entry stays with it.
    let state = history.state().unwrap_or(JsValue::NULL);
    // Refused only when called too often; the next call brings it up to date.
    let _ = if is_new {
        history.push_state_with_url(&JsValue::NULL, "", Some(hash))
    } else {
        history.replace_state_with_url(&state, "", Some(hash))
    };
}

/// Takes note of the address, as the browser spells it, as one that is written or followed.
fn note(page: Page) {
    page.query.set_value(whole_query(&hash()).to_owned());
}

/// The address of what is shown, in a place.
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
    /// The state that the address holds, or that of Home, or the first preset in motion.
    pub fn from_address() -> Self {
        let place = Place::of(&hash());
        // A visitor who comes back to another place finds the network where it was left for that.
        let left = storage::left().filter(|_| place != Place::Explore);
        let opened = match (read(), &left) {
            _ if place == Place::Home => PageState::home(),
            (opened, Some(left)) if opened.is_empty => PageState::read(query_of(left)),
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

    /// Goes where the address leads.
    pub fn follow_address(self) {
        note(self);
        let hash = hash();
        let (before, place) = (self.place.get_untracked(), Place::of(&hash));
        if before == Place::Explore && place != Place::Explore {
            storage::leave(&hash_of(self, "#/lab"));
        }
        // Home and papers put their own network on the stage; the one that was explored comes back
        // afterwards, even by way of another place.
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
        // Settings stay open from example to example.
        if before != place || self.panel.get_untracked() == Panel::Examples {
            self.panel.set(Panel::None);
        }
        if before != place {
            self.pointed.set(None);
            // What is said of a link is said where it led; entering another place says its own.
            self.problems.set(Vec::new());
            if matches!(place, Place::Home | Place::Explore | Place::Lessons) {
                // On a small screen one may have scrolled far below the picture.
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        }
        self.place.set(place);
        let opened = read();
        match place {
            Place::Home if before != place => self.enter(PageState::home()),
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
                    Some(left) => self.enter(PageState::read(query_of(&left))),
                    None if before.has_own_network() => self.enter(opened),
                    None => {}
                }
                write(self);
            }
        }
    }
}

//! Where a reader was: for each entry of the browser's history, how far its page was scrolled
//! and which tables were unfolded. A new entry opens at its top, or at the table that it names;
//! one that a reader comes back to is as it was left.
//!
//! An entry is known by a number in its state, which whoever replaces its address keeps.

use std::collections::BTreeMap;

use flitscope::browser::programs;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use super::address::Address;

/// The places of all entries so far; copies share them.
#[derive(Clone, Copy)]
pub struct Bookmarks {
    /// Ids of the tables that are unfolded in the entry shown.
    pub unfolded: RwSignal<Vec<String>>,
    known: StoredValue<BTreeMap<u32, Place>>,
    /// The number of the entry shown; none while papers are not.
    current: StoredValue<Option<u32>>,
    path: StoredValue<Vec<String>>,
    /// Whether the next entry begins where its reader is.
    stays: StoredValue<bool>,
}

/// What is known of an entry.
#[derive(Debug, Clone, Default)]
struct Place {
    /// How far the page's own column, and the window, were scrolled [CSS pixels].
    scrolled: [f64; 2],
    unfolded: Vec<String>,
}

/// Where to scroll.
enum Target {
    /// To the top, or to the element with this id.
    Element(String),
    /// To where an entry was left.
    Left([f64; 2]),
}

impl Bookmarks {
    /// None yet. To be made where everything else is shown.
    pub fn new() -> Self {
        // Otherwise the browser scrolls the next page as the last one was.
        if let Ok(history) = window().history() {
            let (name, value) = ("scrollRestoration".into(), "manual".into());
            let _ = js_sys::Reflect::set(&history, &name, &value);
        }
        let bookmarks = Self {
            unfolded: RwSignal::new(Vec::new()),
            known: StoredValue::default(),
            current: StoredValue::new(None),
            path: StoredValue::default(),
            stays: StoredValue::new(false),
        };
        let in_window = programs::listen(ev::scroll, move |_| bookmarks.note());
        // Scrolling is told to the column alone.
        if let Some(column) = document().get_element_by_id("study") {
            use leptos::tachys::html::event::EventDescriptor as _;
            let name = ev::scroll.name();
            let heard = wasm_bindgen::closure::Closure::<dyn Fn()>::new(move || bookmarks.note());
            let function: &js_sys::Function = heard.as_ref().unchecked_ref();
            let _ = column.add_event_listener_with_callback(&name, function);
            // For as long as this program shows itself there.
            StoredValue::new_local(heard);
        }
        on_cleanup(move || in_window.remove());
        bookmarks
    }

    /// Lets the next entry begin where its reader is: what was clicked stays under the hand.
    pub fn stay(self) {
        self.stays.set_value(true);
    }

    /// Unfolds a table.
    pub fn unfold(self, item: &str) {
        self.unfolded.update(|unfolded| {
            if unfolded.iter().all(|known| known != item) {
                unfolded.push(item.to_owned());
            }
        });
    }

    /// Folds a table.
    pub fn fold(self, item: &str) {
        self.unfolded
            .update(|unfolded| unfolded.retain(|known| known != item));
    }

    /// Takes note of the entry that an address belongs to, and scrolls to its place once it is
    /// shown.
    pub fn arrive(self, now: &Address) {
        self.leave();
        let before = self.path.get_value();
        self.path.set_value(now.path.clone());
        let is_same_page = before.first() == now.path.first() && before.get(1) == now.path.get(1);
        if !now.is_papers() {
            self.current.set_value(None);
            if before.first() != now.path.first() {
                settle(Target::Element(String::new()));
            }
            return;
        }
        let (key, is_new) = entry();
        if self.current.get_value() == Some(key) {
            return;
        }
        self.current.set_value(Some(key));
        let stays = self.stays.try_update_value(std::mem::take).unwrap_or(false);
        let left = self.known.with_value(|known| known.get(&key).cloned());
        if let Some(left) = left.filter(|_| !is_new) {
            self.unfolded.set(left.unfolded);
            settle(Target::Left(left.scrolled));
            return;
        }
        let item = now.part(2);
        if !is_same_page {
            self.unfolded.set(Vec::new());
        }
        if !item.is_empty() {
            self.unfold(item);
        }
        let is_same_item = is_same_page && before.get(2) == now.path.get(2);
        if stays || is_same_item {
            // Nothing scrolls, so nothing else would tell how far it is.
            self.note();
        } else {
            settle(Target::Element(item.to_owned()));
        }
    }

    /// Keeps what is unfolded with the entry shown.
    fn leave(self) {
        let Some(key) = self.current.get_value() else {
            return;
        };
        let unfolded = self.unfolded.get_untracked();
        self.known.update_value(|known| {
            known.entry(key).or_default().unfolded = unfolded;
        });
    }

    /// Keeps how far the entry shown is scrolled.
    fn note(self) {
        let Some(key) = self.current.get_value() else {
            return;
        };
        let scrolled = scrolled();
        self.known.update_value(|known| {
            known.entry(key).or_default().scrolled = scrolled;
        });
    }
}

/// The number of the entry shown, and whether it has only now been given one.
fn entry() -> (u32, bool) {
    const MOST: f64 = 4e9;
    let history = window().history().expect("pages have a history");
    if let Some(key) = history.state().ok().and_then(|state| state.as_f64()) {
        return (key as u32, false);
    }
    // Not counted: after a reload, entries from before are still there.
    let key = (js_sys::Math::random() * MOST) as u32;
    let _ = history.replace_state_with_url(&JsValue::from_f64(key.into()), "", None);
    (key, true)
}

/// How far the page's column and the window are scrolled.
fn scrolled() -> [f64; 2] {
    let column = document().get_element_by_id("study");
    let column = column.map_or(0, |column| column.scroll_top());
    [column.into(), window().scroll_y().unwrap_or_default()]
}

fn scroll([column, page]: [f64; 2]) {
    if let Some(element) = document().get_element_by_id("study") {
        element.set_scroll_top(column as i32);
    }
    window().scroll_to_with_x_and_y(0.0, page);
}

/// Scrolls there as soon as it is shown.
fn settle(target: Target) {
    request_animation_frame(move || match target {
        Target::Element(id) => {
            scroll([0.0, 0.0]);
            if let Some(element) = document().get_element_by_id(&id) {
                element.scroll_into_view();
            }
        }
        Target::Left(left) => return_to(left, PATIENCE),
    });
}

/// Frames in which a page may still grow to its height.
const PATIENCE: u32 = 20;

fn return_to(left: [f64; 2], frames: u32) {
    scroll(left);
    let is_there = scrolled()
        .iter()
        .zip(left)
        .all(|(at, wanted)| (at - wanted).abs() < 2.0);
    if !is_there && frames > 0 {
        request_animation_frame(move || return_to(left, frames - 1));
    }
}

//! Scroll positions and unfolded tables for each entry of the browser's history. A new entry opens
//! at the top, or at the table that it names; an entry to which the reader returns is restored.
//!
//! A number in its state identifies an entry. Code that replaces the address of an entry must keep
//! this state.

use std::collections::BTreeMap;

use browser::programs;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use super::address::Address;

/// The states of all visited entries. Copies share them.
#[derive(Clone, Copy)]
pub struct Bookmarks {
    /// Ids of the unfolded tables in the current entry.
    pub unfolded: RwSignal<Vec<String>>,
    entries: StoredValue<BTreeMap<u32, EntryState>>,
    /// The number of the current entry; `None` while the papers are closed.
    current: StoredValue<Option<u32>>,
    path: StoredValue<Vec<String>>,
    /// Whether the next entry keeps the scroll position.
    stays: StoredValue<bool>,
}

/// The scroll position and unfolded tables of an entry.
#[derive(Debug, Clone, Default)]
struct EntryState {
    /// The scroll offsets of the page's own column and of the window \[CSS pixels\].
    scrolled: [f64; 2],
    unfolded: Vec<String>,
}

enum Target {
    /// The element with this id, or the top if there is none.
    Element(String),
    /// The scroll offsets at which an entry was left.
    Left([f64; 2]),
}

impl Bookmarks {
    /// An empty set of entries. The component that contains all others must create it.
    pub fn new() -> Self {
        // Otherwise the browser restores scroll positions itself.
        if let Ok(history) = window().history() {
            let (name, value) = ("scrollRestoration".into(), "manual".into());
            let _ = js_sys::Reflect::set(&history, &name, &value);
        }
        let bookmarks = Self {
            unfolded: RwSignal::new(Vec::new()),
            entries: StoredValue::default(),
            current: StoredValue::new(None),
            path: StoredValue::default(),
            stays: StoredValue::new(false),
        };
        let in_window = programs::listen(ev::scroll, move |_| bookmarks.note());
        // Scroll events of the column do not bubble.
        if let Some(column) = document().get_element_by_id("library") {
            use leptos::tachys::html::event::EventDescriptor as _;
            let name = ev::scroll.name();
            let listener =
                wasm_bindgen::closure::Closure::<dyn Fn()>::new(move || bookmarks.note());
            let function: &js_sys::Function = listener.as_ref().unchecked_ref();
            let _ = column.add_event_listener_with_callback(&name, function);
            // The listener must live as long as this program is mounted.
            StoredValue::new_local(listener);
        }
        on_cleanup(move || in_window.remove());
        bookmarks
    }

    /// Makes the next entry keep the scroll position, so that the clicked element does not move.
    pub fn stay(self) {
        self.stays.set_value(true);
    }

    pub fn unfold(self, item: &str) {
        self.unfolded.update(|unfolded| {
            if unfolded.iter().all(|known| known != item) {
                unfolded.push(item.to_owned());
            }
        });
    }

    pub fn fold(self, item: &str) {
        self.unfolded
            .update(|unfolded| unfolded.retain(|known| known != item));
    }

    /// Switches to the entry of an address, and scrolls to its position once it is rendered.
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
        let left = self
            .entries
            .with_value(|entries| entries.get(&key).cloned());
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
            // Without a scroll event, the position must be stored here.
            self.note();
        } else {
            settle(Target::Element(item.to_owned()));
        }
    }

    /// Stores the unfolded tables of the current entry.
    fn leave(self) {
        let Some(key) = self.current.get_value() else {
            return;
        };
        let unfolded = self.unfolded.get_untracked();
        self.entries.update_value(|entries| {
            entries.entry(key).or_default().unfolded = unfolded;
        });
    }

    /// Stores the scroll offsets of the current entry.
    fn note(self) {
        let Some(key) = self.current.get_value() else {
            return;
        };
        let scrolled = scrolled();
        self.entries.update_value(|entries| {
            entries.entry(key).or_default().scrolled = scrolled;
        });
    }
}

/// The number of the current entry, and whether it has just been assigned.
fn entry() -> (u32, bool) {
    const MOST: f64 = 4e9;
    let history = window().history().expect("pages have a history");
    if let Some(key) = history.state().ok().and_then(|state| state.as_f64()) {
        return (key as u32, false);
    }
    // Random and not sequential: after a reload, earlier entries still exist.
    let key = (js_sys::Math::random() * MOST) as u32;
    let _ = history.replace_state_with_url(&JsValue::from_f64(key.into()), "", None);
    (key, true)
}

/// The scroll offsets of the page's column and the window.
fn scrolled() -> [f64; 2] {
    let column = document().get_element_by_id("library");
    let column = column.map_or(0, |column| column.scroll_top());
    [column.into(), window().scroll_y().unwrap_or_default()]
}

fn scroll([column, page]: [f64; 2]) {
    if let Some(element) = document().get_element_by_id("library") {
        element.set_scroll_top(column as i32);
    }
    window().scroll_to_with_x_and_y(0.0, page);
}

/// Scrolls to a target in the next frame, in which it is rendered.
fn settle(target: Target) {
    request_animation_frame(move || match target {
        Target::Element(id) => {
            scroll([0.0, 0.0]);
            if let Some(element) = document().get_element_by_id(&id) {
                element.scroll_into_view();
            }
        }
        Target::Left(left) => return_to(left, MOST_FRAMES),
    });
}

/// The number of frames that a page gets to reach its full height.
const MOST_FRAMES: u32 = 20;

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

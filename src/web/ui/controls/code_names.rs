//! The list of names that complete a word in a code area, at the caret.

use browser::alive::Alive;
use flitscope::custom::{Completion, Name};
use flitscope::page::TextChange;
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::code_text::{put, selection};

/// The names that fit at a caret \[UTF-16 code units\]; the last argument tells whether they are asked for.
pub type Complete = fn(&str, usize, bool) -> Option<Completion>;

/// The list of a code area; copies share it.
#[derive(Clone, Copy)]
pub struct NameList {
    complete: Option<Complete>,
    area: NodeRef<html::Textarea>,
    gutter: NodeRef<html::Div>,
    list: NodeRef<html::Div>,
    /// Receives the whole text after a name is inserted.
    write: Callback<String>,
    /// The names in the list; `None` while it is closed.
    found: RwSignal<Option<Completion>>,
    chosen: RwSignal<usize>,
    /// Whether the list was opened by key.
    is_asked: StoredValue<bool>,
    /// The start of the word whose list was closed by Escape.
    dismissed: StoredValue<Option<usize>>,
    alive: Alive,
}

/// Position of the caret's line and of the text in the window \[pixels\].
type Place = [f64; 4];

impl NameList {
    /// The closed list of a code area; one without `complete` never opens.
    pub fn new(
        complete: Option<Complete>,
        area: NodeRef<html::Textarea>,
        gutter: NodeRef<html::Div>,
        write: Callback<String>,
    ) -> Self {
        let list = Self {
            complete,
            area,
            gutter,
            write,
            list: NodeRef::new(),
            found: RwSignal::new(None),
            chosen: RwSignal::new(0),
            is_asked: StoredValue::new(false),
            dismissed: StoredValue::new(None),
            alive: Alive::new(),
        };
        let is_open = Memo::new(move |_| list.found.read().is_some());
        Effect::new(move |_| list.show(is_open.get()));
        Effect::new(move |_| {
            list.found.track();
            list.chosen.track();
            list.reveal();
        });
        list
    }

    /// Whether the list is open.
    pub fn is_open(self) -> bool {
        self.found.read().is_some()
    }

    /// The id of the chosen name, if the list is open.
    pub fn active(self, id: &str) -> Option<String> {
        self.is_open().then(|| option_id(id, self.chosen.get()))
    }

    pub fn close(self) {
        if self.alive.is_alive() && self.found.read_untracked().is_some() {
            self.found.set(None);
        }
    }

    /// Opens, updates or closes the list after a change of the text.
    pub fn refresh(self) {
        let is_asked = self.found.read_untracked().is_some() && self.is_asked.get_value();
        self.find(is_asked);
    }

    fn find(self, is_asked: bool) {
        let (Some(area), Some(complete)) = (self.area.get_untracked(), self.complete) else {
            return;
        };
        let selected = selection(&area);
        let found = selected
            .is_empty()
            .then(|| complete(&area.value(), selected.start, is_asked));
        let found = found.flatten();
        let word = found.as_ref().map(|found| found.part.start);
        if is_asked || word != self.dismissed.get_value() {
            self.dismissed.set_value(None);
        }
        let found = found.filter(|_| self.dismissed.get_value().is_none());
        self.is_asked.set_value(is_asked);
        self.chosen.set(0);
        self.found.set(found);
    }

    /// Handles a key; returns whether it was for the list.
    pub fn press(self, event: &ev::KeyboardEvent) -> bool {
        let is_plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
        let key = event.key();
        if key == " " && event.ctrl_key() && self.complete.is_some() {
            event.prevent_default();
            self.find(true);
            return true;
        }
        let count = match &*self.found.read_untracked() {
            Some(found) if is_plain => found.names.len(),
            _ => return false,
        };
        let chosen = self.chosen.get_untracked();
        match &*key {
            "ArrowDown" => self.chosen.set((chosen + 1) % count),
            "ArrowUp" => self.chosen.set((chosen + count - 1) % count),
            "Enter" | "Tab" if !event.shift_key() => self.accept(chosen),
            "Escape" => {
                let word = self
                    .found
                    .with_untracked(|found| Some(found.as_ref()?.part.start));
                self.dismissed.set_value(word);
                self.close();
            }
            // The caret leaves the word.
            "ArrowLeft" | "ArrowRight" | "Home" | "End" | "PageUp" | "PageDown" | "Tab" => {
                self.close();
                return false;
            }
            _ => return false,
        }
        event.prevent_default();
        event.stop_propagation();
        true
    }

    /// Inserts a name instead of the word.
    fn accept(self, place: usize) {
        let Some(area) = self.area.get_untracked() else {
            return;
        };
        let change = self.found.with_untracked(|found| {
            let Completion { part, names } = found.as_ref()?;
            let text = names.get(place)?.text.clone();
            let end = part.start + text.encode_utf16().count();
            Some(TextChange {
                part: part.clone(),
                text,
                selected: end..end,
            })
        });
        self.close();
        if let Some(change) = change {
            put(&area, &change);
            self.write.run(area.value());
        }
    }

    fn show(self, is_open: bool) {
        let Some(list) = self.list.get_untracked() else {
            return;
        };
        // Each fails only for an element that is not a popover, or is open or closed already.
        if is_open {
            let _ = list.show_popover();
            self.follow(None);
        } else {
            let _ = list.hide_popover();
        }
    }

    /// Keeps the open list at the caret's line, which moves when anything around it scrolls.
    fn follow(self, before: Option<Place>) {
        request_animation_frame(move || {
            if !self.alive.is_alive() || self.found.read_untracked().is_none() {
                return;
            }
            let now = self.place();
            if let Some(now) = now.filter(|_| now != before) {
                self.put_at(now);
            }
            self.follow(now);
        });
    }

    /// The line of the word and the start of the text \[pixels\], and the column.
    fn place(self) -> Option<Place> {
        let (area, gutter) = (self.area.get_untracked()?, self.gutter.get_untracked()?);
        let start = self
            .found
            .with_untracked(|found| Some(found.as_ref()?.part.start))?;
        let units: Vec<u16> = area.value().encode_utf16().take(start).collect();
        let before = String::from_utf16_lossy(&units);
        let line = before.matches('\n').count();
        let column = before.chars().rev().take_while(|&c| c != '\n').count();
        let number = gutter.children().item(u32::try_from(line).ok()?)?;
        let line = number.get_bounding_client_rect();
        let left = area.get_bounding_client_rect().left() - f64::from(area.scroll_left());
        Some([line.top(), line.bottom(), left, column as f64])
    }

    /// Positions the list below a line, or above it if there is little room below.
    fn put_at(self, [top, bottom, left, column]: Place) {
        /// Distance to the edges of the window \[pixels\].
        const GAP: f64 = 8.0;
        /// The height from which the list fits below \[pixels\].
        const ENOUGH: f64 = 120.0;
        let Some(list) = self.list.get_untracked() else {
            return;
        };
        let height = window().inner_height().ok();
        let height = height
            .and_then(|height| height.as_f64())
            .unwrap_or_default();
        let (above, below) = (top - GAP, height - bottom - GAP);
        let is_below = below >= ENOUGH.min(above);
        let pixels = |pixels: f64| format!("{pixels}px");
        let (from_top, from_bottom, room) = if is_below {
            (pixels(bottom), "auto".to_owned(), below)
        } else {
            ("auto".to_owned(), pixels(height - top), above)
        };
        // The list has the font of the text, so a column is as wide as there.
        let width = list.get_bounding_client_rect().width();
        let x = format!(
            "clamp({GAP}px, calc({left}px + {column}ch), calc(100vw - {}px))",
            width + GAP
        );
        for (name, value) in [
            ("left", x),
            ("top", from_top),
            ("bottom", from_bottom),
            ("max-height", format!("min(12rem, {room}px)")),
        ] {
            // Fails only for an unknown property name.
            let _ = HtmlElement::style(&list).set_property(name, &value);
        }
    }

    /// Scrolls the chosen name into view.
    fn reveal(self) {
        let Some(list) = self.list.get_untracked() else {
            return;
        };
        let chosen = u32::try_from(self.chosen.get_untracked()).ok();
        let chosen = chosen.and_then(|chosen| list.children().item(chosen));
        let Some(chosen) = chosen.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
            return;
        };
        let (top, height) = (chosen.offset_top(), chosen.offset_height());
        let bottom = top + height - list.client_height();
        let to = list.scroll_top().min(top).max(bottom);
        list.set_scroll_top(to);
    }

    /// The list itself; `id` is that of the code area.
    pub fn view(self, id: &'static str) -> impl IntoView {
        let options = move || {
            let found = self.found.get();
            let names = found.into_iter().flat_map(|found| found.names).enumerate();
            let option = |(place, name): (usize, Name)| {
                let is_chosen = move || self.chosen.get() == place;
                let accept = move |_| self.accept(place);
                view! {
                    <div role="option" id=option_id(id, place) aria-selected=move || is_chosen().to_string() on:click=accept>
                        <code>{name.shown}</code>
                        <span>{name.gives}</span>
                    </div>
                }
            };
            names.map(option).collect_view()
        };
        // The text keeps the focus.
        let keep_focus = |event: ev::PointerEvent| event.prevent_default();
        let keep_mouse = |event: ev::MouseEvent| event.prevent_default();
        view! {
            <div
                node_ref=self.list
                class="code-names"
                id=list_id(id)
                role="listbox"
                aria-label="Names"
                popover="manual"
                // It scrolls; the text keeps the focus while it is open.
                tabindex="0"
                on:pointerdown=keep_focus
                on:mousedown=keep_mouse
            >
                {options}
            </div>
            <p class="unseen" role="status">
                {move || self.is_open().then_some("Names are listed: arrow keys choose, Enter or Tab inserts, Escape closes.")}
            </p>
        }
    }
}

/// The id of the list of a code area.
pub fn list_id(id: &str) -> String {
    format!("{id}-names")
}

fn option_id(id: &str, place: usize) -> String {
    format!("{id}-name-{place}")
}

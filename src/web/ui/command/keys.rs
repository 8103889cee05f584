//! Keys that work anywhere on the page.

use browser::focus::{STAGE, focus_on};
use browser::programs;
use flitscope::page::{Chord, Holder, is_heard};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::commands;
use crate::ui::state::page::Page;

/// Listens for shortcuts for the lifetime of the page.
pub fn listen(page: Page) {
    let listener = programs::listen(ev::keydown, move |event| {
        let key = event.key();
        let chord = Chord {
            key: &key,
            // On a Mac, Command takes the role of Ctrl.
            ctrl: event.ctrl_key() || event.meta_key(),
            shift: event.shift_key(),
        };
        let is_presenting = page.look.presenting.get_untracked();
        let letters = page.look.letters.get_untracked();
        if event.alt_key()
            || keeps(&event, chord)
            || !is_heard(chord, page.now(|state| state.place), is_presenting, letters)
        {
            return;
        }
        let name = chord.name();
        let command = commands().find(|command| command.keys.contains(&&*name));
        if let Some(command) = command {
            event.prevent_default();
            command.act(page);
        }
    });
    // A clicked button loses the focus, so that Space plays instead of pressing it again. A press by
    // key, whose `detail` is 0, keeps it.
    let clicks = programs::listen(ev::click, move |event| {
        if event.detail() == 0 {
            return;
        }
        let focused = document().active_element();
        let button = focused.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(button) = button.filter(|element| element.tag_name() == "BUTTON") {
            // Fails only for an element without the focus.
            let _ = button.blur();
        }
    });
    on_cleanup(move || {
        listener.remove();
        clicks.remove();
    });
}

/// Moves the focus to the network.
pub fn skip_to_stage(event: &ev::MouseEvent) {
    event.prevent_default();
    focus_on(STAGE);
}

/// Whether a dialog is open that covers the page.
fn has_modal() -> bool {
    let found = document().query_selector("dialog:modal");
    // Fails only in a browser that does not know the selector.
    found.is_ok_and(|dialog| dialog.is_some())
}

/// Whether the focused element handles the key itself.
fn keeps(event: &ev::KeyboardEvent, chord: Chord) -> bool {
    let target = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    let Some(target) = target else { return false };
    let is_within = |what: &str| target.closest(what).ok().flatten().is_some();
    let holder = Holder {
        tag: &target.tag_name().to_ascii_lowercase(),
        kind: &target.get_attribute("type").unwrap_or_default(),
        // An open dialog handles Esc itself, also if nothing in it has the focus; one that was just closed may keep
        // the focus until the next frame. In `library`, these keys scroll.
        is_elsewhere: is_within("dialog[open]") || is_within("#library") || has_modal(),
    };
    holder.keeps(chord)
}

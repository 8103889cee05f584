//! Keyboard shortcuts that work anywhere on the page. One table defines both the keys and their help.

use browser::focus::{STAGE, focus_on};
use browser::programs;
use flitscope::page::{
    Action, Chord, Holder, Overlay, PageStateStoreFields, Panel, ViewStoreFields, is_heard,
};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::ui::state::page::Page;
use browser::popovers;

/// A keyboard shortcut.
pub struct Shortcut {
    /// Names of its keys as in `Chord::name`, several where keyboards differ: `event.key` after `Ctrl+`, which is
    /// Command on a Mac, and `Shift+`, the latter only with `Ctrl+` or where the key types no character.
    pub keys: &'static [&'static str],
    /// Keys as the help shows them.
    pub shown: &'static str,
    /// Description for the help.
    pub does: &'static str,
    act: fn(Page, RwSignal<bool>),
}

/// All shortcuts, in the order in which the help lists them.
pub const SHORTCUTS: &[Shortcut] = &[
    Shortcut {
        keys: &[" ", "."],
        shown: "Space  .",
        does: "play or pause",
        act: |page, _| page.player.toggle(),
    },
    Shortcut {
        keys: &["ArrowRight"],
        shown: "→",
        does: "next cycle",
        act: |page, _| page.player.step(true),
    },
    Shortcut {
        keys: &["PageDown"],
        shown: "PageDown",
        does: "in present mode, for remote controls: next cycle; in a lesson what comes next: answer, run, check, next step",
        act: |page, _| page.present_on(true),
    },
    Shortcut {
        keys: &["PageUp"],
        shown: "PageUp",
        does: "in present mode: previous cycle, or previous step of a lesson",
        act: |page, _| page.present_on(false),
    },
    Shortcut {
        keys: &["ArrowLeft"],
        shown: "←",
        does: "previous cycle",
        act: |page, _| page.player.step(false),
    },
    Shortcut {
        keys: &["Ctrl+ArrowRight"],
        shown: "Ctrl →",
        does: "next phase of the cycle: route, allocate, move",
        act: |page, _| page.player.step_phase(true),
    },
    Shortcut {
        keys: &["Ctrl+ArrowLeft"],
        shown: "Ctrl ←",
        does: "previous phase",
        act: |page, _| page.player.step_phase(false),
    },
    Shortcut {
        keys: &["Shift+ArrowRight"],
        shown: "Shift →",
        does: "next event",
        act: |page, _| page.player.step_event(true),
    },
    Shortcut {
        keys: &["Shift+ArrowLeft"],
        shown: "Shift ←",
        does: "previous event",
        act: |page, _| page.player.step_event(false),
    },
    Shortcut {
        keys: &["Home"],
        shown: "Home",
        does: "to the start",
        act: |page, _| page.player.return_to(0),
    },
    Shortcut {
        keys: &["End"],
        shown: "End",
        does: "to the last cycle simulated",
        act: |page, _| page.player.return_to(page.player.furthest.get_untracked()),
    },
    Shortcut {
        keys: &["["],
        shown: "[",
        does: "slower",
        act: |page, _| page.player.change_speed(false),
    },
    Shortcut {
        keys: &["]"],
        shown: "]",
        does: "faster",
        act: |page, _| page.player.change_speed(true),
    },
    Shortcut {
        keys: &["0"],
        shown: "0",
        does: "fit the network into the picture",
        act: |page, _| page.fit(),
    },
    Shortcut {
        keys: &["+", "="],
        shown: "+",
        does: "zoom in",
        act: |page, _| page.look.zoom(1.5),
    },
    Shortcut {
        keys: &["-"],
        shown: "-",
        does: "zoom out",
        act: |page, _| page.look.zoom(1.0 / 1.5),
    },
    Shortcut {
        keys: &["w"],
        shown: "w",
        does: "why blocked? Select the next blocked worm",
        act: |page, _| page.select_blocked(),
    },
    Shortcut {
        keys: &["k"],
        shown: "k",
        does: "keep the selected worm in view",
        act: |page, _| page.act(Action::KeepInView(!page.state.following().get_untracked())),
    },
    Shortcut {
        keys: &["h"],
        shown: "h",
        does: "channel utilization",
        act: |page, _| page.act(Action::Heat(!page.state.view().heat().get_untracked())),
    },
    Shortcut {
        keys: &["m"],
        shown: "m",
        does: "channel matrix",
        act: |page, _| page.act(Action::ToggleMatrix),
    },
    Shortcut {
        keys: &["c"],
        shown: "c",
        does: "compare two multicast algorithms side by side, or one picture again",
        act: |page, _| page.act(Action::ToggleSplit),
    },
    Shortcut {
        keys: &["l"],
        shown: "l",
        does: "change node labels: addresses, numbers, Hamiltonian labels, none",
        act: |page, _| page.rename(),
    },
    Shortcut {
        keys: &["r"],
        shown: "r",
        does: "routes between two nodes, or traffic again",
        act: |page, _| page.act(Action::ToggleOverlay(Overlay::Routes)),
    },
    Shortcut {
        keys: &["o"],
        shown: "o",
        does: "the plan of a multicast, or traffic again",
        act: |page, _| page.act(Action::ToggleOverlay(Overlay::Multicast)),
    },
    Shortcut {
        keys: &["d"],
        shown: "d",
        does: "deadlock analysis: the channel dependencies, or traffic again",
        act: |page, _| page.act(Action::ToggleOverlay(Overlay::Deadlock)),
    },
    Shortcut {
        keys: &["x"],
        shown: "x",
        does: "fail the link that is selected, or repair it",
        act: |page, _| page.toggle_fault(),
    },
    Shortcut {
        keys: &["/"],
        shown: "/",
        does: "find a node or a message",
        act: |_, _| focus_on("#find"),
    },
    Shortcut {
        keys: &["s"],
        shown: "s",
        does: "copy a link to exactly this cycle",
        act: |page, _| page.share(),
    },
    Shortcut {
        keys: &["e"],
        shown: "e",
        does: "export the picture as SVG",
        act: |page, _| crate::ui::stage::export::save_svg(page),
    },
    Shortcut {
        keys: &["f"],
        shown: "f",
        does: "present mode: only the picture; Esc ends it",
        act: |page, _| page.present(!page.look.presenting.get_untracked()),
    },
    Shortcut {
        keys: &["b"],
        shown: "b",
        does: "back to your network, after the page has shown a deadlock",
        act: |page, _| page.back_to_own(),
    },
    Shortcut {
        keys: &["Escape"],
        shown: "Esc",
        does: "close what is open, otherwise deselect and end present mode",
        act: |page, _| {
            if popovers::close_open() {
                return;
            }
            page.look.presenting.set(false);
            page.act(Action::Panel(Panel::None));
            page.select(None);
        },
    },
    Shortcut {
        keys: &["Ctrl+z", "Ctrl+Z"],
        shown: "Ctrl Z",
        does: "undo the last change of the scenario",
        act: |page, _| page.act(Action::Undo),
    },
    Shortcut {
        keys: &["Ctrl+Shift+Z", "Ctrl+Shift+z", "Ctrl+y", "Ctrl+Y"],
        shown: "Ctrl Shift Z  Ctrl Y",
        does: "redo it",
        act: |page, _| page.act(Action::Redo),
    },
    Shortcut {
        keys: &["?"],
        shown: "?",
        does: "this list",
        act: |_, help| help.set(true),
    },
];

/// Listens for shortcuts for the lifetime of the page.
pub fn listen(page: Page, help: RwSignal<bool>) {
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
            || !is_heard(
                chord,
                page.state.place().get_untracked(),
                is_presenting,
                letters,
            )
        {
            return;
        }
        let name = chord.name();
        let shortcut = SHORTCUTS
            .iter()
            .find(|shortcut| shortcut.keys.contains(&&*name));
        if let Some(shortcut) = shortcut {
            event.prevent_default();
            (shortcut.act)(page, help);
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

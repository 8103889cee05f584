//! Keys that work anywhere on the page. The list makes both the keys and their help.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::over::Subject;
use super::programs;
use super::room::Room;
use super::state::Lab;

/// A key and what it does.
pub struct Shortcut {
    /// `event.key`, several where keyboards differ; after `Ctrl+`, which is Command on a Mac,
    /// and `Shift+`, the latter only where the key alone writes nothing.
    pub keys: &'static [&'static str],
    /// As the help shows it.
    pub shown: &'static str,
    /// What it does, for people.
    pub does: &'static str,
    act: fn(Lab, RwSignal<bool>),
}

/// All shortcuts, in the order of the help.
pub const SHORTCUTS: &[Shortcut] = &[
    Shortcut {
        keys: &[" ", "."],
        shown: "Space  .",
        does: "play or pause",
        act: |lab, _| lab.player.toggle(),
    },
    Shortcut {
        keys: &["ArrowRight", "PageDown"],
        shown: "→",
        does: "one cycle on; for an audience also PageDown, as remotes send it",
        act: |lab, _| lab.player.step(true),
    },
    Shortcut {
        keys: &["ArrowLeft", "PageUp"],
        shown: "←",
        does: "one cycle back",
        act: |lab, _| lab.player.step(false),
    },
    Shortcut {
        keys: &["Ctrl+ArrowRight"],
        shown: "Ctrl →",
        does: "one phase of a cycle on: route, allocate, move",
        act: |lab, _| lab.player.step_phase(true),
    },
    Shortcut {
        keys: &["Ctrl+ArrowLeft"],
        shown: "Ctrl ←",
        does: "one phase back",
        act: |lab, _| lab.player.step_phase(false),
    },
    Shortcut {
        keys: &["Shift+ArrowRight"],
        shown: "Shift →",
        does: "to the next event",
        act: |lab, _| lab.player.step_event(true),
    },
    Shortcut {
        keys: &["Shift+ArrowLeft"],
        shown: "Shift ←",
        does: "to the previous event",
        act: |lab, _| lab.player.step_event(false),
    },
    Shortcut {
        keys: &["Home"],
        shown: "Home",
        does: "to cycle 0",
        act: |lab, _| lab.player.pause_at(0),
    },
    Shortcut {
        keys: &["End"],
        shown: "End",
        does: "to the last cycle simulated",
        act: |lab, _| lab.player.pause_at(lab.player.furthest.get_untracked()),
    },
    Shortcut {
        keys: &["["],
        shown: "[",
        does: "slower",
        act: |lab, _| lab.player.change_speed(false),
    },
    Shortcut {
        keys: &["]"],
        shown: "]",
        does: "faster",
        act: |lab, _| lab.player.change_speed(true),
    },
    Shortcut {
        keys: &["0"],
        shown: "0",
        does: "everything in view",
        act: |lab, _| lab.look.fit(),
    },
    Shortcut {
        keys: &["+", "="],
        shown: "+",
        does: "nearer",
        act: |lab, _| lab.look.zoom(1.5),
    },
    Shortcut {
        keys: &["-"],
        shown: "-",
        does: "farther",
        act: |lab, _| lab.look.zoom(1.0 / 1.5),
    },
    Shortcut {
        keys: &["w"],
        shown: "w",
        does: "why blocked? The next worm that waits",
        act: |lab, _| lab.select_blocked(),
    },
    Shortcut {
        keys: &["k"],
        shown: "k",
        does: "keep the selected worm in view",
        act: |lab, _| lab.look.following.update(|on| *on = !*on),
    },
    Shortcut {
        keys: &["h"],
        shown: "h",
        does: "how busy channels are",
        act: |lab, _| lab.look.heat.update(|on| *on = !*on),
    },
    Shortcut {
        keys: &["m"],
        shown: "m",
        does: "channel matrix",
        act: |lab, _| lab.toggle_matrix(),
    },
    Shortcut {
        keys: &["c"],
        shown: "c",
        does: "compare two multicast algorithms side by side, or one picture again",
        act: |lab, _| lab.toggle_beside(),
    },
    Shortcut {
        keys: &["l"],
        shown: "l",
        does: "other labels: addresses, numbers, Hamiltonian, none",
        act: |lab, _| lab.rename(),
    },
    Shortcut {
        keys: &["r"],
        shown: "r",
        does: "routes between two nodes, or traffic again",
        act: |lab, _| lab.over.toggle(Subject::Routes),
    },
    Shortcut {
        keys: &["o"],
        shown: "o",
        does: "one to many: the plan of a multicast, or traffic again",
        act: |lab, _| lab.over.toggle(Subject::Multicast),
    },
    Shortcut {
        keys: &["d"],
        shown: "d",
        does: "can it deadlock? The dependencies, or traffic again",
        act: |lab, _| lab.over.toggle(Subject::Waits),
    },
    Shortcut {
        keys: &["x"],
        shown: "x",
        does: "fail the link that is selected, or repair it",
        act: |lab, _| lab.toggle_fault(),
    },
    Shortcut {
        keys: &["/"],
        shown: "/",
        does: "find a node or a message",
        act: |_, _| focus_on("find"),
    },
    Shortcut {
        keys: &["s"],
        shown: "s",
        does: "copy a link to exactly this cycle",
        act: |lab, _| lab.share(),
    },
    Shortcut {
        keys: &["e"],
        shown: "e",
        does: "save the picture as SVG",
        act: |lab, _| super::export::save_svg(lab),
    },
    Shortcut {
        keys: &["f"],
        shown: "f",
        does: "only the picture, for an audience; Esc ends it",
        act: |lab, _| lab.look.presenting.update(|on| *on = !*on),
    },
    Shortcut {
        keys: &["Escape"],
        shown: "Esc",
        does: "let go of what is selected",
        act: |lab, _| {
            lab.look.presenting.set(false);
            lab.select(None);
        },
    },
    Shortcut {
        keys: &["Ctrl+z", "Ctrl+Z"],
        shown: "Ctrl Z",
        does: "undo the last change of the scenario",
        act: |lab, _| lab.undo(),
    },
    Shortcut {
        keys: &["Ctrl+Shift+Z", "Ctrl+Shift+z", "Ctrl+y", "Ctrl+Y"],
        shown: "Ctrl Shift Z  Ctrl Y",
        does: "redo it",
        act: |lab, _| lab.redo(),
    },
    Shortcut {
        keys: &["?"],
        shown: "?",
        does: "this list",
        act: |_, help| help.set(true),
    },
];

/// Listens as long as the page lives.
pub fn listen(lab: Lab, help: RwSignal<bool>) {
    let listener = programs::listen(ev::keydown, move |event| {
        if event.alt_key() || keeps_its_keys(&event) {
            return;
        }
        let mut key = event.key();
        // Of what these keys work on there is nothing in the laboratory, which has its own.
        if lab.room.get_untracked() == Room::Laboratory && !["?", "s"].contains(&&*key) {
            return;
        }
        let with_ctrl = has_ctrl(&event);
        // Elsewhere these keys scroll the page.
        if key.starts_with("Page") && !lab.look.presenting.get_untracked() {
            return;
        }
        let is_letter = key.len() == 1 && key != " ";
        if is_letter && !with_ctrl && key != "?" && !lab.look.letters.get_untracked() {
            return;
        }
        // `?` is typed with Shift on some keyboards and without on others.
        if event.shift_key() && (with_ctrl || key.len() > 1) {
            key.insert_str(0, "Shift+");
        }
        if with_ctrl {
            key.insert_str(0, "Ctrl+");
        }
        let shortcut = SHORTCUTS
            .iter()
            .find(|shortcut| shortcut.keys.contains(&&*key));
        if let Some(shortcut) = shortcut {
            event.prevent_default();
            (shortcut.act)(lab, help);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Puts the cursor into a field.
fn focus_on(id: &str) {
    let field = document().get_element_by_id(id);
    let field = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(field) = field {
        // Refused only to what cannot be seen.
        let _ = field.focus();
    }
}

/// Whether Ctrl is held down, or on a Mac Command.
fn has_ctrl(event: &ev::KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// Whether the element with the focus needs the key itself.
fn keeps_its_keys(event: &ev::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    let Some(target) = target else { return false };
    // Esc closes it; until the next frame the focus may be in one that is closed already.
    if target.closest("dialog[open]").ok().flatten().is_some() {
        return true;
    }
    // Whoever reads scrolls with these keys.
    if target.closest("#study").ok().flatten().is_some() {
        return true;
    }
    let presses = matches!(&*event.key(), " " | "Enter");
    let kind = target.get_attribute("type").unwrap_or_default();
    match &*target.tag_name().to_ascii_lowercase() {
        "input" if kind == "range" => !presses && !has_ctrl(event),
        "input" if kind == "checkbox" => presses,
        "select" => !has_ctrl(event),
        "input" | "textarea" => true,
        "button" | "a" | "summary" => presses,
        _ => false,
    }
}

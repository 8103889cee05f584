//! Commands that hand on what is shown.

use flitscope::page::{PageState, PageStateStoreFields, Place};
use leptos::prelude::*;
use reactive_stores::Store;

use super::{COMMAND, Command, Menu};
use crate::ui::stage::export;
use crate::ui::state::page::Page;
use crate::ui::state::trace;
use crate::ui::state::view_options::Dialog;

/// Whether a network is on the stage.
fn has_stage(state: Store<PageState>) -> bool {
    state.place().get() != Place::Experiment
}

pub(super) const COMMANDS: &[Command] = &[
    Command {
        id: "share",
        name: "Link, QR code, frame",
        about: "what is shown, for others to open",
        menu: Menu::Share,
        act: |page| page.look.dialog.set(Some(Dialog::Share)),
        ..COMMAND
    },
    Command {
        id: "copy-link",
        name: "Copy a link to this cycle",
        keys: &["s"],
        shown: "s",
        menu: Menu::Share,
        act: Page::share,
        ..COMMAND
    },
    Command {
        id: "present",
        name: "Present",
        about: "only the picture, for an audience; Esc ends it",
        keys: &["f"],
        shown: "f",
        menu: Menu::Share,
        is_on: Some(|page| page.look.presenting.get()),
        act: |page| page.present(!page.look.presenting.get_untracked()),
        ..COMMAND
    },
    Command {
        id: "save-svg",
        name: "Picture as SVG",
        keys: &["e"],
        shown: "e",
        menu: Menu::Share,
        applies: |page| has_stage(page.state),
        act: export::save_svg,
        ..COMMAND
    },
    Command {
        id: "save-png",
        name: "Picture as PNG",
        menu: Menu::Share,
        applies: |page| has_stage(page.state),
        act: export::save_png,
        ..COMMAND
    },
    Command {
        id: "save-film",
        name: "Film…",
        about: "the cycles of a range as an animated GIF",
        menu: Menu::Share,
        applies: |page| has_stage(page.state),
        act: |page| page.look.dialog.set(Some(Dialog::Film)),
        ..COMMAND
    },
    Command {
        id: "save-trace",
        name: "Messages as CSV",
        about: "those generated up to the cycle shown, as lines of time,from,to,flits",
        menu: Menu::Share,
        applies: |page| has_stage(page.state),
        act: trace::save_trace,
        ..COMMAND
    },
    Command {
        id: "make-step",
        name: "View as a step of a lesson",
        about: "opens the lesson builder",
        menu: Menu::Share,
        applies: |page| page.state.place().get() == Place::Explore,
        act: Page::make_step,
        ..COMMAND
    },
];

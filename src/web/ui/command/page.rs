//! Commands on the whole page.

use flitscope::page::{Action, PageStateStoreFields, Panel, Place, next_theme};
use leptos::prelude::*;

use super::{COMMAND, Command, Menu};
use crate::ui::state::page::Page;
use crate::ui::state::theme;
use crate::ui::state::view_options::Dialog;
use browser::popovers;

fn explores(page: Page) -> bool {
    page.state.place().get() == Place::Explore
}

fn change_theme(page: Page) {
    let name = next_theme(page.look.theme.get_untracked());
    page.look.theme.set(name);
    theme::keep(name);
    page.act(Action::Theme(name));
}

/// Closes the topmost thing that is open.
fn escape(page: Page) {
    if popovers::close_open() {
        return;
    }
    if page.look.presenting.get_untracked() {
        page.look.presenting.set(false);
        return;
    }
    page.act(Action::ClosePanel);
}

pub(super) const COMMANDS: &[Command] = &[
    Command {
        id: "search",
        name: "Search",
        about: "for a command, setting, node, message, example, lesson or term",
        keys: &["/"],
        shown: "/",
        icon: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5",
        menu: Menu::Page,
        act: |page| page.look.dialog.set(Some(Dialog::Search)),
        ..COMMAND
    },
    Command {
        id: "undo",
        name: "Undo",
        about: "the last change of the scenario",
        keys: &["Ctrl+z", "Ctrl+Z"],
        shown: "Ctrl Z",
        icon: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4",
        menu: Menu::Page,
        applies: |page| page.state.past().read().last_done().is_some(),
        now: Some(|page| page.state.past().read().last_done().map(str::to_owned)),
        act: |page| page.act(Action::Undo),
        ..COMMAND
    },
    Command {
        id: "redo",
        name: "Redo",
        keys: &["Ctrl+Shift+Z", "Ctrl+Shift+z", "Ctrl+y", "Ctrl+Y"],
        shown: "Ctrl Shift Z",
        icon: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h4",
        menu: Menu::Page,
        applies: |page| page.state.past().read().last_undone().is_some(),
        now: Some(|page| page.state.past().read().last_undone().map(str::to_owned)),
        act: |page| page.act(Action::Redo),
        ..COMMAND
    },
    Command {
        id: "edit",
        name: "All settings",
        menu: Menu::Page,
        applies: explores,
        is_on: Some(|page| page.state.panel().get() == Panel::Settings),
        act: |page| page.act(Action::TogglePanel(Panel::Settings)),
        ..COMMAND
    },
    Command {
        id: "examples",
        name: "Examples",
        menu: Menu::Page,
        applies: |page| matches!(page.state.place().get(), Place::Explore | Place::Home),
        act: |page| page.act(Action::Panel(Panel::Examples)),
        ..COMMAND
    },
    Command {
        id: "theme",
        name: "Theme",
        about: "light, dark, projector, or the setting of the system",
        menu: Menu::Page,
        now: Some(|page| Some(page.look.theme.get().to_owned())),
        act: change_theme,
        ..COMMAND
    },
    Command {
        id: "keys",
        name: "Keys and about",
        keys: &["?"],
        shown: "?",
        menu: Menu::Page,
        act: |page| page.look.dialog.set(Some(Dialog::Keys)),
        ..COMMAND
    },
    Command {
        id: "escape",
        name: "Close what is open, otherwise deselect and end present mode",
        keys: &["Escape"],
        shown: "Esc",
        act: escape,
        ..COMMAND
    },
];

//! Commands that change the appearance of the picture.

use flitscope::page::{Action, PageStateStoreFields, Setting, ViewStoreFields};
use flitscope::scene::Thing;
use leptos::prelude::*;

use super::{COMMAND, Command, Menu};
use crate::ui::state::page::Page;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        id: "fit",
        name: "Fit the network",
        keys: &["0"],
        shown: "0",
        icon: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
        menu: Menu::Picture,
        act: Page::fit,
        ..COMMAND
    },
    Command {
        id: "zoom-in",
        name: "Zoom in",
        keys: &["+", "="],
        shown: "+",
        icon: "M12 5v14M5 12h14",
        menu: Menu::Picture,
        act: |page| page.look.zoom(1.5),
        ..COMMAND
    },
    Command {
        id: "zoom-out",
        name: "Zoom out",
        keys: &["-"],
        shown: "-",
        icon: "M5 12h14",
        menu: Menu::Picture,
        act: |page| page.look.zoom(1.0 / 1.5),
        ..COMMAND
    },
    Command {
        id: "names",
        name: "Change node names",
        about: "addresses, numbers, Hamiltonian labels, none",
        keys: &["l"],
        shown: "l",
        icon: "M3 18L8 6l5 12M5 14h6M21 18v-7M21 14.5a3 3 0 1 0-6 0 3 3 0 0 0 6 0",
        menu: Menu::Picture,
        act: Page::rename,
        ..COMMAND
    },
    Command {
        id: "heat",
        name: "Use of channels",
        about: "tints each channel by the flits that crossed it since cycle 0",
        keys: &["h"],
        shown: "h",
        icon: "M5 20v-5M10 20V9M15 20V4M20 20v-8",
        menu: Menu::Picture,
        is_on: Some(|page| page.state.view().heat().get()),
        act: |page| page.act(Action::Heat(!page.now(|state| state.view.heat))),
        ..COMMAND
    },
    Command {
        id: "matrix",
        name: "Channel matrix",
        about: "one square for each channel",
        keys: &["m"],
        shown: "m",
        icon: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
        menu: Menu::Picture,
        is_on: Some(Page::shows_matrix),
        act: |page| page.act(Action::ToggleMatrix),
        ..COMMAND
    },
    Command {
        id: "beside",
        name: "Two algorithms side by side",
        about: "multicast algorithms on one clock",
        keys: &["c"],
        shown: "c",
        icon: "M3 5h8v14H3zM13 5h8v14h-8z",
        menu: Menu::Picture,
        applies: |page| page.offers(Setting::SideBySide),
        is_on: Some(Page::is_split),
        act: |page| page.act(Action::ToggleSplit),
        ..COMMAND
    },
    Command {
        id: "follow",
        name: "Keep the selected worm in view",
        keys: &["k"],
        shown: "k",
        icon: "M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
        menu: Menu::Picture,
        applies: |page| matches!(page.state.focus().read().selected, Some(Thing::Worm(_))),
        is_on: Some(|page| page.state.following().get()),
        act: |page| page.act(Action::KeepInView(!page.now(|state| state.following))),
        ..COMMAND
    },
];

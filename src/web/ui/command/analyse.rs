//! Commands that analyze the network or its run, and those that act on it.

use flitscope::page::{
    Action, Dock, Overlay, PageState, PageStateStoreFields, Panel, Shown, ViewStoreFields,
};
use leptos::prelude::*;
use reactive_stores::Store;

use super::{COMMAND, Command, Menu};
use crate::ui::state::page::Page;

fn shows(page: Page, shown: Shown) -> bool {
    page.shown.get() == shown
}

fn has_dock(state: Store<PageState>, dock: Dock) -> bool {
    state.view().dock().get() == dock
}

fn inspect(page: Page) {
    let is_shown = page.shown.get_untracked() == Shown::Inspector;
    page.act(Action::Overlay(Overlay::default()));
    if is_shown {
        page.act(Action::ClosePanel);
    } else {
        page.act(Action::Panel(Panel::Inspect));
    }
}

fn toggle_dock(page: Page, dock: Dock) {
    let is_shown = page.now(|state| state.view.dock) == dock;
    page.act(Action::Dock(if is_shown { Dock::TimeLine } else { dock }));
}

pub(super) const COMMANDS: &[Command] = &[
    Command {
        id: "inspect",
        name: "Inspect a node or a message",
        about: "measurements and messages, and what is selected",
        keys: &["1"],
        shown: "1",
        menu: Menu::InNetwork,
        is_on: Some(|page| shows(page, Shown::Inspector)),
        act: inspect,
        ..COMMAND
    },
    Command {
        id: "routes",
        name: "Routes between two nodes",
        keys: &["2", "r"],
        shown: "2",
        menu: Menu::InNetwork,
        is_on: Some(|page| page.state.view().overlay().get() == Overlay::Routes),
        act: |page| page.act(Action::ToggleOverlay(Overlay::Routes)),
        ..COMMAND
    },
    Command {
        id: "multicast",
        name: "Multicast",
        about: "the plan of a message to several nodes",
        keys: &["3", "o"],
        shown: "3",
        menu: Menu::InNetwork,
        is_on: Some(|page| page.state.view().overlay().get() == Overlay::Multicast),
        act: |page| page.act(Action::ToggleOverlay(Overlay::Multicast)),
        ..COMMAND
    },
    Command {
        id: "deadlock",
        name: "Deadlock analysis",
        about: "whether messages can wait for each other forever, with the proof",
        keys: &["4", "d"],
        shown: "4",
        menu: Menu::InNetwork,
        is_on: Some(|page| page.state.view().overlay().get() == Overlay::Deadlock),
        act: |page| page.act(Action::ToggleOverlay(Overlay::Deadlock)),
        ..COMMAND
    },
    Command {
        id: "spacetime",
        name: "Space-time",
        about: "the way of one message, cycle by cycle",
        keys: &["5"],
        shown: "5",
        menu: Menu::OverTime,
        is_on: Some(|page| has_dock(page.state, Dock::SpaceTime)),
        act: |page| toggle_dock(page, Dock::SpaceTime),
        ..COMMAND
    },
    Command {
        id: "modes",
        name: "Switching modes",
        about: "the same message in every switching mode",
        keys: &["6"],
        shown: "6",
        menu: Menu::OverTime,
        is_on: Some(|page| has_dock(page.state, Dock::Switching)),
        act: |page| toggle_dock(page, Dock::Switching),
        ..COMMAND
    },
    Command {
        id: "curve",
        name: "Latency curve",
        about: "latency against load, measured beside models",
        keys: &["7"],
        shown: "7",
        menu: Menu::OverTime,
        is_on: Some(|page| has_dock(page.state, Dock::Curve)),
        act: |page| toggle_dock(page, Dock::Curve),
        ..COMMAND
    },
    Command {
        id: "make",
        name: "A routing function or a network",
        about: "of your own",
        keys: &["8"],
        shown: "8",
        menu: Menu::Make,
        applies: |page| page.allows("script"),
        is_on: Some(|page| page.state.view().dock().get().is_own()),
        act: |page| {
            let is_shown = page.now(|state| state.view.dock.is_own());
            page.act(Action::Dock(if is_shown {
                Dock::TimeLine
            } else {
                Dock::Script
            }));
        },
        ..COMMAND
    },
    Command {
        id: "compare",
        name: "Compare with later settings",
        about: "keeps the latency curve of these settings",
        menu: Menu::OverTime,
        applies: |page| page.allows("all"),
        act: |page| page.act(Action::KeepCurve),
        ..COMMAND
    },
    Command {
        id: "why",
        name: "Why is a worm blocked?",
        about: "selects the next blocked worm",
        keys: &["w"],
        shown: "w",
        act: Page::select_blocked,
        ..COMMAND
    },
    Command {
        id: "fail",
        name: "Fail or repair the selected link",
        keys: &["x"],
        shown: "x",
        act: Page::toggle_fault,
        ..COMMAND
    },
    Command {
        id: "back-to-own",
        name: "Back to your network",
        about: "after the page has shown a deadlock",
        keys: &["b"],
        shown: "b",
        applies: Page::offers_own_back,
        act: Page::back_to_own,
        ..COMMAND
    },
];

//! Commands that move in time.

use super::{COMMAND, Command, Menu};

/// The path of the icon of a run that stands.
pub const PLAY: &str = "M7 4l13 8-13 8z";

/// The path of the icon of a run that plays.
pub const PAUSE: &str = "M8 5v14M16 5v14";

pub(super) const COMMANDS: &[Command] = &[
    Command {
        id: "play",
        name: "Play or pause",
        keys: &[" ", "."],
        shown: "Space",
        icon: PLAY,
        menu: Menu::Transport,
        act: |page| page.player.toggle(),
        ..COMMAND
    },
    Command {
        id: "back",
        name: "Previous cycle",
        keys: &["ArrowLeft"],
        shown: "←",
        icon: "M18 5l-9 7 9 7zM6 5v14",
        menu: Menu::Transport,
        act: |page| page.player.step(false),
        ..COMMAND
    },
    Command {
        id: "forward",
        name: "Next cycle",
        keys: &["ArrowRight"],
        shown: "→",
        icon: "M6 5l9 7-9 7zM18 5v14",
        menu: Menu::Transport,
        act: |page| page.player.step(true),
        ..COMMAND
    },
    Command {
        id: "present-on",
        name: "What comes next, by remote control",
        about: "in present mode the next cycle; in a lesson answer, run, check, next step",
        keys: &["PageDown"],
        shown: "PageDown",
        act: |page| page.present_on(true),
        ..COMMAND
    },
    Command {
        id: "present-back",
        name: "What came before, by remote control",
        about: "in present mode the previous cycle, or the previous step of a lesson",
        keys: &["PageUp"],
        shown: "PageUp",
        act: |page| page.present_on(false),
        ..COMMAND
    },
    Command {
        id: "to-start",
        name: "To the start",
        keys: &["Home"],
        shown: "Home",
        icon: "M6 5v14M19 5l-9 7 9 7z",
        menu: Menu::Time,
        act: |page| page.player.return_to(0),
        ..COMMAND
    },
    Command {
        id: "to-end",
        name: "To the last cycle simulated",
        keys: &["End"],
        shown: "End",
        icon: "M18 5v14M5 5l9 7-9 7z",
        menu: Menu::Time,
        act: |page| page.player.return_to(page.player.now().furthest),
        ..COMMAND
    },
    Command {
        id: "previous-event",
        name: "Previous event",
        keys: &["Shift+ArrowLeft"],
        shown: "Shift ←",
        icon: "M21 5l-9 7 9 7zM6 8l-4 4 4 4 4-4z",
        menu: Menu::Time,
        act: |page| page.player.step_event(false),
        ..COMMAND
    },
    Command {
        id: "next-event",
        name: "Next event",
        keys: &["Shift+ArrowRight"],
        shown: "Shift →",
        icon: "M3 5l9 7-9 7zM18 8l-4 4 4 4 4-4z",
        menu: Menu::Time,
        act: |page| page.player.step_event(true),
        ..COMMAND
    },
    Command {
        id: "phase-back",
        name: "Previous phase",
        about: "of the cycle: route, allocate, move",
        keys: &["Ctrl+ArrowLeft"],
        shown: "Ctrl ←",
        icon: "M14 9l-4 3 4 3z",
        menu: Menu::Time,
        act: |page| page.player.step_phase(false),
        ..COMMAND
    },
    Command {
        id: "phase-forward",
        name: "Next phase",
        about: "of the cycle: route, allocate, move",
        keys: &["Ctrl+ArrowRight"],
        shown: "Ctrl →",
        icon: "M10 9l4 3-4 3z",
        menu: Menu::Time,
        act: |page| page.player.step_phase(true),
        ..COMMAND
    },
    Command {
        id: "slower",
        name: "Slower",
        keys: &["["],
        shown: "[",
        act: |page| page.player.change_speed(false),
        ..COMMAND
    },
    Command {
        id: "faster",
        name: "Faster",
        keys: &["]"],
        shown: "]",
        act: |page| page.player.change_speed(true),
        ..COMMAND
    },
];

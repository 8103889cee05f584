//! The panel beside the network: at most one, for a selection or a task.

use super::PageState;
use crate::{Dock, Overlay, Place};

/// Panels that are neither about a selection nor a view of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    #[default]
    None,
    /// The inspector, also without a selection.
    Inspect,
    Settings,
    /// The facts about the network.
    Facts,
    /// The gallery of examples, in a dialog.
    Examples,
}

/// The content of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Nothing,
    /// The inspector: the selected thing, or the whole run.
    Inspector,
    Settings,
    /// The facts about the network.
    Facts,
    /// An overlay: routes, a multicast or the deadlock analysis.
    Overlay(Overlay),
    /// A view of its own: a diagram, a chart or an editor.
    Task(Dock),
}

impl Shown {
    /// The word for its width in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Inspector => "selection",
            Self::Settings | Self::Facts | Self::Overlay(_) => "answer",
            Self::Task(_) => "task",
        }
    }
}

impl PageState {
    /// Returns the content of the panel. In a lesson, its text is the panel.
    pub fn shown(&self) -> Shown {
        if self.place != Place::Explore {
            return Shown::Nothing;
        }
        match (self.panel, self.view.dock, self.view.overlay) {
            (Panel::Settings, ..) => Shown::Settings,
            (Panel::Facts, ..) => Shown::Facts,
            (_, dock, _) if dock != Dock::TimeLine => Shown::Task(dock),
            (_, _, overlay) if !overlay.is_none() => Shown::Overlay(overlay),
            (Panel::Inspect, ..) => Shown::Inspector,
            _ if self.focus.selected.is_some() => Shown::Inspector,
            _ => Shown::Nothing,
        }
    }

    /// Closes the panel; without one, deselects.
    pub(super) fn close_panel(&mut self) {
        match self.shown() {
            Shown::Settings | Shown::Facts => self.panel = Panel::None,
            Shown::Task(_) => self.view.dock = Dock::TimeLine,
            Shown::Overlay(_) => self.view.overlay = Overlay::default(),
            Shown::Inspector | Shown::Nothing => {
                self.panel = Panel::None;
                self.select(None, None);
            }
        }
    }

    /// Leaves the panel that is open, since another one is opened in its place. In a lesson, views stand beside each
    /// other, as its steps show them.
    pub(super) fn make_room(&mut self) {
        self.panel = Panel::None;
        if self.place == Place::Explore {
            self.view.dock = Dock::TimeLine;
            self.view.overlay = Overlay::default();
        }
    }
}

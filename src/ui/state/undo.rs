//! Undo and redo of everything that changes the scenario.

use flitscope::browser::time::now;
use flitscope::page::{UndoHistory, UndoPoint};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::page::Page;

impl Page {
    /// Returns the current state for the undo history.
    pub fn undo_point(self) -> UndoPoint {
        let goal = self.player.goal.get_untracked();
        UndoPoint {
            scenario: self.scenario.get_untracked(),
            cycle: goal.unwrap_or_else(|| self.player.cycle.get_untracked()),
            arrangement: self.arrangement.get_untracked(),
            pair: self.over.pair.get_untracked(),
            side_by_side: self.beside.get_untracked(),
        }
    }

    /// Records a change to the scenario `after` before it is shown; `what` names the change.
    pub fn note(self, after: &Scenario, what: impl Into<String>) {
        let before = self.undo_point();
        if before.scenario != *after {
            self.past.update(|past| past.changed(what.into(), before));
        }
    }

    /// Records a change of fields before the scenario `after` is shown.
    pub fn note_edit(self, fields: &[(&str, &str)], after: &Scenario) {
        let before = self.undo_point();
        match fields {
            [(field, _)] => self
                .past
                .update(|past| past.edited(field, before, after, now())),
            _ => self.note(after, before.scenario.difference(after)),
        }
    }

    /// Undoes the last change of the scenario.
    pub fn undo(self) {
        self.turn("Undone", UndoHistory::undo);
    }

    /// Redoes the change that was undone last.
    pub fn redo(self) {
        self.turn("Redone", UndoHistory::redo);
    }

    fn turn(
        self,
        word: &str,
        turn: fn(&mut UndoHistory, UndoPoint) -> Option<(String, UndoPoint)>,
    ) {
        let now = self.undo_point();
        let turned = self.past.try_update(|past| turn(past, now)).flatten();
        let Some((what, there)) = turned else { return };
        let plays = self.player.will_play();
        self.put(there.scenario);
        self.player.go_to(there.cycle, plays);
        self.turned.set(Some(format!("{word}: {what}")));
    }
}

//! Undo and redo of changes of the scenario.

use crate::scenario::Scenario;

/// A state of the page to return to.
#[derive(Debug, Clone, PartialEq)]
pub struct UndoPoint {
    /// The scenario.
    pub scenario: Scenario,
    /// The cycle that was shown.
    pub cycle: u64,
}

/// The changes so far, and those that were undone, at most 200.
#[derive(Debug, Clone, Default)]
pub struct UndoHistory {
    done: Vec<Change>,
    /// The last one undone comes last.
    undone: Vec<Change>,
    /// The field that is being edited, and when it was last [ms].
    editing: Option<(String, f64)>,
}

/// A change, and where it leads: back if it is done, on if it is undone.
#[derive(Debug, Clone)]
struct Change {
    what: String,
    to: UndoPoint,
}

impl UndoHistory {
    /// Changes that are kept.
    const MOST: usize = 200;

    /// Edits of a field that follow each other within this time [ms] are one change: a slider
    /// being dragged, a number being typed.
    const MOMENT: f64 = 1500.0;

    /// Takes note of a change of one field, by its place in the JSON form; `time` is in ms.
    pub fn edited(&mut self, field: &str, before: UndoPoint, after: &Scenario, time: f64) {
        let editing = self.editing.take();
        let continues = editing.is_some_and(|(f, at)| f == field && time - at <= Self::MOMENT);
        if !continues {
            self.changed(before.scenario.difference(after), before);
        } else if let Some(change) = self.done.last_mut() {
            change.what = change.to.scenario.difference(after);
        }
        if self.done.last().is_some_and(|c| c.to.scenario == *after) {
            // The slider is back where it was taken up.
            self.done.pop();
        } else {
            self.editing = Some((field.to_owned(), time));
        }
    }

    /// Takes note of a change in a few words.
    pub fn changed(&mut self, what: String, before: UndoPoint) {
        self.editing = None;
        self.undone.clear();
        if self.done.len() == Self::MOST {
            self.done.remove(0);
        }
        self.done.push(Change { what, to: before });
    }

    /// What would be undone.
    pub fn last_done(&self) -> Option<&str> {
        self.done.last().map(|change| &*change.what)
    }

    /// What would be redone.
    pub fn last_undone(&self) -> Option<&str> {
        self.undone.last().map(|change| &*change.what)
    }

    /// Undoes the last change: what it was, and where to return to.
    pub fn undo(&mut self, now: UndoPoint) -> Option<(String, UndoPoint)> {
        self.editing = None;
        turn(&mut self.done, &mut self.undone, now)
    }

    /// Makes the change again that was undone last.
    pub fn redo(&mut self, now: UndoPoint) -> Option<(String, UndoPoint)> {
        self.editing = None;
        turn(&mut self.undone, &mut self.done, now)
    }
}

fn turn(
    from: &mut Vec<Change>,
    to: &mut Vec<Change>,
    now: UndoPoint,
) -> Option<(String, UndoPoint)> {
    let Change { what, to: there } = from.pop()?;
    to.push(Change {
        what: what.clone(),
        to: now,
    });
    Some((what, there))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(link: &str, cycle: u64) -> UndoPoint {
        UndoPoint {
            scenario: Scenario::from_link(link).scenario,
            cycle,
        }
    }

    /// A 4x4 mesh with B = 1, 2, 3, … in cycle 10·B.
    fn buffers(buffer: u64) -> UndoPoint {
        point(&format!("t=mesh:4x4&buf={buffer}"), 10 * buffer)
    }

    /// Edits the buffer from one size to the next.
    fn edit(history: &mut UndoHistory, from: u64, to: u64, time: f64) {
        history.edited("buffer", buffers(from), &buffers(to).scenario, time);
    }

    #[test]
    fn undo_returns_to_the_cycle_that_was_left_and_redo_comes_back() {
        let mut history = UndoHistory::default();
        edit(&mut history, 1, 2, 0.0);
        let now = point("t=mesh:4x4&buf=2", 77);
        let (what, there) = history.undo(now.clone()).expect("there is a change");
        assert_eq!((&*what, &there), ("buffer B 1 → 2", &buffers(1)));
        assert_eq!(history.last_done(), None);
        assert_eq!(history.last_undone(), Some("buffer B 1 → 2"));
        assert_eq!(history.redo(there), Some((what, now)));
        assert_eq!(history.last_undone(), None);
    }

    #[test]
    fn edits_of_a_field_within_a_moment_are_one_change() {
        let mut history = UndoHistory::default();
        edit(&mut history, 1, 2, 0.0);
        edit(&mut history, 2, 3, 1_000.0);
        edit(&mut history, 3, 4, 2_000.0);
        assert_eq!(history.last_done(), Some("buffer B 1 → 4"));
        edit(&mut history, 4, 5, 4_000.0);
        assert_eq!(history.last_done(), Some("buffer B 4 → 5"));
        let there = history.undo(buffers(5)).map(|(_, there)| there);
        assert_eq!(there, Some(buffers(4)));
        let there = history.undo(buffers(4)).map(|(_, there)| there);
        assert_eq!(there, Some(buffers(1)));
        assert_eq!(history.undo(buffers(1)), None);
    }

    #[test]
    fn another_change_in_between_keeps_edits_apart() {
        let mut history = UndoHistory::default();
        edit(&mut history, 1, 2, 0.0);
        history.changed("a preset".to_owned(), buffers(2));
        edit(&mut history, 2, 3, 1.0);
        assert_eq!(history.last_done(), Some("buffer B 2 → 3"));
        history.undo(buffers(3));
        edit(&mut history, 2, 4, 2.0);
        assert_eq!(history.last_done(), Some("buffer B 2 → 4"));
        history.undo(buffers(4));
        assert_eq!(history.last_done(), Some("a preset"));
    }

    #[test]
    fn an_edit_that_ends_where_it_began_was_none() {
        let mut history = UndoHistory::default();
        edit(&mut history, 1, 2, 0.0);
        edit(&mut history, 2, 1, 1.0);
        assert_eq!(history.last_done(), None);
        edit(&mut history, 1, 3, 2.0);
        assert_eq!(history.last_done(), Some("buffer B 1 → 3"));
    }

    #[test]
    fn a_new_change_leaves_nothing_to_redo_and_old_ones_are_forgotten() {
        let mut history = UndoHistory::default();
        for number in 0..300 {
            history.changed(number.to_string(), buffers(1));
        }
        history.undo(buffers(1));
        assert_eq!(history.last_undone(), Some("299"));
        history.changed("new".to_owned(), buffers(1));
        assert_eq!(history.last_undone(), None);
        let count = std::iter::from_fn(|| history.undo(buffers(1))).count();
        assert_eq!(count, UndoHistory::MOST);
    }
}

//! Undo and redo of changes to the scenario of the page, or to an experiment.

use std::sync::Arc;

use engine::topology::{Arrangement, NodeId};
use study::scenario::Scenario;

/// A state to which undo or redo returns.
#[derive(Debug, Clone, PartialEq)]
pub struct UndoPoint {
    pub scenario: Scenario,
    pub cycle: u64,
    /// The layout of its network.
    pub arrangement: Arrangement,
    /// The nodes between which routes are shown.
    pub pair: Option<(NodeId, NodeId)>,
    /// The multicast algorithms side by side.
    pub side_by_side: Vec<String>,
}

/// Changes done and changes undone, at most 200, each with a state to return to.
#[derive(Debug, Clone)]
pub struct UndoHistory<T = UndoPoint> {
    done: Vec<Arc<Change<T>>>,
    /// In the order in which they were undone.
    undone: Vec<Arc<Change<T>>>,
    /// The field being edited, and the time of its last edit [ms].
    editing: Option<(String, f64)>,
}

/// A change and the state it returns to: the state before a done change, or after an undone one.
#[derive(Debug, Clone)]
struct Change<T> {
    what: String,
    to: T,
}

impl<T> Default for UndoHistory<T> {
    fn default() -> Self {
        Self {
            done: Vec::new(),
            undone: Vec::new(),
            editing: None,
        }
    }
}

impl UndoHistory {
    /// Records an edit of one field, given by its path in the JSON form; `time` is in ms.
    pub fn edited(&mut self, field: &str, before: UndoPoint, after: &Scenario, time: f64) {
        if !self.continues(field, time) {
            self.changed(before.scenario.difference(after), before);
        } else if let Some(change) = self.done.last_mut() {
            let change = Arc::make_mut(change);
            change.what = change.to.scenario.difference(after);
        }
        if self.done.last().is_some_and(|c| c.to.scenario == *after) {
            // The value is back where the edit began.
            self.done.pop();
        } else {
            self.editing = Some((field.to_owned(), time));
        }
    }
}

impl<T: Clone> UndoHistory<T> {
    const MOST: usize = 200;

    /// Edits of a field within this time of each other [ms] are one change: a slider being dragged, a number
    /// being typed.
    const MOMENT: f64 = 1500.0;

    /// Ends an edit; returns whether one of this field at this time [ms] continues it.
    fn continues(&mut self, field: &str, time: f64) -> bool {
        let editing = self.editing.take();
        editing.is_some_and(|(of, at)| of == field && time - at <= Self::MOMENT)
    }

    /// Records that a character was typed into a field, all of which are one change.
    pub fn typed(&mut self, field: &str, before: T) {
        if !self.continues(field, 0.0) {
            self.changed(String::new(), before);
        }
        self.editing = Some((field.to_owned(), 0.0));
    }

    /// Records a change, described in a few words.
    pub fn changed(&mut self, what: String, before: T) {
        self.editing = None;
        self.undone.clear();
        if self.done.len() == Self::MOST {
            self.done.remove(0);
        }
        self.done.push(Arc::new(Change { what, to: before }));
    }

    /// Describes the change that would be undone.
    pub fn last_done(&self) -> Option<&str> {
        self.done.last().map(|change| &*change.what)
    }

    /// Describes the change that would be redone.
    pub fn last_undone(&self) -> Option<&str> {
        self.undone.last().map(|change| &*change.what)
    }

    /// Undoes the last change; returns its description and the state to return to.
    pub fn undo(&mut self, now: T) -> Option<(String, T)> {
        self.editing = None;
        turn(&mut self.done, &mut self.undone, now)
    }

    /// Redoes the change undone last; returns its description and the state to return to.
    pub fn redo(&mut self, now: T) -> Option<(String, T)> {
        self.editing = None;
        turn(&mut self.undone, &mut self.done, now)
    }
}

/// Histories are equal if their changes are copies of each other, so that comparing them costs little.
impl<T> PartialEq for UndoHistory<T> {
    fn eq(&self, other: &Self) -> bool {
        let are_same = |one: &[Arc<Change<T>>], other: &[Arc<Change<T>>]| {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        are_same(&self.done, &other.done)
            && are_same(&self.undone, &other.undone)
            && self.editing == other.editing
    }
}

fn turn<T: Clone>(
    from: &mut Vec<Arc<Change<T>>>,
    to: &mut Vec<Arc<Change<T>>>,
    now: T,
) -> Option<(String, T)> {
    let Change { what, to: there } = Arc::unwrap_or_clone(from.pop()?);
    to.push(Arc::new(Change {
        what: what.clone(),
        to: now,
    }));
    Some((what, there))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(link: &str, cycle: u64) -> UndoPoint {
        UndoPoint {
            scenario: Scenario::from_link(link).scenario,
            cycle,
            arrangement: Arrangement::default(),
            pair: None,
            side_by_side: Vec::new(),
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
    fn undo_and_redo_return_to_the_cycles_shown() {
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
    fn edits_in_quick_succession_are_one_change() {
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
    fn an_intervening_change_separates_edits() {
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
    fn an_edit_back_to_the_original_value_is_dropped() {
        let mut history = UndoHistory::default();
        edit(&mut history, 1, 2, 0.0);
        edit(&mut history, 2, 1, 1.0);
        assert_eq!(history.last_done(), None);
        edit(&mut history, 1, 3, 2.0);
        assert_eq!(history.last_done(), Some("buffer B 1 → 3"));
    }

    #[test]
    fn a_new_change_clears_redo_and_old_changes_are_dropped() {
        let mut history = UndoHistory::default();
        for number in 0..300 {
            history.changed(number.to_string(), buffers(1));
        }
        history.undo(buffers(1));
        assert_eq!(history.last_undone(), Some("299"));
        history.changed("new".to_owned(), buffers(1));
        assert_eq!(history.last_undone(), None);
        let count = std::iter::from_fn(|| history.undo(buffers(1))).count();
        assert_eq!(count, UndoHistory::<UndoPoint>::MOST);
    }
}

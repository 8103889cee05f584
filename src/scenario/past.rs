//! What a person did to a scenario, to be undone and redone.

use super::Scenario;
use super::fields::FIELDS;
use crate::catalog::quoted;

/// A state of the page that one can come back to.
#[derive(Debug, Clone, PartialEq)]
pub struct Stand {
    /// The scenario.
    pub scenario: Scenario,
    /// The cycle that was shown.
    pub cycle: u64,
}

/// The changes so far, and those that were undone.
#[derive(Debug, Clone, Default)]
pub struct Past {
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
    to: Stand,
}

impl Past {
    /// More changes are not kept.
    const MOST: usize = 200;

    /// Edits of a field that follow each other within this time [ms] are one change: a slider
    /// being dragged, a number being typed.
    const MOMENT: f64 = 1500.0;

    /// Takes note of a change of one field, by its place in the JSON form; `time` is in ms.
    pub fn edited(&mut self, field: &str, before: Stand, after: &Scenario, time: f64) {
        let editing = self.editing.take();
        let goes_on = editing.is_some_and(|(f, at)| f == field && time - at <= Self::MOMENT);
        if !goes_on {
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
    pub fn changed(&mut self, what: String, before: Stand) {
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
    pub fn undo(&mut self, now: Stand) -> Option<(String, Stand)> {
        self.editing = None;
        turn(&mut self.done, &mut self.undone, now)
    }

    /// Makes the change again that was undone last.
    pub fn redo(&mut self, now: Stand) -> Option<(String, Stand)> {
        self.editing = None;
        turn(&mut self.undone, &mut self.done, now)
    }
}

fn turn(from: &mut Vec<Change>, to: &mut Vec<Change>, now: Stand) -> Option<(String, Stand)> {
    let Change { what, to: there } = from.pop()?;
    to.push(Change {
        what: what.clone(),
        to: now,
    });
    Some((what, there))
}

impl Scenario {
    /// How another scenario differs, in a few words: `buffer B 2 → 4`.
    pub fn difference(&self, other: &Self) -> String {
        let (mut ours, mut theirs) = (self.clone(), other.clone());
        let messages = |scenario: &Self| scenario.messages.len().to_string();
        let faults = |scenario: &Self| scenario.faults.len().to_string();
        let mut changes = FIELDS.iter().filter_map(|field| {
            let (from, to) = (field.text(&mut ours), field.text(&mut theirs));
            let (from, to) = match field.key {
                _ if from == to => return None,
                // Lists are too long to be shown.
                "msg" => (messages(self), messages(other)),
                "fail" => (faults(self), faults(other)),
                _ => (quoted(&from), quoted(&to)),
            };
            Some(format!("{} {from} → {to}", field.name))
        });
        let first = changes.next().unwrap_or_default();
        match changes.count() {
            0 => first,
            more => format!("{first} and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(link: &str, cycle: u64) -> Stand {
        Stand {
            scenario: Scenario::from_link(link).scenario,
            cycle,
        }
    }

    /// A 4x4 mesh with B = 1, 2, 3, … in cycle 10·B.
    fn buffers(buffer: u64) -> Stand {
        stand(&format!("t=mesh:4x4&buf={buffer}"), 10 * buffer)
    }

    /// Edits the buffer from one size to the next.
    fn edit(past: &mut Past, from: u64, to: u64, time: f64) {
        past.edited("buffer", buffers(from), &buffers(to).scenario, time);
    }

    #[test]
    fn undo_returns_to_the_cycle_that_was_left_and_redo_comes_back() {
        let mut past = Past::default();
        edit(&mut past, 1, 2, 0.0);
        let now = stand("t=mesh:4x4&buf=2", 77);
        let (what, there) = past.undo(now.clone()).expect("there is a change");
        assert_eq!((&*what, &there), ("buffer B 1 → 2", &buffers(1)));
        assert_eq!(past.last_done(), None);
        assert_eq!(past.last_undone(), Some("buffer B 1 → 2"));
        assert_eq!(past.redo(there), Some((what, now)));
        assert_eq!(past.last_undone(), None);
    }

    #[test]
    fn edits_of_a_field_within_a_moment_are_one_change() {
        let mut past = Past::default();
        edit(&mut past, 1, 2, 0.0);
        edit(&mut past, 2, 3, 1_000.0);
        edit(&mut past, 3, 4, 2_000.0);
        assert_eq!(past.last_done(), Some("buffer B 1 → 4"));
        edit(&mut past, 4, 5, 4_000.0);
        assert_eq!(past.last_done(), Some("buffer B 4 → 5"));
        let there = past.undo(buffers(5)).map(|(_, there)| there);
        assert_eq!(there, Some(buffers(4)));
        let there = past.undo(buffers(4)).map(|(_, there)| there);
        assert_eq!(there, Some(buffers(1)));
        assert_eq!(past.undo(buffers(1)), None);
    }

    #[test]
    fn another_change_in_between_keeps_edits_apart() {
        let mut past = Past::default();
        edit(&mut past, 1, 2, 0.0);
        past.changed("a preset".to_owned(), buffers(2));
        edit(&mut past, 2, 3, 1.0);
        assert_eq!(past.last_done(), Some("buffer B 2 → 3"));
        past.undo(buffers(3));
        edit(&mut past, 2, 4, 2.0);
        assert_eq!(past.last_done(), Some("buffer B 2 → 4"));
        past.undo(buffers(4));
        assert_eq!(past.last_done(), Some("a preset"));
    }

    #[test]
    fn an_edit_that_ends_where_it_began_was_none() {
        let mut past = Past::default();
        edit(&mut past, 1, 2, 0.0);
        edit(&mut past, 2, 1, 1.0);
        assert_eq!(past.last_done(), None);
        edit(&mut past, 1, 3, 2.0);
        assert_eq!(past.last_done(), Some("buffer B 1 → 3"));
    }

    #[test]
    fn a_new_change_leaves_nothing_to_redo_and_old_ones_are_forgotten() {
        let mut past = Past::default();
        for number in 0..300 {
            past.changed(number.to_string(), buffers(1));
        }
        past.undo(buffers(1));
        assert_eq!(past.last_undone(), Some("299"));
        past.changed("new".to_owned(), buffers(1));
        assert_eq!(past.last_undone(), None);
        let count = std::iter::from_fn(|| past.undo(buffers(1))).count();
        assert_eq!(count, Past::MOST);
    }

    #[test]
    fn a_difference_is_told_in_a_few_words() {
        let mesh = stand("t=mesh:4x4&msg=0:0,0>3,3", 0).scenario;
        for (link, told) in [
            ("t=mesh:4x4&msg=0:0,0>3,3", ""),
            ("t=mesh:4x4", "messages sent by hand 1 → 0"),
            (
                "t=torus:4x4&msg=0:0,0>3,3&pe=2",
                "network mesh:4x4 → torus:4x4 and 1 more",
            ),
            (
                "t=mesh:4x4&msg=0:0,0>3,3&pe=2",
                "ejection ports nothing → 2",
            ),
        ] {
            let other = Scenario::from_link(link).scenario;
            assert_eq!(mesh.difference(&other), told);
        }
    }
}

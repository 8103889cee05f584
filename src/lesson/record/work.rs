//! A student's work on one lesson: the answers, the challenges met, and the state of steps that are not handed in.
//!
//! Progress, receipts and the records of platforms are this value, and are stored in its one text (`text.rs`).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::session::Session;

/// The most answers stored for a question.
const MOST_TRIES: usize = 50;

/// A student's work on a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Work {
    /// The key of the progress (see [`Session::record`]); in a receipt, the id of the lesson.
    pub record: String,
    /// A hash of the lesson file.
    pub hash: String,
    /// The claimed name of the student, or the one that chose the variant; may be empty.
    pub name: String,
    /// The variant that the student has chosen or been given, of a lesson that varies values.
    pub seed: Option<u64>,
    /// The last step that was reached, from 1.
    pub step: usize,
    pub steps: usize,
    /// The steps with a question or a challenge.
    pub tasks: BTreeSet<usize>,
    /// Answers by step, in the order given.
    pub answers: BTreeMap<usize, Vec<String>>,
    /// Links of the scenes that met challenges, by step.
    pub goals: BTreeMap<usize, String>,
    /// The number of the first right answer to a question, by step, from 1.
    pub right: BTreeMap<usize, usize>,
    /// The time of the last answer or solution, by step \[ms since 1970\].
    pub times: BTreeMap<usize, u64>,
    /// The work on single steps that is not handed in yet.
    pub drafts: BTreeMap<(StepWork, usize), String>,
}

/// A part of the work on a step that is kept for a later visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StepWork {
    /// The answer that is not given yet.
    Answer,
    /// The code in the editor.
    Code,
    /// The changed scenario of a challenge, as a link.
    Scene,
}

impl StepWork {
    pub const ALL: [Self; 3] = [Self::Answer, Self::Code, Self::Scene];
}

impl Work {
    /// Returns whether the work is on a variant of a lesson.
    pub fn is_on(&self, lesson: &str) -> bool {
        self.record.split('@').next() == Some(lesson)
    }

    /// Returns whether the last step was reached and every question and challenge is done.
    pub fn is_finished(&self) -> bool {
        self.steps > 0 && self.step >= self.steps && self.open().next().is_none()
    }

    /// Returns the steps up to the last one reached whose question was not answered or whose challenge was not met,
    /// in ascending order.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let reached = self.tasks.range(..=self.step).copied();
        reached.filter(|step| !self.answers.contains_key(step) && !self.goals.contains_key(step))
    }

    /// Returns the step at which to go on: the last one reached, or the first open one if that was the last of the
    /// lesson.
    pub fn next_step(&self) -> usize {
        let open = (self.step >= self.steps).then(|| self.open().next());
        open.flatten().unwrap_or(self.step).max(1)
    }

    /// Records an answer given at a time \[ms since 1970\].
    pub fn answer(&mut self, step: usize, answer: &str, now: u64) {
        let tries = self.answers.entry(step).or_default();
        if tries.len() < MOST_TRIES {
            tries.push(answer.to_owned());
        }
        self.times.insert(step, now);
    }

    /// Records that the last answer given at a step is right.
    pub fn confirm(&mut self, step: usize) {
        let tries = self.answers.get(&step).map_or(0, Vec::len);
        self.right.entry(step).or_insert(tries.max(1));
    }

    /// Records the link of a scene that met a challenge at a time \[ms since 1970\].
    pub fn meet(&mut self, step: usize, link: &str, now: u64) {
        self.goals.insert(step, link.to_owned());
        self.times.insert(step, now);
    }

    /// Returns the number of tasks whose question was answered rightly, at any try, or whose challenge was met.
    pub fn right_tasks(&self) -> usize {
        let is_right =
            |step: &&usize| self.right.contains_key(*step) || self.goals.contains_key(*step);
        self.tasks.iter().filter(is_right).count()
    }

    /// Returns the steps whose question was answered or whose challenge was met.
    pub fn answered(&self) -> BTreeSet<usize> {
        let steps = self.answers.keys().chain(self.goals.keys());
        steps.copied().collect()
    }

    /// Returns the steps whose question was answered, but never rightly.
    pub fn missed(&self) -> impl Iterator<Item = usize> {
        let answered = self.answers.keys().copied();
        answered.filter(|step| !self.right.contains_key(step))
    }

    /// Returns the last answer given at a step.
    pub fn last_answer(&self, step: usize) -> Option<&str> {
        self.answers.get(&step)?.last().map(String::as_str)
    }

    /// Returns the part that is handed in, of which a receipt contains all but the times. It does not record which answers
    /// were right: grading determines that.
    #[must_use]
    pub fn handed_in(&self, session: &Session, name: &str) -> Self {
        Self {
            record: session.lesson.id.clone(),
            hash: session.hash(),
            name: name.to_owned(),
            seed: session.seed(),
            answers: self.answers.clone(),
            goals: self.goals.clone(),
            times: self.times.clone(),
            ..Self::default()
        }
    }

    /// Merges other progress in the same lesson: of each step, the newer record is kept, and of two of the same time
    /// the one with more tries.
    pub(super) fn merge(&mut self, other: Self) {
        if other.times.values().max() >= self.times.values().max() && other.steps > 0 {
            (self.hash, self.steps, self.tasks) = (other.hash, other.steps, other.tasks);
        }
        self.step = self.step.max(other.step);
        for (step, tries) in other.answers {
            let weight = |time: Option<&u64>, tries: usize| (time.copied(), tries);
            let known = self.answers.get(&step).map_or(0, Vec::len);
            if weight(other.times.get(&step), tries.len()) > weight(self.times.get(&step), known) {
                self.answers.insert(step, tries);
                match other.right.get(&step) {
                    Some(&right) => self.right.insert(step, right),
                    None => self.right.remove(&step),
                };
            }
        }
        for (step, link) in other.goals {
            if other.times.get(&step) > self.times.get(&step) || !self.goals.contains_key(&step) {
                self.goals.insert(step, link);
            }
        }
        for (step, time) in other.times {
            let known = self.times.entry(step).or_default();
            *known = time.max(*known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_finished_when_every_task_is_done() {
        let mut work = Work {
            step: 3,
            steps: 4,
            ..Work::default()
        };
        work.tasks.extend([2, 4]);
        assert!(work.open().eq([2]));
        // Opening the last step answers nothing.
        work.step = 4;
        assert!(work.open().eq([2, 4]) && !work.is_finished());
        assert_eq!(work.next_step(), 2);
        work.answer(2, "wrong", 1);
        assert!(work.open().eq([4]) && !work.is_finished());
        assert!(work.missed().eq([2]));
        work.answer(2, "right", 2);
        work.confirm(2);
        assert!(work.missed().next().is_none());
        work.meet(4, "t=ring:4", 2);
        assert!(work.is_finished());
        assert!(work.answered().into_iter().eq([2, 4]));
        assert_eq!(work.last_answer(2), Some("right"));
        assert_eq!(work.last_answer(4), None);
        assert_eq!((work.right[&2], work.right_tasks()), (2, 2));
    }
}

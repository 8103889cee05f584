//! A student's progress through the lessons, as stored by the browser: one line per lesson.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::named_values::NamedValues;
use crate::file::register::Summary;

/// The most answers stored for a question.
const MOST_TRIES: usize = 50;

/// The longest text that is accepted \[bytes\].
const MOST_BYTES: usize = 1 << 20;

/// The beginning of a line.
const BEGIN: &str = "lesson ";

/// The reason why a text is not the progress of a student.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProgressError {
    /// A text that is too long.
    #[error("progress must be at most {MOST_BYTES} bytes")]
    TooLong,
    /// A text that the page has not saved.
    #[error("progress must be a file that this page has saved; line {line} is not of one")]
    Foreign {
        /// The first line that the page has not written, from 1.
        line: usize,
    },
}

/// A student's progress, by lesson.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress(BTreeMap<String, Done>);

/// The progress of a student in one lesson.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Done {
    /// A hash of the lesson file.
    pub hash: String,
    /// The last step that was reached, from 1.
    pub step: usize,
    pub steps: usize,
    /// The steps with a question or a challenge.
    pub tasks: BTreeSet<usize>,
    /// Answers by step, in the order given.
    pub answers: BTreeMap<usize, Vec<String>>,
    /// Links of the scenes that met challenges, by step.
    pub goals: BTreeMap<usize, String>,
    /// The number of the first right answer to a question, by step, from 1; without an entry, none was right, or that
    /// was not stored.
    pub right: BTreeMap<usize, usize>,
    /// The time of the last answer or solution, by step \[ms since 1970\]; without an entry, unknown.
    pub times: BTreeMap<usize, u64>,
}

impl Done {
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

    /// Returns the number of tasks whose question was answered rightly, at any try, or whose challenge was met.
    pub fn right_tasks(&self) -> usize {
        let is_right =
            |step: &&usize| self.right.contains_key(*step) || self.goals.contains_key(*step);
        self.tasks.iter().filter(is_right).count()
    }

    /// Records the link of a scene that met a challenge at a time \[ms since 1970\].
    pub fn meet(&mut self, step: usize, link: &str, now: u64) {
        self.goals.insert(step, link.to_owned());
        self.times.insert(step, now);
    }

    /// Returns the steps whose question was answered or whose challenge was met.
    pub fn answered(&self) -> BTreeSet<usize> {
        self.answers
            .keys()
            .chain(self.goals.keys())
            .copied()
            .collect()
    }

    /// Returns the steps whose question was answered, but never rightly.
    pub fn missed(&self) -> impl Iterator<Item = usize> {
        // Version 0.1 stored neither times nor which answers were right.
        let is_missed =
            |step: &&usize| !self.right.contains_key(*step) && self.times.contains_key(*step);
        self.answers.keys().filter(is_missed).copied()
    }

    /// Returns the last answer given at a step.
    pub fn last_answer(&self, step: usize) -> Option<&str> {
        self.answers.get(&step)?.last().map(String::as_str)
    }

    /// Merges other progress in the same lesson: of each step, the newer record is kept, and of two of the same time
    /// the one with more tries.
    fn merge(&mut self, other: Self) {
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

    /// Writes the progress in a lesson as a line.
    pub(super) fn to_line(&self, lesson: &str) -> String {
        let mut values = NamedValues::default();
        values.add("id", lesson);
        values.add("hash", &*self.hash);
        values.add("step", self.step.to_string());
        values.add("steps", self.steps.to_string());
        for step in &self.tasks {
            values.add("task", step.to_string());
        }
        for (step, tries) in &self.answers {
            for answer in tries {
                values.add(format!("answer-{step}"), answer);
            }
        }
        for (step, link) in &self.goals {
            values.add(format!("goal-{step}"), link);
        }
        for (step, number) in &self.right {
            values.add(format!("right-{step}"), number.to_string());
        }
        for (step, time) in &self.times {
            values.add(format!("time-{step}"), time.to_string());
        }
        format!("{BEGIN}{}", values.to_text())
    }

    /// Parses a line written by [`Done::to_line`]; returns the id of the lesson and the progress.
    pub(super) fn of_line(line: &str) -> Option<(String, Self)> {
        let values = NamedValues::from_text(line.strip_prefix(BEGIN)?);
        let id = values.get("id").filter(|id| !id.is_empty())?;
        let mut done = Self {
            hash: values.get("hash").unwrap_or_default().to_owned(),
            step: values.number("step")?,
            steps: values.number("steps")?,
            tasks: values
                .all("task")
                .filter_map(|step| step.parse().ok())
                .collect(),
            ..Self::default()
        };
        // Version 0.1 did not store the tasks.
        if let Some(lesson) = Summary::by_id(id).filter(|_| done.tasks.is_empty()) {
            done.tasks.extend(lesson.tasks);
        }
        for (step, answer) in values.numbered("answer-") {
            done.answer(step, answer, 0);
        }
        for (step, link) in values.numbered("goal-") {
            done.meet(step, link, 0);
        }
        let right = values.numbered("right-");
        let right = right.filter_map(|(step, number)| Some((step, number.parse().ok()?)));
        done.right = right.collect();
        let times = values.numbered("time-");
        let times = times.filter_map(|(step, time)| Some((step, time.parse().ok()?)));
        done.times = times.collect();
        Some((id.to_owned(), done))
    }
}

impl Progress {
    pub fn of(&self, lesson: &str) -> Option<&Done> {
        self.0.get(lesson)
    }

    /// Returns the progress in the variant of a lesson that is furthest along (see
    /// [`Session::record`](crate::Session::record)).
    pub fn of_any_variant(&self, lesson: &str) -> Option<&Done> {
        let variants = self.0.iter().filter(|(record, _)| is_of(record, lesson));
        let furthest = variants.max_by_key(|(_, done)| (done.step, done.answered().len()));
        furthest.map(|(_, done)| done)
    }

    /// Returns the progress in a lesson for modification, empty if there is none yet.
    pub fn entry(&mut self, lesson: &str) -> &mut Done {
        self.0.entry(lesson.to_owned()).or_default()
    }

    /// Removes the progress in all variants of a lesson.
    pub fn forget(&mut self, lesson: &str) {
        self.0.retain(|record, _| !is_of(record, lesson));
    }

    /// Returns whether no progress is stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the built-in lesson that was begun but not finished; of several, the one at the highest step.
    pub fn unfinished(&self) -> Option<(&str, &Done)> {
        let is_begun =
            |(id, done): &(&String, &Done)| !done.is_finished() && Summary::by_id(id).is_some();
        let begun = self.0.iter().filter(is_begun);
        let farthest = begun.max_by_key(|(_, done)| done.step)?;
        Some((farthest.0, farthest.1))
    }

    /// Writes one line per lesson.
    pub fn to_text(&self) -> String {
        let lines = self.0.iter().map(|(id, done)| done.to_line(id));
        lines.map(|line| line + "\n").collect()
    }

    /// Parses the text written by [`Progress::to_text`]; the error names the first invalid line.
    pub fn from_text(text: &str) -> Result<Self, ProgressError> {
        if text.len() > MOST_BYTES {
            return Err(ProgressError::TooLong);
        }
        let lines = text.lines().enumerate();
        let mut progress = Self::default();
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let line = Done::of_line(line);
            let (id, done) = line.ok_or(ProgressError::Foreign { line: number + 1 })?;
            progress.0.insert(id, done);
        }
        Ok(progress)
    }

    /// Merges other progress by step, as from another tab or a file: of each step, the newer record is kept.
    pub fn merge(&mut self, other: Self) {
        for (id, done) in other.0 {
            self.entry(&id).merge(done);
        }
    }
}

/// Returns whether progress of this key is in a variant of a lesson (see
/// [`Session::record`](crate::Session::record)).
pub(super) fn is_of(record: &str, lesson: &str) -> bool {
    record.split('@').next() == Some(lesson)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns progress in `one-message` with the tasks 2 and 5, of which 2 is answered and 5 is met.
    fn begun() -> Progress {
        let mut progress = Progress::default();
        let done = progress.entry("one-message");
        (done.hash, done.step, done.steps) = ("abc".to_owned(), 3, 6);
        done.tasks.extend([2, 5]);
        done.answer(2, "14", 1000);
        done.answer(2, "2>3 & more", 2000);
        done.confirm(2);
        done.meet(5, "t=mesh:4x4&vc=2", 3000);
        progress
    }

    #[test]
    fn progress_round_trips_through_a_file() {
        let progress = begun();
        let read = Progress::from_text(&progress.to_text());
        assert_eq!(read.as_ref(), Ok(&progress));
        let done = progress.of("one-message").expect("it was begun");
        assert_eq!(done.last_answer(2), Some("2>3 & more"));
        assert_eq!(done.last_answer(5), None);
        assert!(done.answered().into_iter().eq([2, 5]));
        assert_eq!((done.right[&2], done.right_tasks()), (2, 2));
        assert!(done.missed().next().is_none());
        assert_eq!(progress.unfinished().map(|(id, _)| id), Some("one-message"));
    }

    #[test]
    fn a_lesson_is_finished_when_every_task_is_done() {
        let mut progress = Progress::default();
        let done = progress.entry("mine");
        (done.step, done.steps) = (3, 4);
        done.tasks.extend([2, 4]);
        assert!(done.open().eq([2]));
        // Opening the last step answers nothing.
        done.step = 4;
        assert!(done.open().eq([2, 4]) && !done.is_finished());
        assert_eq!(done.next_step(), 2);
        done.answer(2, "wrong", 1);
        assert!(done.open().eq([4]) && !done.is_finished());
        assert!(done.missed().eq([2]));
        done.answer(2, "right", 2);
        done.confirm(2);
        assert!(done.missed().next().is_none());
        done.meet(4, "t=ring:4", 2);
        assert!(done.is_finished());
    }

    #[test]
    fn two_tabs_keep_what_is_newest_of_each_step() {
        let (mut first, mut second) = (begun(), begun());
        first.entry("one-message").answer(3, "first", 5000);
        second.entry("one-message").answer(2, "second", 4000);
        second.entry("one-message").step = 4;
        second.entry("another").step = 1;
        let mut merged = [first.clone(), second.clone()];
        merged[0].merge(second);
        merged[1].merge(first);
        assert_eq!(merged[0], merged[1]);
        let done = merged[0].of("one-message").expect("it was begun");
        assert_eq!(done.answers[&2], ["14", "2>3 & more", "second"]);
        assert_eq!(done.right[&2], 2);
        assert_eq!(done.answers[&3], ["first"]);
        assert_eq!((done.step, &*done.goals[&5]), (4, "t=mesh:4x4&vc=2"));
        assert!(merged[0].of("another").is_some());
    }

    /// Version 0.1 has left such lines in browsers.
    #[test]
    fn the_format_of_saved_progress_is_still_read() {
        let text = "lesson id=one-message&hash=abc&step=3&steps=6&answer-2=14&answer-2=2>3%20%26%20more&\
                    goal-5=t%3Dmesh:4x4%26vc%3D2\n";
        let progress = Progress::from_text(text).expect("it was saved");
        let done = progress.of("one-message").expect("it was begun");
        assert_eq!(done.answers[&2], ["14", "2>3 & more"]);
        assert_eq!(done.goals[&5], "t=mesh:4x4&vc=2");
        let lesson = Summary::by_id("one-message").expect("a built-in lesson");
        assert!(done.tasks.iter().eq(lesson.tasks));
        assert!(done.missed().next().is_none(), "unknown");
        assert_eq!(Progress::from_text(&progress.to_text()), Ok(progress));
    }

    #[test]
    fn a_foreign_file_is_refused_with_the_line() {
        let refusal = Progress::from_text("\n{\"a\": 1}\n");
        assert_eq!(refusal, Err(ProgressError::Foreign { line: 2 }));
        assert_eq!(Progress::from_text(""), Ok(Progress::default()));
    }
}

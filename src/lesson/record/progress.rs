//! A student's progress through the lessons, as stored by the browser: one line per lesson.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::named_values::NamedValues;

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
    /// The current step, from 1.
    pub step: usize,
    /// The number of steps of the lesson.
    pub steps: usize,
    /// Answers by step, in the order given.
    pub answers: BTreeMap<usize, Vec<String>>,
    /// Links of the scenes that met challenges, by step.
    pub goals: BTreeMap<usize, String>,
}

impl Done {
    /// Returns whether the last step was reached.
    pub fn is_finished(&self) -> bool {
        self.steps > 0 && self.step >= self.steps
    }

    /// Records an answer.
    pub fn answer(&mut self, step: usize, answer: &str) {
        let tries = self.answers.entry(step).or_default();
        if tries.len() < MOST_TRIES {
            tries.push(answer.to_owned());
        }
    }

    /// Returns the steps whose question was answered or whose challenge was met.
    pub fn answered(&self) -> BTreeSet<usize> {
        self.answers
            .keys()
            .chain(self.goals.keys())
            .copied()
            .collect()
    }

    /// Returns the last answer given at a step.
    pub fn last_answer(&self, step: usize) -> Option<&str> {
        self.answers.get(&step)?.last().map(String::as_str)
    }

    /// Writes the progress in a lesson as a line.
    fn to_line(&self, lesson: &str) -> String {
        let mut values = NamedValues::default();
        values.add("id", lesson);
        values.add("hash", &*self.hash);
        values.add("step", self.step.to_string());
        values.add("steps", self.steps.to_string());
        for (step, tries) in &self.answers {
            for answer in tries {
                values.add(format!("answer-{step}"), answer);
            }
        }
        for (step, link) in &self.goals {
            values.add(format!("goal-{step}"), link);
        }
        format!("{BEGIN}{}", values.to_text())
    }

    /// Parses a line written by [`Done::to_line`]; returns the id of the lesson and the progress.
    fn of_line(line: &str) -> Option<(String, Self)> {
        let values = NamedValues::from_text(line.strip_prefix(BEGIN)?);
        let id = values.get("id").filter(|id| !id.is_empty())?;
        let mut done = Self {
            hash: values.get("hash").unwrap_or_default().to_owned(),
            step: values.number("step")?,
            steps: values.number("steps")?,
            ..Self::default()
        };
        for (step, answer) in values.numbered("answer-") {
            done.answer(step, answer);
        }
        let goals = values.numbered("goal-");
        done.goals
            .extend(goals.map(|(step, link)| (step, link.to_owned())));
        Some((id.to_owned(), done))
    }
}

impl Progress {
    /// Returns the progress in a lesson.
    pub fn of(&self, lesson: &str) -> Option<&Done> {
        self.0.get(lesson)
    }

    /// Returns the progress in a lesson for modification, empty if there is none yet.
    pub fn entry(&mut self, lesson: &str) -> &mut Done {
        self.0.entry(lesson.to_owned()).or_default()
    }

    /// Returns whether no progress is stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lesson that was begun but not finished; of several, the one at the highest step.
    pub fn unfinished(&self) -> Option<(&str, &Done)> {
        let begun = self.0.iter().filter(|(_, done)| !done.is_finished());
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

    /// Merges other progress: of each lesson, the one that is further along is kept.
    pub fn merge(&mut self, other: Self) {
        for (id, done) in other.0 {
            let known = self.0.entry(id).or_default();
            let weight = |done: &Done| (done.step, done.answers.len() + done.goals.len());
            if weight(&done) >= weight(known) {
                *known = done;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_round_trips_through_a_file_and_is_merged() {
        let mut progress = Progress::default();
        let done = progress.entry("one-message");
        (done.hash, done.step, done.steps) = ("abc".to_owned(), 3, 6);
        done.answer(2, "14");
        done.answer(2, "2>3 & more");
        done.goals.insert(5, "t=mesh:4x4&vc=2".to_owned());
        let read = Progress::from_text(&progress.to_text());
        assert_eq!(read.as_ref(), Ok(&progress));
        let done = progress.of("one-message").expect("it was begun");
        assert_eq!(done.last_answer(2), Some("2>3 & more"));
        assert_eq!(done.last_answer(5), None);
        assert!(done.answered().into_iter().eq([2, 5]));
        assert_eq!(progress.unfinished().map(|(id, _)| id), Some("one-message"));

        let mut other = Progress::default();
        other.entry("one-message").step = 1;
        other.entry("another").step = 4;
        let mut merged = progress.clone();
        merged.merge(other);
        assert_eq!(merged.of("one-message"), progress.of("one-message"));
        assert_eq!(merged.of("another").map(|done| done.step), Some(4));
    }

    /// Version 0.1 has left such lines in browsers.
    #[test]
    fn the_format_of_saved_progress_is_unchanged() {
        let text = "lesson id=one-message&hash=abc&step=3&steps=6&answer-2=14&answer-2=2>3%20%26%20more&\
                    goal-5=t%3Dmesh:4x4%26vc%3D2\n";
        let progress = Progress::from_text(text).expect("it was saved");
        assert_eq!(progress.to_text(), text);
        let done = progress.of("one-message").expect("it was begun");
        assert_eq!(done.answers[&2], ["14", "2>3 & more"]);
        assert_eq!(done.goals[&5], "t=mesh:4x4&vc=2");
    }

    #[test]
    fn a_foreign_file_is_refused_with_the_line() {
        let refusal = Progress::from_text("\n{\"a\": 1}\n");
        assert_eq!(refusal, Err(ProgressError::Foreign { line: 2 }));
        assert_eq!(Progress::from_text(""), Ok(Progress::default()));
    }
}

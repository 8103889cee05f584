//! A student's progress through the lessons, as stored by the browser: one line per lesson.

use std::collections::{BTreeMap, BTreeSet};

use crate::lesson::note::Note;

/// The most answers stored for a question.
const MOST_TRIES: usize = 50;

/// The longest text that is accepted \[bytes\].
const MOST_BYTES: usize = 1 << 20;

/// A student's progress, by lesson.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress(BTreeMap<String, Done>);

/// The progress of a student in one lesson.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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

    /// Writes the progress as a note about a lesson.
    pub fn to_note(&self, lesson: &str) -> Note {
        let mut note = Note::new("lesson")
            .with("id", lesson)
            .with("hash", &self.hash)
            .with("step", self.step)
            .with("steps", self.steps);
        for (step, tries) in &self.answers {
            note = note.with_all(&format!("answer-{step}"), tries);
        }
        for (step, link) in &self.goals {
            note = note.with(&format!("goal-{step}"), link);
        }
        note
    }

    /// Parses a note about a lesson; returns its id and progress.
    pub fn of_note(note: &Note) -> Option<(String, Self)> {
        let id = note.get("id");
        if note.word != "lesson" || id.is_empty() {
            return None;
        }
        let mut done = Self {
            hash: note.get("hash").to_owned(),
            step: note.number("step")?,
            steps: note.number("steps")?,
            ..Self::default()
        };
        for (name, value) in &note.values {
            let numbered = |of: &str| name.strip_prefix(of)?.parse().ok();
            if let Some(step) = numbered("answer-") {
                done.answer(step, value);
            } else if let Some(step) = numbered("goal-") {
                done.goals.insert(step, value.clone());
            }
        }
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
        let lines = self.0.iter().map(|(id, done)| done.to_note(id).to_text());
        lines.map(|line| line + "\n").collect()
    }

    /// Parses the text written by [`Progress::to_text`]; the error names the first invalid line.
    pub fn from_text(text: &str) -> Result<Self, String> {
        if text.len() > MOST_BYTES {
            return Err(format!("progress must be at most {MOST_BYTES} bytes"));
        }
        let lines = text.lines().enumerate();
        let mut progress = Self::default();
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let (id, done) = Done::of_note(&Note::from_text(line)).ok_or_else(|| {
                format!(
                    "progress must be a file that this page has saved; line {} is not of one",
                    number + 1
                )
            })?;
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

    #[test]
    fn a_foreign_file_is_refused_with_the_line() {
        let refusal = Progress::from_text("\n{\"a\": 1}\n").expect_err("it is JSON");
        assert!(refusal.contains("line 2"), "{refusal}");
        assert_eq!(Progress::from_text(""), Ok(Progress::default()));
    }
}

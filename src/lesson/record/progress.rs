//! A student's progress through the lessons, as stored by the browser: one line per lesson.

use std::collections::BTreeMap;

use super::work::Work;
use crate::error::LessonError;
use crate::file::register::Summary;

/// The longest text that is accepted \[bytes\].
const MOST_BYTES: usize = 1 << 20;

/// A student's progress, by its keys (see [`Session::record`](crate::Session::record)).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress(BTreeMap<String, Work>);

impl Progress {
    pub fn of(&self, record: &str) -> Option<&Work> {
        self.0.get(record)
    }

    /// Returns the progress in the variant of a lesson that is furthest along.
    pub fn of_any_variant(&self, lesson: &str) -> Option<&Work> {
        let variants = self.0.values().filter(|work| work.is_on(lesson));
        variants.max_by_key(|work| (work.step, work.answered().len()))
    }

    /// Returns the progress of a key for modification, empty if there is none yet.
    pub fn entry(&mut self, record: &str) -> &mut Work {
        self.0.entry(record.to_owned()).or_insert_with(|| Work {
            record: record.to_owned(),
            ..Work::default()
        })
    }

    /// Puts work in place of the progress of its key.
    pub fn put(&mut self, work: Work) {
        self.0.insert(work.record.clone(), work);
    }

    /// Removes the progress in all variants of a lesson.
    pub fn forget(&mut self, lesson: &str) {
        self.0.retain(|_, work| !work.is_on(lesson));
    }

    /// Returns whether no progress is stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the built-in lesson that was begun but not finished; of several, the one at the highest step.
    pub fn unfinished(&self) -> Option<&Work> {
        let is_begun = |work: &&Work| !work.is_finished() && Summary::by_id(&work.record).is_some();
        let begun = self.0.values().filter(is_begun);
        begun.max_by_key(|work| work.step)
    }

    /// Writes one line per lesson.
    pub fn to_text(&self) -> String {
        let lines = self.0.values().map(Work::to_line);
        lines.map(|line| line + "\n").collect()
    }

    /// Parses the text written by [`Progress::to_text`]; the error names the first invalid line.
    pub fn from_text(text: &str) -> Result<Self, LessonError> {
        if text.len() > MOST_BYTES {
            return Err(LessonError::new(format!(
                "progress must be at most {MOST_BYTES} bytes"
            )));
        }
        let lines = text.lines().zip(1..);
        let lines = lines.filter(|(line, _)| !line.trim().is_empty());
        let works = lines.map(|(text, line)| {
            let work = Work::of_line(text).ok_or_else(|| {
                LessonError::new(format!(
                    "progress must be a file that this page has saved; line {line} is not of one"
                ))
            })?;
            Ok((work.record.clone(), work))
        });
        works.collect::<Result<_, _>>().map(Self)
    }

    /// Merges other progress by step, as from another tab or a file: of each step, the newer record is kept.
    pub fn merge(&mut self, other: Self) {
        for (record, work) in other.0 {
            self.entry(&record).merge(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns progress in `one-message` with the tasks 2 and 5, of which 2 is answered and 5 is met.
    fn begun() -> Progress {
        let mut progress = Progress::default();
        let work = progress.entry("one-message");
        (work.hash, work.step, work.steps) = ("abc".to_owned(), 3, 6);
        work.tasks.extend([2, 5]);
        work.answer(2, "14", 1000);
        work.answer(2, "2>3 & more", 2000);
        work.confirm(2);
        work.meet(5, "t=mesh:4x4&vc=2", 3000);
        progress
    }

    #[test]
    fn progress_round_trips_through_a_file() {
        let progress = begun();
        let read = Progress::from_text(&progress.to_text());
        assert_eq!(read.ok().as_ref(), Some(&progress));
        let unfinished = progress.unfinished().map(|work| &*work.record);
        assert_eq!(unfinished, Some("one-message"));
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
        let work = merged[0].of("one-message").expect("it was begun");
        assert_eq!(work.answers[&2], ["14", "2>3 & more", "second"]);
        assert_eq!(work.right[&2], 2);
        assert_eq!(work.answers[&3], ["first"]);
        assert_eq!((work.step, &*work.goals[&5]), (4, "t=mesh:4x4&vc=2"));
        assert!(merged[0].of("another").is_some());
    }

    #[test]
    fn a_foreign_file_is_refused_with_the_line() {
        let refusal = Progress::from_text("\n{\"a\": 1}\n").expect_err("it is none");
        assert!(refusal.to_string().contains("; line 2 is not"), "{refusal}");
        assert!(Progress::from_text("").is_ok_and(|progress| progress.is_empty()));
    }
}

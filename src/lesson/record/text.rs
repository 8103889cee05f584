//! The work on a lesson as a text: named values in one line, `step=2&answer-1=14`, whole or as a receipt.
//!
//! Browsers keep progress in this form, links contain receipts in it, and learning platforms keep it packed, so that it
//! cannot change.

use std::fmt::Write;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::work::{StepWork, Work};
use crate::error::LessonError;
use engine::catalog::quoted;
use study::scenario::{pack, unpack};

/// Characters that have a meaning in the line.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'=').add(b' ').add(b'+');

/// The beginning of a line of progress.
const BEGIN: &str = "lesson ";

/// A line in progress.
#[derive(Default)]
struct Line(String);

impl Line {
    fn add(&mut self, name: &str, value: &dyn ToString) {
        let sign = if self.0.is_empty() { "" } else { "&" };
        let value = value.to_string();
        let value = utf8_percent_encode(&value, ESCAPED);
        write!(self.0, "{sign}{name}={value}").expect("a string takes any text");
    }

    /// Adds values whose names are followed by their step, as in `answer-2`.
    fn add_steps<'a, V: ToString + 'a>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = (&'a usize, V)>,
    ) {
        for (step, value) in values {
            self.add(&format!("{name}-{step}"), &value);
        }
    }
}

/// The name of a draft in the line, which a hyphen and the step follow.
fn name_of(kind: StepWork) -> &'static str {
    match kind {
        StepWork::Answer => "draft",
        StepWork::Code => "code",
        StepWork::Scene => "scene",
    }
}

impl Work {
    /// Writes the work as a line of progress.
    pub(super) fn to_line(&self) -> String {
        let mut line = Line::default();
        line.add("id", &self.record);
        line.add("hash", &self.hash);
        line.add("step", &self.step);
        line.add("steps", &self.steps);
        for step in &self.tasks {
            line.add("task", step);
        }
        self.add_handed_in(&mut line);
        line.add_steps("right", &self.right);
        line.add_steps("time", &self.times);
        if let Some(seed) = self.seed {
            line.add("seed", &seed);
            line.add("name", &self.name);
        }
        for ((kind, step), text) in &self.drafts {
            line.add_steps(name_of(*kind), [(step, text)]);
        }
        format!("{BEGIN}{}", line.0)
    }

    /// Writes the part of the work that a receipt contains.
    pub(super) fn to_receipt(&self) -> String {
        let mut line = Line::default();
        line.add("lesson", &self.record);
        line.add("hash", &self.hash);
        line.add("name", &self.name);
        if let Some(seed) = self.seed {
            line.add("seed", &seed);
        }
        self.add_handed_in(&mut line);
        line.0
    }

    fn add_handed_in(&self, line: &mut Line) {
        for (step, tries) in &self.answers {
            line.add_steps("answer", tries.iter().map(|answer| (step, answer)));
        }
        line.add_steps("goal", &self.goals);
    }

    /// Reads a line of progress.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let work = Self::of_values(line.strip_prefix(BEGIN)?);
        Some(work).filter(|work| !work.record.is_empty())
    }

    /// Reads named values; unknown ones are left out.
    pub(super) fn of_values(line: &str) -> Self {
        let mut work = Self::default();
        for (name, value) in line.split('&').filter_map(|pair| pair.split_once('=')) {
            let text = percent_decode_str(value).decode_utf8_lossy().into_owned();
            let number = text.parse::<u64>().ok();
            let count = number.and_then(|number| usize::try_from(number).ok());
            let step = name.split_once('-');
            let step = step.and_then(|(name, step)| Some((name, step.parse().ok()?)));
            match (step, name) {
                (Some(("answer", step)), _) => work.answers.entry(step).or_default().push(text),
                (Some(("goal", step)), _) => _ = work.goals.insert(step, text),
                (Some(("right", step)), _) => work.right.extend(count.map(|count| (step, count))),
                (Some(("time", step)), _) => work.times.extend(number.map(|time| (step, time))),
                (Some((name, step)), _) => {
                    let mut kinds = StepWork::ALL.into_iter();
                    let kind = kinds.find(|kind| name_of(*kind) == name);
                    work.drafts.extend(kind.map(|kind| ((kind, step), text)));
                }
                (None, "id" | "lesson") => work.record = text,
                (None, "hash") => work.hash = text,
                (None, "name") => work.name = text,
                (None, "seed") => work.seed = number,
                (None, "step") => work.step = count.unwrap_or_default(),
                (None, "steps") => work.steps = count.unwrap_or_default(),
                (None, "task") => work.tasks.extend(count),
                (None, _) => {}
            }
        }
        work
    }

    /// Returns the work as a text of letters, digits, `-` and `_`, of at most `most` characters, and whether it contains
    /// drafts; `None` if the work is too long even without them.
    pub fn pack(&self, most: usize) -> Option<(String, bool)> {
        let handed_in = Self {
            drafts: [].into(),
            ..self.clone()
        };
        let works = [(self, true), (&handed_in, self.drafts.is_empty())];
        let mut texts = works
            .map(|(work, is_whole)| (pack(&work.to_line()), is_whole))
            .into_iter();
        texts.find(|(text, _)| text.len() <= most)
    }

    /// Reads a text made by [`Work::pack`] for a lesson.
    pub fn unpack(text: &str, lesson: &str) -> Result<Self, LessonError> {
        let work = unpack(text).and_then(|line| Self::of_line(&line));
        let work = work.ok_or_else(|| {
            let text = "record must be a text that this page has sent, whole and unchanged";
            LessonError::new(text)
        })?;
        if !work.is_on(lesson) {
            let given = quoted(&work.record);
            return Err(LessonError::new(format!(
                "record must be of the lesson {lesson}, not of {given}"
            )));
        }
        Ok(work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LESSONS, Session, source_of};

    /// The characters that SCORM 1.2 keeps.
    const LEAST_ROOM: usize = 4096;

    fn work() -> Work {
        let mut work = Work {
            record: "mine@7".to_owned(),
            hash: "abc".to_owned(),
            name: "Ada & Bo".to_owned(),
            seed: Some(7),
            step: 3,
            steps: 6,
            ..Work::default()
        };
        work.tasks.extend([2, 5]);
        work.answer(2, "14", 1000);
        work.answer(2, "<p>2>3 = & more</p>\n100 % → ü", 2000);
        work.confirm(2);
        work.meet(5, "t=mesh:4x4&vc=2", 3000);
        let code = "fn route(net, here, to) {\n}";
        for (kind, text) in StepWork::ALL
            .into_iter()
            .zip(["half an", code, "t=mesh:4x4"])
        {
            work.drafts.insert((kind, 3), text.to_owned());
        }
        work
    }

    /// Browsers have saved such lines.
    #[test]
    fn the_form_of_saved_work_is_unchanged() {
        let line = "lesson id=one-message&hash=abc&step=3&steps=6&task=2&task=5&answer-2=14&\
                    answer-2=2>3%20%26%20more&goal-5=t%3Dmesh:4x4%26vc%3D2&right-2=2&time-2=2000&time-5=3000";
        let work = Work::of_line(line).expect("it was saved");
        assert_eq!(work.answers[&2], ["14", "2>3 & more"]);
        assert_eq!(work.goals[&5], "t=mesh:4x4&vc=2");
        assert_eq!(work.to_line(), line);
    }

    #[test]
    fn work_round_trips_through_a_text() {
        let work = work();
        let (text, is_complete) = work.pack(LEAST_ROOM).expect("it is short");
        assert!(is_complete);
        let in_text = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        assert!(text.chars().all(in_text), "{text}");
        assert_eq!(Work::unpack(&text, "mine").ok(), Some(work));
        let empty = Work {
            record: "mine".to_owned(),
            ..Work::default()
        };
        let (text, _) = empty.pack(LEAST_ROOM).expect("it is short");
        assert_eq!(Work::unpack(&text, "mine").ok(), Some(empty));
    }

    #[test]
    fn drafts_without_room_are_left_out() {
        let work = work();
        let (all, _) = work.pack(usize::MAX).expect("there is room");
        let (less, is_complete) = work.pack(all.len() - 1).expect("there is room for less");
        assert!(!is_complete && less.len() < all.len());
        let read = Work::unpack(&less, "mine").expect("it was packed");
        assert_eq!((&read.answers, read.drafts.len()), (&work.answers, 0));
        assert_eq!(work.pack(less.len() - 1), None);
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let (text, _) = work().pack(LEAST_ROOM).expect("it is short");
        let no_record = "record must be a text that this page has sent, whole and unchanged";
        for (text, reason) in [
            (
                &*text,
                "record must be of the lesson one-message, not of mine@7",
            ),
            (&text[..text.len() / 2], no_record),
            ("", no_record),
            (&pack("[1, 2]"), no_record),
        ] {
            let error = Work::unpack(text, "one-message").expect_err("another text");
            assert_eq!(error.to_string(), reason);
        }
    }

    /// Every built-in lesson, done with three tries at each question, has room in the smallest of platforms.
    #[test]
    fn the_work_on_every_built_in_lesson_has_room_in_scorm_1_2() {
        for lesson in LESSONS {
            let source = source_of(lesson.id).expect("it is registered");
            let session = Session::open(source).expect("the build has read it");
            let mut work = Work {
                record: session.record(),
                hash: session.hash(),
                step: lesson.steps as usize,
                steps: lesson.steps as usize,
                tasks: lesson.tasks.iter().copied().collect(),
                ..Work::default()
            };
            for (index, step) in session.lesson.step.iter().enumerate() {
                let time = 1_795_000_000_000 + 61_234 * index as u64;
                if step.ask.is_some() {
                    let right = session.expected(index).expect("it holds").write();
                    for answer in [format!("not {right}"), format!("nor {right}"), right] {
                        work.answer(index + 1, &answer, time);
                    }
                    work.confirm(index + 1);
                }
                if let Some(goal) = &step.goal {
                    let simulated = session.simulated(index).expect("it holds");
                    let solved = simulated.with(&goal.solution).expect("it holds");
                    work.meet(index + 1, &solved.to_link(), time);
                }
            }
            assert!(work.is_finished());
            assert_eq!(work.right_tasks(), lesson.tasks.len());
            let (text, _) = work.pack(usize::MAX).expect("there is room");
            assert!(text.len() <= LEAST_ROOM, "{}: {}", lesson.id, text.len());
        }
    }
}

//! A student's work on one lesson as a text that a host page keeps between two visits, such as a learning platform.
//!
//! It is the line that browsers keep of the progress, with the variant and what is not handed in yet, packed as for
//! links: platforms limit its length.

use thiserror::Error;

use super::named_values::NamedValues;
use super::progress::{Done, is_of};
use engine::catalog::quoted;
use study::scenario::{pack, unpack};

/// A student's work on one lesson.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Suspended {
    /// The key of the progress (see [`Session::record`](crate::Session::record)).
    pub record: String,
    pub done: Done,
    /// The variant of the student, and the name that chose it; empty if a link did.
    pub variant: Option<(u64, String)>,
    /// The work on single steps that is not handed in yet.
    pub work: Vec<(StepWork, usize, String)>,
}

/// A part of the work on a step of a lesson that is kept for a later visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepWork {
    /// The answer that is not given yet.
    Answer,
    /// The code in the editor.
    Code,
    /// The changed scenario of a challenge, as a link.
    Scene,
}

/// The text of a [`Suspended`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The text, of letters, digits, `-` and `_`.
    pub text: String,
    /// Whether it contains what is not handed in yet, too.
    pub is_complete: bool,
}

/// The reason why a text is not the work on a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SuspendedError {
    /// A text that the page has not made.
    #[error("record must be a text that this page has sent, whole and unchanged")]
    Foreign,
    /// The work on another lesson.
    #[error("record must be of the lesson {lesson}, not of {}", quoted(given))]
    OtherLesson { lesson: String, given: String },
}

impl StepWork {
    pub const ALL: [Self; 3] = [Self::Answer, Self::Code, Self::Scene];

    /// The name in records, which a hyphen and the step follow.
    fn name(self) -> &'static str {
        match self {
            Self::Answer => "draft-",
            Self::Code => "code-",
            Self::Scene => "scene-",
        }
    }
}

impl Suspended {
    /// Returns the text, of at most `most` characters: if need be, without what is not handed in. `None` if even that
    /// is too long.
    pub fn pack(&self, most: usize) -> Option<Packed> {
        let handed_in = Self {
            work: Vec::new(),
            ..self.clone()
        };
        let is_complete = [(self, true), (&handed_in, self.work.is_empty())];
        let mut texts = is_complete.into_iter().map(|(work, is_complete)| Packed {
            text: pack(&work.to_line()),
            is_complete,
        });
        texts.find(|packed| packed.text.len() <= most)
    }

    fn to_line(&self) -> String {
        let mut values = NamedValues::default();
        if let Some((seed, name)) = &self.variant {
            values.add("seed", seed.to_string());
            values.add("name", name);
        }
        for (kind, step, text) in &self.work {
            values.add(format!("{}{step}", kind.name()), text);
        }
        [self.done.to_line(&self.record), values.to_text()].join("&")
    }

    /// Parses a text made by [`Suspended::pack`] for a lesson.
    pub fn unpack(text: &str, lesson: &str) -> Result<Self, SuspendedError> {
        let line = unpack(text).ok_or(SuspendedError::Foreign)?;
        let (record, done) = Done::of_line(&line).ok_or(SuspendedError::Foreign)?;
        if !is_of(&record, lesson) {
            return Err(SuspendedError::OtherLesson {
                lesson: lesson.to_owned(),
                given: record,
            });
        }
        let values = NamedValues::from_text(&line);
        let seed = values.get("seed").and_then(|seed| seed.parse().ok());
        let name = values.get("name").unwrap_or_default();
        let work = StepWork::ALL.into_iter().flat_map(|kind| {
            let texts = values.numbered(kind.name());
            texts.map(move |(step, text)| (kind, step, text.to_owned()))
        });
        Ok(Self {
            record,
            done,
            variant: seed.map(|seed| (seed, name.to_owned())),
            work: work.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LESSONS, Session, changed, source_of};

    /// The characters that SCORM 1.2 keeps.
    const LEAST_ROOM: usize = 4096;

    fn work() -> Suspended {
        let mut done = Done {
            hash: "abc".to_owned(),
            step: 3,
            steps: 6,
            ..Done::default()
        };
        done.tasks.extend([2, 5]);
        done.answer(2, "14", 1000);
        done.answer(2, "2>3 & more", 2000);
        done.confirm(2);
        done.meet(5, "t=mesh:4x4&vc=2", 3000);
        Suspended {
            record: "mine@7".to_owned(),
            done,
            variant: Some((7, "Ada & Bo".to_owned())),
            work: vec![
                (StepWork::Answer, 3, "half an".to_owned()),
                (StepWork::Code, 4, "fn route(net, here, to) {\n}".to_owned()),
                (StepWork::Scene, 5, "t=mesh:4x4&vc=3".to_owned()),
            ],
        }
    }

    #[test]
    fn work_round_trips_through_a_text() {
        let work = work();
        let packed = work.pack(LEAST_ROOM).expect("it is short");
        assert!(packed.is_complete);
        let in_text = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        assert!(packed.text.chars().all(in_text), "{}", packed.text);
        assert_eq!(Suspended::unpack(&packed.text, "mine"), Ok(work));
        let empty = Suspended {
            record: "mine".to_owned(),
            ..Suspended::default()
        };
        let text = empty.pack(LEAST_ROOM).expect("it is short").text;
        assert_eq!(Suspended::unpack(&text, "mine"), Ok(empty));
    }

    #[test]
    fn what_has_no_room_is_left_out_and_that_is_told() {
        let work = work();
        let all = work.pack(usize::MAX).expect("there is room").text.len();
        let less = work.pack(all - 1).expect("there is room for less");
        assert!(!less.is_complete && less.text.len() < all);
        let read = Suspended::unpack(&less.text, "mine").expect("it was packed");
        assert_eq!((&read.done, read.work.len()), (&work.done, 0));
        assert_eq!(work.pack(less.text.len() - 1), None);
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let text = work().pack(LEAST_ROOM).expect("it is short").text;
        for (text, reason) in [
            (
                &*text,
                "record must be of the lesson one-message, not of mine@7",
            ),
            (
                &text[..text.len() / 2],
                "record must be a text that this page has sent, whole and unchanged",
            ),
            (
                "",
                "record must be a text that this page has sent, whole and unchanged",
            ),
            (
                &pack("[1, 2]"),
                "record must be a text that this page has sent, whole and unchanged",
            ),
        ] {
            let error = Suspended::unpack(text, "one-message").expect_err("another text");
            assert_eq!(error.to_string(), reason);
        }
    }

    /// Every built-in lesson, done with three tries at each question, has room in the smallest of platforms.
    #[test]
    fn the_work_on_every_built_in_lesson_has_room_in_scorm_1_2() {
        for lesson in LESSONS {
            let source = source_of(lesson.id).expect("it is registered");
            let session = Session::open(source).expect("the build has read it");
            let mut done = Done {
                hash: session.hash(),
                step: lesson.steps as usize,
                steps: lesson.steps as usize,
                tasks: lesson.tasks.iter().copied().collect(),
                ..Done::default()
            };
            for (index, step) in session.lesson.step.iter().enumerate() {
                let time = 1_795_000_000_000 + 61_234 * index as u64;
                if step.ask.is_some() {
                    let right = session.expected(index).expect("it holds").write();
                    for answer in [format!("not {right}"), format!("nor {right}"), right] {
                        done.answer(index + 1, &answer, time);
                    }
                    done.confirm(index + 1);
                }
                if let Some(goal) = &step.goal {
                    let simulated = session.simulated(index).expect("it holds");
                    let scene = &simulated.scene.scenario;
                    let changes = goal.solution.iter().map(|change| &**change.get_ref());
                    let solved = changed(scene, changes).expect("it holds");
                    done.meet(index + 1, &solved.to_link(), time);
                }
            }
            assert!(done.is_finished());
            assert_eq!(done.right_tasks(), lesson.tasks.len());
            let work = Suspended {
                record: session.record(),
                done,
                ..Suspended::default()
            };
            let packed = work.pack(usize::MAX).expect("there is room");
            let length = packed.text.len();
            assert!(length <= LEAST_ROOM, "{}: {length}", lesson.id);
        }
    }
}

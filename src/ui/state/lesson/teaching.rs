//! A lesson in the page, as signals: the step that is shown, what was answered, what came of it.

use std::sync::Arc;

use flitscope::browser::lesson_worker::LessonWorker;
use flitscope::lesson::{Kind, Note, Progress};
use flitscope::page::{FROM_FILE, LessonPlace, StepPhase};
use leptos::prelude::*;

use crate::ui::state::storage;

/// The state of lessons; copies share it.
#[derive(Clone, Copy)]
pub struct Teaching {
    /// Where among the lessons one is.
    pub at: RwSignal<LessonPlace>,
    /// The lesson that is open: its id, title, goal, hash and the titles of its steps.
    pub lesson: RwSignal<Option<Arc<Note>>>,
    /// The step that is shown.
    pub step: RwSignal<Option<Arc<Note>>>,
    /// The answer as far as it was given.
    pub draft: RwSignal<String>,
    /// How far the step has come.
    pub phase: RwSignal<StepPhase>,
    /// What came of the answer.
    pub verdict: RwSignal<Option<Arc<Note>>>,
    /// What came of the last attempt at the challenge.
    pub attempt: RwSignal<Option<Arc<Note>>>,
    /// The solution that was shown last, as a link: no attempt of anybody.
    pub solution: RwSignal<Option<String>>,
    /// Why something could not be done.
    pub problem: RwSignal<Option<String>>,
    /// The word that is explained.
    pub term: RwSignal<Option<Arc<Note>>>,
    /// Whatever else was answered, by its word.
    pub told: RwSignal<Option<Arc<Note>>>,
    /// The file of the lesson that is being made.
    pub file: RwSignal<String>,
    /// Whether that file holds, as far as it was checked.
    pub checked: RwSignal<Option<Arc<Note>>>,
    /// Every query that a lesson may have.
    pub queries: RwSignal<Option<Arc<Note>>>,
    /// The kind of the question that is being made.
    pub making: RwSignal<Option<Kind>>,
    /// How far somebody has come with each lesson.
    pub progress: RwSignal<Progress>,
    /// Under which name the lesson was opened that the worker has.
    pub(super) opened: StoredValue<String>,
    /// What is yet to be asked.
    pub(super) asked: StoredValue<Vec<Note>>,
    pub(super) worker: StoredValue<Option<LessonWorker>, LocalStorage>,
}

impl Teaching {
    /// No lesson, and what this browser remembers of earlier ones.
    pub fn new() -> Self {
        Self {
            at: RwSignal::new(LessonPlace::Index),
            lesson: RwSignal::new(None),
            step: RwSignal::new(None),
            draft: RwSignal::new(String::new()),
            phase: RwSignal::new(StepPhase::default()),
            verdict: RwSignal::new(None),
            attempt: RwSignal::new(None),
            solution: RwSignal::new(None),
            problem: RwSignal::new(None),
            term: RwSignal::new(None),
            told: RwSignal::new(None),
            file: RwSignal::new(String::new()),
            checked: RwSignal::new(None),
            queries: RwSignal::new(None),
            making: RwSignal::new(None),
            progress: RwSignal::new(storage::progress()),
            opened: StoredValue::new(String::new()),
            asked: StoredValue::new(Vec::new()),
            worker: StoredValue::new_local(None),
        }
    }

    /// The kind of the question of the step. Tracks it.
    pub fn kind(self) -> Option<Kind> {
        if *self.at.read() == LessonPlace::Build {
            return self.making.get();
        }
        let step = self.step.read();
        step.as_ref()
            .and_then(|step| Kind::from_id(step.get("kind")))
    }

    /// The number of the step, from 1.
    pub fn number(self) -> usize {
        let step = self.step.read();
        step.as_ref()
            .and_then(|step| step.number("step"))
            .unwrap_or(1)
    }

    /// What was answered last at a step. Tracks it.
    pub fn last_answer(self, step: usize) -> Option<String> {
        let (lesson, progress) = (self.lesson.read(), self.progress.read());
        let done = progress.of(lesson.as_ref()?.get("id"))?;
        done.last_answer(step).map(str::to_owned)
    }

    /// Whether what was answered, or is now shown, is what the picture shows. Tracks it.
    pub fn is_true(self) -> bool {
        let verdict = self.verdict.read();
        verdict
            .as_ref()
            .is_some_and(|told| told.says("right") || told.word == "revealed")
    }

    /// How many steps the lesson has.
    pub fn steps(self) -> usize {
        let lesson = self.lesson.read();
        lesson
            .as_ref()
            .map_or(0, |lesson| lesson.all("step").count())
    }

    /// Whether the step has something to run: a question, or worms that move.
    pub(super) fn runs(self) -> bool {
        let step = self.step.read();
        step.as_ref().is_some_and(|step| {
            let moves = step.number::<u64>("stop") > step.number::<u64>("from");
            step.get("goal").is_empty() && (moves || !step.get("kind").is_empty())
        })
    }

    /// Whether the address may be written: the network on the stage is that of the step it names.
    pub fn is_settled(self) -> bool {
        match self.at.get_untracked() {
            LessonPlace::Step { step, .. } => {
                let shown = self.step.read_untracked();
                shown
                    .as_ref()
                    .is_some_and(|shown| shown.number("step") == Some(step))
            }
            LessonPlace::Build => true,
            _ => false,
        }
    }

    /// Keeps what was done, for the next visit.
    pub fn remember(self) {
        storage::keep_progress(&self.progress.read_untracked());
    }

    /// Opens a lesson file in place of one of the program.
    pub fn open_file(self, text: &str) {
        storage::keep_lesson_file(text);
        self.opened.set_value(String::new());
        let _ = window().location().set_hash(
            &LessonPlace::Step {
                id: FROM_FILE.to_owned(),
                step: 1,
            }
            .address(),
        );
    }
}

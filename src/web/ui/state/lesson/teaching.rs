//! The state of the lessons as signals: the step, the answer, the verdict, the progress and the builder.

use std::collections::BTreeSet;
use std::sync::Arc;

use browser::workers::lesson_worker::LessonWorker;
use flitscope::lesson::{
    AttemptShown, Check, Done, Draft, Front, Grade, Kind, LessonShown, LinksShown, Outcome,
    Progress, QueryShown, ReceiptShown, Recorded, Request, StepShown, StepWork, Summary, Term,
    TermShown, VerdictShown, Written,
};
use flitscope::page::{LessonPlace, LessonView, Shelf, StepPhase};
use leptos::prelude::*;

use super::opening::Opening;
use crate::ui::state::storage::{self, NotStored, PROGRESS};

/// The state of the lessons; copies share state.
#[derive(Clone, Copy)]
pub struct Teaching {
    /// The lesson page that is open.
    pub at: RwSignal<LessonPlace>,
    pub lesson: RwSignal<Option<Arc<LessonShown>>>,
    pub step: RwSignal<Option<Arc<StepShown>>>,
    /// The answer before it is submitted.
    pub draft: RwSignal<String>,
    pub phase: RwSignal<StepPhase>,
    /// Whether the summary of the lesson is shown in place of its last step.
    pub closes: RwSignal<bool>,
    /// The verdict on the answer.
    pub verdict: RwSignal<Option<Arc<VerdictShown>>>,
    /// The result of the last attempt at the challenge.
    pub attempt: RwSignal<Option<Arc<AttemptShown>>>,
    /// Whether the user asked for a check of the challenge as it is. Hints appear only then; success is reported unasked.
    pub asks_check: RwSignal<bool>,
    /// Whether the challenge is to be checked by key.
    pub wants_check: RwSignal<bool>,
    /// The solution shown last, as a link, which does not count as an attempt of the user.
    pub solution: RwSignal<Option<String>>,
    /// Whether the worker judges the answer before the run.
    pub judging: RwSignal<bool>,
    /// The verdict on the answer that was given last on an earlier visit.
    pub recalled: RwSignal<Option<Arc<VerdictShown>>>,
    /// Why the text in the field is not an answer, or not a whole one, as HTML.
    pub refused: RwSignal<Option<String>>,
    /// Whether the scene of the challenge is as the user left it on an earlier visit.
    pub is_left: RwSignal<bool>,
    /// The storage keys of the user's work that could not be stored.
    pub unsaved: RwSignal<BTreeSet<String>>,
    /// The view, which a link sets for the tab.
    pub view: RwSignal<LessonView>,
    /// The lessons that were opened from files.
    pub shelf: RwSignal<Shelf>,
    /// The id of the lesson whose file is wanted, because the page does not have it.
    pub wanted: RwSignal<Option<String>>,
    /// The ids of lessons whose files the browser has not stored, so that they are there only until the page is closed.
    pub not_kept: RwSignal<BTreeSet<String>>,
    /// The links with which the open lesson is handed out.
    pub links: RwSignal<Option<Arc<LinksShown>>>,
    /// The result of copying the link of the step.
    pub copied: RwSignal<Option<String>>,
    /// Why the last request failed.
    pub problem: RwSignal<Option<String>>,
    /// The term that is explained.
    pub term: RwSignal<Option<Arc<TermShown>>>,
    /// The receipt for the open lesson.
    pub receipt: RwSignal<Option<Arc<ReceiptShown>>>,
    /// The result of replaying the receipt in the address.
    pub grade: RwSignal<Option<Arc<Grade>>>,
    /// The front page of the open lesson.
    pub front: RwSignal<Option<Arc<Front>>>,
    /// The worksheet of the open lesson, as HTML.
    pub sheet: RwSignal<Option<String>>,
    /// All terms, in alphabetical order.
    pub glossary: RwSignal<Option<Arc<Vec<Term>>>>,
    /// The queries that the worker proposes in the builder.
    pub proposed: RwSignal<Option<Arc<Vec<String>>>>,
    /// The lesson file in the builder.
    pub file: RwSignal<String>,
    /// The result of the last check of that file.
    pub checked: RwSignal<Option<Arc<Check>>>,
    /// A lesson file that was read into the builder.
    pub made: RwSignal<Option<Arc<Draft>>>,
    /// The file of the lesson in the builder, with a preview.
    pub written: RwSignal<Option<Arc<Written>>>,
    /// Whether the next file that is written for the builder is kept for the next visit.
    pub keeps_file: StoredValue<bool>,
    /// The changes recorded last in the builder.
    pub recorded: RwSignal<Option<Arc<Recorded>>>,
    /// Every query that a lesson may have.
    pub queries: RwSignal<Option<Arc<Vec<QueryShown>>>>,
    /// The kind of the question that is being added in the builder.
    pub making: RwSignal<Option<Kind>>,
    /// The name of the student who is logged in at the host of the page, if the host tells it.
    pub student: RwSignal<Option<String>>,
    /// The user's progress in each lesson.
    pub progress: RwSignal<Progress>,
    /// Id of the lesson that the worker has open; empty if there is none.
    pub(super) opened: StoredValue<String>,
    /// The step whose last answer is judged once more for its verdict.
    pub(super) recalling: StoredValue<Option<usize>>,
    /// Whether the link of the step is copied once the worker has made it.
    pub(super) copies: StoredValue<bool>,
    /// The file that is being opened.
    pub(super) opening: StoredValue<Option<Opening>>,
    /// The id and the file of the lesson that was opened from a file last, which may not be stored.
    pub(super) own_text: StoredValue<Option<(String, String)>>,
    /// Requests not yet sent to the worker.
    pub(super) asked: StoredValue<Vec<Request>>,
    pub(super) worker: StoredValue<Option<LessonWorker>, LocalStorage>,
}

impl Teaching {
    /// The initial state, without an open lesson and with the stored progress.
    pub fn new() -> Self {
        Self {
            at: RwSignal::new(LessonPlace::Index),
            lesson: RwSignal::new(None),
            step: RwSignal::new(None),
            draft: RwSignal::new(String::new()),
            phase: RwSignal::new(StepPhase::default()),
            closes: RwSignal::new(false),
            verdict: RwSignal::new(None),
            attempt: RwSignal::new(None),
            asks_check: RwSignal::new(false),
            wants_check: RwSignal::new(false),
            solution: RwSignal::new(None),
            judging: RwSignal::new(false),
            recalled: RwSignal::new(None),
            refused: RwSignal::new(None),
            is_left: RwSignal::new(false),
            unsaved: RwSignal::new(BTreeSet::new()),
            view: RwSignal::new(storage::view()),
            shelf: RwSignal::new(storage::shelf()),
            wanted: RwSignal::new(None),
            not_kept: RwSignal::new(BTreeSet::new()),
            links: RwSignal::new(None),
            copied: RwSignal::new(None),
            problem: RwSignal::new(None),
            term: RwSignal::new(None),
            receipt: RwSignal::new(None),
            grade: RwSignal::new(None),
            front: RwSignal::new(None),
            sheet: RwSignal::new(None),
            glossary: RwSignal::new(None),
            proposed: RwSignal::new(None),
            file: RwSignal::new(String::new()),
            checked: RwSignal::new(None),
            made: RwSignal::new(None),
            written: RwSignal::new(None),
            keeps_file: StoredValue::new(false),
            recorded: RwSignal::new(None),
            queries: RwSignal::new(None),
            making: RwSignal::new(None),
            student: RwSignal::new(None),
            progress: RwSignal::new(storage::progress()),
            opened: StoredValue::new(String::new()),
            recalling: StoredValue::new(None),
            copies: StoredValue::new(false),
            opening: StoredValue::new(None),
            own_text: StoredValue::new(None),
            asked: StoredValue::new(Vec::new()),
            worker: StoredValue::new_local(None),
        }
    }

    /// Returns the kind of the step's question, or of the one being added in the builder. Tracks it.
    pub fn kind(self) -> Option<Kind> {
        if *self.at.read() == LessonPlace::Build {
            return self.making.get();
        }
        let step = self.step.read();
        let ask = step.as_ref()?.ask.as_ref()?;
        Some(ask.kind)
    }

    /// Returns the number of the step, from 1. Tracks it.
    pub fn number(self) -> usize {
        let step = self.step.read();
        step.as_ref().map_or(1, |step| step.step)
    }

    /// Returns the last answer to a step. Tracks it.
    pub fn last_answer(self, step: usize) -> Option<String> {
        self.done()?.last_answer(step).map(str::to_owned)
    }

    /// Returns whether a reply is that about the last answer of an earlier visit: about a step, or a refusal.
    pub(super) fn takes_recalled(self, step: Option<usize>) -> bool {
        let awaited = self.recalling.get_value();
        let is_it = awaited.is_some() && (step.is_none() || step == awaited);
        if is_it {
            self.recalling.set_value(None);
        }
        is_it
    }

    /// Returns the verdict of an earlier visit on the answer that is shown, as long as that is not changed. Tracks both.
    pub fn recalled_verdict(self) -> Option<Arc<VerdictShown>> {
        let recalled = self.recalled.get()?;
        let is_same = self.last_answer(recalled.step).as_ref() == Some(&*self.draft.read());
        (is_same && self.phase.get() == StepPhase::Reading).then_some(recalled)
    }

    /// Returns whether the answer is right or was revealed. Tracks it.
    pub fn is_true(self) -> bool {
        let verdict = self.verdict.read();
        verdict
            .as_ref()
            .is_some_and(|verdict| verdict.outcome != Outcome::Wrong)
    }

    /// Returns the number of steps of the lesson, 0 before it is open. Tracks it.
    pub fn steps(self) -> usize {
        let lesson = self.lesson.read();
        lesson.as_ref().map_or(0, |lesson| lesson.steps.len())
    }

    /// Returns whether the address may be written: whether the stage shows the network of the step that it names.
    pub fn is_settled(self) -> bool {
        match self.at.get_untracked() {
            LessonPlace::Step { step, .. } => {
                let shown = self.step.read_untracked();
                shown.as_ref().is_some_and(|shown| shown.step == step)
            }
            LessonPlace::Build => true,
            _ => false,
        }
    }

    /// Goes to another step of the open lesson.
    pub fn go_to_step(self, step: usize) {
        self.closes.set(false);
        let at = self.at.get_untracked();
        if let LessonPlace::Step { id, .. } = at {
            // Fails only for an invalid address.
            let _ = window()
                .location()
                .set_hash(&LessonPlace::Step { id, step }.address());
        }
    }

    /// Returns the lesson after the open one. Tracks it.
    pub fn next_lesson(self) -> Option<&'static Summary> {
        let lesson = self.lesson.read();
        Summary::by_id(&lesson.as_ref()?.id)?.next()
    }

    /// Returns the address that a card of a lesson leads to: where the user has stopped, or its first step. Tracks
    /// the progress.
    pub fn entrance(self, lesson: &Summary) -> String {
        let progress = self.progress.read();
        let step = progress.of(lesson.id).map_or(1, Done::next_step);
        LessonPlace::Step {
            id: lesson.id.to_owned(),
            step: step.clamp(1, lesson.steps as usize),
        }
        .address()
    }

    /// The lesson that was begun last and is not finished: its title, the next step, and the address of that. Tracks
    /// the progress.
    pub fn unfinished(self) -> Option<(&'static str, usize, String)> {
        let progress = self.progress.read();
        let (id, done) = progress.unfinished()?;
        let (lesson, step) = (Summary::by_id(id)?, done.next_step());
        let id = id.to_owned();
        Some((lesson.title, step, LessonPlace::Step { id, step }.address()))
    }

    /// Goes to the first step of the next lesson, if there is one.
    pub fn go_to_next_lesson(self) {
        if let Some(next) = untrack(|| self.next_lesson()) {
            Self::begin(next.id);
        }
    }

    /// Goes to the first step of a lesson.
    pub(super) fn begin(lesson: &str) {
        let first = LessonPlace::Step {
            id: lesson.to_owned(),
            step: 1,
        };
        // Fails only for an invalid address.
        let _ = window().location().set_hash(&first.address());
    }

    /// Goes to the previous step, or from the summary to the last one.
    pub fn go_back(self) {
        if self.closes.get_untracked() {
            return self.closes.set(false);
        }
        let number = untrack(|| self.number());
        if number > 1 {
            self.go_to_step(number - 1);
        }
    }

    /// Returns the progress in the open lesson, if there is any. Tracks it.
    pub fn done(self) -> Option<Done> {
        let (lesson, progress) = (self.lesson.read(), self.progress.read());
        progress.of(&lesson.as_ref()?.record).cloned()
    }

    /// Returns the link of the scene that met the challenge of a step, if one has. Tracks the lesson and the progress.
    pub fn goal_met(self, step: usize) -> Option<String> {
        self.done()?.goals.get(&step).cloned()
    }

    /// Changes the progress in the open lesson and stores it, together with that of other tabs.
    pub(super) fn note(self, change: impl FnOnce(&mut Done)) {
        let Some(lesson) = self.lesson.get_untracked() else {
            return;
        };
        self.progress.update(|progress| {
            progress.merge(storage::progress());
            let done = progress.entry(&lesson.record);
            done.hash.clone_from(&lesson.hash);
            done.steps = lesson.steps.len();
            done.tasks.clone_from(&lesson.tasks);
            change(done);
        });
        self.store_progress();
    }

    /// Stores the progress in place of the stored one.
    pub fn store_progress(self) {
        self.keep(PROGRESS, &self.progress.read_untracked().to_text());
    }

    /// Takes over the progress that another tab has stored.
    pub fn hear_of_progress(self) {
        let stored = storage::progress();
        if stored.is_empty() {
            // Cleared there.
            self.progress.set(stored);
        } else {
            self.progress.update(|progress| progress.merge(stored));
        }
    }

    /// Returns the storage key for work on the step that is shown. Tracks the step.
    pub fn work_key(self, work: StepWork) -> Option<String> {
        let lesson = self.lesson.read();
        Some(storage::work_key(
            work,
            &lesson.as_ref()?.record,
            self.number(),
        ))
    }

    /// Stores work of the user under a key, or notes that it is not stored.
    pub fn keep(self, key: &str, value: &str) {
        let is_noted = self.unsaved.read_untracked().contains(key);
        let stored = storage::keep(key, value);
        if stored.is_ok() {
            // There may be room for other work now.
            self.keep_files_again();
        }
        match stored {
            Ok(()) if is_noted => self.unsaved.update(|keys| _ = keys.remove(key)),
            Err(NotStored) if !is_noted => {
                self.unsaved.update(|keys| _ = keys.insert(key.to_owned()));
            }
            _ => {}
        }
    }
}

/// Returns the address of the front page of a lesson.
pub fn front_page_of(lesson: &Summary) -> String {
    LessonPlace::About(lesson.id.to_owned()).address()
}

/// Returns the address of the first step of a lesson.
pub fn first_step_of(lesson: &Summary) -> String {
    LessonPlace::Step {
        id: lesson.id.to_owned(),
        step: 1,
    }
    .address()
}

//! The state of the lessons as a signal, with the parts that most views read.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use browser::workers::lesson_worker::LessonWorker;
use flitscope::lesson::{
    Kind, LessonAction, LessonShown, LessonState, LessonTimer, StepShown, StepWork, Summary,
};
use flitscope::page::host::Event;
use flitscope::page::{LessonPlace, StepPhase};
use leptos::prelude::*;

use crate::ui::state::storage::{self, recall};

/// The state of the lessons; copies share it.
#[derive(Clone, Copy)]
pub struct Teaching {
    /// The state, which only [`Page::teach`] changes.
    pub state: RwSignal<LessonState>,
    /// The page of lessons that is open.
    pub at: Memo<LessonPlace>,
    pub lesson: Memo<Option<Arc<LessonShown>>>,
    pub step: Memo<Option<Arc<StepShown>>>,
    pub phase: Memo<StepPhase>,
    /// The kind of the question of the step, or of the one that is being made.
    pub kind: Memo<Option<Kind>>,
    /// The answer before it is submitted.
    pub draft: Memo<String>,
    /// Whether the answer is right or was revealed.
    pub is_true: Memo<bool>,
    /// Receives what the host of the page is told of lessons, if it has one.
    pub listener: StoredValue<Option<Callback<Event>>>,
    /// Actions that are not performed yet, because their code is being fetched or others come before them.
    pub(super) waiting: StoredValue<VecDeque<LessonAction>>,
    /// The code that performs them, once it is fetched.
    pub(super) code: StoredValue<Option<Callback<()>>>,
    pub(super) is_performing: StoredValue<bool>,
    pub(super) worker: StoredValue<Option<LessonWorker>, LocalStorage>,
    pub(super) timers: StoredValue<BTreeMap<LessonTimer, TimeoutHandle>>,
}

impl Teaching {
    /// Creates the state, without an open lesson and with the stored progress.
    pub fn new() -> Self {
        let state = RwSignal::new(LessonState::begin(storage::view(), recall));
        Self {
            state,
            at: Memo::new(move |_| state.with(|state| state.at.clone())),
            lesson: Memo::new(move |_| state.with(|state| state.lesson.clone())),
            step: Memo::new(move |_| state.with(|state| state.step.clone())),
            phase: Memo::new(move |_| state.with(|state| state.phase)),
            kind: Memo::new(move |_| state.with(LessonState::kind)),
            draft: Memo::new(move |_| state.with(|state| state.draft.clone())),
            is_true: Memo::new(move |_| state.with(LessonState::is_true)),
            listener: StoredValue::new(None),
            waiting: StoredValue::default(),
            code: StoredValue::new(None),
            is_performing: StoredValue::new(false),
            worker: StoredValue::new_local(None),
            timers: StoredValue::default(),
        }
    }

    /// Reads the state. Tracks all of it; where the content of a view depends on it, [`Teaching::memo`] is better.
    pub fn of<T>(self, read: impl FnOnce(&LessonState) -> T) -> T {
        self.state.with(read)
    }

    /// A part of the state.
    pub fn memo<T: Clone + PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&LessonState) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.state.with(&part))
    }

    /// Returns the storage key for work on the step that is shown. Tracks the step.
    pub fn work_key(self, work: StepWork) -> Option<String> {
        self.step.track();
        self.state.with_untracked(|state| state.work_key(work))
    }
}

/// Returns the address of the front page of a lesson.
pub fn front_page_of(lesson: &Summary) -> String {
    LessonPlace::About(lesson.id.to_owned()).address()
}

/// Returns the address of the first step of a lesson.
pub fn first_step_of(lesson: &Summary) -> String {
    let id = lesson.id.to_owned();
    LessonPlace::Step { id, step: 1 }.address()
}

//! The student's record of a lesson, which a host such as a learning platform keeps in place of the browser.

use std::time::Duration;

use flitscope::lesson::{LessonAction, Work};
use flitscope::page::host::{Keeping, Record};
use leptos::prelude::*;

use crate::ui::state::page::Page;
use crate::ui::state::storage::recall;

/// How often work that is not handed in yet is told.
const PAUSE: Duration = Duration::from_secs(5);

/// The record that the host keeps; copies share state.
#[derive(Clone, Copy)]
pub struct Kept {
    page: Page,
    keeping: RwSignal<Option<Keeping>>,
    /// Whether the lesson has to be opened again with the record of the host.
    is_new: StoredValue<bool>,
    told: StoredValue<Option<Record>>,
}

impl Kept {
    /// Calls `tell` with the record whenever it changes, once a host keeps one, while the caller's owner lives.
    pub fn new(page: Page, tell: impl Fn(Record) + Copy + Send + Sync + 'static) -> Self {
        let this = Self {
            page,
            keeping: RwSignal::new(None),
            is_new: StoredValue::new(false),
            told: StoredValue::new(None),
        };
        let done = page.teaching.memo(|state| state.done().cloned());
        Effect::new(move |_| {
            done.track();
            this.resume();
            this.tell(tell);
        });
        let look = move || untrack(|| this.tell(tell));
        if let Ok(clock) = set_interval_with_handle(look, PAUSE) {
            on_cleanup(move || clock.clear());
        }
        this
    }

    /// Takes over the record that the host has kept, and tells of it from now on.
    pub fn keep(self, keeping: Keeping) -> Result<(), String> {
        if let Some(text) = &keeping.record {
            let lesson = &*keeping.lesson;
            let suspended = match &**text {
                "" => None,
                text => Some(Work::unpack(text, lesson).map_err(|why| why.to_string())?),
            };
            self.page.teach(LessonAction::TakeOver {
                lesson: lesson.to_owned(),
                work: suspended,
            });
            self.is_new.set_value(true);
        }
        let student = keeping.student.clone();
        self.page.teach(LessonAction::Student(student));
        self.told.set_value(None);
        self.keeping.set(Some(keeping));
        Ok(())
    }

    /// Opens the lesson where its student has stopped, as soon as it is open.
    fn resume(self) {
        let lesson = self.page.teaching.lesson.get();
        let keeping = self.keeping.read();
        let (Some(lesson), Some(keeping)) = (lesson, &*keeping) else {
            return;
        };
        if lesson.id == keeping.lesson && self.is_new.get_value() {
            self.is_new.set_value(false);
            self.page.teach(LessonAction::Resume);
        }
    }

    fn tell(self, tell: impl Fn(Record)) {
        // The page around it may be gone by now.
        let Some(Some(keeping)) = self.keeping.try_get() else {
            return;
        };
        let state = self.page.teaching.state;
        let work = state.with_untracked(|state| state.suspended(&keeping.lesson, recall));
        let Some(work) = work else {
            return;
        };
        let (text, is_complete) = work.pack(keeping.most).unzip();
        let record = Record {
            step: work.step,
            steps: work.steps,
            tasks: work.tasks.len(),
            answered: work.answered().len(),
            right: work.right_tasks(),
            is_done: work.is_finished(),
            is_complete: is_complete.unwrap_or_default(),
            text,
            lesson: keeping.lesson,
        };
        if self.told.with_value(|told| told.as_ref() != Some(&record)) {
            self.told.set_value(Some(record.clone()));
            tell(record);
        }
    }
}

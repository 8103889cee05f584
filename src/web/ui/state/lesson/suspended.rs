//! The student's work on a lesson as a host keeps it in place of the browser: put together, and taken over.

use flitscope::lesson::{StepWork, Suspended};
use flitscope::page::{LessonKeys, LessonPlace};
use leptos::prelude::*;

use super::teaching::Teaching;
use crate::ui::state::address_bar::hash;
use crate::ui::state::page::Page;
use crate::ui::state::storage::{self, recall, work_key};

impl Teaching {
    /// Returns the work on a lesson, if it is open. Tracks the lesson and the progress.
    pub fn suspended(self, id: &str) -> Option<Suspended> {
        let lesson = self.lesson.get()?;
        if lesson.id != id {
            return None;
        }
        let done = self.done()?;
        let work = StepWork::ALL.into_iter().flat_map(|kind| {
            let record = lesson.record.clone();
            (1..=lesson.steps.len()).filter_map(move |step| {
                let text = recall(&work_key(kind, &record, step))?;
                (!text.is_empty()).then_some((kind, step, text))
            })
        });
        Some(Suspended {
            record: lesson.record.clone(),
            done,
            variant: storage::variant(id),
            work: work.collect(),
        })
    }

    /// Stores the work on a lesson in place of that of the browser; `None` if nothing is done yet.
    pub fn take_over(self, lesson: &str, suspended: Option<Suspended>) {
        storage::take_work_on(lesson);
        storage::drop_variant(lesson);
        self.progress.update(|progress| progress.forget(lesson));
        if let Some(Suspended {
            record,
            done,
            variant,
            work,
        }) = suspended
        {
            self.progress
                .update(|progress| *progress.entry(&record) = done);
            if let Some((variant, name)) = variant {
                storage::keep_variant(lesson, variant, &name);
            }
            for (kind, step, text) in work {
                self.keep(&work_key(kind, &record, step), &text);
            }
        }
        self.store_progress();
    }
}

impl Page {
    /// Opens the open lesson again, where its student has stopped.
    pub fn resume_lesson(self, id: &str) {
        let teaching = self.teaching;
        let step = untrack(|| {
            let progress = teaching.progress.read();
            let done = progress.of_any_variant(id);
            done.map_or(1, |done| done.next_step().clamp(1, done.steps.max(1)))
        });
        let id = id.to_owned();
        let address = LessonPlace::Step { id, step }.address();
        // The variant may be another one.
        teaching.opened.set_value(String::new());
        teaching.step.set(None);
        if hash() == address {
            return self.follow_lessons(&address, LessonKeys::default());
        }
        // Without an entry in the history, which the frame shares with its host. Fails only for an invalid address.
        let _ = window().location().replace(&address);
    }
}

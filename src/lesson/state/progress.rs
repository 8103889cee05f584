//! A student's work: noted, stored, cleared, and taken over from other tabs and hosts.

use super::LessonEffect;
use super::keys::{self, PROGRESS};
use super::update::Update;
use crate::record::progress::Progress;
use crate::record::work::{StepWork, Work};
use page::host::Event;
use page::{LessonPlace, StepPhase};

impl Update<'_> {
    /// Changes the progress in the open lesson and stores it, together with that of other tabs.
    pub(super) fn note(&mut self, change: impl FnOnce(&mut Work)) {
        let Some(lesson) = self.state.lesson.clone() else {
            return;
        };
        let is_finished = |work: Option<&Work>| work.is_some_and(Work::is_finished);
        let was_finished = is_finished(self.state.done());
        let progress = &mut self.state.progress;
        progress.merge(keys::progress_of(self.moment.recall));
        let done = progress.entry(&lesson.record);
        done.hash.clone_from(&lesson.hash);
        done.steps = lesson.steps.len();
        done.tasks.clone_from(&lesson.tasks);
        change(done);
        if !was_finished && is_finished(self.state.done()) {
            let done = Event::Done(lesson.id.clone());
            self.then(LessonEffect::Tell(done));
        }
        self.keep_progress();
    }

    fn keep_progress(&mut self) {
        let text = self.state.progress.to_text();
        self.keep(PROGRESS.to_owned(), text);
    }

    fn store_progress(&mut self, report: &str) {
        self.keep_progress();
        self.state.progress_report = Some(report.to_owned());
    }

    pub(super) fn clear_progress(&mut self) {
        self.state.cleared = Some((std::mem::take(&mut self.state.progress), Vec::new()));
        self.then(LessonEffect::TakeWork(None));
        self.store_progress("Progress cleared.");
    }

    pub(super) fn undo_clear(&mut self) {
        if let Some((progress, work)) = self.state.cleared.take() {
            self.state.progress.merge(progress);
            for (key, text) in work {
                self.keep(key, text);
            }
        }
        self.store_progress("Your progress is back.");
    }

    pub(super) fn import_progress(&mut self, text: Result<String, String>) {
        let read = |text: String| Progress::from_text(&text).map_err(|why| why.to_string());
        match text.and_then(read) {
            Ok(other) => {
                self.state.progress.merge(other);
                self.store_progress("Progress imported.");
            }
            Err(why) => self.state.progress_report = Some(why),
        }
    }

    pub(super) fn kept(&mut self, key: String, is_stored: bool) {
        if is_stored {
            self.state.unsaved.remove(&key);
            // There may be room for other work now.
            self.keep_files_again();
        } else {
            self.state.unsaved.insert(key);
        }
    }

    /// Takes over what another tab has stored: progress, and newer code or a newer answer for the step that is open
    /// there, too.
    pub(super) fn stored_elsewhere(&mut self, key: Option<&str>) {
        if key.is_none_or(|key| key == PROGRESS) {
            let stored = keys::progress_of(self.moment.recall);
            if stored.is_empty() {
                // Cleared there.
                self.state.progress = stored;
            } else {
                self.state.progress.merge(stored);
            }
        }
        let text = key.and_then(|key| self.moment.recall(key));
        let (Some(key), Some(text)) = (key, text) else {
            return;
        };
        if self.code_key().as_deref() == Some(key) {
            self.then(LessonEffect::Code(text));
        } else if self.state.work_key(StepWork::Answer).as_deref() == Some(key)
            && self.state.phase == StepPhase::Reading
        {
            self.state.draft = text;
        }
    }

    /// Stores the work on a lesson in place of that of the browser.
    pub(super) fn take_over(&mut self, lesson: &str, work: Option<Work>) {
        self.then(LessonEffect::TakeWork(Some(lesson.to_owned())));
        self.forget_variant(lesson);
        self.state.progress.forget(lesson);
        if let Some(mut work) = work {
            if let Some(variant) = work.seed.take() {
                self.keep_variant(lesson, variant, &std::mem::take(&mut work.name));
            }
            for ((kind, step), text) in std::mem::take(&mut work.drafts) {
                self.keep(keys::work_key(kind, &work.record, step), text);
            }
            self.state.progress.put(work);
        }
        self.keep_progress();
    }

    /// Opens the open lesson again, where its student has stopped.
    pub(super) fn resume(&mut self) {
        let Some(lesson) = self.state.lesson.clone() else {
            return;
        };
        self.take_variant_of_student();
        let done = self.state.progress.of_any_variant(&lesson.id);
        let step = done.map_or(1, |done| done.next_step().clamp(1, done.steps.max(1)));
        let id = lesson.id.clone();
        let address = LessonPlace::Step { id, step }.address();
        // The variant may be another one.
        self.state.opened.clear();
        self.state.step = None;
        self.then(if self.moment.hash == address {
            LessonEffect::Follow(address)
        } else {
            // Without an entry in the history, which the frame shares with its host.
            LessonEffect::Replace(address)
        });
    }
}

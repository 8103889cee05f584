//! Rules of the open lesson for its student: the view, the variant, and the number of tries.

use flitscope::lesson::seed_of_name;
use flitscope::page::{LessonView, StepPhase};
use leptos::prelude::*;

use super::teaching::Teaching;
use crate::ui::state::storage;

impl Teaching {
    /// Returns whether the lesson is open in no variant yet, because it asks for the student's name. Tracks it.
    pub fn needs_name(self) -> bool {
        let lesson = self.lesson.read();
        let variant = lesson.as_ref().and_then(|lesson| lesson.variant.as_ref());
        variant.is_some_and(|variant| variant.is_by_name && variant.seed.is_none())
    }

    /// Returns the name that has chosen the variant of the open lesson, if one has. Tracks the lesson.
    pub fn name_of_variant(self) -> Option<String> {
        let lesson = self.lesson.read();
        let (_, name) = storage::variant(&lesson.as_ref()?.id)?;
        Some(name).filter(|name| !name.is_empty())
    }

    /// Opens a lesson that varies with the student's name in the variant of the one who is logged in at the host, unless
    /// the record of the host has a variant.
    pub fn take_variant_of_student(self) {
        let lesson = self.lesson.read_untracked();
        let (Some(lesson), Some(name)) = (&*lesson, &*self.student.read_untracked()) else {
            return;
        };
        let varies = lesson
            .variant
            .as_ref()
            .is_some_and(|variant| variant.is_by_name);
        if varies && storage::variant(&lesson.id).is_none() {
            storage::keep_variant(&lesson.id, seed_of_name(name), name);
        }
    }

    /// Returns whether solutions and answers are hidden. Tracks the view.
    pub fn hides_answers(self) -> bool {
        self.view.get() == LessonView::Student
    }

    /// Returns the number of answers given to the question of the step, and of those that are allowed, if that is
    /// limited. Tracks both.
    pub fn tries(self) -> Option<(usize, usize)> {
        let step = self.step.read();
        let step = step.as_ref()?;
        let allowed = step.ask.as_ref()?.tries?;
        let given = self
            .done()
            .and_then(|done| done.answers.get(&step.step).map(Vec::len));
        Some((given.unwrap_or(0), allowed))
    }

    /// Returns whether the run is not shown yet because it would give an answer away whose tries are limited. Tracks
    /// the answers, the phase and the verdict.
    pub fn hides_run(self) -> bool {
        let is_limited = self.tries().is_some() && !self.has_no_tries_left();
        let is_open = self.phase.get() == StepPhase::Reading || !self.is_true();
        is_limited && is_open && self.phase.get() != StepPhase::Running
    }

    /// Returns whether no further answer is allowed. Tracks the answers.
    pub fn has_no_tries_left(self) -> bool {
        self.tries()
            .is_some_and(|(given, allowed)| given >= allowed)
    }
}

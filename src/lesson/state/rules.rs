//! Facts about the open lesson and its step, for its student and for the page.

use super::{LessonMoment, LessonState};
use crate::file::format::Kind;
use crate::file::register::Summary;
use crate::protocol::{Outcome, StepShown, VerdictShown};
use crate::record::work::{StepWork, Work};
use page::{Dock, LessonPlace, LessonView, Locked, PageState, Place, StepPhase};

use super::keys::{variant_of, work_key};

impl LessonState {
    /// Returns the kind of the question of the step, or of the one that is being made.
    pub fn kind(&self) -> Option<Kind> {
        if self.at == LessonPlace::Build {
            return self.builder.kind();
        }
        Some(self.step.as_ref()?.ask.as_ref()?.kind)
    }

    /// Returns the number of the step, from 1.
    pub fn number(&self) -> usize {
        self.step.as_ref().map_or(1, |step| step.step)
    }

    /// Returns the number of steps of the lesson, 0 before it is open.
    pub fn steps(&self) -> usize {
        self.lesson.as_ref().map_or(0, |lesson| lesson.steps.len())
    }

    /// Returns the progress in the open lesson, if there is any.
    pub fn done(&self) -> Option<&Work> {
        self.progress.of(&self.lesson.as_ref()?.record)
    }

    /// Returns the last answer to a step.
    pub fn last_answer(&self, step: usize) -> Option<&str> {
        self.done()?.last_answer(step)
    }

    /// Returns whether the answer on record is entered, and may still be changed.
    pub fn is_as_answered(&self) -> bool {
        self.phase == StepPhase::Reading
            && !self.draft.trim().is_empty()
            && self.last_answer(self.number()) == Some(&*self.draft)
    }

    /// Returns the verdict of an earlier visit on the answer that is shown, as long as that is not changed.
    pub fn recalled_verdict(&self) -> Option<&VerdictShown> {
        let recalled = self.recalled.as_deref()?;
        let is_same = self.last_answer(recalled.step) == Some(&*self.draft);
        (is_same && self.phase == StepPhase::Reading).then_some(recalled)
    }

    /// Returns whether the answer is right or was revealed.
    pub fn is_true(&self) -> bool {
        let verdict = self.verdict.as_ref();
        verdict.is_some_and(|verdict| verdict.outcome != Outcome::Wrong)
    }

    /// Returns whether the lesson is open in no variant yet, because it asks for the student's name.
    pub fn needs_name(&self) -> bool {
        let lesson = self.lesson.as_ref();
        let variant = lesson.and_then(|lesson| lesson.variant.as_ref());
        variant.is_some_and(|variant| variant.is_by_name && variant.seed.is_none())
    }

    /// Returns the name that has chosen the variant of the open lesson, if one has. `recall` returns what is stored under a
    /// key.
    pub fn name_of_variant(&self, recall: impl Fn(&str) -> Option<String>) -> Option<String> {
        let (_, name) = variant_of(recall, &self.lesson.as_ref()?.id)?;
        Some(name).filter(|name| !name.is_empty())
    }

    /// Returns the name of the student, if it is known. Where the name has chosen the variant, a receipt must have the
    /// same name.
    pub fn known_name(&self, recall: impl Fn(&str) -> Option<String>) -> Option<String> {
        self.name_of_variant(recall)
            .or_else(|| self.student.clone())
    }

    /// Returns whether solutions and answers are hidden.
    pub fn hides_answers(&self) -> bool {
        self.view == LessonView::Student
    }

    /// Returns the number of answers given to the question of the step, and of those that are allowed, if that is
    /// limited.
    pub fn tries(&self) -> Option<(usize, usize)> {
        let step = self.step.as_ref()?;
        let allowed = step.ask.as_ref()?.tries?;
        let given = self.done().and_then(|done| done.answers.get(&step.step));
        Some((given.map_or(0, Vec::len), allowed))
    }

    /// Returns whether no further answer is allowed.
    pub fn has_no_tries_left(&self) -> bool {
        self.tries()
            .is_some_and(|(given, allowed)| given >= allowed)
    }

    /// Returns whether the last try was wrong, whether the answer has been shown since or not.
    pub fn is_lost(&self) -> bool {
        let outcome = self.verdict.as_ref().map(|verdict| &verdict.outcome);
        self.has_no_tries_left() && !matches!(outcome, None | Some(Outcome::Right))
    }

    /// Returns whether the run is not shown yet because it would give an answer away whose tries are limited.
    pub fn hides_run(&self) -> bool {
        let is_limited = self.tries().is_some() && !self.has_no_tries_left();
        let is_open = self.phase == StepPhase::Reading || !self.is_true();
        is_limited && is_open && self.phase != StepPhase::Running
    }

    /// Returns whether the address may be written: whether the stage shows the network of the step that it names.
    pub fn is_settled(&self) -> bool {
        match self.at {
            LessonPlace::Step { step, .. } => {
                self.step.as_ref().is_some_and(|shown| shown.step == step)
            }
            LessonPlace::Build => true,
            _ => false,
        }
    }

    /// Returns the lesson after the open one.
    pub fn next_lesson(&self) -> Option<&'static Summary> {
        Summary::by_id(&self.lesson.as_ref()?.id)?.next()
    }

    /// Returns the address that a card of a lesson leads to: where the user has stopped, or its first step.
    pub fn entrance(&self, lesson: &Summary) -> String {
        let step = self.progress.of(lesson.id).map_or(1, Work::next_step);
        LessonPlace::Step {
            id: lesson.id.to_owned(),
            step: step.clamp(1, lesson.steps as usize),
        }
        .address()
    }

    /// Returns the lesson that was begun last and is not finished: its title, the next step, and the address of that.
    pub fn unfinished(&self) -> Option<(&'static str, usize, String)> {
        let work = self.progress.unfinished()?;
        let (id, step) = (work.record.clone(), work.next_step());
        let lesson = Summary::by_id(&id)?;
        Some((lesson.title, step, LessonPlace::Step { id, step }.address()))
    }

    /// Returns whether a sentence says why a lesson or receipt is not there.
    pub fn is_explained(&self) -> bool {
        self.problem.is_some() || self.wanted.is_some()
    }

    /// Explains that the lesson that is open, or one of the list, is not stored.
    pub fn not_kept_here(&self) -> Option<&'static str> {
        const WHY: &str = "This browser stores nothing more for this page, so the lesson is there only until the page is closed.";
        let is_here = match &self.at {
            LessonPlace::Step { id, .. } | LessonPlace::About(id) | LessonPlace::Sheet(id) => {
                self.not_kept.contains(id)
            }
            _ => !self.not_kept.is_empty(),
        };
        is_here.then_some(WHY)
    }

    /// Returns the storage key for work on the step that is shown.
    pub fn work_key(&self, work: StepWork) -> Option<String> {
        Some(work_key(work, &self.lesson.as_ref()?.record, self.number()))
    }

    /// Returns the work on a lesson, if it is open and begun. `recall` returns what is stored under a key.
    pub fn suspended(&self, id: &str, recall: impl Fn(&str) -> Option<String>) -> Option<Work> {
        let lesson = self.lesson.as_ref().filter(|lesson| lesson.id == id)?;
        let (seed, name) = variant_of(&recall, id).unzip();
        let mut work = Work {
            seed,
            name: name.unwrap_or_default(),
            ..self.done()?.clone()
        };
        for kind in StepWork::ALL {
            for step in 1..=lesson.steps.len() {
                let text = recall(&work_key(kind, &lesson.record, step)).unwrap_or_default();
                if !text.is_empty() {
                    work.drafts.insert((kind, step), text);
                }
            }
        }
        Some(work)
    }

    /// Returns whether a control may be used: every control that the link does not lock, except in the step of a
    /// lesson, which lists the controls that it allows.
    pub fn allows(&self, control: &str, place: Place, locked: Locked) -> bool {
        if locked.has_control(control) {
            return false;
        }
        if place != Place::Lessons || self.at == LessonPlace::Build {
            return true;
        }
        let mut allowed = self.step.iter().flat_map(|step| &step.allow);
        allowed.any(|allowed| allowed == control || allowed == "all")
    }

    /// Returns whether the dock shows the editor of routing functions, and the user may edit there.
    pub(super) fn writes_script(&self, page: &PageState) -> bool {
        page.view.dock == Dock::Script
            && self.allows("script", page.place, page.restrictions.locked)
    }

    /// Returns why the text in the editor cannot be checked, if the user asked for a check and it cannot.
    pub fn hindrance(&self, moment: &LessonMoment) -> Option<String> {
        let is_asked = self.challenge.asks_check && self.writes_script(moment.page);
        is_asked.then(|| moment.hindrance()).flatten()
    }

    fn is_last(&self) -> bool {
        self.number() >= self.steps()
    }

    /// Returns whether the step has a run that may be shown without an answer.
    fn runs(&self, step: &StepShown) -> bool {
        step.moves() && (!self.hides_answers() || self.tries().is_none())
    }

    /// Returns whether the right answer is known, or cannot be.
    fn is_known(&self) -> bool {
        self.verdict.is_some() && self.is_true() || self.problem.is_some()
    }

    /// Returns whether the program has yet to reply to an answer, or to a check of the challenge.
    fn waits(&self, step: &StepShown, moment: &LessonMoment) -> bool {
        let challenge = &self.challenge;
        let is_asked = challenge.asks_check && challenge.attempt.is_none();
        let is_checking = is_asked && self.hindrance(moment).is_none() || challenge.waits_for_code;
        self.judging || step.goal.is_some() && self.problem.is_none() && is_checking
    }

    /// Returns the next action of a lecturer. Repeated, it always leads to the next step: a question is answered or its
    /// answer shown, and a challenge checked as it is.
    pub(super) fn next(&self, moment: &LessonMoment) -> OnTo {
        let Some(step) = &self.step else {
            return OnTo::Wait;
        };
        let is_challenge = step.goal.is_some();
        let asks = step.ask.is_some() && !is_challenge;
        let is_entered =
            !self.draft.trim().is_empty() && self.refused.is_none() && !self.has_no_tries_left();
        let is_checked =
            || self.challenge.asks_check || self.problem.is_some() || self.is_met(moment);
        match self.phase {
            _ if self.waits(step, moment) => OnTo::Wait,
            StepPhase::Reading if asks && is_entered => OnTo::Answer,
            StepPhase::Reading if is_challenge && !is_checked() => OnTo::Check,
            StepPhase::Reading if !is_challenge && self.runs(step) => OnTo::Run,
            StepPhase::Running => OnTo::End,
            _ if asks && !self.is_known() && !self.hides_answers() => OnTo::Reveal,
            _ if self.is_last() => OnTo::Summary,
            _ => OnTo::NextStep,
        }
    }

    /// Returns the next action of a student, which is the one filled button: the task comes before the next step.
    pub fn next_for_student(&self, moment: &LessonMoment) -> OnTo {
        let onward = if self.is_last() {
            OnTo::Summary
        } else {
            OnTo::NextStep
        };
        let Some(step) = &self.step else {
            return OnTo::NextStep;
        };
        let may_answer = !self.has_no_tries_left();
        let is_right = |verdict: &VerdictShown| verdict.outcome == Outcome::Right;
        let is_answered = || self.recalled_verdict().is_some_and(is_right);
        match (self.phase, step.goal.is_some(), step.ask.is_some()) {
            _ if self.waits(step, moment) => OnTo::Wait,
            (StepPhase::Running, ..) => OnTo::End,
            (_, true, _) if self.is_met(moment) => onward,
            (_, true, _) => OnTo::Check,
            (StepPhase::Reading, _, true) if is_answered() => onward,
            (StepPhase::Reading, _, true) if may_answer => OnTo::Answer,
            (StepPhase::Seen, _, true) if may_answer && !self.is_known() => OnTo::Again,
            (StepPhase::Reading, _, false) if self.runs(step) => OnTo::Run,
            _ => onward,
        }
    }
}

/// The next thing to do in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTo {
    /// Nothing until the lesson program has replied.
    Wait,
    /// Submit the answer that is entered, and play the run.
    Answer,
    /// Play the run without an answer.
    Run,
    /// Skip to the end of the run.
    End,
    /// Show the right answer with its explanation.
    Reveal,
    Again,
    Check,
    NextStep,
    /// Show the summary of the lesson: this was the last step.
    Summary,
}

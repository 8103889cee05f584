//! The lesson that is being made: its draft, the file behind it, and how it looks to students.

use serde_json::Value;

use super::{LessonMoment, LessonState, Recording, Use};
use crate::author::check::Check;
use crate::author::draft::{Draft, DraftStep};
use crate::file::format::Kind;
use crate::protocol::{QueryShown, StepShown, Written};
use engine::catalog::sentence;

pub(super) const DOES_NOT_HOLD: &str =
    "The lesson does not hold yet: see the list at the end of the form.";

/// The state of the builder.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    pub draft: Draft,
    /// The step that is shown, by its index; `None` for the head of the lesson.
    pub at: Option<usize>,
    /// The text of the file.
    pub file: String,
    /// The last step that was shown as students see it, or why it cannot be shown.
    pub preview: Option<Written>,
    /// The result of the last check of the file.
    pub checked: Option<Check>,
    /// The draft that was replaced last, and why, for *Undo*.
    pub replaced: Option<(&'static str, Draft)>,
    /// The queries that have the answer that is entered.
    pub proposed: Option<Vec<String>>,
    /// Every query that a lesson may have.
    pub queries: Vec<QueryShown>,
    /// The step and the place for which a scene is being recorded.
    pub(super) recording: Option<(usize, Recording)>,
    /// Whether the text of the file is newer than the draft, and therefore not to be rewritten.
    pub(super) is_text_newer: bool,
    /// Whether the file has yet to be written.
    pub(super) is_due: bool,
    /// Whether the file that is being written is kept for the next visit.
    pub(super) keeps_file: bool,
    /// The use of the file that waits for what was entered last.
    pub(super) waiting: Option<Use>,
    /// The question and challenge that were left for another task, by step.
    pub(super) left: Option<(usize, Value, Value)>,
}

impl Builder {
    /// The title of the lesson.
    pub fn title(&self) -> &str {
        if self.draft.title.is_empty() {
            "Make a lesson"
        } else {
            &self.draft.title
        }
    }

    pub(super) fn id(&self) -> String {
        if self.draft.id.is_empty() {
            Draft::id_for(&self.draft.title)
        } else {
            self.draft.id.clone()
        }
    }

    /// Returns the step that is shown.
    pub fn step(&self) -> Option<&DraftStep> {
        self.draft.step.get(self.at?)
    }

    /// Returns the kind of the question that is shown.
    pub(super) fn kind(&self) -> Option<Kind> {
        Some(self.step()?.ask.as_ref()?.kind)
    }

    /// Returns whether the check of the file has found mistakes.
    pub fn fails(&self) -> bool {
        let checked = self.checked.as_ref();
        checked.is_some_and(|check| !check.mistakes.is_empty())
    }

    /// The reason why the lesson is not ready to be handed out, if it is not.
    pub fn why_not_ready(&self) -> Option<&'static str> {
        (self.fails() && !self.draft.step.is_empty()).then_some(DOES_NOT_HOLD)
    }

    /// Returns the link of the scene of the step as students see it, which may be that of an earlier one: if values in it
    /// vary, that of the first variant.
    pub fn scene_shown(&self) -> Option<String> {
        let index = self.at?;
        let steps = self.draft.step.get(..=index)?;
        let scene = steps.iter().rev().find(|step| !step.scene.is_empty())?;
        if !scene.scene.contains("$(") {
            return Some(scene.scene.clone());
        }
        let shown = self.shown()?;
        (shown.step == index + 1).then(|| shown.scene.clone())
    }

    fn shown(&self) -> Option<&StepShown> {
        self.preview.as_ref()?.preview.as_deref()
    }

    /// Returns the text of the step as students see it, as HTML.
    pub fn shown_text(&self) -> &str {
        self.shown().map_or("", |step| &step.text)
    }

    /// Returns the question or challenge of the step as students see it, as HTML.
    pub fn shown_task(&self) -> &str {
        let asked = self.shown().and_then(|step| step.ask.as_ref());
        let goal = self.shown().and_then(|step| step.goal.as_ref());
        let asked = asked.map(|ask| &*ask.text);
        asked.or(goal.map(|goal| &*goal.text)).unwrap_or_default()
    }

    /// Explains why the step cannot be shown to students, if it cannot.
    pub fn why_not_shown(&self) -> Option<String> {
        let why = self.preview.as_ref()?.why.as_ref()?;
        Some(sentence(why))
    }

    /// Returns the index of the step in which a line of the file stands; `None` for its head.
    pub fn step_of_line(&self, line: usize) -> Option<usize> {
        let before = self.file.lines().take(line);
        let steps = before.filter(|line| line.trim() == "[[step]]").count();
        steps.checked_sub(1)
    }
}

impl LessonState {
    /// Returns whether the picture shows another network than the step of the builder.
    pub fn differs_from_step(&self, moment: &LessonMoment) -> bool {
        let scene = self.builder.scene_shown();
        let scene = scene.map(|scene| moment.read(&scene).address.scenario);
        scene.is_some_and(|scene| scene != moment.page.scenario)
    }

    pub(super) fn asked(&self) -> (Option<usize>, Option<Kind>) {
        (self.builder.at, self.builder.kind())
    }
}

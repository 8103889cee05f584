//! The state of the builder: the draft, the part of it that is shown, and what the lesson program replies.

use std::sync::Arc;
use std::time::Duration;

use flitscope::lesson::{Draft, DraftStep, Kind, Request, Written};
use flitscope::page::PageStateStoreFields;
use leptos::prelude::*;

use crate::ui::state::page::Page;
use crate::ui::state::storage::{LESSON_DRAFT, recall};

/// Pause after a change before the file is written and checked.
const PAUSE: Duration = Duration::from_millis(400);

/// The place of a recorded scene in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// The solution of the challenge.
    Solution,
    /// The example of a hint, by its index.
    Hint(usize),
}

/// The lesson that is being made; copies share it.
#[derive(Clone, Copy)]
pub struct Making {
    pub page: Page,
    pub draft: RwSignal<Draft>,
    /// The step that is shown, by its index; `None` for the head of the lesson.
    pub at: RwSignal<Option<usize>>,
    /// The last step as students see it, or why it cannot be shown.
    pub preview: RwSignal<Option<Arc<Written>>>,
    /// The draft that was replaced last, and why, for *Undo*.
    pub replaced: RwSignal<Option<(&'static str, Draft)>>,
    /// The step and the place for which a scene is being recorded.
    pub recording: StoredValue<Option<(usize, Recording)>>,
    /// Whether the text of the file is newer than the draft, and therefore not to be rewritten.
    is_text_newer: StoredValue<bool>,
    /// An action that waits for the file of the draft.
    waiting: StoredValue<Option<Callback<String>>>,
    /// The timeouts after which the file is written and read.
    writing: Pause,
    reading: Pause,
}

/// A pause in which nothing is changed, and after which something is done.
#[derive(Clone, Copy)]
struct Pause(StoredValue<Option<TimeoutHandle>>);

impl Pause {
    fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// Cancels what is to be done; returns whether it was still to be done.
    fn cancel(self) -> bool {
        let handle = self.0.try_update_value(Option::take).flatten();
        if let Some(handle) = &handle {
            handle.clear();
        }
        handle.is_some()
    }

    fn then(self, act: impl Fn() + 'static) {
        self.cancel();
        let act = move || {
            self.0.set_value(None);
            act();
        };
        let handle = set_timeout_with_handle(act, PAUSE);
        self.0.set_value(handle.ok());
    }
}

impl Making {
    /// Creates the builder with the lesson of the last visit.
    pub fn new(page: Page) -> Self {
        let making = Self {
            page,
            draft: RwSignal::new(Draft::default()),
            at: RwSignal::new(None),
            preview: RwSignal::new(None),
            replaced: RwSignal::new(None),
            recording: StoredValue::new(None),
            is_text_newer: StoredValue::new(false),
            waiting: StoredValue::new(None),
            writing: Pause::new(),
            reading: Pause::new(),
        };
        page.teaching.file.set(String::new());
        page.teaching.checked.set(None);
        if let Some(text) = recall(LESSON_DRAFT).filter(|text| !text.trim().is_empty()) {
            page.teaching.file.set(text.clone());
            making.is_text_newer.set_value(true);
            page.ask_lessons(Request::ReadDraft { file: text });
        }
        making
    }

    /// Keeps draft, file, preview and check in step while the builder is shown.
    pub fn keep(self) {
        let teaching = self.page.teaching;
        let is_first = StoredValue::new(true);
        Effect::new(move |_| {
            self.draft.track();
            self.at.track();
            let is_first = is_first.try_update_value(|first| std::mem::replace(first, false));
            if is_first != Some(true) {
                self.writing.then(move || self.write());
            }
        });
        Effect::new(move |_| {
            if let Some(draft) = teaching.made.get() {
                teaching.made.set(None);
                if *draft != *self.draft.read_untracked() {
                    self.draft.set((*draft).clone());
                }
            }
        });
        Effect::new(move |_| {
            if let Some(written) = teaching.written.get() {
                if !self.is_text_newer.get_value() {
                    teaching.file.set(written.file.clone());
                }
                self.preview.set(Some(written));
                if let Some(act) = self.waiting.try_update_value(Option::take).flatten() {
                    act.run(teaching.file.get_untracked());
                }
                let file = teaching.file.get_untracked();
                self.page.ask_lessons(Request::Check { file });
            }
        });
        Effect::new(move |_| {
            if let Some(recorded) = teaching.recorded.get() {
                teaching.recorded.set(None);
                if let Some((index, recording)) = self.recording.get_value() {
                    self.note_recorded(index, recording, &recorded);
                }
            }
        });
        on_cleanup(move || {
            teaching.making.set(None);
            if self.writing.cancel() {
                self.write();
            }
            self.reading.cancel();
        });
    }

    fn write(self) {
        let draft = self.draft.get_untracked();
        if draft == Draft::default() && !self.is_text_newer.get_value() {
            let teaching = self.page.teaching;
            teaching.file.set(String::new());
            teaching.keep(LESSON_DRAFT, "");
            return teaching.checked.set(None);
        }
        let step = self.at.get_untracked().map(|index| index + 1);
        let draft = Box::new(draft);
        self.page
            .teaching
            .keeps_file
            .set_value(!self.is_text_newer.get_value());
        self.page.ask_lessons(Request::WriteDraft { draft, step });
    }

    /// Does something with the file as soon as it holds what was entered last.
    pub fn with_file(self, act: impl Fn(String) + Send + Sync + 'static) {
        if self.is_text_newer.get_value() {
            return act(self.page.teaching.file.get_untracked());
        }
        self.waiting.set_value(Some(Callback::new(act)));
        self.writing.cancel();
        self.write();
    }

    /// Takes a text as the lesson file.
    pub fn write_text(self, text: String) {
        let teaching = self.page.teaching;
        teaching.problem.set(None);
        self.is_text_newer.set_value(true);
        teaching.keep(LESSON_DRAFT, &text);
        teaching.file.set(text);
        self.reading.then(move || {
            let file = teaching.file.get_untracked();
            self.page
                .ask_lessons(Request::ReadDraft { file: file.clone() });
            self.page.ask_lessons(Request::Check { file });
        });
    }

    pub fn change(self, change: impl FnOnce(&mut Draft)) {
        self.is_text_newer.set_value(false);
        self.page.teaching.problem.set(None);
        self.draft.update(change);
    }

    pub fn change_step(self, index: usize, change: impl FnOnce(&mut DraftStep)) {
        self.change(|draft| {
            if let Some(step) = draft.step.get_mut(index) {
                change(step);
            }
        });
    }

    /// Returns a part of a step, or its default if the step is no longer there. Tracks the draft.
    pub fn of_step<T: Default>(self, index: usize, part: impl FnOnce(&DraftStep) -> T) -> T {
        let draft = self.draft.read();
        draft.step.get(index).map(part).unwrap_or_default()
    }

    /// Keeps the draft for *Undo* before something replaces it.
    pub fn keep_for_undo(self, why: &'static str) {
        let draft = self.draft.get_untracked();
        let replaced = (draft != Draft::default()).then_some((why, draft));
        self.replaced.set(replaced);
    }

    /// Brings back the draft that was replaced.
    pub fn undo(self) {
        if let Some((_, before)) = self.replaced.get_untracked() {
            self.change(|draft| *draft = before);
        }
        self.replaced.set(None);
    }

    /// The title of the lesson. Tracks it.
    pub fn title(self) -> String {
        let draft = self.draft.read();
        if draft.title.is_empty() {
            "Make a lesson".to_owned()
        } else {
            draft.title.clone()
        }
    }

    pub fn id(self) -> String {
        let draft = self.draft.read_untracked();
        if draft.id.is_empty() {
            Draft::id_for(&draft.title)
        } else {
            draft.id.clone()
        }
    }

    /// Shows a part of the lesson, and the scene of a step in the picture.
    pub fn go_to(self, index: Option<usize>) {
        self.at.set(index);
        self.page.teaching.proposed.set(None);
        if index.is_some() {
            self.show_scene();
        }
    }

    /// Returns the link of the scene of a step, which may be that of an earlier one.
    pub fn scene_of(self, index: usize) -> Option<String> {
        let draft = self.draft.read_untracked();
        let steps = draft.step.get(..=index)?;
        let scene = steps.iter().rev().find(|step| !step.scene.is_empty())?;
        Some(scene.scene.clone())
    }

    /// Returns the link of the scene of a step as students see it: if values in it vary, that of the first variant.
    pub fn scene_shown(self, index: usize) -> Option<String> {
        let scene = self.scene_of(index)?;
        if !scene.contains("$(") {
            return Some(scene);
        }
        let written = self.preview.get_untracked()?;
        let shown = written.preview.as_ref()?;
        (shown.step == index + 1).then(|| shown.scene.clone())
    }

    /// Shows the scene of the step in the picture.
    pub fn show_scene(self) {
        let scene = self
            .at
            .get_untracked()
            .and_then(|index| self.scene_shown(index));
        if let Some(scene) = scene {
            self.page.open_by_page(self.page.read_query(&scene));
        }
    }

    /// Adds a step with the network that is shown, after the one that is shown.
    pub fn add_step(self) {
        let (scene, until) = self.view();
        let index = self
            .at
            .get_untracked()
            .map_or_else(|| self.draft.read_untracked().step.len(), |index| index + 1);
        self.change(|draft| {
            let step = DraftStep {
                scene,
                until,
                ..DraftStep::default()
            };
            draft.step.insert(index.min(draft.step.len()), step);
        });
        self.at.set(Some(index));
    }

    /// Replaces the scene of a step by the network that is shown.
    pub fn use_view(self, index: usize) {
        let (scene, until) = self.view();
        self.change_step(index, |step| {
            step.scene = scene;
            step.until = until;
        });
    }

    /// The link of the network that is shown, from cycle 0, and the cycle to which it was played, empty for 0.
    fn view(self) -> (String, String) {
        let link = self.page.address().as_scene().write();
        let cycle = self.page.player.cycle.get_untracked();
        let until = if cycle == 0 {
            String::new()
        } else {
            cycle.to_string()
        };
        (link, until)
    }

    /// Records the network that is shown as a solution or the example of a hint.
    pub fn record(self, index: usize, recording: Recording) {
        let Some(scene) = self.scene_shown(index) else {
            return;
        };
        self.page.teaching.problem.set(None);
        self.recording.set_value(Some((index, recording)));
        let link = self.page.state.scenario().read_untracked().to_link();
        self.page.ask_lessons(Request::Record { scene, link });
    }

    fn note_recorded(
        self,
        index: usize,
        recording: Recording,
        recorded: &flitscope::lesson::Recorded,
    ) {
        let is_endless = self.page.state.scenario().read_untracked().traffic.rate > 0.0;
        self.change_step(index, |step| {
            let Some(goal) = &mut step.goal else { return };
            match recording {
                Recording::Solution => {
                    goal.solution.clone_from(&recorded.changes);
                    if goal.score.is_empty() {
                        goal.par = recorded.par as f64;
                    }
                    // A solution takes as long as it takes, unless messages never end.
                    if !is_endless {
                        step.until.clear();
                    }
                }
                Recording::Hint(hint) => {
                    if let Some(hint) = goal.hint.get_mut(hint) {
                        hint.example.clone_from(&recorded.changes);
                    }
                }
            }
            for control in &recorded.allow {
                if !step.allow.contains(control) {
                    step.allow.push(control.clone());
                }
            }
        });
    }

    /// Asks for queries whose value is the answer that is typed or clicked.
    pub fn propose(self, kind: Kind) {
        self.page.ask_lessons(Request::Propose {
            kind,
            answer: self.page.teaching.draft.get_untracked(),
            link: self.page.address().write(),
            stop: self.page.player.cycle.get_untracked(),
        });
    }
}

//! A lesson is made.
//!
//! The form changes the draft, from which the program writes the file after a pause; a change of the file changes the
//! draft in the same way. Fields of the draft are named by their [paths](Draft::value).

use serde_json::{Value, json};

use super::builder::{Builder, DOES_NOT_HOLD};
use super::update::Update;
use super::{
    BuilderAction, LESSON_DRAFT, LessonEffect, LessonTimer, Material, Opening, Recording, Use,
};
use crate::author::draft::{Draft, DraftOption, DraftStep};
use crate::file::format::Kind;
use crate::package::Scorm;
use crate::protocol::{Recorded, Request, Written};
use crate::run::changed;
use page::Action;

impl Update<'_> {
    pub(super) fn build(&mut self, action: BuilderAction) {
        let before = self.state.asked();
        let is_over = matches!(action, BuilderAction::Leave);
        self.perform_in_builder(action);
        if is_over || self.state.asked() != before {
            // A click in the picture answers the question that is being made.
            self.state.draft.clear();
            self.state.builder.proposed = None;
        }
    }

    fn perform_in_builder(&mut self, action: BuilderAction) {
        match action {
            BuilderAction::Begin => self.begin_builder(),
            BuilderAction::Leave => {
                if std::mem::take(&mut self.state.builder.is_due) {
                    self.then(LessonEffect::Cancel(LessonTimer::Write));
                    self.write_draft();
                }
                self.then(LessonEffect::Cancel(LessonTimer::Read));
            }
            BuilderAction::Set(path, value) => self.change(|draft| draft.set(&path, value)),
            BuilderAction::Add(path, value) => self.change(|draft| draft.add(&path, value)),
            BuilderAction::Remove(path) => self.change(|draft| draft.remove(&path)),
            BuilderAction::GoTo(index) => self.go_to_part(index),
            BuilderAction::AddStep => self.add_step(),
            BuilderAction::Task(task) => self.choose_task(task),
            BuilderAction::Kind(kind) => self.change_step(|step| {
                if let Some(ask) = &mut step.ask {
                    ask.kind = kind;
                    if kind == Kind::Choice && ask.option.is_empty() {
                        ask.option = vec![DraftOption::default(); 2];
                    }
                }
            }),
            BuilderAction::Move(to) => {
                if let Some(at) = self.state.builder.at {
                    self.change(|draft| draft.step.swap(at, to));
                    self.state.builder.at = Some(to);
                }
            }
            BuilderAction::CopyStep => {
                if let Some((at, step)) = self.shown_step() {
                    self.change(|draft| draft.step.insert(at + 1, step));
                    self.state.builder.at = Some(at + 1);
                }
            }
            BuilderAction::DeleteStep => {
                if let Some((at, _)) = self.shown_step() {
                    self.keep_for_undo("The step was deleted.");
                    self.change(|draft| drop(draft.step.remove(at)));
                    let last = self.state.builder.draft.step.len().checked_sub(1);
                    self.go_to_part(last.map(|last| at.min(last)));
                }
            }
            BuilderAction::UseView => {
                let (scene, until) = self.view();
                self.change_step(|step| (step.scene, step.until) = (scene, until));
            }
            BuilderAction::ShowScene => self.show_scene(),
            BuilderAction::ShowSolution => self.show_solution(),
            BuilderAction::Record(recording) => self.record(recording),
            BuilderAction::Propose => self.propose(),
            BuilderAction::Choose(query) => {
                self.state.builder.proposed = None;
                self.state.draft.clear();
                self.change_step(|step| {
                    if let Some(ask) = &mut step.ask {
                        ask.answer = query;
                    }
                });
            }
            BuilderAction::Write(text) => self.write_text(text),
            BuilderAction::Import(text) => {
                self.keep_for_undo("Another lesson was opened.");
                self.write_text(text);
                self.state.builder.at = None;
            }
            BuilderAction::New => {
                self.keep_for_undo("A new lesson was begun.");
                self.change(|draft| *draft = Draft::default());
                self.go_to_part(None);
            }
            BuilderAction::Undo => {
                if let Some((_, before)) = self.state.builder.replaced.take() {
                    self.change(|draft| *draft = before);
                }
            }
            BuilderAction::Use(it) => self.use_file(it),
        }
    }

    fn begin_builder(&mut self) {
        let queries = std::mem::take(&mut self.state.builder.queries);
        self.state.builder = Builder {
            queries,
            ..Builder::default()
        };
        if let Some(file) = self.moment.recall(LESSON_DRAFT) {
            self.state.builder.file.clone_from(&file);
            self.state.builder.is_text_newer = true;
            self.ask(Request::ReadDraft { file });
        }
    }

    fn shown_step(&self) -> Option<(usize, DraftStep)> {
        let builder = &self.state.builder;
        Some((builder.at?, builder.step()?.clone()))
    }

    fn change(&mut self, change: impl FnOnce(&mut Draft)) {
        self.state.problem = None;
        self.state.builder.is_text_newer = false;
        change(&mut self.state.builder.draft);
        self.write_later();
    }

    fn change_step(&mut self, change: impl FnOnce(&mut DraftStep)) {
        let at = self.state.builder.at;
        self.change(|draft| {
            if let Some(step) = at.and_then(|at| draft.step.get_mut(at)) {
                change(step);
            }
        });
    }

    fn write_later(&mut self) {
        self.state.builder.is_due = true;
        self.then(LessonEffect::Later(LessonTimer::Write));
    }

    /// Writes the file of the draft.
    pub(super) fn write_draft(&mut self) {
        let builder = &mut self.state.builder;
        builder.is_due = false;
        if builder.draft == Draft::default() && !builder.is_text_newer {
            builder.file.clear();
            builder.checked = None;
            return self.keep(LESSON_DRAFT.to_owned(), String::new());
        }
        builder.keeps_file = !builder.is_text_newer;
        let draft = Box::new(builder.draft.clone());
        let step = builder.at.map(|index| index + 1);
        self.ask(Request::WriteDraft { draft, step });
    }

    pub(super) fn hear_written(&mut self, written: Written) {
        let builder = &mut self.state.builder;
        let file = written.file.clone();
        if !builder.is_text_newer {
            builder.file.clone_from(&file);
        }
        let keeps_file = builder.keeps_file;
        builder.preview = Some(written);
        let waiting = builder.waiting.take();
        let check = builder.file.clone();
        if keeps_file {
            self.keep(LESSON_DRAFT.to_owned(), file);
        }
        // The builder may be closed by now.
        if self.state.at != page::LessonPlace::Build {
            return;
        }
        if let Some(it) = waiting {
            self.use_now(it);
        }
        self.ask(Request::Check { file: check });
    }

    /// Takes a text as the lesson file.
    fn write_text(&mut self, text: String) {
        self.state.problem = None;
        self.state.builder.is_text_newer = true;
        self.state.builder.file.clone_from(&text);
        self.keep(LESSON_DRAFT.to_owned(), text);
        self.then(LessonEffect::Later(LessonTimer::Read));
    }

    /// Reads the text of the file into the draft, and checks it.
    pub(super) fn read_draft(&mut self) {
        let file = self.state.builder.file.clone();
        self.ask(Request::ReadDraft { file: file.clone() });
        self.ask(Request::Check { file });
    }

    pub(super) fn hear_draft(&mut self, draft: Draft) {
        if draft != self.state.builder.draft {
            let before = self.state.asked();
            self.state.builder.draft = draft;
            if self.state.asked() != before {
                self.state.draft.clear();
            }
            self.write_later();
        }
    }

    /// Uses the file as soon as it holds what was entered last.
    fn use_file(&mut self, it: Use) {
        if self.state.builder.is_text_newer {
            return self.use_now(it);
        }
        self.state.builder.waiting = Some(it);
        self.then(LessonEffect::Cancel(LessonTimer::Write));
        self.write_draft();
    }

    fn use_now(&mut self, it: Use) {
        let builder = &self.state.builder;
        let file = builder.file.clone();
        match it {
            Use::Play => self.open(Opening {
                text: file,
                ..Opening::default()
            }),
            Use::Save => self.then(LessonEffect::Save {
                name: format!("{}.toml", builder.id()),
                kind: "application/toml",
                text: file,
            }),
            Use::Share => self.ask(Request::Pack { file }),
            Use::Package(scorm, pass) => {
                let material = Material {
                    scorm,
                    pass,
                    id: builder.id(),
                    title: builder.title().to_owned(),
                    goal: builder.draft.goal.clone(),
                    file: Some(file),
                };
                self.then(LessonEffect::SavePackage(Box::new(material)));
            }
        }
    }

    pub(super) fn package_draft(&mut self, scorm: Scorm, pass: Option<u8>) {
        if self.state.builder.fails() {
            self.state.packaged = Some(Err(DOES_NOT_HOLD.to_owned()));
        } else {
            self.use_file(Use::Package(scorm, pass));
        }
    }

    /// Keeps the draft for *Undo* before something replaces it.
    fn keep_for_undo(&mut self, why: &'static str) {
        let draft = self.state.builder.draft.clone();
        self.state.builder.replaced = (draft != Draft::default()).then_some((why, draft));
    }

    fn go_to_part(&mut self, index: Option<usize>) {
        self.state.builder.at = index;
        self.state.builder.proposed = None;
        self.write_later();
        if index.is_some() {
            self.show_scene();
        }
    }

    fn show_scene(&mut self) {
        if let Some(scene) = self.state.builder.scene_shown() {
            let scene = self.moment.read(&scene);
            self.then(LessonEffect::Show(Box::new(scene)));
        }
    }

    /// Adds a step with the network that is shown, after the one that is shown.
    fn add_step(&mut self) {
        let (scene, until) = self.view();
        let count = self.state.builder.draft.step.len();
        let index = self
            .state
            .builder
            .at
            .map_or(count, |at| (at + 1).min(count));
        self.change(|draft| {
            let step = DraftStep {
                scene,
                until,
                ..DraftStep::default()
            };
            draft.step.insert(index, step);
        });
        self.state.builder.at = Some(index);
    }

    /// Chooses the task of the step. A question or challenge that is left for another task comes back when it is chosen
    /// again.
    fn choose_task(&mut self, task: &'static str) {
        let Some(at) = self.state.builder.at else {
            return;
        };
        let draft = &self.state.builder.draft;
        let [ask, goal] = ["ask", "goal"].map(|part| draft.value(&format!("/step/{at}/{part}")));
        let left = self.state.builder.left.take();
        let (known_ask, known_goal) = match left {
            Some((known, ask, goal)) if known == at => (ask, goal),
            _ => (Value::Null, Value::Null),
        };
        let newer = |now: Value, known: Value| if now.is_null() { known } else { now };
        let (ask, goal) = (newer(ask, known_ask), newer(goal, known_goal));
        self.state.builder.left = Some((at, ask.clone(), goal.clone()));
        let begun = |value: Value| if value.is_null() { json!({}) } else { value };
        self.change(|draft| {
            draft.set(&format!("/step/{at}/ask"), Value::Null);
            draft.set(&format!("/step/{at}/goal"), Value::Null);
            match task {
                "question" => draft.set(&format!("/step/{at}/ask"), begun(ask)),
                "challenge" => draft.set(&format!("/step/{at}/goal"), begun(goal)),
                _ => {}
            }
        });
    }

    /// Returns the link of the network that is shown, from cycle 0, and the cycle to which it was played, empty for 0.
    fn view(&self) -> (String, String) {
        let cycle = self.moment.cycle;
        let link = self.moment.page.address(cycle).as_scene().write();
        let until = if cycle == 0 {
            String::new()
        } else {
            cycle.to_string()
        };
        (link, until)
    }

    /// Shows the recorded solution in the picture.
    fn show_solution(&mut self) {
        let builder = &self.state.builder;
        let goal = builder.step().and_then(|step| step.goal.as_ref());
        let Some((scene, goal)) = builder.scene_shown().zip(goal) else {
            return;
        };
        let scene = self.moment.read(&scene).address.scenario;
        match changed(&scene, goal.solution.iter().map(String::as_str)) {
            Ok(solved) => {
                let label = "the recorded changes".to_owned();
                self.act(Action::Show(Box::new(solved), label));
            }
            Err(error) => self.state.problem = Some(error.to_string()),
        }
    }

    /// Records the network that is shown as a solution or the example of a hint.
    fn record(&mut self, recording: Recording) {
        let builder = &mut self.state.builder;
        let Some((scene, at)) = builder.scene_shown().zip(builder.at) else {
            return;
        };
        builder.recording = Some((at, recording));
        self.state.problem = None;
        let link = self.moment.link();
        self.ask(Request::Record { scene, link });
    }

    pub(super) fn hear_recorded(&mut self, recorded: &Recorded) {
        let Some((at, recording)) = self.state.builder.recording.take() else {
            return;
        };
        let is_endless = self.moment.page.scenario.traffic.rate > 0.0;
        self.change(|draft| {
            if let Some(step) = draft.step.get_mut(at) {
                note_recorded(step, recording, recorded, is_endless);
            }
        });
    }

    /// Asks for queries whose value is the answer that is typed or clicked.
    fn propose(&mut self) {
        let Some(kind) = self.state.builder.kind() else {
            return;
        };
        let stop = self.moment.cycle;
        self.ask(Request::Propose {
            kind,
            answer: self.state.draft.clone(),
            link: self.moment.page.address(stop).write(),
            stop,
        });
    }
}

fn note_recorded(
    step: &mut DraftStep,
    recording: Recording,
    recorded: &Recorded,
    is_endless: bool,
) {
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
}

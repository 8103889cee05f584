//! A student at a page without a browser: the state of the lessons, the network, what is stored, and the lesson program.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use flitscope::custom;
use flitscope::lesson::{
    BuilderAction, LessonAction, LessonEffect, LessonMoment, LessonState, LessonTimer, Request,
    Tutor, VerdictShown,
};
use flitscope::page::host::Event;
use flitscope::page::{
    Action, Address, Asked, LessonKeys, LessonPlace, LessonView, Moment, PageState, Place,
    query_of, transition,
};
use flitscope::routing::Scripts;

/// Everything that a student can see and store.
pub struct Student {
    pub state: LessonState,
    pub page: PageState,
    /// What the browser has stored, by key.
    pub stored: BTreeMap<String, String>,
    /// Whether the browser stores nothing more.
    pub is_full: bool,
    /// Whether an audience watches.
    pub presents: bool,
    pub hash: String,
    pub cycle: u64,
    /// The files that were saved: name and text.
    pub saved: Vec<(String, String)>,
    /// The texts that were copied.
    pub copied: Vec<String>,
    /// The requests to the lesson program, by name.
    pub asked: Vec<Request>,
    /// The events of which the host was told.
    pub told: Vec<Event>,
    due: BTreeSet<LessonTimer>,
    scripts: Scripts,
    tutor: Tutor,
}

impl Student {
    pub fn new() -> Self {
        Self::with(BTreeMap::new())
    }

    /// The page as it is opened where something is stored.
    pub fn with(stored: BTreeMap<String, String>) -> Self {
        let scripts = custom::scripts();
        let opened = Address::read("t=mesh:4&c=0", &scripts);
        let recall = |key: &str| stored.get(key).cloned();
        let state = LessonState::begin(LessonView::SelfStudy, recall);
        Self {
            state,
            page: PageState::begin(opened, Place::Lessons, None).state,
            stored,
            is_full: false,
            presents: false,
            hash: "#/lessons".to_owned(),
            cycle: 0,
            saved: Vec::new(),
            copied: Vec::new(),
            asked: Vec::new(),
            told: Vec::new(),
            due: BTreeSet::new(),
            scripts,
            tutor: Tutor::default(),
        }
    }

    /// Opens the page anew, at the same address.
    pub fn reload(self) -> Self {
        let mut student = Self::with(self.stored);
        student.state.view = self.state.view;
        student.go(&self.hash);
        student
    }

    /// Goes to an address.
    pub fn go(&mut self, hash: &str) {
        let (keys, hash) = LessonKeys::take(hash);
        self.hash.clone_from(&hash);
        let opened = Address::read(query_of(&hash), &self.scripts);
        self.change(Action::Visit(Place::of(&hash), Box::new(opened)));
        self.act(LessonAction::Follow { hash, keys });
    }

    /// Goes to a step, which must then be there.
    pub fn step(&mut self, lesson: &str, step: usize) {
        self.go(&format!("#/lessons/{lesson}/{step}"));
        assert_eq!(self.state.number(), step, "{:?}", self.state.problem);
    }

    /// Answers the question of the step.
    pub fn answer(&mut self, text: &str) {
        self.act(LessonAction::Enter(text.to_owned()));
        self.act(LessonAction::Run);
    }

    /// The verdict that is shown.
    pub fn verdict(&self) -> &VerdictShown {
        self.state.verdict.as_ref().expect("a verdict")
    }

    pub fn build(&mut self, action: BuilderAction) {
        self.act(LessonAction::Build(action));
    }

    /// Waits for all pauses.
    pub fn wait(&mut self) {
        while let Some(timer) = self.due.pop_first() {
            self.act(LessonAction::Due(timer));
        }
    }

    /// The link of the network that is shown.
    pub fn link(&self) -> String {
        self.page.scenario.to_link()
    }

    /// Changes a field of the network, and waits.
    pub fn set(&mut self, field: &str, text: &str) {
        self.change(Action::set(field, text));
        self.act(LessonAction::SceneChanged);
        self.wait();
    }

    fn change(&mut self, action: Action) {
        let moment = Moment {
            cycle: self.cycle,
            ..Moment::default()
        };
        let next = transition(self.page.clone(), action, &moment).expect("it can be done");
        self.page = next.state;
    }

    /// Performs an action with its effects, and those of the replies.
    pub fn act(&mut self, action: LessonAction) {
        let mut waiting = VecDeque::from([action]);
        while let Some(action) = waiting.pop_front() {
            let mut state = std::mem::take(&mut self.state);
            let effects = self.moment_of(|moment| state.update(action, moment));
            self.state = state;
            for effect in effects {
                self.perform(effect, &mut waiting);
            }
        }
    }

    /// Reads the page as it is now.
    pub fn moment_of<T>(&self, read: impl FnOnce(&LessonMoment) -> T) -> T {
        let recall = |key: &str| self.stored.get(key).cloned();
        read(&LessonMoment {
            page: &self.page,
            hash: &self.hash,
            base: "https://example.org/",
            cycle: self.cycle,
            plays: false,
            is_still: true,
            presents: self.presents,
            awaits_scene: false,
            code: "",
            code_found: None,
            is_code_busy: false,
            time: 1,
            recall: &recall,
        })
    }

    fn perform(&mut self, effect: LessonEffect, waiting: &mut VecDeque<LessonAction>) {
        match effect {
            LessonEffect::Ask(request) => {
                let reply = self.tutor.answer(&request);
                self.asked.push(request);
                waiting.push_back(LessonAction::Reply(Box::new(reply)));
            }
            LessonEffect::EndProgram => self.tutor = Tutor::default(),
            LessonEffect::Keep { key, text } => {
                let is_stored = self.store(key.clone(), text);
                waiting.push_back(LessonAction::Kept { key, is_stored });
            }
            LessonEffect::KeepFile { id, entries } => {
                let is_stored = entries.into_iter().all(|(key, text)| self.store(key, text));
                waiting.push_back(LessonAction::FileKept { id, is_stored });
            }
            LessonEffect::Remember { key, text } => _ = self.store(key, text),
            LessonEffect::TakeWork(None) => {
                let is_work = |key: &String| key.starts_with("flitscope-lesson-");
                let keys: Vec<_> = self
                    .stored
                    .keys()
                    .filter(|key| is_work(key))
                    .cloned()
                    .collect();
                let work = keys.into_iter().map(|key| self.stored.remove_entry(&key));
                waiting.push_back(LessonAction::Cleared(work.flatten().collect()));
            }
            LessonEffect::Navigate(address) | LessonEffect::Replace(address) => {
                self.hash.clone_from(&address);
                waiting.push_back(LessonAction::Follow {
                    hash: address,
                    keys: LessonKeys::default(),
                });
            }
            LessonEffect::Follow(hash) => waiting.push_back(LessonAction::Follow {
                hash,
                keys: LessonKeys::default(),
            }),
            LessonEffect::Act(action) => {
                self.change(*action);
                waiting.push_back(LessonAction::SceneChanged);
            }
            LessonEffect::Show(opened) => {
                self.change(Action::Open(opened, Asked::ByPage));
                waiting.push_back(LessonAction::SceneShown);
            }
            LessonEffect::Pause(cycle) | LessonEffect::Begin(cycle) => self.cycle = cycle,
            LessonEffect::Copy(of, text) => {
                self.copied.push(text);
                waiting.push_back(LessonAction::Copied(of, Ok(())));
            }
            LessonEffect::Save { name, text, .. } => self.saved.push((name, text)),
            LessonEffect::SavePackage(material) => {
                self.saved
                    .push((material.id, material.file.unwrap_or_default()));
            }
            LessonEffect::Tell(event) => self.told.push(event),
            LessonEffect::Later(timer) => _ = self.due.insert(timer),
            LessonEffect::Cancel(timer) => _ = self.due.remove(&timer),
            LessonEffect::Look => waiting.push_back(LessonAction::SceneChanged),
            LessonEffect::UseCode => waiting.push_back(LessonAction::Judge),
            LessonEffect::Fetch { opening, .. } => {
                waiting.push_back(LessonAction::Fetched {
                    opening,
                    text: None,
                });
            }
            LessonEffect::Play { .. } => panic!("runs are skipped"),
            LessonEffect::TakeWork(Some(_))
            | LessonEffect::RememberView(_)
            | LessonEffect::WriteAddress
            | LessonEffect::Code(_)
            | LessonEffect::ConfirmCopy
            | LessonEffect::FocusAnswer
            | LessonEffect::ShowReply => {}
        }
    }

    /// Stores a text under a key; nothing is stored for the empty text.
    fn store(&mut self, key: String, text: String) -> bool {
        if text.is_empty() {
            self.stored.remove(&key);
        } else if !self.is_full {
            self.stored.insert(key, text);
        }
        !self.is_full
    }

    /// The step that is open, of its lesson.
    pub fn at(&self) -> Option<(&str, usize)> {
        match &self.state.at {
            LessonPlace::Step { id, step } => Some((id, *step)),
            _ => None,
        }
    }
}

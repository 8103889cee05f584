//! A lesson in the page, as signals: the step that is shown, what was answered, what came of it.

use std::sync::Arc;

use flitscope::browser::lesson_worker::LessonWorker;
use flitscope::browser::rest::later;
use flitscope::browser::time::prefers_stillness;
use flitscope::lesson::{Kind, Note, Progress, clicked_answer};
use flitscope::page::{FROM_FILE, LessonPlace, OnTo, PageState, Place, StepPhase, names_network};
use flitscope::scene::{self, Shape, Thing};
use flitscope::topology::{Network, Topology};
use leptos::prelude::*;

use super::page::Page;
use super::storage;

/// The state of lessons; copies share it.
#[derive(Clone, Copy)]
pub struct Teaching {
    /// Where among the lessons one is.
    pub at: RwSignal<LessonPlace>,
    /// The lesson that is open: its id, title, goal, hash and the titles of its steps.
    pub lesson: RwSignal<Option<Arc<Note>>>,
    /// The step that is shown.
    pub step: RwSignal<Option<Arc<Note>>>,
    /// The answer as far as it was given.
    pub draft: RwSignal<String>,
    /// How far the step has come.
    pub phase: RwSignal<StepPhase>,
    /// What came of the answer.
    pub verdict: RwSignal<Option<Arc<Note>>>,
    /// What came of the last attempt at the challenge.
    pub attempt: RwSignal<Option<Arc<Note>>>,
    /// Why something could not be done.
    pub problem: RwSignal<Option<String>>,
    /// The word that is explained.
    pub term: RwSignal<Option<Arc<Note>>>,
    /// Whatever else was answered, by its word.
    pub told: RwSignal<Option<Arc<Note>>>,
    /// The kind of the question that is being made.
    pub making: RwSignal<Option<Kind>>,
    /// How far somebody has come with each lesson.
    pub progress: RwSignal<Progress>,
    /// Under which name the lesson was opened that the worker has.
    opened: StoredValue<String>,
    worker: StoredValue<Option<LessonWorker>, LocalStorage>,
}

impl Teaching {
    /// No lesson, and what this browser remembers of earlier ones.
    pub fn new() -> Self {
        Self {
            at: RwSignal::new(LessonPlace::Index),
            lesson: RwSignal::new(None),
            step: RwSignal::new(None),
            draft: RwSignal::new(String::new()),
            phase: RwSignal::new(StepPhase::default()),
            verdict: RwSignal::new(None),
            attempt: RwSignal::new(None),
            problem: RwSignal::new(None),
            term: RwSignal::new(None),
            told: RwSignal::new(None),
            making: RwSignal::new(None),
            progress: RwSignal::new(storage::progress()),
            opened: StoredValue::new(String::new()),
            worker: StoredValue::new_local(None),
        }
    }

    /// The kind of the question of the step. Tracks it.
    pub fn kind(self) -> Option<Kind> {
        if *self.at.read() == LessonPlace::Build {
            return self.making.get();
        }
        let step = self.step.read();
        step.as_ref()
            .and_then(|step| Kind::from_id(step.get("kind")))
    }

    /// The number of the step, from 1.
    pub fn number(self) -> usize {
        let step = self.step.read();
        step.as_ref()
            .and_then(|step| step.number("step"))
            .unwrap_or(1)
    }

    /// How many steps the lesson has.
    pub fn steps(self) -> usize {
        let lesson = self.lesson.read();
        lesson
            .as_ref()
            .map_or(0, |lesson| lesson.all("step").count())
    }

    /// Whether the step has something to run: a question, or worms that move.
    fn runs(self) -> bool {
        let step = self.step.read();
        step.as_ref().is_some_and(|step| {
            let moves = step.number::<u64>("stop") > step.number::<u64>("from");
            step.get("goal").is_empty() && (moves || !step.get("kind").is_empty())
        })
    }

    /// Whether the address may be written: the network on the stage is that of the step it names.
    pub fn is_settled(self) -> bool {
        match self.at.get_untracked() {
            LessonPlace::Step { step, .. } => {
                let shown = self.step.read_untracked();
                shown
                    .as_ref()
                    .is_some_and(|shown| shown.number("step") == Some(step))
            }
            LessonPlace::Build => true,
            _ => false,
        }
    }

    /// Keeps what was done, for the next visit.
    pub fn remember(self) {
        storage::keep_progress(&self.progress.read_untracked());
    }

    /// Opens a lesson file in place of one of the program.
    pub fn open_file(self, text: String) {
        storage::keep_lesson_file(&text);
        self.opened.set_value(String::new());
        let _ = window().location().set_hash(
            &LessonPlace::Step {
                id: FROM_FILE.to_owned(),
                step: 1,
            }
            .address(),
        );
    }
}

impl Page {
    /// Asks the program of lessons, and starts it if it does not run.
    pub fn ask_lessons(self, note: &Note) {
        let teaching = self.teaching;
        let is_there = teaching.worker.with_value(Option::is_some);
        if !is_there {
            let started = LessonWorker::start(move |note| self.hear_of_lesson(note));
            match started {
                Ok(worker) => teaching.worker.set_value(Some(worker)),
                Err(error) => {
                    let why = format!("the program of lessons could not start: {error:?}");
                    return teaching.problem.set(Some(why));
                }
            }
        }
        teaching.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(note);
            }
        });
    }

    /// Goes where the address leads among the lessons.
    pub fn follow_lessons(self, hash: &str) {
        let at = LessonPlace::of(hash);
        let teaching = self.teaching;
        teaching.problem.set(None);
        teaching.term.set(None);
        teaching.at.set(at.clone());
        match at {
            LessonPlace::Step { id, step } => later(|| self.open_step(&id, step)),
            LessonPlace::Glossary => self.ask_lessons(&Note::new("glossary")),
            LessonPlace::Receipt => self.ask_lessons(&Note::new("grade").with("receipt", hash)),
            // It asks for itself what is to stand on it.
            LessonPlace::Sheet(id) => self.open_lesson(&id),
            LessonPlace::Build => {
                teaching.step.set(None);
                teaching.phase.set(StepPhase::Reading);
                self.ask_lessons(&Note::new("queries"));
            }
            LessonPlace::Open => self.ask_lessons(&Note::new("unpack").with("link", hash)),
            LessonPlace::Index => {}
        }
    }

    fn open_lesson(self, id: &str) {
        let teaching = self.teaching;
        if teaching.opened.read_value().as_str() == id {
            return;
        }
        teaching.opened.set_value(id.to_owned());
        teaching.lesson.set(None);
        let note = Note::new("open");
        let note = if id == FROM_FILE {
            match storage::lesson_file() {
                Some(file) => note.with("file", file),
                None => {
                    let why = "this lesson was opened from a file; open the file again";
                    return teaching.problem.set(Some(why.to_owned()));
                }
            }
        } else {
            note.with("id", id)
        };
        self.ask_lessons(&note);
    }

    fn open_step(self, id: &str, step: usize) {
        self.open_lesson(id);
        if self.teaching.problem.read_untracked().is_none() {
            self.teaching.step.set(None);
            self.ask_lessons(&Note::new("step").with("step", step));
        }
    }

    fn hear_of_lesson(self, note: Note) {
        let teaching = self.teaching;
        match &*note.word {
            "lesson" => teaching.lesson.set(Some(Arc::new(note))),
            "step" => self.show_step(note),
            "verdict" | "revealed" => {
                if note.number("step") == Some(untrack(|| teaching.number())) {
                    if note.word == "revealed" {
                        teaching.draft.set(note.get("answer").to_owned());
                    }
                    teaching.verdict.set(Some(Arc::new(note)));
                }
            }
            "attempt" => self.note_attempt(note),
            "unpacked" => teaching.open_file(note.get("file").to_owned()),
            "term" => teaching.term.set(Some(Arc::new(note))),
            "failed" => {
                teaching.worker.update_value(|worker| drop(worker.take()));
                teaching.opened.set_value(String::new());
                teaching.problem.set(Some(note.get("why").to_owned()));
            }
            // The step before need not say what the next one will.
            "refused" if note.get("to") == "prepare" => {}
            "prepared" => {}
            "refused" => teaching.problem.set(Some(note.get("why").to_owned())),
            _ => teaching.told.set(Some(Arc::new(note))),
        }
    }

    /// Shows a step that has come, and its scene, unless the address has one that was changed.
    fn show_step(self, note: Note) {
        let teaching = self.teaching;
        let is_awaited = match &*teaching.at.read_untracked() {
            LessonPlace::Step { step, .. } => note.number("step") == Some(*step),
            _ => false,
        };
        if !is_awaited || self.place.get_untracked() != Place::Lessons {
            return;
        }
        if !names_network(&self.query.read_value()) {
            self.enter(PageState::read(note.get("scene")));
        }
        self.player.pause_at(note.number("from").unwrap_or(0));
        teaching.draft.set(String::new());
        teaching.verdict.set(None);
        teaching.attempt.set(None);
        teaching.phase.set(StepPhase::Reading);
        let number = note.number("step").unwrap_or(1);
        teaching.step.set(Some(Arc::new(note)));
        if let Some(lesson) = &*teaching.lesson.read_untracked() {
            teaching.progress.update(|progress| {
                let done = progress.entry(lesson.get("id"));
                done.hash = lesson.get("hash").to_owned();
                done.steps = lesson.all("step").count();
                done.step = done.step.max(number);
            });
        }
        teaching.remember();
        super::address::write(self);
        if number < untrack(|| teaching.steps()) {
            self.ask_lessons(&Note::new("prepare").with("step", number + 1));
        }
    }

    /// Goes to another step.
    pub fn go_to_step(self, step: usize) {
        let at = self.teaching.at.get_untracked();
        if let LessonPlace::Step { id, .. } = at {
            // Fails only for what is no address.
            let _ = window()
                .location()
                .set_hash(&LessonPlace::Step { id, step }.address());
        }
    }

    /// Lets the picture show what was predicted, or what there is to see.
    pub fn run_step(self) {
        let teaching = self.teaching;
        let Some(step) = teaching.step.get_untracked() else {
            return;
        };
        let answer = teaching.draft.get_untracked();
        let asks = untrack(|| teaching.kind()).is_some();
        teaching.verdict.set(None);
        if asks && !answer.trim().is_empty() {
            self.give_answer(&answer);
        }
        let number = |name: &str| step.number::<u64>(name).unwrap_or(0);
        let (from, stop) = (number("from"), number("stop"));
        if stop <= from || prefers_stillness() {
            self.player.pause_at(stop.max(from));
            return teaching.phase.set(StepPhase::Seen);
        }
        teaching.phase.set(StepPhase::Running);
        self.player.speed.set(speed_for(stop - from));
        self.player.play_from(from);
    }

    fn give_answer(self, answer: &str) {
        let teaching = self.teaching;
        let number = untrack(|| teaching.number());
        if let Some(lesson) = &*teaching.lesson.read_untracked() {
            teaching.progress.update(|progress| {
                progress.entry(lesson.get("id")).answer(number, answer);
            });
            teaching.remember();
        }
        teaching.problem.set(None);
        self.ask_lessons(
            &Note::new("answer")
                .with("step", number)
                .with("answer", answer),
        );
    }

    /// Shows the end of what runs at once.
    pub fn end_step(self) {
        let stop = self
            .teaching
            .step
            .read_untracked()
            .as_ref()
            .and_then(|step| step.number("stop"));
        self.player.pause_at(stop.unwrap_or(0));
        self.teaching.phase.set(StepPhase::Seen);
    }

    /// Takes an answer back, so that another can be given.
    pub fn answer_again(self) {
        let teaching = self.teaching;
        teaching.verdict.set(None);
        teaching.phase.set(StepPhase::Reading);
        let from = teaching
            .step
            .read_untracked()
            .as_ref()
            .and_then(|step| step.number("from"));
        self.player.pause_at(from.unwrap_or(0));
    }

    /// What one key does for a lecturer: run, end, next step.
    pub fn lesson_on(self) {
        let teaching = self.teaching;
        let (number, steps) = untrack(|| (teaching.number(), teaching.steps()));
        let phase = teaching.phase.get_untracked();
        match phase.on(untrack(|| teaching.runs()), number >= steps) {
            OnTo::Run => self.run_step(),
            OnTo::End => {
                self.end_step();
                self.reveal_unless_answered();
            }
            OnTo::NextStep => self.go_to_step(number + 1),
            OnTo::Nothing => {}
        }
    }

    /// What the keys of a remote control do in present mode: a cycle on or back, or in a lesson what
    /// comes next.
    pub fn present_on(self, on: bool) {
        match (self.place.get_untracked(), on) {
            (Place::Lessons, true) => later(|| self.lesson_on()),
            (Place::Lessons, false) => later(|| self.lesson_back()),
            (_, on) => self.player.step(on),
        }
    }

    /// The step before.
    pub fn lesson_back(self) {
        let number = untrack(|| self.teaching.number());
        if number > 1 {
            self.go_to_step(number - 1);
        }
    }

    /// Shows the answer of a question that nobody answered.
    pub fn reveal_unless_answered(self) {
        let teaching = self.teaching;
        let asks = untrack(|| teaching.kind()).is_some();
        if asks && teaching.verdict.read_untracked().is_none() {
            let number = untrack(|| teaching.number());
            self.ask_lessons(&Note::new("reveal").with("step", number));
        }
    }

    /// Whether the scenario meets the challenge.
    pub fn attempt(self) {
        let number = untrack(|| self.teaching.number());
        let link = self.scenario.read_untracked().to_link();
        self.ask_lessons(&Note::new("attempt").with("step", number).with("link", link));
    }

    fn note_attempt(self, note: Note) {
        let teaching = self.teaching;
        // The scene may have been changed again meanwhile.
        if note.get("link") != self.scenario.read_untracked().to_link() {
            return;
        }
        if note.says("met")
            && let Some(lesson) = &*teaching.lesson.read_untracked()
        {
            let number = note.number("step").unwrap_or(1);
            teaching.progress.update(|progress| {
                let goals = &mut progress.entry(lesson.get("id")).goals;
                goals.insert(number, note.get("link").to_owned());
            });
            teaching.remember();
        }
        teaching.attempt.set(Some(Arc::new(note)));
    }

    /// Whether a control may be used: all of them but in the step of a lesson, which names its own.
    /// Tracks both.
    pub fn allows(self, control: &str) -> bool {
        if self.place.get() != Place::Lessons || *self.teaching.at.read() == LessonPlace::Build {
            return true;
        }
        let step = self.teaching.step.read();
        step.as_ref().is_some_and(|step| {
            step.all("allow")
                .any(|allowed| allowed == control || allowed == "all")
        })
    }

    /// Whether any of several controls may be used.
    pub fn allows_any(self, controls: &[&str]) -> bool {
        controls.iter().any(|control| self.allows(control))
    }

    /// Whether a click in the picture answers a question.
    pub fn is_asked_in_picture(self) -> bool {
        let asks = self.place.get_untracked() == Place::Lessons
            && self.teaching.phase.get_untracked() == StepPhase::Reading;
        let in_picture = [Kind::Node, Kind::Set, Kind::Channel, Kind::Path];
        asks && untrack(|| self.teaching.kind()).is_some_and(|kind| in_picture.contains(&kind))
    }

    /// Answers with what was clicked in the picture.
    pub fn answer_with(self, thing: Option<Thing>) {
        let Some(kind) = untrack(|| self.teaching.kind()) else {
            return;
        };
        let study = self.study.read_untracked();
        let (topology, network) = (&*study.topology, &study.design.network);
        let node = match thing {
            Some(Thing::Node(node)) => Some(topology.label(node)),
            _ => None,
        };
        let channel = thing.and_then(Thing::channel);
        let channel = channel.map(|channel| {
            let [from, to] = [network.from(channel), network.to(channel)];
            format!("{}>{}", topology.label(from), topology.label(to))
        });
        let draft = self.teaching.draft.get_untracked();
        if let Some(answer) = clicked_answer(kind, &draft, node.as_deref(), channel.as_deref()) {
            self.teaching.draft.set(answer);
        }
    }

    /// Adds a node to a path that is drawn, if it is a neighbor of its end.
    pub fn draw_path(self, thing: Option<Thing>) {
        let Some(Thing::Node(node)) = thing else {
            return;
        };
        let teaching = self.teaching;
        if untrack(|| teaching.kind()) != Some(Kind::Path) {
            return;
        }
        let study = self.study.read_untracked();
        let label = study.topology.label(node);
        let draft = teaching.draft.get_untracked();
        let last = draft.split_whitespace().last().unwrap_or_default();
        let follows = study
            .topology
            .parse_label(last)
            .is_none_or(|last| last != node && study.design.network.between(last, node).is_some());
        if follows && !draft.split_whitespace().any(|known| known == label) {
            teaching
                .draft
                .set(format!("{draft} {label}").trim_start().to_owned());
        }
    }

    /// What the step points at and what was predicted, to be painted under the traffic.
    pub fn lesson_marks(self) -> Vec<Shape> {
        if self.place.get() != Place::Lessons {
            return Vec::new();
        }
        let step = self.teaching.step.read();
        let study = self.study.read();
        let layout = self.layout.read();
        let (topology, network) = (&*study.topology, &study.design.network);
        if !layout.fits(network) {
            return Vec::new();
        }
        let mut things: Vec<Thing> = Vec::new();
        if self.teaching.phase.get() == StepPhase::Reading {
            let pointed = step.iter().flat_map(|step| step.all("point"));
            let pointed = pointed.filter_map(|point| point.split_once(' '));
            things.extend(pointed.filter_map(|(kind, name)| match kind {
                "node" => topology.parse_label(name).map(Thing::Node),
                "channel" => channel_of(topology, network, name),
                _ => None,
            }));
        }
        let draft = self.teaching.draft.read();
        let predicted = match self.teaching.kind() {
            Some(Kind::Node | Kind::Set) => nodes_of(topology, &draft),
            Some(Kind::Channel) => channel_of(topology, network, &draft).into_iter().collect(),
            Some(Kind::Path) => path_of(topology, network, &draft),
            _ => Vec::new(),
        };
        let mut shapes = scene::lit(&layout, &things);
        shapes.extend(scene::predicted(&layout, &predicted));
        shapes
    }

    /// Ends what runs when it has come to its stop, for as long as the page lives.
    pub fn keep_lesson(self) {
        let teaching = self.teaching;
        Effect::new(move |_| {
            if teaching.phase.get() != StepPhase::Running {
                return;
            }
            let cycle = self.player.cycle.get();
            let stop = teaching
                .step
                .read_untracked()
                .as_ref()
                .and_then(|step| step.number("stop"));
            if stop.is_some_and(|stop: u64| cycle >= stop) {
                untrack(|| self.end_step());
            }
        });
    }
}

/// A speed at which so many cycles are watched in a few seconds \[cycles/s\].
fn speed_for(cycles: u64) -> f64 {
    const SECONDS: f64 = 10.0;
    (cycles as f64 / SECONDS).clamp(3.0, 240.0)
}

fn channel_of(topology: &dyn Topology, network: &Network, name: &str) -> Option<Thing> {
    let (from, to) = name.split_once('>')?;
    let (from, to) = (
        topology.parse_label(from.trim())?,
        topology.parse_label(to.trim())?,
    );
    network.between(from, to).map(Thing::Channel)
}

fn nodes_of(topology: &dyn Topology, names: &str) -> Vec<Thing> {
    let nodes = names
        .split_whitespace()
        .filter_map(|name| topology.parse_label(name));
    nodes.map(Thing::Node).collect()
}

/// The nodes of a path and the channels between them.
fn path_of(topology: &dyn Topology, network: &Network, names: &str) -> Vec<Thing> {
    let nodes: Vec<_> = names
        .split_whitespace()
        .filter_map(|name| topology.parse_label(name))
        .collect();
    let between = nodes
        .windows(2)
        .filter_map(|pair| network.between(pair[0], pair[1]));
    let ends = nodes
        .first()
        .into_iter()
        .chain(nodes.last().filter(|_| nodes.len() > 1));
    let ends = ends.map(|&node| Thing::Node(node)).collect::<Vec<_>>();
    between.map(Thing::Channel).chain(ends).collect()
}

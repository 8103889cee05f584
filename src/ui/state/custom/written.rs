//! A routing function that somebody writes: what stands in the editor, the program that compiles it, and
//! what was found out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use flitscope::browser::lesson_worker::LessonWorker;
use flitscope::custom::{Findings, Shows};
use flitscope::lesson::Note;
use flitscope::routing::{Recorded, Table, written};
use flitscope::scenario::Scenario;
use flitscope::script::Fault;
use flitscope::topology::{self, Network};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::ui::state::storage::{SCRIPT_DRAFT, recall};

/// A script, and what it is to be compiled for.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The text.
    pub script: String,
    /// The network, as scenarios name it.
    pub network: String,
    /// Virtual channels of each channel.
    pub vcs: u8,
}

impl Question {
    /// Of the routing function of a scenario, if somebody wrote it.
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        Some(Self {
            script: written::script_of(&scenario.routing)?.to_owned(),
            network: scenario.network.clone(),
            vcs: u8::try_from(scenario.vcs).ok()?,
        })
    }

    pub(super) fn is_known(&self) -> bool {
        let topology = topology::from_spec(&self.network);
        topology.is_ok_and(|topology| written::known(&self.script, &*topology, self.vcs).is_some())
    }

    fn note(&self, number: u32) -> Note {
        Note::new("examine")
            .with("number", number)
            .with("script", &self.script)
            .with("network", &self.network)
            .with("vcs", self.vcs)
    }

    /// How long it may take: a second, and of a large network as much longer as it has more nodes.
    fn patience(&self) -> Duration {
        const NODES: u32 = 64;
        const LONGEST: u32 = 10;
        let nodes = topology::from_spec(&self.network).map_or(NODES, |topology| topology.nodes());
        Duration::from_secs(1) * nodes.div_ceil(NODES).clamp(1, LONGEST)
    }
}

/// What came of a script.
pub type Found = Result<Arc<Findings>, Fault>;

/// A script that waits for its turn.
struct Asked {
    number: u32,
    question: Question,
    is_of_editor: bool,
    then: Box<dyn FnOnce(Found)>,
}

/// What somebody wrote by themselves, to come back to after a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// What stood in the editor.
    pub text: String,
    /// The script that the scenario had then.
    pub used: Option<String>,
}

/// The state of the editor; copies share it.
#[derive(Clone, Copy)]
pub struct Written {
    /// What stands in the editor.
    pub text: RwSignal<String>,
    /// What was found out about what stood there last.
    pub found: RwSignal<Option<Found>>,
    /// Whether what stands there is being looked at.
    pub is_busy: RwSignal<bool>,
    /// Whether the picture shows what is wrong.
    pub is_shown: RwSignal<bool>,
    /// What of it somebody chose to see; none: the worst.
    pub chosen: RwSignal<Option<Shows>>,
    /// What the program said that may be of help: examples, and what scripts can call.
    pub help: RwSignal<Option<Arc<Note>>>,
    /// Whether an address cannot be shown before its script is compiled.
    pub is_awaited: RwSignal<bool>,
    /// Whether a lesson put there what stands in the editor.
    pub is_of_lesson: StoredValue<bool>,
    /// What somebody wrote outside of lessons.
    pub draft: StoredValue<Draft>,
    worker: StoredValue<Option<LessonWorker>, LocalStorage>,
    queue: StoredValue<VecDeque<Asked>, LocalStorage>,
    running: StoredValue<Option<Asked>, LocalStorage>,
    clock: StoredValue<Option<TimeoutHandle>>,
    is_ready: StoredValue<bool>,
    next: StoredValue<u32>,
}

impl Written {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self {
            text: RwSignal::new(String::new()),
            found: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            is_shown: RwSignal::new(true),
            chosen: RwSignal::new(None),
            help: RwSignal::new(None),
            is_awaited: RwSignal::new(false),
            is_of_lesson: StoredValue::new(false),
            draft: StoredValue::new(Draft {
                text: recall(SCRIPT_DRAFT).unwrap_or_default(),
                used: None,
            }),
            worker: StoredValue::new_local(None),
            queue: StoredValue::new_local(VecDeque::new()),
            running: StoredValue::new_local(None),
            clock: StoredValue::new(None),
            is_ready: StoredValue::new(false),
            next: StoredValue::new(1),
        }
    }

    /// Has a script compiled and looked at; `then` hears what came of it. Of what is typed only the last
    /// is of interest.
    pub fn examine(
        self,
        question: Question,
        is_of_editor: bool,
        then: impl FnOnce(Found) + 'static,
    ) {
        let number = self.next.get_value();
        self.next.set_value(number + 1);
        self.queue.update_value(|queue| {
            queue.retain(|asked| !(is_of_editor && asked.is_of_editor));
            queue.push_back(Asked {
                number,
                question,
                is_of_editor,
                then: Box::new(then),
            });
        });
        self.go_on_soon();
    }

    /// Takes the next script once the code is there that has it compiled.
    fn go_on_soon(self) {
        spawn_local(async move {
            match compiling().await {
                Ok(go_on) => go_on(self),
                Err(_) => self.give_up(),
            }
        });
    }

    /// Says of all that wait that the code cannot be fetched.
    fn give_up(self) {
        let waiting = self.queue.try_update_value(std::mem::take);
        for asked in waiting.into_iter().flatten() {
            let why = "the program that compiles scripts cannot be fetched; the server may be unreachable";
            (asked.then)(Err(Fault::anywhere(why.to_owned())));
        }
    }

    /// Asks what may be of help on a network.
    pub fn ask_for_help(self, network: &str) {
        if self.starts() {
            self.tell(&Note::new("script-help").with("network", network));
        }
    }

    /// Whether the program runs, after it was started if it did not.
    fn starts(self) -> bool {
        if self.worker.with_value(Option::is_some) {
            return true;
        }
        self.is_ready.set_value(false);
        match LessonWorker::start("that compiles scripts", AGAIN, move |note| self.hear(note)) {
            Ok(worker) => {
                self.worker.set_value(Some(worker));
                true
            }
            Err(error) => {
                let why = format!("the program that compiles scripts could not start: {error:?}");
                self.answer(Err(Fault::anywhere(why)));
                false
            }
        }
    }

    fn tell(self, note: &Note) {
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(note);
            }
        });
    }

    /// Takes the next script, unless one is at work.
    fn go_on(self) {
        if self.running.with_value(Option::is_some) {
            return;
        }
        let next = self.queue.try_update_value(VecDeque::pop_front).flatten();
        let Some(asked) = next else {
            return;
        };
        let note = asked.question.note(asked.number);
        self.running.set_value(Some(asked));
        if self.starts() {
            self.tell(&note);
            if self.is_ready.get_value() {
                self.set_clock();
            }
        }
    }

    /// Ends the program if the script takes too long.
    fn set_clock(self) {
        let Some(patience) = self
            .running
            .with_value(|asked| asked.as_ref().map(|asked| asked.question.patience()))
        else {
            return;
        };
        let ring = move || {
            self.worker.update_value(|worker| drop(worker.take()));
            let seconds = match patience.as_secs() {
                1 => "a second".to_owned(),
                more => format!("{more} seconds"),
            };
            let why = format!("it takes longer than {seconds}; is there a loop without an end?");
            self.answer(Err(Fault::anywhere(why)));
        };
        self.clock
            .set_value(set_timeout_with_handle(ring, patience).ok());
    }

    fn hear(self, note: Note) {
        match &*note.word {
            "ready" => {
                self.is_ready.set_value(true);
                self.set_clock();
            }
            "script-help" => self.help.set(Some(Arc::new(note))),
            "examined" | "wrong" if self.is_of_running(&note) => {
                let found = self
                    .running
                    .with_value(|asked| asked.as_ref().map(|asked| read(&note, &asked.question)));
                if let Some(found) = found {
                    self.answer(found);
                }
            }
            "failed" | "refused" => {
                if note.word == "failed" {
                    self.worker.update_value(|worker| drop(worker.take()));
                }
                self.answer(Err(Fault::anywhere(note.get("why").to_owned())));
            }
            _ => {}
        }
    }

    fn is_of_running(self, note: &Note) -> bool {
        let number = note.number("number");
        self.running
            .with_value(|asked| asked.as_ref().map(|asked| asked.number) == number)
    }

    /// Hands over what came of the script at work, and goes on.
    fn answer(self, found: Found) {
        if let Some(clock) = self.clock.try_update_value(Option::take).flatten() {
            clock.clear();
        }
        let asked = self.running.try_update_value(Option::take).flatten();
        if let Some(asked) = asked {
            (asked.then)(found);
        }
        self.go_on();
    }
}

/// How scripts are compiled in their turn.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn compiling() -> Result<fn(Written), SplitLoaderError> {
    Ok(Written::go_on)
}

/// What an answer says; the table is kept.
fn read(note: &Note, question: &Question) -> Found {
    if note.word == "wrong" {
        return Err(Fault {
            line: note.number("line").unwrap_or(0),
            column: note.number("column").unwrap_or(0),
            reason: note.get("why").to_owned(),
        });
    }
    let damaged = || {
        Fault::anywhere(
            "the page and its programs are of different versions; load the page again".to_owned(),
        )
    };
    let topology = topology::from_spec(&question.network)
        .map_err(|error| Fault::anywhere(error.to_string()))?;
    let recorded = note.data::<Recorded>("table").ok_or_else(damaged)?;
    let table = Table::replay(&Network::new(&*topology), &recorded).ok_or_else(damaged)?;
    written::keep(&question.script, &*topology, question.vcs, table);
    let findings = note.data::<Findings>("findings").ok_or_else(damaged)?;
    Ok(Arc::new(findings))
}

/// What to do where the program that compiles scripts has stopped.
const AGAIN: &str = "change the script to try again";

//! A user-written routing function: the text in the editor, the worker that compiles it, and the findings.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use browser::workers::lesson_worker::LessonWorker;
use flitscope::custom::{Findings, Shows};
use flitscope::lesson::{Reply, Request, ScriptHelp};
use flitscope::routing::Scripts;
use flitscope::routing::written::Uncompiled;
use flitscope::script::Fault;
use flitscope::topology;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::ui::state::storage::{SCRIPT_DRAFT, recall};

/// The findings on a script, or the error that prevented them.
pub type Found = Result<Arc<Findings>, Fault>;

struct Asked {
    number: u32,
    uncompiled: Uncompiled,
    is_of_editor: bool,
    then: Box<dyn FnOnce(Found)>,
}

impl Asked {
    /// The request to the worker.
    fn request(&self) -> Request {
        Request::Examine {
            number: self.number,
            uncompiled: self.uncompiled.clone(),
        }
    }

    /// Returns the time limit for compiling: one second per 64 nodes, at least 6 and at most 10. Compiling takes
    /// far less, but a busy machine may still be preparing other replies.
    fn patience(&self) -> Duration {
        const NODES: u32 = 64;
        const SHORTEST: u32 = 6;
        const LONGEST: u32 = 10;
        let topology = topology::from_spec(&self.uncompiled.network);
        let nodes = topology.map_or(NODES, |topology| topology.nodes());
        let seconds = nodes.div_ceil(NODES).clamp(SHORTEST, LONGEST);
        Duration::from_secs(seconds.into())
    }
}

/// A script written outside of lessons, restored after a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The text in the editor.
    pub text: String,
    /// The script that the scenario used then.
    pub used: Option<String>,
}

/// The state of the editor; copies share state.
#[derive(Clone, Copy)]
pub struct Written {
    /// The scripts compiled so far, which the scenario is built with.
    pub scripts: StoredValue<Scripts>,
    /// The text in the editor.
    pub text: RwSignal<String>,
    /// The result for the text examined last.
    pub found: RwSignal<Option<Found>>,
    /// Whether the text is being examined.
    pub is_busy: RwSignal<bool>,
    /// Whether the picture shows faults of the function.
    pub is_shown: RwSignal<bool>,
    /// The fault that the user chose to show; `None` for the worst.
    pub chosen: RwSignal<Option<Shows>>,
    /// Help from the worker: examples, and the functions that scripts can call.
    pub help: RwSignal<Option<Arc<ScriptHelp>>>,
    /// Whether the text in the editor is from a lesson.
    pub is_of_lesson: StoredValue<bool>,
    /// The script written outside of lessons.
    pub draft: StoredValue<Draft>,
    worker: StoredValue<Option<LessonWorker>, LocalStorage>,
    queue: StoredValue<VecDeque<Asked>, LocalStorage>,
    running: StoredValue<Option<Asked>, LocalStorage>,
    clock: StoredValue<Option<TimeoutHandle>>,
    is_ready: StoredValue<bool>,
    next: StoredValue<u32>,
}

impl Written {
    /// The initial state: an empty editor, and the stored draft. `scripts` are those of the scenario.
    pub fn new(scripts: Scripts) -> Self {
        Self {
            scripts: StoredValue::new(scripts),
            text: RwSignal::new(String::new()),
            found: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            is_shown: RwSignal::new(true),
            chosen: RwSignal::new(None),
            help: RwSignal::new(None),
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

    /// Queues a script to be compiled and examined, and calls `then` with the result. A script of the editor
    /// replaces any other one of the editor still in the queue, whose `then` is never called.
    pub fn examine(
        self,
        uncompiled: Uncompiled,
        is_of_editor: bool,
        then: impl FnOnce(Found) + 'static,
    ) {
        let number = self.next.get_value();
        self.next.set_value(number + 1);
        self.queue.update_value(|queue| {
            queue.retain(|asked| !(is_of_editor && asked.is_of_editor));
            queue.push_back(Asked {
                number,
                uncompiled,
                is_of_editor,
                then: Box::new(then),
            });
        });
        self.go_on_soon();
    }

    /// Continues with the queue once the code for it is fetched.
    fn go_on_soon(self) {
        spawn_local(async move {
            match compiling().await {
                Ok(go_on) => go_on(self),
                Err(_) => self.give_up(),
            }
        });
    }

    /// Answers every queued script with the error that the code cannot be fetched.
    fn give_up(self) {
        let waiting = self.queue.try_update_value(std::mem::take);
        for asked in waiting.into_iter().flatten() {
            let why = "the program that compiles scripts cannot be fetched; the server may be unreachable";
            (asked.then)(Err(Fault::anywhere(why.to_owned())));
        }
    }

    /// Asks the worker for the help on scripts for a network.
    pub fn ask_for_help(self, network: &str) {
        if self.starts() {
            self.tell(&Request::ScriptHelp {
                network: network.to_owned(),
            });
        }
    }

    /// Starts the worker if it does not run, and returns whether it runs now.
    fn starts(self) -> bool {
        if self.worker.with_value(Option::is_some) {
            return true;
        }
        self.is_ready.set_value(false);
        match LessonWorker::start("that compiles scripts", AGAIN, move |reply| {
            self.hear(reply);
        }) {
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

    fn tell(self, request: &Request) {
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request);
            }
        });
    }

    /// Sends the next queued script to the worker, unless one is running.
    fn go_on(self) {
        if self.running.with_value(Option::is_some) {
            return;
        }
        let next = self.queue.try_update_value(VecDeque::pop_front).flatten();
        let Some(asked) = next else {
            return;
        };
        let request = asked.request();
        self.running.set_value(Some(asked));
        if self.starts() {
            self.tell(&request);
            if self.is_ready.get_value() {
                self.set_clock();
            }
        }
    }

    /// Starts the time limit after which the worker is terminated.
    fn set_clock(self) {
        let Some(patience) = self
            .running
            .with_value(|asked| asked.as_ref().map(Asked::patience))
        else {
            return;
        };
        let ring = move || {
            self.worker.update_value(|worker| drop(worker.take()));
            let seconds = patience.as_secs();
            let why = format!("it takes longer than {seconds} seconds; is there an infinite loop?");
            self.answer(Err(Fault::anywhere(why)));
        };
        self.clock
            .set_value(set_timeout_with_handle(ring, patience).ok());
    }

    fn hear(self, reply: Reply) {
        match reply {
            Reply::Ready => {
                self.is_ready.set_value(true);
                self.set_clock();
            }
            Reply::ScriptHelp(help) => self.help.set(Some(Arc::new(help))),
            Reply::Examined {
                number,
                table,
                findings,
            } if self.runs(number) => {
                let is_kept = table.keep_in(&self.scripts.read_value());
                self.answer(if is_kept {
                    Ok(Arc::new(findings))
                } else {
                    Err(Fault::anywhere(DAMAGED.to_owned()))
                });
            }
            Reply::Wrong { number, fault } if self.runs(number) => self.answer(Err(fault)),
            Reply::Failed { why } => {
                self.worker.update_value(|worker| drop(worker.take()));
                self.answer(Err(Fault::anywhere(why)));
            }
            Reply::Refused { why } => self.answer(Err(Fault::anywhere(why))),
            _ => {}
        }
    }

    /// Returns whether the script with this number is running.
    fn runs(self, number: u32) -> bool {
        self.running
            .with_value(|asked| asked.as_ref().is_some_and(|asked| asked.number == number))
    }

    /// Passes the result of the running script to its `then`, and continues with the queue.
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

/// Fetches [`Written::go_on`].
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn compiling() -> Result<fn(Written), SplitLoaderError> {
    Ok(Written::go_on)
}

/// The error for a table that cannot be used.
const DAMAGED: &str = "the page and its programs are of different versions; load the page again";

/// Advice for the case that the worker has stopped.
const AGAIN: &str = "change the script to try again";

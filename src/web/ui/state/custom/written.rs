//! The editor of a user-written routing function, and the worker that compiles scripts, as parts of the page.

use std::sync::Arc;

use browser::workers::lesson_worker::LessonWorker;
use flitscope::custom::Shows;
use flitscope::lesson::{Reply, Request, ScriptHelp};
use flitscope::page::script::{Compiling, Effect, Found, ScriptEditor};
use flitscope::routing::Scripts;
use flitscope::routing::written::Uncompiled;
use flitscope::script::Fault;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::ui::state::storage::{SCRIPT_DRAFT, recall};

/// The use of the findings on a script.
type Then = Box<dyn FnOnce(Found)>;

/// The editor and the worker; copies share state.
#[derive(Clone, Copy)]
pub struct Written {
    /// The scripts compiled so far, which the scenario is built with.
    pub scripts: StoredValue<Scripts>,
    editor: RwSignal<ScriptEditor>,
    /// The text in the editor.
    pub text: Memo<String>,
    /// The result for the text examined last.
    pub found: Memo<Option<Found>>,
    /// Whether the text is being examined.
    pub is_busy: Memo<bool>,
    /// The fault that the picture shows.
    pub shown: Memo<Option<Shows>>,
    /// Help from the worker: examples, and the functions that scripts can call.
    pub help: RwSignal<Option<Arc<ScriptHelp>>>,
    compiling: StoredValue<Compiling<Then>, LocalStorage>,
    worker: StoredValue<Option<LessonWorker>, LocalStorage>,
    clock: StoredValue<Option<TimeoutHandle>>,
}

impl Written {
    /// The initial state: an empty editor, and the stored draft. `scripts` are those of the scenario.
    pub fn new(scripts: Scripts) -> Self {
        let draft = recall(SCRIPT_DRAFT).unwrap_or_default();
        let editor = RwSignal::new(ScriptEditor::new(draft));
        Self {
            scripts: StoredValue::new(scripts),
            editor,
            text: Memo::new(move |_| editor.read().text().to_owned()),
            found: Memo::new(move |_| editor.read().found().cloned()),
            is_busy: Memo::new(move |_| editor.read().is_busy()),
            shown: Memo::new(move |_| editor.read().shown()),
            help: RwSignal::new(None),
            compiling: StoredValue::new_local(Compiling::default()),
            worker: StoredValue::new_local(None),
            clock: StoredValue::new(None),
        }
    }

    /// Changes the editor.
    pub fn edit<T>(self, change: impl FnOnce(&mut ScriptEditor) -> T) -> Option<T> {
        self.editor.try_update(change)
    }

    /// Replaces the text in the editor.
    pub fn write(self, text: String) {
        self.edit(|editor| editor.write(text));
    }

    /// Examines a text of the editor, in place of any other one of the editor that still waits.
    pub fn examine_text(self, uncompiled: Uncompiled) {
        let examined = uncompiled.script.clone();
        self.queue(uncompiled, true, move |found| {
            self.edit(|editor| editor.take(&examined, found));
        });
    }

    /// Compiles and examines a script, and calls `then` with the result.
    pub fn examine(self, uncompiled: Uncompiled, then: impl FnOnce(Found) + 'static) {
        self.queue(uncompiled, false, then);
    }

    fn queue(self, uncompiled: Uncompiled, is_of_editor: bool, then: impl FnOnce(Found) + 'static) {
        let then: Then = Box::new(then);
        self.compiling
            .update_value(|compiling| compiling.queue(uncompiled, is_of_editor, then));
        // Once the code that continues is fetched.
        spawn_local(async move {
            match go_on().await {
                Ok(go_on) => go_on(self),
                Err(_) => self.change(Compiling::give_up),
            }
        });
    }

    /// Changes the queue, and does what follows from it.
    fn change(self, change: impl FnOnce(&mut Compiling<Then>) -> Vec<Effect<Then>>) {
        let effects = self.compiling.try_update_value(change);
        for effect in effects.into_iter().flatten() {
            match effect {
                Effect::Ask(number, uncompiled) => {
                    self.ask(&Request::Examine { number, uncompiled });
                }
                Effect::SetClock(patience) => {
                    let ring = move || {
                        self.stop();
                        self.change(Compiling::timed_out);
                    };
                    let clock = set_timeout_with_handle(ring, patience);
                    self.clock.set_value(clock.ok());
                }
                Effect::Answer(then, found) => {
                    if let Some(clock) = self.clock.try_update_value(Option::take).flatten() {
                        clock.clear();
                    }
                    then(found);
                }
            }
        }
    }

    /// Asks the worker for the help on scripts for a network.
    pub fn ask_for_help(self, network: &str) {
        self.ask(&Request::ScriptHelp {
            network: network.to_owned(),
        });
    }

    /// Sends a request to the worker, which is started if it does not run.
    fn ask(self, request: &Request) {
        if self.worker.with_value(Option::is_none) {
            match LessonWorker::start("that compiles scripts", AGAIN, move |reply| {
                self.hear(reply);
            }) {
                Ok(worker) => self.worker.set_value(Some(worker)),
                Err(error) => {
                    let why =
                        format!("the program that compiles scripts could not start: {error:?}");
                    return self.change(|compiling| compiling.stopped(why));
                }
            }
        }
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request);
            }
        });
    }

    fn stop(self) {
        self.worker.update_value(|worker| drop(worker.take()));
    }

    fn hear(self, reply: Reply) {
        match reply {
            Reply::Ready => self.change(Compiling::ready),
            Reply::ScriptHelp(help) => self.help.set(Some(Arc::new(help))),
            Reply::Examined {
                number,
                table,
                findings,
            } => {
                let is_kept = table.keep_in(&self.scripts.read_value());
                let found = if is_kept {
                    Ok(Arc::new(findings))
                } else {
                    Err(Fault::anywhere(DAMAGED.to_owned()))
                };
                self.change(|compiling| compiling.answered(number, found));
            }
            Reply::Wrong { number, fault } => {
                self.change(|compiling| compiling.answered(number, Err(fault)));
            }
            Reply::Failed { why } => {
                self.stop();
                self.change(|compiling| compiling.stopped(why));
            }
            Reply::Refused { why } => self.change(|compiling| compiling.refused(why)),
            _ => {}
        }
    }
}

/// Fetches the code that takes the next script.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn go_on() -> Result<fn(Written), SplitLoaderError> {
    Ok(|written| written.change(Compiling::go_on))
}

/// The error for a table that cannot be used.
const DAMAGED: &str = "the page and its programs are of different versions; load the page again";

/// Advice for the case that the worker has stopped.
const AGAIN: &str = "change the script to try again";

//! The worker of lessons: notes go to it one after the other, answers come back in their order.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use crate::lesson::Note;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::programs;

/// The worker of lessons; dropping it ends it, whatever it was doing.
pub struct LessonWorker {
    line: Rc<Line>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// The way to it.
struct Line {
    worker: Worker,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    /// What was asked before it listened.
    asked: RefCell<VecDeque<String>>,
    /// How many answers are to come.
    awaited: Cell<usize>,
    told: Box<dyn Fn(Note)>,
    purpose: &'static str,
    remedy: &'static str,
}

impl std::fmt::Debug for LessonWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("LessonWorker")
            .field(&self.line.worker)
            .finish()
    }
}

impl LessonWorker {
    /// Starts it; `told` hears that it is `ready`, every answer, and `failed` with a reason once it can be
    /// used no more: what the program is for, and what to do then.
    pub fn start(
        purpose: &'static str,
        remedy: &'static str,
        told: impl Fn(Note) + 'static,
    ) -> Result<Self, JsValue> {
        let line = Rc::new(Line {
            worker: programs::lesson_worker()?,
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            asked: RefCell::default(),
            awaited: Cell::new(0),
            told: Box::new(told),
            purpose,
            remedy,
        });
        let hears = Rc::downgrade(&line);
        let on_message = Closure::new(move |message: MessageEvent| {
            if let Some(line) = hears.upgrade() {
                let text = message.data().as_string().unwrap_or_default();
                line.hear(Note::from_text(&text));
            }
        });
        let hears = Rc::downgrade(&line);
        let on_error = Closure::new(move |error: web_sys::Event| {
            if let Some(line) = hears.upgrade() {
                // A file that did not arrive is an event without a message.
                let message = js_sys::Reflect::get(&error, &"message".into());
                let message = message.ok().and_then(|message| message.as_string());
                line.fail(message.unwrap_or_else(|| "no reason is known".to_owned()));
            }
        });
        line.worker
            .set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        line.worker
            .set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            line,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Whether it still owes an answer.
    pub fn is_busy(&self) -> bool {
        self.line.awaited.get() > 0
    }

    /// Asks something, as soon as it listens.
    pub fn ask(&self, note: &Note) {
        self.line.awaited.set(self.line.awaited.get() + 1);
        let text = note.to_text();
        if self.line.is_ready.get() {
            self.line.send(&text);
        } else {
            self.line.asked.borrow_mut().push_back(text);
        }
    }
}

impl Line {
    fn send(&self, text: &str) {
        // Text can always be posted, to a worker that has ended too.
        let _ = self.worker.post_message(&text.into());
    }

    fn hear(self: &Rc<Self>, note: Note) {
        match &*note.word {
            "ready" => {
                self.is_ready.set(true);
                let asked = self.asked.take();
                for text in asked {
                    self.send(&text);
                }
                (self.told)(note);
            }
            "failed" => self.fail(note.get("why").to_owned()),
            _ => {
                self.awaited.set(self.awaited.get().saturating_sub(1));
                (self.told)(note);
            }
        }
    }

    /// Tells, once, that it did not start or has stopped.
    fn fail(self: &Rc<Self>, error: String) {
        if self.has_failed.replace(true) {
            return;
        }
        let hears = Rc::downgrade(self);
        let had_started = self.is_ready.get();
        let (purpose, remedy) = (self.purpose, self.remedy);
        spawn_local(async move {
            let why = if had_started {
                format!("the program {purpose} stopped unexpectedly ({error}); {remedy}")
            } else {
                programs::why_no_worker("lesson", error).await
            };
            if let Some(line) = hears.upgrade() {
                (line.told)(Note::new("failed").with("why", why));
            }
        });
    }
}

impl Drop for LessonWorker {
    fn drop(&mut self) {
        programs::release(&self.line.worker);
    }
}

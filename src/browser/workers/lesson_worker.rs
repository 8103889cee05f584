//! The lesson worker, which receives notes and answers them in order.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use crate::lesson::Note;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::browser::programs;

/// A running lesson worker; dropping it terminates it at once.
pub struct LessonWorker {
    connection: Rc<Connection>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// The connection to a lesson worker.
struct Connection {
    worker: Worker,
    is_ready: Cell<bool>,
    has_failed: Cell<bool>,
    /// Notes to send once the worker is ready.
    queued: RefCell<VecDeque<String>>,
    /// Number of outstanding answers.
    awaited: Cell<usize>,
    on_note: Box<dyn Fn(Note)>,
    purpose: &'static str,
    remedy: &'static str,
}

impl std::fmt::Debug for LessonWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("LessonWorker")
            .field(&self.connection.worker)
            .finish()
    }
}

impl LessonWorker {
    /// Starts a worker. Calls `on_note` with `ready`, with every answer, and with `failed` and a
    /// reason once the worker has stopped; the reason names the `purpose` of the program and the
    /// `remedy` for the user.
    ///
    /// # Errors
    /// Returns the exception of the browser if the worker cannot be created.
    pub fn start(
        purpose: &'static str,
        remedy: &'static str,
        on_note: impl Fn(Note) + 'static,
    ) -> Result<Self, JsValue> {
        let connection = Rc::new(Connection {
            worker: programs::lesson_worker()?,
            is_ready: Cell::new(false),
            has_failed: Cell::new(false),
            queued: RefCell::default(),
            awaited: Cell::new(0),
            on_note: Box::new(on_note),
            purpose,
            remedy,
        });
        let weak = Rc::downgrade(&connection);
        let on_message = Closure::new(move |message: MessageEvent| {
            if let Some(connection) = weak.upgrade() {
                let text = message.data().as_string().unwrap_or_default();
                connection.receive(Note::from_text(&text));
            }
        });
        let weak = Rc::downgrade(&connection);
        let on_error = Closure::new(move |error: web_sys::Event| {
            if let Some(connection) = weak.upgrade() {
                // The event of a script that could not be fetched has no message.
                let message = js_sys::Reflect::get(&error, &"message".into());
                let message = message.ok().and_then(|message| message.as_string());
                connection.fail(message.unwrap_or_else(|| "unknown reason".to_owned()));
            }
        });
        connection
            .worker
            .set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        connection
            .worker
            .set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            connection,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Whether an answer is outstanding.
    pub fn is_busy(&self) -> bool {
        self.connection.awaited.get() > 0
    }

    /// Sends a note, as soon as the worker is ready.
    pub fn ask(&self, note: &Note) {
        let connection = &self.connection;
        connection.awaited.set(connection.awaited.get() + 1);
        let text = note.to_text();
        if connection.is_ready.get() {
            connection.send(&text);
        } else {
            connection.queued.borrow_mut().push_back(text);
        }
    }
}

impl Connection {
    fn send(&self, text: &str) {
        // Posting text does not fail, even to a worker that has ended.
        let _ = self.worker.post_message(&text.into());
    }

    fn receive(self: &Rc<Self>, note: Note) {
        match &*note.word {
            "ready" => {
                self.is_ready.set(true);
                let queued = self.queued.take();
                for text in queued {
                    self.send(&text);
                }
                (self.on_note)(note);
            }
            "failed" => self.fail(note.get("why").to_owned()),
            _ => {
                self.awaited.set(self.awaited.get().saturating_sub(1));
                (self.on_note)(note);
            }
        }
    }

    /// Reports, once, that the worker did not start or has stopped.
    fn fail(self: &Rc<Self>, error: String) {
        if self.has_failed.replace(true) {
            return;
        }
        let weak = Rc::downgrade(self);
        let had_started = self.is_ready.get();
        let (purpose, remedy) = (self.purpose, self.remedy);
        spawn_local(async move {
            let why = if had_started {
                format!("the program {purpose} stopped unexpectedly ({error}); {remedy}")
            } else {
                programs::why_no_worker("lesson", error).await
            };
            if let Some(connection) = weak.upgrade() {
                (connection.on_note)(Note::new("failed").with("why", why));
            }
        });
    }
}

impl Drop for LessonWorker {
    fn drop(&mut self) {
        programs::release(&self.connection.worker);
    }
}

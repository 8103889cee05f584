//! Idle workers: those that have finished a task, and those that were started ahead of use. Starting
//! a worker takes as long as a short measurement, and one that has run before is faster.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::messages::message;
use flitscope::sweep::Message;
use leptos::prelude::{queue_microtask, window};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::programs;

/// An idle worker without event handlers of its user.
pub(super) struct Waiting {
    pub(super) worker: Worker,
    /// Whether the worker has reported that it is ready.
    pub(super) is_ready: bool,
}

/// A slot with an idle worker, and its event handlers until it is used.
struct Slot {
    worker: Worker,
    is_ready: Rc<Cell<bool>>,
    _handlers: Vec<Handler>,
}

type Handler = Closure<dyn FnMut(JsValue)>;

thread_local! {
    static WAITING: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
}

/// Returns the number of workers to run at once: one for each core but one, which is left to the page
/// so that it stays responsive, and at least one.
pub fn at_once() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).max(1)
}

impl Waiting {
    pub(super) fn start() -> Result<Self, JsValue> {
        Ok(Self {
            worker: programs::worker()?,
            is_ready: false,
        })
    }
}

/// Starts workers ahead of use, until [`at_once`] are idle. A failure to start is reported when a
/// worker is needed.
pub fn start_ahead() {
    let missing = at_once().saturating_sub(WAITING.with_borrow(Vec::len));
    for _ in 0..missing {
        let Ok(worker) = programs::worker() else {
            return;
        };
        let is_ready = Rc::new(Cell::new(false));
        let (now_ready, failing) = (is_ready.clone(), worker.clone());
        let on_message = Handler::new(move |event: JsValue| {
            let message = message(&event.unchecked_ref::<MessageEvent>().data());
            if message == Message::Ready {
                now_ready.set(true);
            } else {
                forget(&failing);
            }
        });
        let failing = worker.clone();
        let on_error = Handler::new(move |_| forget(&failing));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        WAITING.with_borrow_mut(|slots| {
            slots.push(Slot {
                worker,
                is_ready,
                _handlers: vec![on_message, on_error],
            });
        });
    }
}

/// Takes an idle worker, if there is one.
pub(super) fn take() -> Option<Waiting> {
    let slot = WAITING.with_borrow_mut(Vec::pop)?;
    Some(Waiting {
        is_ready: slot.is_ready.get(),
        worker: slot.worker,
    })
}

/// Keeps a worker that is ready and idle for later use, or terminates it if [`at_once`] are idle
/// already.
pub(super) fn keep(worker: &Worker) {
    let is_kept = WAITING.with_borrow_mut(|slots| {
        let has_room = slots.len() < at_once();
        if has_room {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            slots.push(Slot {
                worker: worker.clone(),
                is_ready: Rc::new(Cell::new(true)),
                _handlers: Vec::new(),
            });
        }
        has_room
    });
    if !is_kept {
        programs::release(worker);
    }
}

/// Terminates and removes a worker that did not start.
fn forget(worker: &Worker) {
    programs::release(worker);
    let slot = WAITING.with_borrow_mut(|slots| {
        let at = slots.iter().position(|slot| &slot.worker == worker)?;
        Some(slots.swap_remove(at))
    });
    // One of the handlers in the slot is the caller, and must not be dropped while it runs.
    queue_microtask(move || drop(slot));
}

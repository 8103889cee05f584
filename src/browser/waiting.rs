//! Workers that wait for something to do: those that are done with a task, and those that were
//! started ahead because somebody is about to want one. To start one takes as long as a short
//! measurement, and one that has run before is faster.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::messages::answer;
use crate::sweep::Event;
use leptos::prelude::{queue_microtask, window};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::programs;

/// A worker that nobody listens to.
pub(super) struct Waiting {
    pub(super) worker: Worker,
    /// Whether it has said that it listens.
    pub(super) is_ready: bool,
}

/// A worker that waits, and what hears it until it is wanted.
struct Place {
    worker: Worker,
    is_ready: Rc<Cell<bool>>,
    _hears: Vec<Hears>,
}

type Hears = Closure<dyn FnMut(JsValue)>;

thread_local! {
    static WAITING: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// How many workers the machine runs beside the page, which keeps a core so that it answers.
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

/// Starts as many workers as the machine runs at once, for somebody who is about to want them.
/// Whether they start is asked when they are wanted.
pub fn start_ahead() {
    let missing = at_once().saturating_sub(WAITING.with_borrow(Vec::len));
    for _ in 0..missing {
        let Ok(worker) = programs::worker() else {
            return;
        };
        let is_ready = Rc::new(Cell::new(false));
        let (now_ready, failing) = (is_ready.clone(), worker.clone());
        let on_message = Hears::new(move |message: JsValue| {
            let answer = answer(&message.unchecked_ref::<MessageEvent>().data());
            if answer.is_some_and(|answer| answer.event == Event::Ready) {
                now_ready.set(true);
            } else {
                forget(&failing);
            }
        });
        let failing = worker.clone();
        let on_error = Hears::new(move |_| forget(&failing));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        WAITING.with_borrow_mut(|places| {
            places.push(Place {
                worker,
                is_ready,
                _hears: vec![on_message, on_error],
            });
        });
    }
}

/// A worker that waits, if there is one.
pub(super) fn take() -> Option<Waiting> {
    let place = WAITING.with_borrow_mut(Vec::pop)?;
    Some(Waiting {
        is_ready: place.is_ready.get(),
        worker: place.worker,
    })
}

/// Keeps a worker that has nothing to do and is ready; ends it if enough wait already.
pub(super) fn keep(worker: &Worker) {
    let is_kept = WAITING.with_borrow_mut(|places| {
        let has_room = places.len() < at_once();
        if has_room {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            places.push(Place {
                worker: worker.clone(),
                is_ready: Rc::new(Cell::new(true)),
                _hears: Vec::new(),
            });
        }
        has_room
    });
    if !is_kept {
        programs::release(worker);
    }
}

/// Ends a worker that did not start.
fn forget(worker: &Worker) {
    programs::release(worker);
    let place = WAITING.with_borrow_mut(|places| {
        let at = places.iter().position(|place| &place.worker == worker)?;
        Some(places.swap_remove(at))
    });
    // Not what is being called.
    queue_microtask(move || drop(place));
}

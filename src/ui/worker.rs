//! Workers of our own: each waits until it is ready, then takes loads from the pool.

use std::cell::RefCell;
use std::rc::Rc;

use flitscope::sweep::{Answer, Event, Pool, Request};
use leptos::prelude::window;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A measurement under way; dropping it ends its workers at once, whatever they were doing.
pub struct RunningPool {
    _workers: Vec<RunningWorker>,
}

struct RunningWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// How many workers the machine runs beside the page, which keeps a core so that it answers.
fn at_once() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).max(1)
}

impl RunningPool {
    /// Starts workers on a request, as many as are asked for or suit the machine. `told`
    /// hears what happens until the pool is dropped.
    pub fn start(
        request: Request,
        workers: Option<usize>,
        told: impl Fn(Event) + 'static,
    ) -> Result<Self, String> {
        let number = Pool::useful_workers(&request, workers.unwrap_or_else(at_once));
        let run = request.run;
        let pool = Rc::new(RefCell::new(Pool::new(request, number)));
        let told: Rc<dyn Fn(Event)> = Rc::new(told);
        let workers = (0..number).map(|index| {
            let (pool, told) = (pool.clone(), told.clone());
            let hear = move |worker: &Worker, answer: Option<Answer>| {
                let Some(answer) = answer else {
                    return told(Event::Failed(OTHER_VERSION.to_owned()));
                };
                if answer.run.is_some_and(|of| of != run) {
                    return;
                }
                let is_idle = matches!(answer.event, Event::Ready | Event::Done);
                // The pool must be free again when the page, told of the end, drops it.
                let events = pool.borrow_mut().hear(index, answer.event);
                let next = if is_idle {
                    pool.borrow_mut().next(index)
                } else {
                    None
                };
                let post = |task: Request| worker.post_message(&task.to_text().into());
                if next.is_some_and(|task| post(task).is_err()) {
                    told(Event::Failed("a worker did not take its load".to_owned()));
                }
                for event in events {
                    told(event);
                }
            };
            RunningWorker::start(hear).map_err(|error| no_start(&error))
        });
        Ok(Self {
            _workers: workers.collect::<Result<_, _>>()?,
        })
    }

    /// Starts a worker on a request of one answer.
    pub fn ask(request: String, told: impl Fn(Event) + 'static) -> Result<Self, String> {
        let hear = move |worker: &Worker, answer: Option<Answer>| match answer {
            Some(Answer {
                event: Event::Ready,
                ..
            }) => {
                if worker.post_message(&(&*request).into()).is_err() {
                    told(Event::Failed("a worker did not take its task".to_owned()));
                }
            }
            Some(Answer { event, .. }) => told(event),
            None => told(Event::Failed(OTHER_VERSION.to_owned())),
        };
        let worker = RunningWorker::start(hear).map_err(|error| no_start(&error))?;
        Ok(Self {
            _workers: vec![worker],
        })
    }
}

const OTHER_VERSION: &str = "a worker is of another version";

fn no_start(error: &JsValue) -> String {
    format!("a worker could not start: {error:?}")
}

impl RunningWorker {
    /// Starts a worker, to which `hear` listens; none: an answer that it does not know.
    fn start(hear: impl Fn(&Worker, Option<Answer>) + 'static) -> Result<Self, JsValue> {
        // Worker files carry no hash in their names: the version keeps old ones out of caches.
        let url = concat!("./worker_loader.js?v=", env!("CARGO_PKG_VERSION"));
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(url, &options)?;
        let hear = Rc::new(hear);
        let (sender, hears) = (worker.clone(), hear.clone());
        let on_message = Closure::new(move |message: MessageEvent| {
            let text = message.data().as_string().unwrap_or_default();
            hears(&sender, Answer::from_text(&text));
        });
        let sender = worker.clone();
        let on_error = Closure::new(move |_: web_sys::Event| {
            let event = Event::Failed("a worker stopped unexpectedly".to_owned());
            hear(&sender, Some(Answer { run: None, event }));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

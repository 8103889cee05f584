//! A pool of workers for one measurement: each worker takes loads from the pool once it is ready.

use super::waiting::at_once;
use super::worker::{Connection, OTHER_VERSION, RunningWorker, no_start};
use std::cell::RefCell;
use std::rc::Rc;

use flitscope::sweep::{Event, PointQuery, Pool, Request, Task, WorkerReply};

/// A running measurement; dropping it terminates busy workers at once.
#[derive(Debug)]
pub struct RunningPool {
    _workers: Vec<RunningWorker>,
}

impl RunningPool {
    /// Starts workers on a request: the given number, or as many as suit the machine if `None`, but
    /// no more than are useful. Calls `on_event` for each event until the pool is dropped.
    ///
    /// # Errors
    /// Returns the reason in words if a worker cannot be started.
    pub fn start(
        request: &Request,
        workers: Option<usize>,
        on_event: impl Fn(Event) + 'static,
    ) -> Result<Self, String> {
        let number = Pool::useful_workers(request, workers.unwrap_or_else(at_once));
        let run = request.run;
        let pool = Rc::new(RefCell::new(Pool::new(request, number)));
        let on_event: Rc<dyn Fn(Event)> = Rc::new(on_event);
        let workers = (0..number).map(|index| {
            let (pool, on_event) = (pool.clone(), on_event.clone());
            let on_answer = move |worker: &Connection, answer: Option<WorkerReply>| {
                let Some(answer) = answer else {
                    return on_event(Event::Failed(OTHER_VERSION.to_owned()));
                };
                if answer.run.is_some_and(|of| of != run) {
                    return;
                }
                let is_idle = matches!(answer.event, Event::Ready | Event::Done);
                // The borrow must end before `on_event` is called: the page drops the pool on the
                // last event.
                let events = pool.borrow_mut().hear(index, answer.event);
                let next = if is_idle {
                    pool.borrow_mut().next(index)
                } else {
                    None
                };
                let post = |task: PointQuery| worker.send(&task.task());
                if next.is_some_and(|task| post(task).is_err()) {
                    on_event(Event::Failed("a worker did not accept its load".to_owned()));
                }
                for event in events {
                    on_event(event);
                }
            };
            RunningWorker::start(on_answer).map_err(|error| no_start(&error))
        });
        Ok(Self {
            _workers: workers.collect::<Result<_, _>>()?,
        })
    }

    /// Starts one worker on a task.
    ///
    /// # Errors
    /// Returns the reason in words if the worker cannot be started.
    pub fn ask(task: Task, on_event: impl Fn(Event) + 'static) -> Result<Self, String> {
        let on_answer = move |worker: &Connection, answer: Option<WorkerReply>| match answer {
            Some(WorkerReply {
                event: Event::Ready,
                ..
            }) => {
                if worker.send(&task).is_err() {
                    on_event(Event::Failed("a worker did not accept its task".to_owned()));
                }
            }
            Some(WorkerReply { event, .. }) => on_event(event),
            None => on_event(Event::Failed(OTHER_VERSION.to_owned())),
        };
        let worker = RunningWorker::start(on_answer).map_err(|error| no_start(&error))?;
        Ok(Self {
            _workers: vec![worker],
        })
    }
}

//! Several workers on one measurement: each waits until it is ready, then takes loads from the
//! pool.

use super::waiting::at_once;
use super::worker::{Line, OTHER_VERSION, RunningWorker, no_start};
use std::cell::RefCell;
use std::rc::Rc;

use crate::sweep::{Answer, Event, Pool, Request, Task};

/// A measurement under way; dropping it ends its workers at once, whatever they were doing.
#[derive(Debug)]
pub struct RunningPool {
    _workers: Vec<RunningWorker>,
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
            let hear = move |worker: &Line, answer: Option<Answer>| {
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
                let post = |task: Request| worker.send(&task.task());
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

    /// Starts a worker on a task of one answer.
    pub fn ask(task: Task, told: impl Fn(Event) + 'static) -> Result<Self, String> {
        let hear = move |worker: &Line, answer: Option<Answer>| match answer {
            Some(Answer {
                event: Event::Ready,
                ..
            }) => {
                if worker.send(&task).is_err() {
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

//! Workers that share simulations: each takes the next part from a scheduler once it is idle.

use std::cell::RefCell;
use std::rc::Rc;

use flitscope::sweep::{Message, Reply, Scheduler, SimulationEvent, Task};

use super::worker::{Connection, RunningWorker};

/// Running simulations; dropping them terminates busy workers at once.
#[derive(Debug)]
pub struct RunningPool {
    _workers: Vec<RunningWorker>,
}

impl RunningPool {
    /// Starts as many workers as the scheduler has something for. Calls `on_event` for each event until the pool is
    /// dropped.
    ///
    /// # Errors
    /// Returns the reason in words if a worker cannot be started.
    pub fn start<S: Scheduler + 'static>(
        scheduler: S,
        on_event: impl Fn(SimulationEvent<S::Result>) + 'static,
    ) -> Result<Self, String> {
        let count = scheduler.workers();
        let shared = Rc::new((RefCell::new(scheduler), on_event));
        let workers = (0..count).map(|index| {
            let shared = shared.clone();
            RunningWorker::start(move |worker: &Connection, message| {
                let (scheduler, on_event) = &*shared;
                // The borrow must end before `on_event` is called: the page drops the pool on the
                // last event.
                let events = follow(&mut *scheduler.borrow_mut(), index, worker, message);
                for event in events {
                    on_event(event);
                }
            })
        });
        Ok(Self {
            _workers: workers.collect::<Result<_, _>>()?,
        })
    }
}

/// Passes a message of a worker to the scheduler, and sends the worker its next part if it is idle.
fn follow<S: Scheduler>(
    scheduler: &mut S,
    index: usize,
    worker: &Connection,
    message: Message,
) -> Vec<SimulationEvent<S::Result>> {
    let is_idle = matches!(message, Message::Ready | Message::Answer(_));
    let mut events = match message.reply() {
        Some(reply) => scheduler.hear(index, reply),
        None => Vec::new(),
    };
    let next = if is_idle { scheduler.next(index) } else { None };
    let task = next.map(|next| Task::new(&next.scenario, &next.question));
    if task.is_some_and(|task| worker.send(&task).is_err()) {
        let reason = "a worker did not accept its task".to_owned();
        events.extend(scheduler.hear(index, Reply::Failed(reason)));
    }
    events
}

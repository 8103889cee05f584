//! Workers that share simulations: each takes the next part from a queue once it is idle.

use std::cell::RefCell;
use std::rc::Rc;

use flitscope::sweep::{Message, Reply, Report, SimulationEvent, Task, WorkerQueue};

use super::worker::{Connection, RunningWorker};

type Event<Key> = SimulationEvent<(Key, Box<Report>)>;

/// Running simulations; dropping them terminates busy workers at once.
#[derive(Debug)]
pub struct RunningPool {
    _workers: Vec<RunningWorker>,
}

impl RunningPool {
    /// Starts as many workers as the queue has something for. Calls `on_event` for each event until the pool is dropped.
    ///
    /// # Errors
    /// Returns the reason in words if a worker cannot be started.
    pub fn start<Key: Clone + PartialEq + 'static>(
        queue: WorkerQueue<Key>,
        on_event: impl Fn(Event<Key>) + 'static,
    ) -> Result<Self, String> {
        let count = queue.workers();
        let shared = Rc::new((RefCell::new(queue), on_event));
        let workers = (0..count).map(|index| {
            let shared = shared.clone();
            RunningWorker::start(move |worker: &Connection, message| {
                let (queue, on_event) = &*shared;
                // The borrow must end before `on_event` is called: the page drops the pool on the
                // last event.
                let events = follow(&mut *queue.borrow_mut(), index, worker, message);
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

/// Passes a message of a worker to the queue, and sends the worker its next part if it is idle.
fn follow<Key: Clone + PartialEq>(
    queue: &mut WorkerQueue<Key>,
    index: usize,
    worker: &Connection,
    message: Message,
) -> Vec<Event<Key>> {
    let is_idle = matches!(message, Message::Ready | Message::Answer(_));
    let mut events = match message.reply() {
        Some(reply) => queue.hear(index, reply),
        None => Vec::new(),
    };
    let next = if is_idle { queue.next(index) } else { None };
    let task = next.map(|next| Task::new(&next.scenario, &next.question));
    if task.is_some_and(|task| worker.send(&task).is_err()) {
        let reason = "a worker did not accept its task".to_owned();
        events.extend(queue.hear(index, Reply::Failed(reason)));
    }
    events
}

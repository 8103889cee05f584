//! Distribution of simulations over workers: each worker takes the next part of a job as soon as it is
//! idle.

use browser::workers::waiting::at_once;
use browser::workers::worker::{Connection, OTHER_VERSION, RunningWorker, no_start};
use std::cell::RefCell;
use std::rc::Rc;

use flitscope::scenario::Scenario;
use flitscope::sweep::{Event, JobEvent, Jobs, WorkerReply};

/// Running jobs; dropping them terminates their workers immediately.
pub struct RunningJobs {
    _workers: Vec<RunningWorker>,
}

impl RunningJobs {
    /// Starts simulating scenarios, the longest first, on as many workers as the machine supports.
    /// `on_event` receives events until the jobs are dropped.
    pub fn start(
        scenarios: Vec<Scenario>,
        on_event: impl Fn(JobEvent) + 'static,
    ) -> Result<Self, String> {
        let jobs = Rc::new(RefCell::new(Jobs::new(scenarios, at_once())));
        let on_event: Rc<dyn Fn(JobEvent)> = Rc::new(on_event);
        let count = jobs.borrow().workers();
        let workers = (0..count).map(|index| {
            let (jobs, on_event) = (jobs.clone(), on_event.clone());
            let handle = move |worker: &Connection, answer: Option<WorkerReply>| {
                let event = answer.map_or_else(
                    || Event::Failed(OTHER_VERSION.to_owned()),
                    |answer| answer.event,
                );
                let is_idle = matches!(event, Event::Ready | Event::Done);
                // The borrow must end before `on_event` is called: the page drops the jobs on the
                // last event.
                let mut events = jobs.borrow_mut().hear(index, event);
                let next = if is_idle {
                    jobs.borrow_mut().next(index)
                } else {
                    None
                };
                if next.is_some_and(|job| worker.send(&job.task()).is_err()) {
                    let reason = "a worker did not accept its task".to_owned();
                    events.extend(jobs.borrow_mut().hear(index, Event::Failed(reason)));
                }
                for event in events {
                    on_event(event);
                }
            };
            RunningWorker::start(handle).map_err(|error| no_start(&error))
        });
        Ok(Self {
            _workers: workers.collect::<Result<_, _>>()?,
        })
    }
}

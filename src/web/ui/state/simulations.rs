//! Workers that simulate points, and the points that the browser stores.

use browser::kept;
use browser::time::{now, time_left};
use browser::workers::pool::RunningPool;
use flitscope::page::experiment::Kept;
use flitscope::scenario::Scenario;
use flitscope::sweep::{Report, SimulationEvent, WorkerQueue};
use leptos::prelude::*;

/// The storage of the browser.
pub struct Storage;

impl Kept for Storage {
    fn get(&self, scenario: &Scenario) -> Option<Report> {
        kept::get(scenario)
    }

    fn of_subject(&self, scenario: &Scenario) -> Vec<Report> {
        kept::of_subject(scenario)
    }
}

/// The workers of one measurement or experiment; copies share them.
#[derive(Clone, Copy)]
pub struct Simulations {
    pool: StoredValue<Option<RunningPool>, LocalStorage>,
    /// The number of the last run.
    run: StoredValue<u32>,
    /// When it started [ms].
    began: StoredValue<f64>,
}

impl Simulations {
    pub fn new() -> Self {
        Self {
            pool: StoredValue::new_local(None),
            run: StoredValue::new(0),
            began: StoredValue::new(0.0),
        }
    }

    /// Ends the workers, and starts as many as the queue has something for.
    pub fn start<Key: Clone + PartialEq + 'static>(
        self,
        queue: WorkerQueue<Key>,
        on_event: impl Fn(SimulationEvent<(Key, Box<Report>)>) + Copy + 'static,
    ) {
        self.run.update_value(|run| *run += 1);
        self.began.set_value(now());
        match RunningPool::start(queue, on_event) {
            Ok(started) => self.pool.set_value(Some(started)),
            Err(reason) => on_event(SimulationEvent::Failed(reason)),
        }
    }

    /// Ends the workers.
    pub fn stop(self) {
        self.later(move || self.pool.set_value(None));
    }

    /// Does something in a microtask, unless another run has started before: this may be called from the message handler of
    /// a worker, which must not be dropped while it runs.
    pub fn later(self, then: impl FnOnce() + 'static) {
        let run = self.run.get_value();
        queue_microtask(move || {
            if self.run.try_get_value() == Some(run) {
                then();
            }
        });
    }

    /// Formats the time that a run still takes after a share of it, as the end of a sentence.
    pub fn time_left(self, share: f64) -> String {
        time_left(share, self.began.get_value())
    }
}

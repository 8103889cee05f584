//! A measurement under way: its workers, its points, and how far it is.

use flitscope::multicast::name_of;
use flitscope::sweep::{Ending, Event, Measured, Request};
use leptos::prelude::*;

use flitscope::browser::pool::RunningPool;

/// How far a measurement is.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Nothing has been asked for.
    Idle,
    /// With the share done.
    Running(f64),
    /// All points are there.
    Done,
    /// By hand.
    Cancelled,
    /// For this reason.
    Failed(String),
}

/// The measurement of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Measurement {
    /// How far it is.
    pub stage: RwSignal<Stage>,
    /// The points so far, by load.
    pub points: RwSignal<Vec<Measured>>,
    pool: StoredValue<Option<RunningPool>, LocalStorage>,
    run: StoredValue<u32>,
}

impl Measurement {
    /// Nothing measured yet.
    pub fn new() -> Self {
        Self {
            stage: RwSignal::new(Stage::Idle),
            points: RwSignal::new(Vec::new()),
            pool: StoredValue::new_local(None),
            run: StoredValue::new(0),
        }
    }

    /// Whether workers are at it.
    pub fn is_running(self) -> bool {
        matches!(*self.stage.read(), Stage::Running(_))
    }

    /// Starts over, with so many workers or as many as suit the machine.
    pub fn begin(self, request: Request, workers: Option<usize>) {
        self.run.update_value(|run| *run += 1);
        let request = Request {
            run: self.run.get_value(),
            ..request
        };
        self.points.set(Vec::new());
        self.stage.set(Stage::Running(0.0));
        match RunningPool::start(request, workers, move |event| self.hear(event)) {
            Ok(started) => self.pool.set_value(Some(started)),
            Err(reason) => self.stage.set(Stage::Failed(reason)),
        }
    }

    /// Stops at once.
    pub fn cancel(self) {
        self.pool.set_value(None);
        self.stage.set(Stage::Cancelled);
    }

    /// Forgets all points.
    pub fn forget(self) {
        self.pool.set_value(None);
        self.points.set(Vec::new());
        self.stage.set(Stage::Idle);
    }

    fn hear(self, event: Event) {
        match event {
            Event::Ready | Event::Deadlock(_) | Event::Report { .. } => {}
            Event::Progress(share) => self.stage.set(Stage::Running(share)),
            Event::Point(point) => self.points.update(|list| list.push(point)),
            Event::Done => self.end(Stage::Done),
            Event::Failed(reason) => self.end(Stage::Failed(reason)),
        }
    }

    /// Ends the workers, not from within a message of one of them: that would free what
    /// still runs.
    fn end(self, with: Stage) {
        self.stage.set(with);
        let ended = self.run.get_value();
        queue_microtask(move || {
            if self.run.try_get_value() == Some(ended) {
                self.pool.set_value(None);
            }
        });
    }

    /// How far it is, in words.
    pub fn in_words(self) -> String {
        in_words(&self.stage.read(), &self.points.read())
    }
}

/// How far a measurement is, in words.
fn in_words(stage: &Stage, points: &[Measured]) -> String {
    match stage {
        Stage::Idle => String::new(),
        Stage::Running(share) => format!("{:.0} % measured", share * 100.0),
        Stage::Done => ending(points),
        Stage::Cancelled => format!("Cancelled after {} loads", points.len()),
        Stage::Failed(reason) => format!("Could not measure: {reason}"),
    }
}

/// How a measurement ended, in words.
fn ending(points: &[Measured]) -> String {
    let done = format!("{} loads measured", points.len());
    let first = |ending| points.iter().find(|point| point.ending == ending);
    // Of several curves it is that of one algorithm.
    let by = |point: &Measured| match &*point.curve {
        "" => String::new(),
        curve => format!("{} ", name_of(curve)),
    };
    match (first(Ending::Deadlocked), first(Ending::Saturated)) {
        (Some(point), _) => format!("{done}; {}deadlocked at λ = {}", by(point), point.load),
        (None, Some(point)) => {
            format!("{done}; {}saturated from λ = {} on", by(point), point.load)
        }
        (None, None) => done,
    }
}

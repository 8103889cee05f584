//! Distribution of simulations over workers: each worker takes the next job as soon as it is idle.

use flitscope::browser::workers::waiting::at_once;
use flitscope::browser::workers::worker::{Connection, OTHER_VERSION, RunningWorker, no_start};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use flitscope::scenario::Scenario;
use flitscope::sweep::{Event, Job, Report, WorkerReply};

/// Running jobs; dropping them terminates their workers immediately.
pub struct RunningJobs {
    _workers: Vec<RunningWorker>,
}

/// An event of running jobs.
#[derive(Debug)]
pub enum News {
    /// This fraction of all jobs is done.
    Progress(f64),
    /// The job with this index is done.
    Report(usize, Box<Report>),
    /// All jobs are done.
    Done,
    /// A job failed for this reason, and no further ones are started.
    Failed(String),
}

/// The state that all workers share.
struct Shared {
    waiting: RefCell<VecDeque<Job>>,
    /// The completed fraction of every job.
    shares: RefCell<Vec<f64>>,
    left: Cell<usize>,
    has_failed: Cell<bool>,
}

impl RunningJobs {
    /// Starts simulating scenarios, in their order, on as many workers as the machine supports.
    /// `on_news` receives events until the jobs are dropped.
    pub fn start(
        scenarios: Vec<Scenario>,
        on_news: impl Fn(News) + 'static,
    ) -> Result<Self, String> {
        let count = scenarios.len();
        let jobs = scenarios.into_iter().enumerate();
        let jobs = jobs.map(|(number, scenario)| Job {
            run: 0,
            number,
            scenario,
        });
        let shared = Rc::new(Shared {
            waiting: RefCell::new(jobs.collect()),
            shares: RefCell::new(vec![0.0; count]),
            left: Cell::new(count),
            has_failed: Cell::new(false),
        });
        let on_news: Rc<dyn Fn(News)> = Rc::new(on_news);
        let workers = (0..at_once().min(count)).map(|_| {
            let (shared, on_news) = (shared.clone(), on_news.clone());
            let current = Cell::new(0);
            let handle = move |worker: &Connection, answer: Option<WorkerReply>| {
                let event = answer.map_or_else(
                    || Event::Failed(OTHER_VERSION.to_owned()),
                    |answer| answer.event,
                );
                for news in shared.handle(worker, &current, event) {
                    on_news(news);
                }
            };
            RunningWorker::start(handle).map_err(|error| no_start(&error))
        });
        Ok(Self {
            _workers: workers.collect::<Result<_, _>>()?,
        })
    }
}

impl Shared {
    /// Handles an event of a worker, and gives it the next job when it is idle.
    fn handle(&self, worker: &Connection, current: &Cell<usize>, event: Event) -> Vec<News> {
        if self.has_failed.get() {
            return Vec::new();
        }
        match event {
            Event::Progress(share) => {
                self.shares.borrow_mut()[current.get()] = share;
                vec![News::Progress(self.share())]
            }
            Event::Report { job, report } => match serde_json::from_str(&report) {
                Ok(report) => {
                    self.shares.borrow_mut()[job] = 1.0;
                    vec![
                        News::Report(job, Box::new(report)),
                        News::Progress(self.share()),
                    ]
                }
                Err(error) => self.fail(format!("a report cannot be read: {error}")),
            },
            Event::Ready => self.give(worker, current),
            Event::Done => {
                self.left.set(self.left.get() - 1);
                if self.left.get() == 0 {
                    return vec![News::Done];
                }
                self.give(worker, current)
            }
            Event::Failed(reason) => self.fail(reason),
            Event::Point(_) | Event::Stage(_) | Event::Deadlock(_) | Event::Diagnosis(_) => {
                Vec::new()
            }
        }
    }

    fn give(&self, worker: &Connection, current: &Cell<usize>) -> Vec<News> {
        let Some(job) = self.waiting.borrow_mut().pop_front() else {
            return Vec::new();
        };
        current.set(job.number);
        if worker.send(&job.task()).is_err() {
            return self.fail("a worker did not accept its task".to_owned());
        }
        Vec::new()
    }

    fn fail(&self, reason: String) -> Vec<News> {
        self.has_failed.set(true);
        vec![News::Failed(reason)]
    }

    fn share(&self) -> f64 {
        let shares = self.shares.borrow();
        shares.iter().sum::<f64>() / shares.len() as f64
    }
}

//! Simulation results of all papers, kept while the reader moves between them.
//!
//! One table at a time is simulated, on all workers; the others wait in a queue.

use std::collections::VecDeque;

use browser::time;
use browser::workers::pool::RunningPool;
use browser::workers::waiting::at_once;
use flitscope::paper::{AgreementCount, Effort, Item, Judged, Paper, Row, Sheet, Simulated, Terms};
use flitscope::scenario::{MOST_NODES_IN_PAGE, Scenario};
use flitscope::sweep::{Report, SimulationEvent, WorkerQueue};
use flitscope::topology;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The progress of a table's simulation.
#[derive(Debug, Clone, PartialEq)]
pub enum TableStage {
    Idle,
    /// It waits for other tables.
    Waiting,
    Running(f64),
    Done,
    Canceled,
    /// It failed for this reason.
    Failed(String),
}

/// A table or figure with its rows and their simulation results. Copies share them.
#[derive(Clone, Copy)]
pub struct Reproduced {
    /// The paper that contains it.
    pub paper: &'static Paper,
    pub item: &'static Item,
    /// The rows with all results so far.
    pub judged: RwSignal<Vec<Judged>>,
    /// The progress of the simulation.
    pub stage: RwSignal<TableStage>,
    /// The terms of the last simulation.
    pub terms: RwSignal<Option<Terms>>,
    rows: StoredValue<Vec<Row>>,
    simulated: StoredValue<Vec<Option<Simulated>>>,
    /// When the simulation started [ms].
    pub began: StoredValue<f64>,
}

/// All tables and figures, with the terms of the next simulation. Copies share them.
#[derive(Clone, Copy)]
pub struct Results {
    /// The terms of the next simulation.
    pub terms: RwSignal<Terms>,
    /// The id of a paper, and a sentence on its last run.
    news: RwSignal<(&'static str, String)>,
    known: RwSignal<Vec<Reproduced>>,
    waiting: StoredValue<VecDeque<Reproduced>>,
    current: RwSignal<Option<Reproduced>>,
    /// The id of a paper whose tables are being evaluated, one after the other.
    opening: RwSignal<Option<&'static str>>,
    jobs: StoredValue<Option<RunningPool>, LocalStorage>,
    /// The owner of the signals, which outlive the pages that show them.
    owner: StoredValue<Owner>,
}

impl TableStage {
    /// Whether it is running or waiting.
    pub fn is_under_way(&self) -> bool {
        matches!(self, Self::Waiting | Self::Running(_))
    }
}

impl Reproduced {
    fn new(paper: &'static Paper, item: &'static Item) -> Self {
        let rows = item.rows();
        let simulated = vec![None; rows.len()];
        Self {
            paper,
            item,
            judged: RwSignal::new(item.judge(&rows, &simulated)),
            stage: RwSignal::new(TableStage::Idle),
            terms: RwSignal::new(None),
            rows: StoredValue::new(rows),
            simulated: StoredValue::new(simulated),
            began: StoredValue::new(0.0),
        }
    }

    /// Whether this is the same table as another.
    pub fn is(&self, other: &Self) -> bool {
        self.paper.id == other.paper.id && self.item.id == other.item.id
    }

    pub fn rows(self) -> Vec<Row> {
        self.rows.get_value()
    }

    /// The number of rows that can be simulated in a page.
    pub fn tasks(self) -> usize {
        self.rows
            .with_value(|rows| rows.iter().filter(|row| is_for_page(row)).count())
    }

    /// The number of simulated rows.
    pub fn done(self) -> usize {
        let judged = self.judged.read();
        judged.iter().filter(|row| row.simulated.is_some()).count()
    }

    /// All results, with the exact scenario that was simulated for each row.
    pub fn sheet(self) -> Sheet {
        let judged = self.judged.get_untracked();
        let terms = self.terms.get_untracked();
        let scenarios = judged.iter().map(|judged| {
            let task = judged.simulated.and(judged.row.task.as_ref())?;
            Some(task.on(&terms?))
        });
        Sheet {
            paper: self.paper,
            item: self.item,
            verdict: self.item.verdict(&judged),
            scenarios: scenarios.collect(),
            judged,
        }
    }

    fn store(self, row: usize, simulated: Option<Simulated>) {
        self.simulated.update_value(|all| all[row] = simulated);
        self.judge();
    }

    fn clear(self) {
        self.simulated.update_value(|all| all.fill(None));
        self.judge();
    }

    fn judge(self) {
        let judged = self.rows.with_value(|rows| {
            self.simulated
                .with_value(|simulated| self.item.judge(rows, simulated))
        });
        self.judged.set(judged);
    }
}

/// Whether a row's network is small enough to be simulated in a page.
pub fn is_for_page(row: &Row) -> bool {
    let nodes = |network: &str| topology::from_spec(network).map(|topology| topology.nodes());
    let network = row.task.as_ref().map(|task| &*task.scenario.network);
    network.is_some_and(|network| nodes(network).is_ok_and(|nodes| nodes <= MOST_NODES_IN_PAGE))
}

impl Results {
    /// No results yet. The component that contains all others must create it.
    pub fn new() -> Self {
        let owner = Owner::current().expect("results are made by a component");
        Self {
            terms: RwSignal::new(Terms {
                effort: Effort::Quick,
                seed: 1,
                precision: None,
            }),
            news: RwSignal::new(("", String::new())),
            known: RwSignal::new(Vec::new()),
            waiting: StoredValue::new(VecDeque::new()),
            current: RwSignal::new(None),
            opening: RwSignal::new(None),
            jobs: StoredValue::new_local(None),
            owner: StoredValue::new(owner),
        }
    }

    /// The table with its results; the first call evaluates its closed forms.
    pub fn of(self, paper: &'static Paper, item: &'static Item) -> Reproduced {
        if let Some(known) = untrack(|| self.known_of(paper, item)) {
            return known;
        }
        let made = self
            .owner
            .with_value(|owner| owner.with(|| Reproduced::new(paper, item)));
        self.known.update(|known| known.push(made));
        made
    }

    /// The table with its results, if it was shown or simulated before.
    pub fn known_of(self, paper: &Paper, item: &Item) -> Option<Reproduced> {
        let known = self.known.read();
        let is_it = |made: &&Reproduced| made.paper.id == paper.id && made.item.id == item.id;
        known.iter().find(is_it).copied()
    }

    /// The table of a paper whose simulation is running.
    pub fn running(self, paper: &Paper) -> Option<Reproduced> {
        self.current.get().filter(|made| made.paper.id == paper.id)
    }

    /// The sentence on the last run of a paper.
    pub fn news(self, paper: &Paper) -> String {
        let (of, said) = &*self.news.read();
        if *of == paper.id {
            said.clone()
        } else {
            String::new()
        }
    }

    /// Simulates tables again, after those that are running or waiting.
    pub fn rerun(self, all: impl IntoIterator<Item = Reproduced>) {
        let all: Vec<_> = all.into_iter().collect();
        for &made in &all {
            if made.tasks() > 0 && !made.stage.read_untracked().is_under_way() {
                made.stage.set(TableStage::Waiting);
                made.terms.set(Some(self.terms.get_untracked()));
                self.waiting.update_value(|waiting| waiting.push_back(made));
            }
        }
        if self.current.read_untracked().is_none() {
            self.next();
        }
    }

    /// Simulates all tables of a paper. Evaluating the models of one can take a second, so the page goes on
    /// between them.
    pub fn rerun_all(self, paper: &'static Paper) {
        self.opening.set(Some(paper.id));
        spawn_local(async move {
            for item in paper.items {
                time::pause().await;
                if self.opening.try_get_untracked() != Some(Some(paper.id)) {
                    return;
                }
                self.rerun([self.of(paper, item)]);
            }
            self.opening.set(None);
        });
    }

    /// Whether tables of a paper are simulated, or about to be.
    pub fn is_under_way(self, paper: &Paper) -> bool {
        self.opening.get() == Some(paper.id) || self.running(paper).is_some()
    }

    /// Stops a table's simulation immediately and keeps the finished rows.
    pub fn cancel(self, made: Reproduced) {
        self.waiting
            .update_value(|waiting| waiting.retain(|other| !other.is(&made)));
        made.stage.set(TableStage::Canceled);
        let current = self.current.get_untracked();
        if current.is_some_and(|current| current.is(&made)) {
            let said = format!("{} canceled.", made.item.name);
            self.news.set((made.paper.id, said));
            self.next();
        }
    }

    /// Stops all simulations of a paper.
    pub fn cancel_all(self, paper: &Paper) {
        self.opening.set(None);
        let is_of = |made: &Reproduced| made.paper.id == paper.id;
        let waiting = self.waiting.try_update_value(std::mem::take);
        let waiting = waiting.unwrap_or_default();
        let (stopped, others): (VecDeque<_>, VecDeque<_>) = waiting.into_iter().partition(is_of);
        self.waiting.set_value(others);
        for made in stopped {
            made.stage.set(TableStage::Canceled);
        }
        if let Some(made) = self.current.get_untracked().filter(is_of) {
            self.cancel(made);
        }
    }

    /// Starts the next waiting table, if there is one.
    fn next(self) {
        self.jobs.set_value(None);
        let next = self.waiting.try_update_value(VecDeque::pop_front).flatten();
        self.current.set(next);
        let Some(made) = next else {
            return;
        };
        made.began.set_value(time::now());
        made.stage.set(TableStage::Running(0.0));
        made.clear();
        let terms = made.terms.get_untracked();
        let terms = terms.unwrap_or_else(|| self.terms.get_untracked());
        let (places, scenarios) = made.rows.with_value(|rows| tasks(rows, &terms));
        let on_event = move |event| self.handle(made, &places, event);
        match RunningPool::start(WorkerQueue::of_scenarios(scenarios, at_once()), on_event) {
            Ok(started) => self.jobs.set_value(Some(started)),
            Err(reason) => self.end(made, TableStage::Failed(reason)),
        }
    }

    fn handle(
        self,
        made: Reproduced,
        places: &[usize],
        event: SimulationEvent<(usize, Box<Report>)>,
    ) {
        match event {
            SimulationEvent::Progress(share) => made.stage.set(TableStage::Running(share)),
            SimulationEvent::Result((job, report)) => {
                let row = places[job];
                let read = made
                    .rows
                    .with_value(|rows| rows[row].task.as_ref().map(|task| task.read(&report)));
                made.store(row, read);
            }
            SimulationEvent::Done => self.end(made, TableStage::Done),
            SimulationEvent::Failed(reason) => self.end(made, TableStage::Failed(reason)),
        }
    }

    /// Ends a table's simulation. The workers are dropped later, and not in the message handler of one
    /// of them, which would free running code.
    fn end(self, made: Reproduced, with: TableStage) {
        let name = made.item.name;
        let said = if let TableStage::Failed(reason) = &with {
            format!("{name} could not be simulated: {reason}.")
        } else {
            let rows = AgreementCount::of(&made.judged.read_untracked());
            format!("{name} is done: {}.", rows.in_words())
        };
        self.news.set((made.paper.id, said));
        made.stage.set(with);
        queue_microtask(move || {
            let current = self.current.get_untracked();
            let is_it = current.is_some_and(|current| current.is(&made));
            if is_it && !made.stage.read_untracked().is_under_way() {
                self.next();
            }
        });
    }
}

/// The indices of the rows to simulate, and their scenarios.
fn tasks(rows: &[Row], terms: &Terms) -> (Vec<usize>, Vec<Scenario>) {
    let rows = rows.iter().enumerate().filter(|(_, row)| is_for_page(row));
    let tasks = rows.filter_map(|(index, row)| Some((index, row.task.as_ref()?.on(terms))));
    tasks.unzip()
}

//! One run of the network, as a picture shows it: the page's own, or one beside it.

use std::sync::Arc;

use flitscope::browser::time::now;
use flitscope::scenario::BuiltScenario;
use flitscope::scene::{Focus, HeatStrips, Shape, Teller, Thing};
use flitscope::sim::{History, Snapshot};
use leptos::prelude::*;

use super::page::Page;

/// What pictures and words are made of; copies share it.
#[derive(Clone, Copy)]
pub struct Run {
    /// What is run.
    pub study: RwSignal<Arc<BuiltScenario>>,
    /// What there is to see.
    pub snapshot: RwSignal<Arc<Snapshot>>,
    /// The state one cycle earlier, after a step to the one shown.
    pub before: RwSignal<Option<Arc<Snapshot>>>,
    /// The simulator and its past.
    pub history: StoredValue<History>,
    /// What is painted under its traffic.
    pub ground: RwSignal<Arc<Vec<Shape>>>,
    /// Flits per cycle that have crossed each channel since cycle 0.
    pub utilization: Memo<Arc<Vec<f64>>>,
}

/// How busy the channels were in a cycle.
#[derive(Clone)]
struct Measured {
    shares: Arc<Vec<f64>>,
    cycle: u64,
    /// When it was worked out \[ms\].
    at: f64,
}

impl PartialEq for Measured {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shares, &other.shares)
    }
}

/// Flits per cycle that have crossed each channel of a run since cycle 0. It is an average that
/// moves slowly, so of a large network it is worked out and painted a few times a second while time
/// runs.
pub fn utilization(
    snapshot: RwSignal<Arc<Snapshot>>,
    history: StoredValue<History>,
    playing: RwSignal<bool>,
) -> Memo<Arc<Vec<f64>>> {
    /// Of a large network it stays for so long \[ms\].
    const STAYS: f64 = 250.0;
    let measured = Memo::new(move |before: Option<&Measured>| {
        let cycle = snapshot.read().cycle;
        let is_running = playing.get();
        let history = history.read_value();
        let simulator = history.now();
        let channels = simulator.design().network.channels() as usize;
        let may_stay = |before: &&Measured| {
            is_running
                && channels >= HeatStrips::WORTH_FROM
                && before.shares.len() == channels
                && (before.cycle..).contains(&cycle)
                && now() - before.at < STAYS
        };
        before.filter(may_stay).cloned().unwrap_or_else(|| {
            let crossings = simulator.crossings().into_iter();
            let cycles = cycle.max(1) as f64;
            Measured {
                shares: Arc::new(crossings.map(|flits| flits as f64 / cycles).collect()),
                cycle,
                at: now(),
            }
        })
    });
    Memo::new(move |_| measured.read().shares.clone())
}

impl Run {
    /// Tells about the state that is shown.
    pub fn telling<T>(self, tell: impl FnOnce(Teller) -> T) -> T {
        let study = self.study.read();
        let snapshot = self.snapshot.read();
        tell(Teller {
            topology: &*study.topology,
            design: &study.design,
            snapshot: &snapshot,
        })
    }
}

impl Page {
    /// The run that the scenario asks for.
    pub fn run(self) -> Run {
        Run {
            study: self.study,
            snapshot: self.player.snapshot,
            before: self.player.before,
            history: self.player.history,
            ground: self.over.ground,
            utilization: self.player.utilization,
        }
    }

    /// Whether a run is the one that the scenario asks for.
    pub fn is_own(self, run: Run) -> bool {
        Arc::ptr_eq(&self.study.read(), &run.study.read())
    }

    /// What is pointed at and selected of a run: messages of others have other numbers.
    pub fn focus_in(self, run: Run) -> Focus {
        let focus = self.focus.get();
        if self.is_own(run) {
            return focus;
        }
        let stays = |thing: &Thing| !matches!(thing, Thing::Worm(_));
        Focus {
            pointed: focus.pointed.filter(stays),
            selected: focus.selected.filter(stays),
            ..focus
        }
    }
}

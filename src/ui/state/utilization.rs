//! How busy the channels of a run are.

use std::sync::Arc;

use flitscope::browser::time::now;
use flitscope::scene::HeatStrips;
use flitscope::sim::{History, Snapshot};
use leptos::prelude::*;

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

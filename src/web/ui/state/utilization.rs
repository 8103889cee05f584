//! Channel utilization of a run.

use std::sync::Arc;

use browser::time::now;
use flitscope::scene::HeatStrips;
use flitscope::sim::{History, Snapshot};
use leptos::prelude::*;

/// Channel utilization at a cycle.
#[derive(Clone)]
struct Measured {
    /// Flits per cycle, by channel.
    shares: Arc<Vec<f64>>,
    cycle: u64,
    /// When it was computed \[ms\].
    at: f64,
}

impl PartialEq for Measured {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shares, &other.shares)
    }
}

/// Returns the flits per cycle that have crossed each channel of a run since cycle 0.
///
/// This average changes slowly, so for a large network it is computed and painted only a few times a
/// second while the run plays.
pub fn utilization(
    snapshot: RwSignal<Arc<Snapshot>>,
    history: StoredValue<History>,
    playing: Memo<bool>,
) -> Memo<Arc<Vec<f64>>> {
    /// Age up to which a value for a large network is reused \[ms\].
    const MAX_AGE: f64 = 250.0;
    let measured = Memo::new(move |before: Option<&Measured>| {
        let cycle = snapshot.read().cycle;
        let is_running = playing.get();
        let history = history.read_value();
        let simulator = history.now();
        let channels = simulator.design().network.channels() as usize;
        let is_recent = |before: &&Measured| {
            is_running
                && channels >= HeatStrips::WORTH_FROM
                && before.shares.len() == channels
                && (before.cycle..).contains(&cycle)
                && now() - before.at < MAX_AGE
        };
        before.filter(is_recent).cloned().unwrap_or_else(|| {
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

//! A run of the network as a picture shows it: the page's own, or one shown side by side with it.

use std::sync::Arc;

use flitscope::scenario::BuiltScenario;
use flitscope::scene::{Shape, Teller};
use flitscope::sim::{History, Snapshot};
use leptos::prelude::*;

/// The data behind the picture and the texts of a run; copies share state.
#[derive(Clone, Copy)]
pub struct Run {
    /// The network and simulation design.
    pub built: Signal<Arc<BuiltScenario>>,
    /// The state that is shown.
    pub snapshot: RwSignal<Arc<Snapshot>>,
    /// The state one cycle earlier, if a step led to the one shown.
    pub before: RwSignal<Option<Arc<Snapshot>>>,
    /// The simulator and its history.
    pub history: StoredValue<History>,
    /// Shapes painted under the traffic.
    pub ground: Signal<Arc<Vec<Shape>>>,
    /// Flits per cycle that have crossed each channel since cycle 0.
    pub utilization: Memo<Arc<Vec<f64>>>,
}

impl Run {
    /// Calls `tell` with a [`Teller`] on the state that is shown. Tracks the state.
    pub fn telling<T>(self, tell: impl FnOnce(Teller) -> T) -> T {
        let study = self.built.read();
        let snapshot = self.snapshot.read();
        tell(Teller {
            topology: &*study.topology,
            design: &study.design,
            snapshot: &snapshot,
        })
    }
}

//! A run of the network as a picture shows it: the page's own, or one shown side by side with it.

use std::sync::Arc;

use flitscope::page::PageStateStoreFields;
use flitscope::scenario::BuiltScenario;
use flitscope::scene::{Focus, Shape, Teller, Thing};
use flitscope::sim::{History, Snapshot};
use leptos::prelude::*;

use super::page::Page;

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

impl Page {
    /// Returns whether a run is the one of the scenario. Tracks both.
    pub fn is_own(self, run: Run) -> bool {
        Arc::ptr_eq(&self.state.built().read(), &run.built.read())
    }

    /// Returns what is pointed at and selected in a run. Worms are omitted in runs other than the page's own, where
    /// messages have other numbers.
    pub fn focus_in(self, run: Run) -> Focus {
        let focus = self.state.focus().get();
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

//! One run of the network, as a picture shows it: the page's own, or one beside it.

use std::sync::Arc;

use flitscope::scenario::BuiltScenario;
use flitscope::scene::{Focus, Shape, Teller, Thing};
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

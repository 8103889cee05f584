//! Performs what changes of a measurement ask for: workers, storage and messages.

use std::sync::Arc;

use browser::kept;
use browser::workers::waiting::at_once;
use flitscope::page::experiment::Stage;
use flitscope::page::measure::{Action, Effect, MeasuredCurve, State};
use flitscope::page::{PageStateStoreFields, ViewStoreFields};
use flitscope::plot::Cells;
use flitscope::scenario::Scenario;
use flitscope::sweep::{Measured, WorkerQueue};
use leptos::prelude::*;

use crate::ui::state::page::Page;
use crate::ui::state::simulations::{Simulations, Storage};

/// Returns the label and the next load of each curve whose knee is not located yet.
type Knees = Callback<(), Vec<(String, f64)>>;

/// The measurement of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Measurement {
    page: Page,
    state: RwSignal<State>,
    pub points: Memo<Vec<Measured>>,
    pub stage: Memo<Stage>,
    simulations: Simulations,
    /// Finds the loads at the knees of the curves.
    pub knees: StoredValue<Option<Knees>>,
}

impl Measurement {
    /// Creates a measurement without curves and points.
    pub fn new(page: Page) -> Self {
        let state = RwSignal::new(State::default());
        Self {
            page,
            state,
            points: Memo::new_with_compare(move |_| state.read().points.clone(), is_other),
            stage: Memo::new(move |_| state.read().stage.clone()),
            simulations: Simulations::new(),
            knees: StoredValue::new(None),
        }
    }

    pub fn is_running(self) -> bool {
        matches!(*self.stage.read(), Stage::Running(_))
    }

    /// Describes the progress in words.
    pub fn in_words(self) -> String {
        let time_left = |share| self.simulations.time_left(share);
        self.state.read().in_words(time_left)
    }

    /// The ends of several curves as a table.
    pub fn ends(self) -> Option<Cells> {
        self.state.read().ends()
    }

    /// Switches to curves and measures them at suitable loads; `saturation` is the load at which the model of the scenario
    /// saturates.
    pub fn measure(self, curves: Vec<MeasuredCurve>, own: &Scenario, saturation: Option<f64>) {
        self.act(Action::Follow(curves));
        let state = self.state.read_untracked();
        let (loads, locates_knees) = state.suggested(own, saturation);
        drop(state);
        let run = own.run;
        self.act(Action::Measure {
            loads,
            run,
            locates_knees,
        });
    }

    pub fn act(self, action: Action) {
        let effects = self
            .state
            .try_update(|state| state.update(action, &Storage))
            .unwrap_or_default();
        for effect in effects {
            self.perform(effect);
        }
    }

    fn perform(self, effect: Effect) {
        match effect {
            Effect::Start(curves) => {
                let workers = self.page.state.view().workers().get_untracked();
                let queue = WorkerQueue::of_curves(&curves, workers.unwrap_or_else(at_once));
                let on_event = move |event| self.act(Action::Event(event));
                self.simulations.start(queue, on_event);
            }
            Effect::Stop => self.simulations.stop(),
            Effect::LocateKnees => self.simulations.later(move || {
                // Without the panel, which knows what is shown, the measurement ends with the loads that it has.
                let knees = self.knees.try_get_value().flatten();
                let next = knees.and_then(|knees| knees.try_run(()));
                self.act(Action::Continue(next.unwrap_or_default()));
            }),
            Effect::Store(scenario, report) => kept::put(&scenario, &report),
            Effect::Forget(scenario) => kept::forget(&scenario),
            Effect::Say(text) => self.page.notify(text),
        }
    }
}

/// Whether points differ. Most changes of a measurement are progress, after which they are the same.
fn is_other(before: Option<&Vec<Measured>>, now: Option<&Vec<Measured>>) -> bool {
    let (Some(before), Some(now)) = (before, now) else {
        return true;
    };
    let mut pairs = before.iter().zip(now);
    before.len() != now.len()
        || pairs.any(|(a, b)| a.curve != b.curve || !Arc::ptr_eq(&a.report, &b.report))
}

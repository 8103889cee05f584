//! The chart of a measurement, derived from the page and its points.

use std::sync::Arc;

use flitscope::page::measure::{Chart, MeasuredCurve, Models, Theories};
use flitscope::page::{PageState, PageStateStoreFields, ViewStoreFields};
use flitscope::paper::printed_table;
use flitscope::plot::{CurveChart, Diagram, ShownCurve};
use flitscope::scenario::Scenario;
use flitscope::sweep::Measured;
use leptos::prelude::*;
use reactive_stores::Store;

/// A chart and everything it consists of; copies share it.
#[derive(Clone, Copy)]
pub struct Shown {
    pub curves: Memo<Vec<MeasuredCurve>>,
    /// The facts about the curves that the chart needs; bounds take time, so they are computed once for each set of curves.
    pub facts: Memo<Vec<ShownCurve>>,
    pub theories: Memo<Theories>,
    pub models: Memo<Models>,
    pub chart: Memo<Arc<Chart>>,
    /// The chart with the present load of the page.
    pub marked: Memo<Arc<CurveChart>>,
    pub diagram: Memo<Diagram>,
}

/// Values that are not compared, because computing them anew means that they have changed.
fn memo<T: Send + Sync + 'static>(
    compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new_with_compare(compute, |_, _| true)
}

impl Shown {
    /// The chart of curves of a scenario, at some points.
    pub fn new(
        state: Store<PageState>,
        subject: Memo<Scenario>,
        curves: Memo<Vec<MeasuredCurve>>,
        points: Memo<Vec<Measured>>,
    ) -> Self {
        let facts = Memo::new(move |_| {
            let curves = curves.read();
            let facts = curves
                .iter()
                .map(|curve| ShownCurve::new(curve.name.clone(), &curve.scenario, &curve.built));
            facts.collect::<Vec<_>>()
        });
        let theories = Memo::new(move |_| Theories::of(&subject.read()));
        let models = memo(move |before| Models::new(&theories.read(), before));
        let chart = memo(move |_| {
            let (curves, facts) = (curves.read(), facts.read());
            Arc::new(Chart::new(
                (curves.as_slice(), facts.as_slice()),
                &points.read(),
                state.view().axes().get(),
                models.get(),
                printed_table(&subject.read()),
            ))
        });
        let present = Memo::new(move |_| state.scenario().read().traffic.rate);
        let marked = memo(move |_| {
            Arc::new(CurveChart {
                present: Some(present.get()),
                ..chart.read().curves.clone()
            })
        });
        Self {
            curves,
            facts,
            theories,
            models,
            chart,
            marked,
            diagram: Memo::new(move |_| marked.read().diagram()),
        }
    }

    pub fn has_points(self) -> bool {
        self.chart.read().has_points()
    }
}

//! *Why here?* on a saturated curve of a plot.

use flitscope::scenario::Scenario;
use flitscope::sweep::BusiestChannel;
use leptos::prelude::*;

use super::state::LaboratoryState;
use crate::ui::controls::why_here::WhyHere;

/// The question, with a link to the busiest channel in the network.
#[component]
pub fn WhySaturated(index: usize) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let saturated = Memo::new(move |_| {
        let experiment = state.experiment.read();
        let curve = experiment.curves.get(index)?;
        experiment.saturated(curve, &state.results.read())
    });
    let show = Callback::new(|(scenario, busiest): (Scenario, BusiestChannel)| {
        let address = format!("#/lab?{}&heat=1&sel=n{}", scenario.to_link(), busiest.label);
        view! { <a href=address>"Show it in the network"</a> }.into_any()
    });
    view! { <WhyHere saturated label=format!("Why here? Curve {}", index + 1) show /> }
}

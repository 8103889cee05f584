//! *Why here?* on saturated curves: a short run beyond saturation, and its findings.

use std::cell::RefCell;

use browser::workers::pool::RunningPool;
use flitscope::laboratory::SaturatedCurve;
use flitscope::scenario::MOST_NODES_IN_PAGE;
use flitscope::sweep::{Diagnosis, Event, FindingKind, WhyQuery, why};
use leptos::prelude::*;

use super::state::LaboratoryState;

/// The state of the question.
#[derive(Debug, Clone, PartialEq)]
enum QueryState {
    None,
    Asked,
    Found(Box<Diagnosis>),
    Failed(String),
}

/// The question and its answers, if a point of the curve has saturated.
#[component]
pub fn WhyHere(index: usize) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let answer = RwSignal::new(QueryState::None);
    let pool = StoredValue::new_local(RefCell::new(None::<RunningPool>));
    let saturated = Memo::new(move |_| {
        let experiment = state.experiment.read();
        let curve = experiment.curves.get(index)?;
        experiment.saturated(curve, &state.results.read())
    });
    // Answers apply to one scenario only.
    let scenario = Memo::new(move |_| Some(saturated.read().as_ref()?.scenario.clone()));
    Effect::new(move |_| {
        scenario.track();
        pool.with_value(|pool| pool.replace(None));
        answer.set(QueryState::None);
    });
    let ask = move |_| {
        let Some(scenario) = scenario.get_untracked() else {
            return;
        };
        answer.set(QueryState::Asked);
        let on_event = move |event| match event {
            Event::Diagnosis(text) => answer.set(match serde_json::from_str(&text) {
                Ok(diagnosis) => QueryState::Found(Box::new(diagnosis)),
                Err(error) => QueryState::Failed(error.to_string()),
            }),
            Event::Failed(reason) => answer.set(QueryState::Failed(reason)),
            _ => {}
        };
        match RunningPool::ask(WhyQuery { scenario }.task(), on_event) {
            Ok(running) => pool.with_value(|pool| drop(pool.replace(Some(running)))),
            Err(reason) => answer.set(QueryState::Failed(reason)),
        }
    };
    let answers = move || match answer.get() {
        QueryState::None => ().into_any(),
        QueryState::Asked => {
            view! { <p class="help" role="status">"Simulating a short run …"</p> }.into_any()
        }
        QueryState::Failed(reason) => {
            view! { <p class="problem">"No answer: "{reason}</p> }.into_any()
        }
        QueryState::Found(diagnosis) => match saturated.get() {
            Some(curve) => findings_view(&curve, &diagnosis),
            None => ().into_any(),
        },
    };
    view! {
        <Show when=move || saturated.read().is_some()>
            <div class="why-here">
                <button on:click=ask aria-label=format!("Why here? Curve {}", index + 1)>"Why here?"</button>
                {answers}
            </div>
        </Show>
    }
}

/// The answers, with a link to the busiest channel in the network.
fn findings_view(curve: &SaturatedCurve, diagnosis: &Diagnosis) -> AnyView {
    let Ok(built) = curve.scenario.build_within(MOST_NODES_IN_PAGE) else {
        return ().into_any();
    };
    let address = format!(
        "#/lab?{}&heat=1&sel=n{}",
        curve.scenario.to_link(),
        diagnosis.busiest.label
    );
    let findings = why(&curve.scenario, &built, diagnosis, &curve.reports).into_iter();
    let items = findings.map(|finding| {
        let shows = (finding.kind == FindingKind::Channel)
            .then(|| view! { <a href=address.clone()>"Show it in the network"</a> });
        let (first, rest) = finding.in_two();
        let rest = (!rest.is_empty()).then(|| {
            let is_open = finding.kind == FindingKind::Model;
            view! { <details open=is_open><summary>"More"</summary>{rest.to_owned()}</details> }
        });
        view! { <li>{first.to_owned()}" "{shows}{rest}</li> }.into_any()
    });
    view! { <ul class="findings" role="status">{items.collect_view()}</ul> }.into_any()
}

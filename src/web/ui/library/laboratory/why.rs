//! *Why here?* on saturated curves: a short run beyond saturation, and its findings.

use std::cell::RefCell;

use browser::workers::worker::RunningWorker;
use flitscope::laboratory::SaturatedCurve;
use flitscope::scenario::MOST_NODES_IN_PAGE;
use flitscope::sweep::{Diagnosis, FindingKind, Reply, WhyQuestion, why};
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
    let worker = StoredValue::new_local(RefCell::new(None::<RunningWorker>));
    let saturated = Memo::new(move |_| {
        let experiment = state.experiment.read();
        let curve = experiment.curves.get(index)?;
        experiment.saturated(curve, &state.results.read())
    });
    // Answers apply to one scenario only.
    let scenario = Memo::new(move |_| Some(saturated.read().as_ref()?.scenario.clone()));
    Effect::new(move |_| {
        scenario.track();
        worker.with_value(|worker| worker.replace(None));
        answer.set(QueryState::None);
    });
    let ask = move |_| {
        let Some(scenario) = scenario.get_untracked() else {
            return;
        };
        answer.set(QueryState::Asked);
        let on_reply = move |reply| match reply {
            Reply::Progress(()) => {}
            Reply::Answer(diagnosis) => answer.set(QueryState::Found(Box::new(diagnosis))),
            Reply::Failed(reason) => answer.set(QueryState::Failed(reason)),
        };
        match RunningWorker::ask(&scenario, &WhyQuestion, on_reply) {
            Ok(running) => worker.with_value(|worker| drop(worker.replace(Some(running)))),
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

//! *Why here?* on a saturated curve: a short run beyond saturation, and its findings.

use browser::workers::worker::RunningWorker;
use flitscope::laboratory::SaturatedCurve;
use flitscope::scenario::{MOST_NODES_IN_PAGE, Scenario};
use flitscope::sweep::{BusiestChannel, Diagnosis, FindingKind, Reply, WhyQuestion, why};
use leptos::html;
use leptos::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Answer {
    None,
    Asked,
    Found(Box<Diagnosis>),
    Failed(String),
}

/// The question and its answers, if a point of the curve has saturated.
#[component]
pub fn WhyHere(
    saturated: Memo<Option<SaturatedCurve>>,
    /// The accessible name of the button.
    label: String,
    #[prop(optional)] id: Option<&'static str>,
    /// The place of the question in words; may be empty.
    #[prop(optional, into)]
    place: Signal<String>,
    /// Makes the control that shows the busiest channel of a scenario in the network.
    show: Callback<(Scenario, BusiestChannel), AnyView>,
    /// Whether an answer is scrolled into view: in a low panel it would otherwise begin below the visible part.
    #[prop(optional)]
    scrolls: bool,
) -> impl IntoView {
    let answer = RwSignal::new(Answer::None);
    let worker = StoredValue::new_local(None::<RunningWorker>);
    // An answer applies to one scenario only.
    let scenario = Memo::new(move |_| Some(saturated.read().as_ref()?.scenario.clone()));
    Effect::new(move |_| {
        scenario.track();
        worker.set_value(None);
        answer.set(Answer::None);
    });
    let ask = move |_| {
        let Some(scenario) = scenario.get_untracked() else {
            return;
        };
        answer.set(Answer::Asked);
        let on_reply = move |reply| match reply {
            Reply::Progress(()) => {}
            Reply::Answer(diagnosis) => answer.set(Answer::Found(Box::new(diagnosis))),
            Reply::Failed(reason) => answer.set(Answer::Failed(reason)),
        };
        match RunningWorker::ask(&scenario, &WhyQuestion, on_reply) {
            Ok(running) => worker.set_value(Some(running)),
            Err(reason) => answer.set(Answer::Failed(reason)),
        }
    };
    let element = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let is_there = matches!(*answer.read(), Answer::Found(_) | Answer::Failed(_));
        if is_there && scrolls {
            request_animation_frame(move || {
                if let Some(element) = element.get_untracked() {
                    element.scroll_into_view();
                }
            });
        }
    });
    let answers = move || match answer.get() {
        Answer::None => ().into_any(),
        Answer::Asked => {
            view! { <p class="muted" role="status">"Simulating a short run …"</p> }.into_any()
        }
        Answer::Failed(reason) => view! { <p class="warning">"No answer: "{reason}</p> }.into_any(),
        Answer::Found(diagnosis) => match saturated.get() {
            Some(curve) => findings_view(curve, &diagnosis, show),
            None => ().into_any(),
        },
    };
    let label = StoredValue::new(label);
    view! {
        <Show when=move || saturated.read().is_some()>
            <div class="why-here" node_ref=element>
                <button id=id aria-label=label.get_value() on:click=ask>"Why here?"</button>
                " "<span class="muted">{place}</span>
                {answers}
            </div>
        </Show>
    }
}

fn findings_view(
    SaturatedCurve { scenario, reports }: SaturatedCurve,
    diagnosis: &Diagnosis,
    show: Callback<(Scenario, BusiestChannel), AnyView>,
) -> AnyView {
    let Ok(built) = scenario.build_within(MOST_NODES_IN_PAGE) else {
        return ().into_any();
    };
    let findings = why(&scenario, &built, diagnosis, &reports).into_iter();
    let items = findings.map(|finding| {
        let shows = (finding.kind == FindingKind::Channel)
            .then(|| show.run((scenario.clone(), diagnosis.busiest.clone())));
        let (first, rest) = finding.in_two();
        let rest = (!rest.is_empty()).then(|| {
            let is_open = finding.kind == FindingKind::Model;
            view! { <details open=is_open><summary>"More"</summary>{rest.to_owned()}</details> }
        });
        view! { <li>{first.to_owned()}" "{shows}{rest}</li> }.into_any()
    });
    view! { <ul class="findings" role="status">{items.collect_view()}</ul> }.into_any()
}

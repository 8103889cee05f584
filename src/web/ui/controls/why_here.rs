//! *Why here?* on a saturated curve: a short run beyond saturation, and its findings.

use browser::workers::worker::RunningWorker;
use flitscope::laboratory::SaturatedCurve;
use flitscope::scenario::{MOST_NODES_IN_PAGE, Scenario};
use flitscope::sweep::{BusiestChannel, Diagnosis, FindingKind, Reply, WhyQuestion, why};
use leptos::html;
use leptos::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Answer {
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
    // With the scenario to which it applies, which may change meanwhile.
    let answer = RwSignal::new(None::<(Scenario, Answer)>);
    let worker = StoredValue::new_local(None::<RunningWorker>);
    let ask = move |_| {
        let Some(SaturatedCurve { scenario, .. }) = saturated.get_untracked() else {
            return;
        };
        let of = scenario.clone();
        let put = move |found| answer.set(Some((of.clone(), found)));
        put(Answer::Asked);
        let answered = put.clone();
        let on_reply = move |reply| match reply {
            Reply::Progress(()) => {}
            Reply::Answer(diagnosis) => answered(Answer::Found(Box::new(diagnosis))),
            Reply::Failed(reason) => answered(Answer::Failed(reason)),
        };
        match RunningWorker::ask(&scenario, &WhyQuestion, on_reply) {
            Ok(running) => worker.set_value(Some(running)),
            Err(reason) => put(Answer::Failed(reason)),
        }
    };
    let element = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let is_there = answer
            .read()
            .as_ref()
            .is_some_and(|(_, answer)| *answer != Answer::Asked);
        if is_there && scrolls {
            request_animation_frame(move || {
                if let Some(element) = element.get_untracked() {
                    element.scroll_into_view();
                }
            });
        }
    });
    let answers = move || {
        let (curve, (of, answer)) = (saturated.get()?, answer.get()?);
        if curve.scenario != of {
            return None;
        }
        Some(match answer {
            Answer::Asked => {
                view! { <p class="muted" role="status">"Simulating a short run …"</p> }.into_any()
            }
            Answer::Failed(reason) => {
                view! { <p class="warning">"No answer: "{reason}</p> }.into_any()
            }
            Answer::Found(diagnosis) => findings_view(curve, &diagnosis, show),
        })
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

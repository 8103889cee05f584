//! *Why here?* beside a saturated curve: diagnoses a short run beyond saturation.

use browser::workers::worker::RunningWorker;
use flitscope::page::Action;
use flitscope::scenario::Scenario;
use flitscope::scene::Thing;
use flitscope::sweep::{Diagnosis, Ending, Reply, WhyQuestion, in_two};
use flitscope::topology::ChannelId;
use leptos::html;
use leptos::prelude::*;

use super::charts::Charts;
use super::measurement::{MeasuredCurve, Measurement};
use crate::ui::state::page::Page;

#[derive(Debug, Clone, PartialEq)]
enum QueryState {
    None,
    Asked,
    /// The diagnosis, and the scenario that it diagnoses.
    Found(Box<(Diagnosis, Scenario)>),
    Failed(String),
}

/// The button and the findings; shown only if some curve is saturated.
#[component]
pub fn WhyHere(measurement: Measurement, curves: Memo<Vec<MeasuredCurve>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let answer = RwSignal::new(QueryState::None);
    let worker = StoredValue::new_local(None::<RunningWorker>);
    // The first saturated point: its scenario with that load, and the label of its curve.
    let place = Memo::new(move |_| {
        let points = measurement.points.read();
        let mut saturated = points.iter();
        let point = saturated.find(|point| point.ending() == Ending::Saturated)?;
        let curves = curves.read();
        let curve = curves.iter().find(|curve| curve.label == point.curve)?;
        let mut scenario = curve.scenario.clone();
        scenario.traffic.rate = point.load();
        Some((scenario, point.curve.clone()))
    });
    Effect::new(move |_| {
        place.track();
        worker.set_value(None);
        answer.set(QueryState::None);
    });
    let ask = move |_| {
        let Some((scenario, _)) = place.get_untracked() else {
            return;
        };
        let of = scenario.clone();
        answer.set(QueryState::Asked);
        let on_reply = move |reply| match reply {
            Reply::Progress(()) => {}
            Reply::Answer(diagnosis) => {
                answer.set(QueryState::Found(Box::new((diagnosis, of.clone()))));
            }
            Reply::Failed(reason) => answer.set(QueryState::Failed(reason)),
        };
        match RunningWorker::ask(&scenario, &WhyQuestion, on_reply) {
            Ok(running) => worker.set_value(Some(running)),
            Err(reason) => answer.set(QueryState::Failed(reason)),
        }
    };
    let show = move |channel: u32| {
        if let Some((scenario, _)) = place.get_untracked() {
            // The network of the curve, at the load of the findings; undone by *Undo*.
            page.act(Action::Show(
                Box::new(scenario),
                "the saturated load".to_owned(),
            ));
        }
        page.act(Action::Heat(true));
        page.act(Action::Mark(Thing::Channel(ChannelId(channel))));
    };
    let findings = move || {
        let found = match answer.get() {
            QueryState::Found(found) => found,
            QueryState::Failed(reason) => {
                return view! { <p class="warning">"No answer: "{reason}</p> }.into_any();
            }
            QueryState::Asked => {
                return view! { <p class="muted" role="status">"Simulating a short run …"</p> }
                    .into_any();
            }
            QueryState::None => return ().into_any(),
        };
        let of = place
            .read()
            .as_ref()
            .map_or(String::new(), |place| place.1.clone());
        let points = measurement.points.read_untracked();
        let points: Vec<_> = points
            .iter()
            .filter(|point| point.curve == of)
            .cloned()
            .collect();
        let (diagnosis, scenario) = *found;
        let Some(findings) = Charts::why(&scenario, &points, &diagnosis) else {
            return ().into_any();
        };
        let busiest = diagnosis.busiest.channel;
        let items = findings.into_iter().map(|(kind, text)| {
            let shows = (kind == "channel").then(|| {
                view! {
                    <button id="show-busiest" on:click=move |_| show(busiest)>
                        "Show it in the network"
                    </button>
                }
            });
            let (first, rest) = in_two(&text);
            let rest = (!rest.is_empty()).then(|| {
                let is_open = kind == "model";
                view! { <details open=is_open><summary>"More"</summary>{rest.to_owned()}</details> }
            });
            view! { <li>{first.to_owned()}" "{shows}{rest}</li> }.into_any()
        });
        view! { <ul class="findings" role="status">{items.collect_view()}</ul> }.into_any()
    };
    let place_of_answer = NodeRef::<html::Div>::new();
    keep_in_view(answer, place_of_answer);
    let asked_about = move || in_words(&place.get()?, &curves.read());
    view! {
        <Show when=move || place.read().is_some()>
            <div class="why-here" node_ref=place_of_answer>
                <button id="why-here" on:click=ask>"Why here?"</button>
                " "<span class="muted">{asked_about}</span>
                {findings}
            </div>
        </Show>
    }
}

/// The load, and the name of the curve if there are several.
fn in_words((scenario, label): &(Scenario, String), curves: &[MeasuredCurve]) -> Option<String> {
    let curve = curves.iter().find(|curve| curve.label == *label)?;
    let load = scenario.traffic.rate;
    Some(match &*curve.name {
        "" => format!("λ = {load}"),
        name => format!("{name}, λ = {load}"),
    })
}

/// Scrolls an answer into view: in a low dock it would otherwise begin below the visible part.
fn keep_in_view(answer: RwSignal<QueryState>, place: NodeRef<html::Div>) {
    Effect::new(move |_| {
        if matches!(*answer.read(), QueryState::Found(_) | QueryState::Failed(_)) {
            request_animation_frame(move || {
                if let Some(element) = place.get_untracked() {
                    element.scroll_into_view();
                }
            });
        }
    });
}

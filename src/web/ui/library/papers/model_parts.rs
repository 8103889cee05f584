//! The complete prediction of a model at the chosen load.

use flitscope::model::{LatencyKind, Part, Prediction};
use flitscope::paper::{Trial, significant};
use leptos::prelude::*;

use super::prose::prose;
use super::trial_form::Trialed;

/// The latency with a table of its parts, or the reason why there is none.
#[component]
pub fn ModelParts(trialed: Trialed) -> impl IntoView {
    let trial = trialed.trial;
    let parts = move || match &trial.read().0 {
        Ok(trial) => trial
            .prediction
            .latency()
            .map(|latency| latency.parts.clone()),
        Err(_) => None,
    };
    let rows = move || parts().unwrap_or_default().iter().map(row).collect_view();
    let count = move || parts().map_or(0, |parts| parts.len());
    view! {
        <div role="status" class="prediction">
            {move || match &trial.read().0 {
                Ok(trial) => headline(trial).into_any(),
                Err(problem) => view! { <p class="warning">{format!("{problem}.")}</p> }.into_any(),
            }}
        </div>
        // Hidden and not removed, so that it stays open while the reader drags the load.
        <details class="parts" hidden=move || count() == 0>
            <summary>{move || format!("How it is computed ({} quantities)", count())}</summary>
            <div class="table" tabindex="0" role="region" aria-label="Parts of the prediction">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"Symbol"</th>
                            <th scope="col">"Meaning"</th>
                            <th scope="col" class="number">"Value"</th>
                            <th scope="col">"Unit"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
}

fn headline(trial: &Trial) -> impl IntoView + use<> {
    match &trial.prediction {
        Prediction::Steady(latency) => {
            let time = trial.family.build.load.time;
            let steps = (latency.iterations > 0).then(|| {
                format!(
                    " The fixed point was reached in {} iterations.",
                    latency.iterations
                )
            });
            view! {
                <p>
                    {predicted(trial.family.build.predicts)} <strong>{significant(latency.total)}</strong> " " {time}
                    ", of which the zero-load latency is " {significant(trial.zero_load)} "." {steps}
                </p>
            }
            .into_any()
        }
        Prediction::Saturated {
            reason,
            utilization,
        } => {
            let used =
                utilization.map(|used| format!("; its utilization would be {}", significant(used)));
            view! { <p class="warning">"Saturated: " {prose(reason)} {used} "."</p> }.into_any()
        }
    }
}

fn row(part: &Part) -> AnyView {
    view! {
        <tr>
            <th scope="row"><i>{prose(&part.symbol)}</i></th>
            <td>{prose(&part.meaning)}</td>
            <td class="number">{significant(part.value)}</td>
            <td>{part.unit}</td>
        </tr>
    }
    .into_any()
}

/// The text before the predicted value.
fn predicted(kind: LatencyKind) -> &'static str {
    match kind {
        LatencyKind::Latency | LatencyKind::Network => "Predicted latency: ",
        LatencyKind::Multicast => "Predicted latency of a broadcast: ",
        LatencyKind::Unicast => "Predicted latency of a message to one node: ",
        LatencyKind::Link => "Predicted delay at one link: ",
    }
}

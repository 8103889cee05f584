//! How the run goes, in numbers that keep their places.

use flitscope::plot::sparkline;
use flitscope::sim::{Snapshot, Trend};
use leptos::prelude::*;

use super::state::Lab;

/// Live counts, rates and latencies.
#[component]
pub fn Readings() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let count = move |of: fn(&Snapshot) -> u64| move || of(&lab.player.snapshot.read()).to_string();
    let rate = move |of: fn(&Trend) -> f64| move || format!("{:.3}", of(&lab.player.trend.read()));
    let cycles = move |of: fn(&Trend) -> Option<f64>| {
        move || of(&lab.player.trend.read()).map_or("–".to_owned(), |mean| format!("{mean:.1}"))
    };
    let window = move || format!("last {} cycles", lab.player.trend.read().window);
    view! {
        <dl class="readings counts">
            <div><dt>"in flight"</dt><dd id="in-flight">{count(|s| s.worms.len() as u64)}</dd></div>
            <div><dt>"blocked"</dt><dd id="blocked">{count(|s| s.blocked() as u64)}</dd></div>
            <div><dt>"generated"</dt><dd>{count(|s| s.counters.generated)}</dd></div>
            <div><dt>"delivered"</dt><dd id="delivered">{count(|s| s.counters.delivered)}</dd></div>
        </dl>
        <table class="rates">
            <thead><tr>
                <th scope="col"><span class="unseen">"what"</span></th>
                <th scope="col" id="window">{window}</th>
                <th scope="col">"since cycle 0"</th>
                <th scope="col"><span class="unseen">"course"</span></th>
            </tr></thead>
            <tbody>
                <tr>
                    <th scope="row">"offered" <small>"flits/node/cycle"</small></th>
                    <td id="offered">{rate(|t| t.offered)}</td>
                    <td>{rate(|t| t.offered_ever)}</td>
                    <td></td>
                </tr>
                <tr>
                    <th scope="row">"accepted" <small>"flits/node/cycle"</small></th>
                    <td id="accepted">{rate(|t| t.accepted)}</td>
                    <td>{rate(|t| t.accepted_ever)}</td>
                    <td><Course of=|t| t.throughput_curve.iter().copied().map(Some).collect() /></td>
                </tr>
                <tr>
                    <th scope="row">"latency" <small>"cycles"</small></th>
                    <td id="recent-latency">{cycles(|t| t.latency)}</td>
                    <td>{cycles(|t| t.latency_ever)}</td>
                    <td></td>
                </tr>
                <tr>
                    <th scope="row">"network latency" <small>"cycles"</small></th>
                    <td id="recent-network-latency">{cycles(|t| t.network_latency)}</td>
                    <td>{cycles(|t| t.network_latency_ever)}</td>
                    <td><Course of=|t| t.latency_curve.clone() /></td>
                </tr>
            </tbody>
        </table>
    }
}

/// The course of a number over the last two thousand cycles; what it says stands beside it.
#[component]
fn Course(of: fn(&Trend) -> Vec<Option<f64>>) -> impl IntoView {
    let lab = expect_context::<Lab>();
    let path = move || sparkline(&of(&lab.player.trend.read()), 64.0, 18.0);
    view! {
        <svg class="course" width="64" height="18" viewBox="0 0 64 18" aria-hidden="true">
            <path d=path />
        </svg>
    }
}

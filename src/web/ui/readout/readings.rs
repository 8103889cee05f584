//! Live statistics of the run, in a table with a fixed layout.

use flitscope::page::{PageState, PageStateStoreFields};
use flitscope::plot::sparkline;
use flitscope::sim::{Snapshot, Trend};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::player::Player;

/// Live counts, rates and latencies, computed only while they are shown.
#[component]
pub fn Readings() -> impl IntoView {
    let is_open = RwSignal::new(false);
    let toggle = move |event: leptos::ev::Event| {
        is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="read-outs" on:toggle=toggle>
            <summary>"Read-outs"</summary>
            <Show when=move || is_open.get()>{part(numbers)}</Show>
        </details>
    }
}

/// [`Numbers`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn numbers() -> Fetched {
    Ok(|| view! { <Numbers /> }.into_any())
}

#[component]
fn Numbers() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let player = expect_context::<Player>();
    let count = move |id: &'static str, name: &'static str, of: fn(&Snapshot) -> u64| {
        let value = Signal::derive(move || of(&player.snapshot.read()).to_string());
        view! { <div><dt>{name}</dt><dd id=id>{value}</dd></div> }
    };
    let window = move || format!("last {} cycles", player.trend.read().window);
    view! {
        <dl class="readings">
            {count("in-flight", "in flight", |s| s.worms.len() as u64)}
            {count("blocked", "blocked", |s| s.blocked() as u64)}
            {count("generated", "generated", |s| s.counters.generated)}
            {count("delivered", "delivered", |s| s.counters.delivered)}
        </dl>
        <table class="rates">
            <thead><tr>
                <th scope="col"><span class="unseen">"what"</span></th>
                <th scope="col" id="window">{window}</th>
                <th scope="col">"since cycle 0"</th>
                <th scope="col"><span class="unseen">"course"</span></th>
            </tr></thead>
            <tbody>{LINES.iter().map(|line| view! { <Line line /> }).collect_view()}</tbody>
        </table>
        <p id="routed" class="help">{move || routed(state, player)}</p>
    }
}

/// Describes in words the share of hops on escape channels, and the number of undeliverable messages.
fn routed(state: Store<PageState>, player: Player) -> String {
    let has_escapes = !state.built().read().design.routing.escapes().is_empty();
    let counters = player.snapshot.read().counters;
    let escapes = if has_escapes {
        let share = 100.0 * counters.escapes as f64 / (counters.hops as f64).max(1.0);
        format!(
            "On an escape channel: {} of {} hops, {share:.1} %. ",
            counters.escapes, counters.hops
        )
    } else {
        String::new()
    };
    let undeliverable = match counters.undeliverable {
        0 => String::new(),
        count => format!("Undeliverable: {count} messages."),
    };
    escapes + undeliverable.as_str()
}

/// A row of the table.
struct Reading {
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    digits: usize,
    /// The values in the window and since cycle 0.
    values: fn(&Trend) -> [Option<f64>; 2],
    course: fn(&Trend) -> Vec<Option<f64>>,
}

const LINES: &[Reading] = &[
    Reading {
        id: "offered",
        name: "offered",
        unit: "flits/node/cycle",
        digits: 3,
        values: |t| [Some(t.offered), Some(t.offered_ever)],
        course: |_| Vec::new(),
    },
    Reading {
        id: "accepted",
        name: "accepted",
        unit: "flits/node/cycle",
        digits: 3,
        values: |t| [Some(t.accepted), Some(t.accepted_ever)],
        course: |t| t.throughput_curve.iter().copied().map(Some).collect(),
    },
    Reading {
        id: "recent-latency",
        name: "latency",
        unit: "cycles",
        digits: 1,
        values: |t| [t.latency, t.latency_ever],
        course: |_| Vec::new(),
    },
    Reading {
        id: "recent-network-latency",
        name: "network latency",
        unit: "cycles",
        digits: 1,
        values: |t| [t.network_latency, t.network_latency_ever],
        course: |t| t.latency_curve.clone(),
    },
];

/// A row of the table: two numbers, and a sparkline of the first over the last 2048 cycles.
#[component]
fn Line(line: &'static Reading) -> impl IntoView {
    const SIZE: (f64, f64) = (50.0, 18.0);
    let player = expect_context::<Player>();
    let value = move |which: usize| {
        Signal::derive(move || {
            let value = (line.values)(&player.trend.read())[which];
            value.map_or("–".to_owned(), |value| {
                format!("{value:.0$}", line.digits)
            })
        })
    };
    let path = move || sparkline(&(line.course)(&player.trend.read()), SIZE.0, SIZE.1);
    view! {
        <tr>
            <th scope="row">{line.name} " " <small>{line.unit}</small></th>
            <td id=line.id>{value(0)}</td>
            <td>{value(1)}</td>
            <td>
                <svg class="course" width=SIZE.0 height=SIZE.1 aria-hidden="true"><path d=path /></svg>
            </td>
        </tr>
    }
}

//! The arrivals of a multicast over time: a line for each worm, from its release through preparation
//! and start-up to the delivery of its copies.

use std::fmt::Write as _;

use flitscope::multicast;
use flitscope::scene::{Timeline, style};
use flitscope::topology::NodeId;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::page::Page;
use flitscope::page::{Overlay, PageState, PageStateStoreFields};

/// Largest number of worms with a line each; more lines would be too thin to read.
const MOST_LINES: usize = 64;

/// The lines, with a marker at the current cycle.
#[component]
pub fn ArrivalStrip() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let is_shown = move || state.overlay().get() == Overlay::Multicast;
    view! { <Show when=is_shown>{part(arrivals)}</Show> }
}

/// [`Arrivals`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn arrivals() -> Fetched {
    Ok(|| view! { <Arrivals /> }.into_any())
}

#[component]
fn Arrivals() -> impl IntoView {
    let page = expect_context::<Page>();
    let arrivals = move || page.overlays.arrivals();
    let by = move || multicast::name_of(&page.multicast_algorithm());
    let last = Memo::new(move |_| {
        let arrivals = arrivals();
        let copies = arrivals.worms.iter().flat_map(|worm| &worm.copies);
        copies.map(|copy| copy.1).max().unwrap_or(0).max(1)
    });
    let lines = move || {
        let study = page.state.built().read();
        let name = |node| study.topology.address(node);
        html(&arrivals().worms, last.get(), &name)
    };
    let now = move || {
        let share = page.player.cycle.get().min(last.get()) as f64 / last.get() as f64;
        format!("left:{:.2}%", share * 100.0)
    };
    view! {
            <section class="arrivals" aria-label="Arrivals" tabindex="0">
                <p class="help">
                    "Arrivals by "<b>{by}</b>": "
                    <i class="wait prepares"></i>" prepares "<i class="wait queues"></i>" queues "<i class="wait starts"></i>" starts up "<i class="wait travels"></i>" travels "<b>"◆"</b>" copy "<b>"◇"</b>" relay; cycle 0 to "{move || last.get()}
                </p>
                <div class="tracks">
                    <div inner_html=lines></div>
                    <div class="span"><div class="now" style=now></div></div>
                </div>
            </section>
    }
}

fn html(worms: &[Timeline], last: u64, name: &dyn Fn(NodeId) -> String) -> String {
    let share = |cycle: u64| 100.0 * cycle.min(last) as f64 / last as f64;
    let mut lines = String::new();
    let mut track = String::new();
    // Writing to a string cannot fail.
    for (line, worm) in worms.iter().enumerate() {
        let (hue, _) = style(worm.worm);
        let end = worm.copies.last().map_or(worm.left, |copy| copy.1);
        let queued = worm.released + worm.prepared;
        let parts = [
            ("prepares", worm.released, queued),
            ("queues", queued, worm.headed),
            ("starts", worm.headed, worm.left),
            ("travels", worm.left, end),
        ];
        for (class, from, to) in parts.into_iter().filter(|(_, from, to)| from < to) {
            let (left, width) = (share(from), share(to) - share(from));
            let _ = write!(
                track,
                "<i class='wait {class} hue-{hue}' style='left:{left:.2}%;width:{width:.2}%'></i>"
            );
        }
        for &(node, cycle, is_relay) in &worm.copies {
            let (left, mark) = (share(cycle), if is_relay { '◇' } else { '◆' });
            let who = name(node);
            let _ = write!(
                track,
                "<b style='left:{left:.2}%' title='{who} in cycle {cycle}'>{mark}</b>"
            );
        }
        // If there are too many worms, a single line shows all of them.
        if worms.len() <= MOST_LINES || line + 1 == worms.len() {
            let who = if worms.len() <= MOST_LINES {
                let first = worm
                    .copies
                    .first()
                    .map_or(String::new(), |copy| name(copy.0));
                let more = match worm.copies.len() {
                    0 | 1 => String::new(),
                    several => format!(" +{}", several - 1),
                };
                format!("{} → {first}{more}", name(worm.from))
            } else {
                format!("{} worms", worms.len())
            };
            let _ = write!(
                lines,
                "<div class='line'><span>{who}</span><div class='track'>{track}</div></div>"
            );
            track.clear();
        }
    }
    lines
}

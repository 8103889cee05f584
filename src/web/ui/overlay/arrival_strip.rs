//! The arrivals of a multicast over time: a line for each worm, from its release through preparation
//! and start-up to the delivery of its copies.

use browser::exports::{Exports, Format};
use flitscope::multicast;
use flitscope::scene::{Timeline, arrivals_csv, arrivals_figure, arrivals_json, style};
use flitscope::topology::NodeId;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::page::Page;
use crate::ui::state::theme::CurrentPalette;
use flitscope::page::{Overlay, PageState, PageStateStoreFields, Place, ViewStoreFields};

/// Largest number of worms with a line each; more lines would be too thin to read.
const MOST_LINES: usize = 64;

/// The lines over the picture of a lesson; in Explore they stand in the panel.
#[component]
pub fn ArrivalStrip() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let is_shown = move || {
        state.place().get() == Place::Lessons && state.view().overlay().get() == Overlay::Multicast
    };
    view! { <Show when=is_shown>{part(arrivals)}</Show> }
}

/// [`Arrivals`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn arrivals() -> Fetched {
    Ok(|| view! { <Arrivals /> }.into_any())
}

/// The lines, with a marker at the current cycle.
#[component]
fn Arrivals() -> impl IntoView {
    let page = expect_context::<Page>();
    let arrivals = move || page.overlays.arrivals();
    let by = move || multicast::name_of(&page.multicast_algorithm());
    let last = Memo::new(move |_| arrivals().last());
    let all = move || {
        let study = page.state.built().read();
        let name = |node| study.topology.address(node);
        lines(&arrivals().worms, last.get(), &name)
    };
    let now = move || {
        // At the end of a cycle, what arrives in it has arrived.
        let over = page.player.cycle.get().saturating_sub(1);
        let share = over.min(last.get()) as f64 / last.get() as f64;
        format!("{:.2}%", share * 100.0)
    };
    view! {
            <section class="arrivals" aria-label="Arrivals" tabindex="0">
                <p class="help">
                    "Arrivals by "<b>{by}</b>": "
                    <i class="wait prepares"></i>" prepares "<i class="wait queues"></i>" queues "<i class="wait starts"></i>" starts up "<i class="wait travels"></i>" travels "<b>"◆"</b>" copy "<b>"◇"</b>" relay; cycle 0 to "{move || last.get()}
                </p>
                <div class="tracks">
                    <div>{all}</div>
                    <div class="span"><div class="now" style:left=now></div></div>
                </div>
                <ArrivalExports />
            </section>
    }
}

/// The export buttons below the lines.
#[component]
fn ArrivalExports() -> impl IntoView {
    let page = expect_context::<Page>();
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        untrack(|| {
            let arrivals = page.overlays.arrivals();
            let study = page.state.built().get();
            let topology = &*study.topology;
            Some(match format {
                Format::Png | Format::Svg => {
                    let by = multicast::name_of(&page.multicast_algorithm());
                    let title = format!("Arrivals by {by}");
                    arrivals_figure(&arrivals, topology, palette.get(), &title)
                }
                Format::Csv => arrivals_csv(&arrivals, topology),
                Format::Json => format!("{:#}\n", arrivals_json(&arrivals, topology)),
            })
        })
    });
    let stem = Callback::new(move |()| {
        let stem = page.state.scenario().read_untracked().file_stem();
        format!("{stem}-arrivals")
    });
    let link = Callback::new(move |()| format!("#/lab?{}", page.signed_address().write()));
    view! { <Exports of="the arrivals" formats=Format::ALL make stem link /> }
}

/// A line for each worm; a single one for all if there are too many.
fn lines(worms: &[Timeline], last: u64, name: &dyn Fn(NodeId) -> String) -> Vec<AnyView> {
    let tracks = worms.iter().map(|worm| track(worm, last, name));
    if worms.len() > MOST_LINES {
        let who = format!("{} worms", worms.len());
        return vec![line(who, tracks.collect())];
    }
    let lines = tracks.zip(worms).map(|(track, worm)| {
        let first = worm.copies.first();
        let first = first.map_or(String::new(), |copy| name(copy.0));
        let more = match worm.copies.len() {
            0 | 1 => String::new(),
            several => format!(" +{}", several - 1),
        };
        line(format!("{} → {first}{more}", name(worm.from)), vec![track])
    });
    lines.collect()
}

fn line(who: String, tracks: Vec<AnyView>) -> AnyView {
    view! { <div class="line"><span>{who}</span><div class="track">{tracks}</div></div> }.into_any()
}

/// The times that a worm spends, and its copies.
fn track(worm: &Timeline, last: u64, name: &dyn Fn(NodeId) -> String) -> AnyView {
    let share = |cycle: u64| 100.0 * cycle.min(last) as f64 / last as f64;
    let (hue, _) = style(worm.worm);
    let parts = ["prepares", "queues", "starts", "travels"].into_iter();
    let parts = parts.zip(worm.phases()).filter(|(_, (from, to))| from < to);
    let parts = parts.map(|(class, (from, to))| {
        let (left, width) = (share(from), share(to) - share(from));
        view! { <i class=format!("wait {class} hue-{hue}") style:left=format!("{left:.2}%") style:width=format!("{width:.2}%")></i> }
    });
    let copies = worm.copies.iter().map(|&(node, cycle, is_relay)| {
        let title = format!("{} in cycle {cycle}", name(node));
        let mark = if is_relay { "◇" } else { "◆" };
        view! { <b style:left=format!("{:.2}%", share(cycle)) title=title>{mark}</b> }
    });
    view! { {parts.collect_view()}{copies.collect_view()} }.into_any()
}

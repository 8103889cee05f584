//! The arrivals of a multicast over time: a line for each worm, from its release through preparation
//! and start-up to the delivery of its copies.

use browser::canvas::use_size;
use browser::exports::{Exports, Format};
use flitscope::multicast;
use flitscope::scene::{ArrivalChart, arrivals_csv, arrivals_json, arrivals_key};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::page::Page;
use crate::ui::state::theme::CurrentPalette;
use flitscope::page::{PageState, PageStateStoreFields, Place, ViewStoreFields};

/// The lines over the picture of a lesson; in Explore they stand in the panel.
#[component]
pub fn ArrivalStrip() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let is_shown =
        move || state.place().get() == Place::Lessons && state.view().overlay().get().has_plan();
    view! { <Show when=is_shown>{part(arrivals)}</Show> }
}

/// [`Arrivals`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn arrivals() -> Fetched {
    Ok(|| view! { <Arrivals /> }.into_any())
}

/// Font size \[pixels\], and width in a file.
const TEXT: f32 = 14.0;
const FILE_WIDTH: f32 = 960.0;

/// The lines, with a marker at the current cycle.
#[component]
fn Arrivals() -> impl IntoView {
    let page = expect_context::<Page>();
    let by = move || multicast::name_of(&page.multicast_algorithm());
    let frame = NodeRef::<html::Div>::new();
    let size = use_size(frame);
    let drawn = Memo::new(move |_| {
        let study = page.state.built().read();
        let width = (size.get().width as f32).max(200.0);
        ArrivalChart::new(&page.overlays.arrivals(), &*study.topology, (width, TEXT))
    });
    // At the end of a cycle, what arrives in it has arrived.
    let now = move || {
        let over = page.player.cycle.get().saturating_sub(1);
        format!("{}px", drawn.read().x(over))
    };
    let pointed = RwSignal::new(None);
    let point = move |event: leptos::ev::PointerEvent| {
        let (x, y) = (event.offset_x() as f32, event.offset_y() as f32);
        pointed.set(drawn.read_untracked().copy_at(x, y).map(str::to_owned));
    };
    let key = arrivals_key().map(|(sample, name)| {
        view! { <li><span inner_html=sample.on_page()></span>{name}</li> }
    });
    view! {
        <section class="arrivals" aria-label="Arrivals" tabindex="0">
            <p class="help">"Arrivals by "<b>{by}</b>"; cycle 0 to "{move || page.overlays.arrivals().last()}</p>
            <ul class="key-line" aria-label="What the lines show">{key.collect_view()}</ul>
            <div class="tracks" node_ref=frame title=move || pointed.get() on:pointermove=point>
                <div inner_html=move || drawn.read().chart.on_page()></div>
                <div class="now" style:left=now></div>
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
                    let size = (FILE_WIDTH, TEXT);
                    ArrivalChart::new(&arrivals, topology, size).to_svg(palette.get(), &title)
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

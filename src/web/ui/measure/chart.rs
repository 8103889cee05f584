//! The chart of latency or throughput over the load, and that of the channel load of compared curves.

use browser::canvas::use_size;
use flitscope::plot::{LoadChart, Theme};
use flitscope::sweep::Quantity;
use leptos::html;
use leptos::prelude::*;

use super::present::PresentLoad;
use super::reader::Reader;
use super::shown::Shown;
use crate::ui::controls::chart_canvas::{ChartArea, ChartCanvas};
use crate::ui::state::view_options::Look;

/// Factor by which text in the dock is enlarged in presentation mode; the same as in `style/time`.
const ENLARGED: f64 = 1.9;

fn use_zoom() -> Signal<f64> {
    let presenting = expect_context::<Look>().presenting;
    Signal::derive(move || if presenting.get() { ENLARGED } else { 1.0 })
}

/// The chart, with the present load as a line that can be dragged. Pointing at it reads the nearest point, or else the lines
/// there; the arrow keys go from point to point.
#[component]
pub fn Chart(shown: Shown, present: Memo<f64>) -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let size = use_size(element);
    let zoom = use_zoom();
    let is_empty = move || shown.chart.read().is_empty();
    let draw = Callback::new(move |(area, theme): (ChartArea, Theme)| {
        if !is_empty() {
            // Fails only on a canvas without a size.
            let _ = shown.diagram.read().draw(&area, &theme);
        }
    });
    let reader = Reader::new(shown, size, zoom);
    // Points change while they are measured.
    Effect::new(move |_| {
        reader.places.track();
        reader.forget();
    });
    let places = reader.places;
    view! {
        <div class="chart" class:several=move || { shown.curves.read().len() > 1 } class:empty=is_empty>
            <div
                class="sheet"
                node_ref=element
                role="group"
                tabindex="0"
                aria-label="Chart: the arrow keys read its points"
                on:keydown=move |event| reader.step(&event)
                on:blur=move |_| reader.forget()
            >
                <ChartCanvas
                    size
                    zoom
                    draw
                    label=Signal::derive(move || label(shown))
                    on:pointermove=move |event| reader.read(&event)
                    on:pointerdown=move |event| reader.read(&event)
                    on:pointerleave=move |_| reader.forget()
                />
                {move || reader.ring().map(|(left, top)| view! { <i class="ring" style:left=left style:top=top></i> })}
                <PresentLoad rate=present places zoom />
            </div>
            <div class="reading" role="status" title=reader.words>{reader.words}</div>
            <p class="muted" role="status">
                "Measure simulates up to twelve loads in the background and plots them here."
            </p>
        </div>
    }
}

/// The distribution of channel load for each compared curve; empty where no load is common to all.
#[component]
pub fn LoadsChart(shown: Shown) -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let size = use_size(element);
    let draw = Callback::new(move |(area, theme): (ChartArea, Theme)| {
        // Fails only on a canvas without a size.
        let _ = match LoadChart::of(&shown.chart.read().curves.series) {
            Some(chart) => chart.draw(&area, &theme),
            // Not known for all curves at a common load.
            None => area.fill(&theme.paper),
        };
    });
    let label = "Channel load by dimension, and how many channels are busier than a load. The \
                 table below has the numbers.";
    view! {
        <div class="chart loads" class:several=move || { shown.curves.read().len() > 1 }>
            <div class="sheet" node_ref=element>
                <ChartCanvas size zoom=use_zoom() draw label=Signal::stored(label.to_owned()) />
            </div>
        </div>
    }
}

/// The description for screen readers.
fn label(shown: Shown) -> String {
    let chart = shown.chart.read();
    let quantity = Quantity::ALL[chart.curves.axes.quantity as usize].2;
    let series = &chart.curves.series;
    let curves = match series.len() {
        0 | 1 => String::new(),
        several => format!(" of {several} curves"),
    };
    let model = if chart.curves.model.points.is_empty() {
        ""
    } else {
        " and the model's curve"
    };
    let points: usize = series.iter().map(|series| series.reports.len()).sum();
    format!(
        "{quantity} against load: {points} measured points{curves}{model}. The table below has the numbers."
    )
}

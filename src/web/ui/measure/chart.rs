//! A chart on a canvas, at the resolution of the screen and in the colors of the page.

use browser::canvas::{fit, use_size};
use flitscope::sweep::Quantity;
use leptos::html;
use leptos::prelude::*;

use super::chart_subject::ChartSubject;
use super::charts::{Charts, Picture};
use super::present::PresentLoad;
use super::reader::Reader;
use crate::ui::state::{theme::CurrentPalette, view_options::Look};

/// Factor by which text in the dock is enlarged in presentation mode; the same as in `style/time`.
const ENLARGED: f64 = 1.9;

/// A chart that is redrawn when its size or the theme changes. Pointing at it reads the nearest point, or else the lines there;
/// the arrow keys go from point to point.
#[component]
pub fn Chart(
    shown: Signal<ChartSubject>,
    charts: Charts,
    picture: Picture,
    /// The present load, which the chart marks.
    #[prop(optional)]
    present: Option<Memo<f64>>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let sheet = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = use_size(sheet);
    let is_empty = move || shown.read().is_empty();
    let presenting = expect_context::<Look>().presenting;
    let zoom = move || if presenting.get() { ENLARGED } else { 1.0 };
    Effect::new(move |_| {
        let (Some(canvas), size) = (canvas.get(), size.get()) else {
            return;
        };
        if size.width < 50.0 || size.height < 50.0 || is_empty() {
            return;
        }
        fit(&canvas, size);
        let marked = ChartSubject {
            present: present.map(|present| present.get()),
            ..shown.get()
        };
        let scale = size.scale * zoom();
        charts.draw(picture, &canvas, palette.get().id, scale, &marked);
    });
    let reader = Reader::new(shown, charts, picture, size.into(), Signal::derive(zoom));
    // Points change while they are measured.
    Effect::new(move |_| {
        reader.places.track();
        reader.forget();
    });
    let label = move || label(picture, &shown.read());
    let hint = "Measure simulates up to twelve loads in the background and plots them here.";
    let is_read = picture == Picture::Latency;
    view! {
        <div
            class="chart"
            class:several=move || shown.read().has_curves()
            class:loads=picture == Picture::Load
            class:empty=is_empty
        >
            <div
                class="sheet"
                node_ref=sheet
                role=is_read.then_some("group")
                tabindex=is_read.then_some("0")
                aria-label=is_read.then_some("Chart: the arrow keys read its points")
                on:keydown=move |event| reader.step(&event)
                on:blur=move |_| reader.forget()
            >
                <canvas
                    node_ref=canvas
                    role="img"
                    aria-label=label
                    on:pointermove=move |event| reader.read(&event)
                    on:pointerdown=move |event| reader.read(&event)
                    on:pointerleave=move |_| reader.forget()
                ></canvas>
                {move || reader.ring().map(|(left, top)| view! { <i class="ring" style:left=left style:top=top></i> })}
                {present.map(|rate| view! { <PresentLoad rate places=reader.places zoom=Signal::derive(zoom) /> })}
            </div>
            {is_read.then(|| view! { <div class="reading" role="status" title=reader.words>{reader.words}</div> })}
            <p class="muted" role="status">{hint}</p>
        </div>
    }
}

/// The name of a chart, for those who do not see it.
fn label(picture: Picture, shown: &ChartSubject) -> String {
    if picture == Picture::Load {
        return "Channel load by dimension, and how many channels are busier than a load. The \
                table below has the numbers."
            .to_owned();
    }
    let quantity = Quantity::ALL[shown.axes.quantity as usize].2;
    let curves = match shown.curves.len() {
        0 | 1 => String::new(),
        several => format!(" of {several} curves"),
    };
    let model = if shown.model.is_empty() {
        ""
    } else {
        " and the model's curve"
    };
    format!(
        "{quantity} against load: {} measured points{curves}{model}. The table below has the numbers.",
        shown.measured.len(),
    )
}

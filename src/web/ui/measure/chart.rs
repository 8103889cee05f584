//! A chart on a canvas, at the resolution of the screen and in the colors of the page.

use browser::canvas::{fit, use_size};
use flitscope::sweep::Quantity;
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;

use super::chart_program::{ChartProgram, Picture};
use super::chart_subject::ChartSubject;
use crate::ui::state::{theme::CurrentPalette, view_options::Look};

/// Factor by which text in the dock is enlarged in presentation mode; the same as in `style/time`.
const ENLARGED: f64 = 1.9;

/// A chart that is redrawn when its size or the theme changes.
#[component]
pub fn Chart(shown: Signal<ChartSubject>, charts: ChartProgram, picture: Picture) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = use_size(frame);
    let is_empty = move || shown.read().is_empty();
    let presenting = expect_context::<Look>().presenting;
    Effect::new(move |_| {
        let (Some(canvas), size) = (canvas.get(), size.get()) else {
            return;
        };
        if size.width < 50.0 || size.height < 50.0 || is_empty() {
            return;
        }
        charts.want();
        fit(&canvas, size);
        let zoom = if presenting.get() { ENLARGED } else { 1.0 };
        charts.draw(
            picture,
            &canvas,
            palette.get().id,
            size.scale * zoom,
            &shown.read(),
        );
    });
    // What is at the pointer.
    let reading = RwSignal::new(String::new());
    let read = move |event: PointerEvent| {
        if picture == Picture::Load || is_empty() {
            return;
        }
        let size = size.get_untracked();
        let zoom = if presenting.get_untracked() {
            ENLARGED
        } else {
            1.0
        };
        let sheet = (size.width / zoom, size.height / zoom);
        let across = f64::from(event.offset_x()) / zoom;
        let found = untrack(|| charts.reading(sheet, across, &shown.read()));
        reading.set(found.unwrap_or_default());
    };
    let label = move || {
        if picture == Picture::Load {
            return "Channel load by dimension, and how many channels are busier than a load. The \
                    table below has the numbers."
                .to_owned();
        }
        let shown = shown.read();
        let quantity = Quantity::ALL[shown.axes.quantity as usize].2;
        let curves = match shown.curves.len() {
            0 | 1 => String::new(),
            several => format!(" of {several} curves"),
        };
        format!(
            "{quantity} against injection rate: {} measured points{curves}{}. The table below has the numbers.",
            shown.measured.len(),
            if shown.model.is_empty() {
                ""
            } else {
                " and the model's curve"
            },
        )
    };
    let hint = "Measure simulates up to twelve loads in the background and plots them here.";
    let note = move || charts.problem.get().unwrap_or_else(|| hint.to_owned());
    view! {
        <div
            class="chart"
            class:several=move || shown.read().has_curves()
            class:loads=picture == Picture::Load
            class:empty=move || is_empty() || charts.problem.read().is_some()
            node_ref=frame
        >
            <canvas
                node_ref=canvas
                role="img"
                aria-label=label
                on:pointermove=read
                on:pointerdown=read
                on:pointerleave=move |_| reading.set(String::new())
            ></canvas>
            <div class="reading" aria-hidden="true">{reading}</div>
            <p class="muted" role="status">{note}</p>
            <Show when=move || charts.problem.read().is_some()>
                <button type="button" on:click=move |_| charts.start_again()>"Start it again"</button>
            </Show>
        </div>
    }
}

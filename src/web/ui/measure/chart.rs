//! A chart on a canvas, at the resolution of the screen and in the colors of the page.

use browser::canvas::{fit, use_size};
use flitscope::sweep::Quantity;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::chart_program::{ChartProgram, Picture, Places};
use super::chart_subject::ChartSubject;
use super::present::PresentLoad;
use crate::ui::state::{theme::CurrentPalette, view_options::Look};

/// Factor by which text in the dock is enlarged in presentation mode; the same as in `style/time`.
const ENLARGED: f64 = 1.9;

/// The distance from which a point is read [pixels].
const REACH: f64 = 16.0;

/// A chart that is redrawn when its size or the theme changes. Pointing at it reads the nearest point, or else the lines there;
/// the arrow keys go from point to point.
#[component]
pub fn Chart(
    shown: Signal<ChartSubject>,
    charts: ChartProgram,
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
        charts.want();
        fit(&canvas, size);
        let marked = ChartSubject {
            present: present.map(|present| present.get()),
            ..shown.get()
        };
        let scale = size.scale * zoom();
        charts.draw(picture, &canvas, palette.get().id, scale, &marked);
    });
    let places = Memo::new(move |_| {
        let size = size.get();
        if picture == Picture::Load || is_empty() || size.width < 50.0 {
            return Places::default();
        }
        let sheet = (size.width / zoom(), size.height / zoom());
        charts.places(sheet, &shown.read()).unwrap_or_default()
    });
    // What is at the pointer, and the point that is read.
    let reading = RwSignal::new(String::new());
    let chosen = RwSignal::new(None::<usize>);
    let read_point = move |place: usize| {
        let words = places
            .read_untracked()
            .points
            .get(place)
            .map(|point| point.1.clone());
        reading.set(words.unwrap_or_default());
        chosen.set(Some(place));
    };
    let read = move |event: PointerEvent| {
        if picture == Picture::Load || untrack(is_empty) {
            return;
        }
        let zoom = untrack(zoom);
        let at = (
            f64::from(event.offset_x()) / zoom,
            f64::from(event.offset_y()) / zoom,
        );
        let nearest = places.read_untracked().nearest(at, REACH);
        if let Some(place) = nearest {
            return read_point(place);
        }
        chosen.set(None);
        let size = size.get_untracked();
        let sheet = (size.width / zoom, size.height / zoom);
        let found = untrack(|| charts.reading(sheet, at.0, &shown.read()));
        let found = found.unwrap_or_default();
        reading.set(found.trim_end_matches(": no value here").to_owned());
    };
    let forget = move || {
        reading.set(String::new());
        chosen.set(None);
    };
    let step = move |event: KeyboardEvent| {
        let count = places.read_untracked().points.len();
        if count == 0 {
            return;
        }
        let next = match (&*event.key(), chosen.get_untracked()) {
            ("Home", _) | ("ArrowRight", None) => 0,
            ("End", _) | ("ArrowLeft", None) => count - 1,
            ("ArrowRight", Some(now)) => (now + 1).min(count - 1),
            ("ArrowLeft", Some(now)) => now.saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        read_point(next);
    };
    // Points change while they are measured.
    Effect::new(move |_| {
        places.track();
        forget();
    });
    let ring = move || {
        let places = places.read();
        let (at, _) = places.points.get(chosen.get()?)?;
        let zoom = zoom();
        Some((format!("{}px", at.0 * zoom), format!("{}px", at.1 * zoom)))
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
            "{quantity} against load: {} measured points{curves}{}. The table below has the numbers.",
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
    let is_read = picture == Picture::Latency;
    view! {
        <div
            class="chart"
            class:several=move || shown.read().has_curves()
            class:loads=picture == Picture::Load
            class:empty=move || is_empty() || charts.problem.read().is_some()
        >
            <div
                class="sheet"
                node_ref=sheet
                role=is_read.then_some("group")
                tabindex=is_read.then_some("0")
                aria-label=is_read.then_some("Chart: the arrow keys read its points")
                on:keydown=step
                on:blur=move |_| forget()
            >
                <canvas
                    node_ref=canvas
                    role="img"
                    aria-label=label
                    on:pointermove=read
                    on:pointerdown=read
                    on:pointerleave=move |_| forget()
                ></canvas>
                {move || ring().map(|(left, top)| view! { <i class="ring" style:left=left style:top=top></i> })}
                {present.map(|rate| view! { <PresentLoad rate places zoom=Signal::derive(zoom) /> })}
            </div>
            {is_read.then(|| view! { <div class="reading" role="status" title=reading>{reading}</div> })}
            <p class="muted" role="status">{note}</p>
            <Show when=move || charts.problem.read().is_some()>
                <button type="button" on:click=move |_| charts.start_again()>"Start it again"</button>
            </Show>
        </div>
    }
}

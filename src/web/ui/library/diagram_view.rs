//! A diagram on a canvas, with a cross-hair to read values and a legend that toggles traces.

use browser::canvas::fine::{FINER, FineCanvas};
use browser::canvas::{Size, fit, use_size};
use flitscope::plot::{Diagram, DiagramKey, Frame, Kind, Swatch, Theme, readable};
use flitscope::scene::Palette;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use web_sys::{HtmlCanvasElement, PointerEvent};

use super::typeset::typeset;
use crate::ui::state::theme::CurrentPalette;

/// The number of evenly spaced stops of the cross-hair for the keyboard.
const STOPS: usize = 100;
/// The minimum number of canvas pixels per page pixel.
const FINEST: f64 = 2.0;
/// The number of stops by which Page Up and Page Down move the cross-hair.
const PAGE: usize = 10;

/// A diagram that adapts to its size and the theme.
#[component]
pub fn DiagramView(
    #[prop(into)] diagram: Signal<Diagram>,
    /// The description for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// Hides or shows a trace; without this callback, the view does so itself.
    #[prop(optional)]
    toggle: Option<Callback<usize>>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let hidden = RwSignal::new(Vec::<usize>::new());
    let shown = Memo::new(move |_| without(diagram.get(), &hidden.read()));
    let toggle = toggle.unwrap_or_else(|| {
        Callback::new(move |index| {
            hidden.update(
                |hidden| match hidden.iter().position(|&other| other == index) {
                    Some(place) => drop(hidden.remove(place)),
                    None => hidden.push(index),
                },
            );
        })
    });
    let element = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = use_size(element);
    let zoom = use_zoom(element, size, palette);
    let frame = Memo::new(move |_| {
        let Size { width, height, .. } = size.get();
        let zoom = zoom.get();
        Frame::of(&shown.read(), width / zoom, height / zoom, 0.0)
    });
    Effect::new(move |_| {
        let (Some(canvas), size) = (canvas.get(), size.get()) else {
            return;
        };
        if size.width >= 50.0 && size.height >= 50.0 {
            // At least the resolution of a fine screen, so that lines are smooth on coarse ones too.
            let scale = size.scale.max(FINEST);
            fit(&canvas, Size { scale, ..size });
            let theme = Theme::in_page(palette.read().id, FINER * scale * zoom.get());
            draw(canvas, &shown.read(), &theme);
        }
    });
    let at = RwSignal::new(None::<f64>);
    let count = Memo::new(move |_| shown.read().traces.len());
    let items = move |index: usize| {
        let seen = Memo::new(move |_| {
            let diagram = shown.read();
            let trace = diagram.traces.get(index)?;
            let theme = Theme::in_page(palette.read().id, 1.0);
            Some((
                trace.name.clone(),
                trace.is_hidden,
                diagram.swatch(index, &theme),
            ))
        });
        let reading = move || {
            let readings = shown.read().at(at.get()?, &frame.read());
            let mut ours = readings
                .into_iter()
                .filter(|reading| reading.trace == index);
            ours.next().map(|reading| reading.words())
        };
        view! {
            <li>
                <button
                    aria-pressed=move || seen.get().is_some_and(|seen| !seen.1).to_string()
                    title="Hide or show"
                    on:click=move |_| toggle.run(index)
                >
                    {move || seen.get().map(|seen| view! { <Sample swatch=seen.2 /> })}
                    <span class="diagram-name">{move || seen.get().map(|seen| typeset(&seen.0))}</span>
                    <span class="diagram-value">{reading}</span>
                </button>
            </li>
        }
    };
    let keys = move || {
        let keys = shown.read().keys(&frame.read()).into_iter();
        keys.map(|key| view! { <li><KeySample key_=key />{key.label()}</li> })
            .collect_view()
    };
    let place = move || {
        let x = at.get().map(readable);
        let text = x.map(|x| [&shown.read().x.label, ": ", &x].concat());
        text.unwrap_or_else(|| {
            "Point at the chart, or use the arrow keys in it, to read it.".into()
        })
    };
    view! {
        <div class="diagram">
            <div class="diagram-sheet" node_ref=element>
                <canvas node_ref=canvas role="img" aria-label=label></canvas>
                <CrossHair shown frame at size zoom />
            </div>
            <p class="diagram-place">{place}</p>
            <ul class="diagram-legend" aria-label="Legend: hides and shows curves">
                <For each=move || 0..count.get() key=|index| *index children=items />
            </ul>
            <ul class="diagram-keys" aria-label="Marks">{keys}</ul>
        </div>
    }
}

/// The text zoom for an audience.
const PRESENTED: f64 = 1.85;

/// The text zoom of a theme, or for an audience.
fn use_zoom(
    element: NodeRef<html::Div>,
    size: RwSignal<Size>,
    palette: Memo<&'static Palette>,
) -> Memo<f64> {
    Memo::new(move |_| {
        // The page for an audience has another layout, so the size changes with it.
        size.track();
        let element = element.get();
        let page = element.and_then(|element| element.closest(".presenting").ok().flatten());
        if page.is_some() {
            PRESENTED
        } else {
            zoom_of(palette.read().id)
        }
    })
}

/// The text zoom of a theme, larger for projectors.
fn zoom_of(palette: &str) -> f64 {
    if palette == "projector" { 1.35 } else { 1.0 }
}

fn without(mut diagram: Diagram, hidden: &[usize]) -> Diagram {
    for &index in hidden {
        if let Some(trace) = diagram.traces.get_mut(index) {
            trace.is_hidden = !trace.is_hidden;
        }
    }
    diagram
}

/// The size of saved pictures \[pixels\].
pub const SAVED: (u32, u32) = (960, 620);

/// Draws on a canvas; the canvas stays blank if the backend fails.
fn draw(canvas: HtmlCanvasElement, diagram: &Diagram, theme: &Theme) {
    if let Some(area) = FineCanvas::area(canvas) {
        let _ = diagram.draw(&area, theme);
    }
}

/// A vertical line with a dot on every curve, moved by pointer and arrow keys.
#[component]
fn CrossHair(
    shown: Memo<Diagram>,
    frame: Memo<Frame>,
    at: RwSignal<Option<f64>>,
    size: RwSignal<Size>,
    /// The number of page pixels per pixel of the sheet.
    zoom: Memo<f64>,
) -> impl IntoView {
    let stops = Memo::new(move |_| shown.read().stops(&frame.read(), STOPS));
    let near = move || {
        let (stops, at) = (stops.read(), at.get()?);
        Some(
            stops
                .partition_point(|&stop| stop < at)
                .min(stops.len().checked_sub(1)?),
        )
    };
    let point = move |event: PointerEvent| {
        at.set(Some(
            frame.read_untracked().x_at(f64::from(event.offset_x())),
        ));
    };
    let press = move |event: KeyboardEvent| {
        let last = stops.read_untracked().len().saturating_sub(1);
        let here = untrack(near);
        let forth = |by: usize| here.map_or(0, |here| (here + by).min(last));
        let back = |by: usize| here.map_or(last, |here| here.saturating_sub(by));
        let stop = match &*event.key() {
            "ArrowRight" | "ArrowUp" => forth(1),
            "ArrowLeft" | "ArrowDown" => back(1),
            "PageUp" => forth(PAGE),
            "PageDown" => back(PAGE),
            "Home" => 0,
            "End" => last,
            "Escape" => return at.set(None),
            _ => return,
        };
        event.prevent_default();
        at.set(stops.read_untracked().get(stop).copied());
    };
    let words = move || match at.get() {
        Some(x) => shown.read().sentence(x, &frame.read()),
        None => "arrow keys move it".to_owned(),
    };
    let marks = move || {
        let (x, frame) = (at.get()?, frame.read());
        let across = frame.pixel_of(x)?;
        let dots = shown
            .read()
            .at(x, &frame)
            .into_iter()
            .filter_map(|reading| {
                let (left, top) = (frame.pixel_of(reading.x)?, frame.height_of(reading.y)?);
                Some(view! { <circle cx=left cy=top r="5" /> })
            });
        let bottom = frame
            .strip
            .as_ref()
            .map_or(frame.plot, |(strip, _)| *strip)
            .bottom;
        Some(view! {
            <line x1=across x2=across y1=frame.plot.top y2=bottom />
            {dots.collect_view()}
        })
    };
    let sheet = move || {
        let (Size { width, height, .. }, zoom) = (size.get(), zoom.get());
        format!("0 0 {} {}", width / zoom, height / zoom)
    };
    view! {
        <svg aria-hidden="true" viewBox=sheet>{marks}</svg>
        <div
            class="diagram-reader"
            role="slider"
            tabindex="0"
            aria-label="Cross-hair"
            aria-valuemin="0"
            aria-valuemax=move || stops.read().len().saturating_sub(1)
            aria-valuenow=move || near().unwrap_or(0)
            aria-valuetext=words
            on:pointermove=point
            on:pointerdown=point
            on:keydown=press
        ></div>
    }
}

/// The legend sample of a trace: a piece of a line, or a glyph.
#[component]
fn Sample(swatch: Swatch) -> impl IntoView {
    let Swatch { color, dash, kind } = swatch;
    let shape = match kind {
        Kind::Model | Kind::Bound => view! {
            <line x1="1" y1="7" x2="33" y2="7" stroke=color stroke-width="2.5" stroke-dasharray=dash />
        }
        .into_any(),
        Kind::Simulation => view! { <circle cx="17" cy="7" r="4.5" fill=color /> }.into_any(),
        Kind::Printed => view! {
            <path d="M17 1 L23 7 L17 13 L11 7 Z" fill="none" stroke=color stroke-width="1.75" />
        }
        .into_any(),
    };
    view! { <svg class="diagram-sample" width="34" height="14" aria-hidden="true">{shape}</svg> }
}

/// The legend sample of a kind of mark, without its color. The kinds of the latency curves in
/// Explore have no sample here.
#[component]
fn KeySample(key_: DiagramKey) -> impl IntoView {
    let shape = match key_ {
        DiagramKey::Interval => view! { <path d="M17 2 V12 M13 2 H21 M13 12 H21" /> }.into_any(),
        DiagramKey::Hollow => view! { <circle cx="17" cy="7" r="4.5" /> }.into_any(),
        DiagramKey::Saturation => {
            view! { <path d="M17 0 V14" stroke-dasharray="4 3" /> }.into_any()
        }
        DiagramKey::Agreement => {
            view! { <rect class="agreement" x="3" y="3" width="28" height="8" /> }.into_any()
        }
        DiagramKey::Beyond => {
            view! { <path d="M17 12 V4 M13 7 L17 2 L21 7 Z" fill="currentColor" /> }.into_any()
        }
        DiagramKey::Model
        | DiagramKey::Published
        | DiagramKey::ZeroLoad
        | DiagramKey::Offered
        | DiagramKey::Accepted
        | DiagramKey::Network
        | DiagramKey::Latency
        | DiagramKey::Print
        | DiagramKey::Unicasts
        | DiagramKey::Fallen
        | DiagramKey::Bound
        | DiagramKey::BoundOfCurve => ().into_any(),
    };
    view! { <svg class="diagram-sample" width="34" height="14" aria-hidden="true">{shape}</svg> }
}

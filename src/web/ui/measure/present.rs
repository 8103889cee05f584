//! The line of the present load in a chart: dragged, or moved by the arrow keys, it sets the load of the scenario.

use flitscope::page::PageStateStoreFields;
use flitscope::page::measure::Places;
use flitscope::sweep::capacity;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use web_sys::Element;

use crate::ui::state::page::Page;

/// The handle of the line, which the chart draws.
#[component]
pub fn PresentLoad(
    /// λ [messages/node/cycle].
    rate: Memo<f64>,
    places: Memo<Places>,
    /// Pixels of the page per pixel of the chart.
    zoom: Signal<f64>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let handle = NodeRef::<html::Div>::new();
    let capacity = move || capacity(&page.state.built().read_untracked());
    let percent = move || 100.0 * rate.get() / capacity();
    let set = move |percent: f64| {
        let percent = percent.round().clamp(0.0, 100.0);
        let now = 100.0 * rate.get_untracked() / capacity();
        if page.locks("traffic.rate") || (percent - now).abs() < 0.01 {
            return;
        }
        let rate = (percent / 100.0 * capacity()).min(1.0);
        let text = format!("{rate:.3e}").parse::<f64>();
        // A rate up to capacity is always accepted.
        let _ = page.set(
            "traffic.rate",
            &text.map_or_else(|_| "0".to_owned(), |rate| rate.to_string()),
        );
    };
    let is_held = StoredValue::new(false);
    let take = move |event: PointerEvent| {
        let Some(handle) = handle.get_untracked() else {
            return;
        };
        event.prevent_default();
        is_held.set_value(true);
        // Fails only for a pointer that is gone.
        let _ = handle.set_pointer_capture(event.pointer_id());
        let _ = handle.focus();
    };
    let drag = move |event: PointerEvent| {
        if !is_held.get_value() {
            return;
        }
        let sheet = handle
            .get_untracked()
            .and_then(|handle| handle.parent_element());
        let left = sheet.map_or(0.0, |sheet: Element| {
            sheet.get_bounding_client_rect().left()
        });
        let across = (f64::from(event.client_x()) - left) / zoom.get_untracked();
        set(100.0 * places.read_untracked().rate(across) / capacity());
    };
    let release = move |_| is_held.set_value(false);
    let step = move |event: KeyboardEvent| {
        let now = (100.0 * rate.get_untracked() / capacity()).round();
        let next = match &*event.key() {
            "ArrowRight" | "ArrowUp" => now + 1.0,
            "ArrowLeft" | "ArrowDown" => now - 1.0,
            "PageUp" => now + 10.0,
            "PageDown" => now - 10.0,
            "Home" => 0.0,
            "End" => 100.0,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        set(next);
    };
    let pixels = |length: f64| format!("{length:.1}px");
    let left = move || pixels(places.read().across(rate.get()) * zoom.get());
    let top = move || pixels(places.read().edges[2] * zoom.get());
    let height = move || {
        let [.., top, bottom] = places.read().edges;
        pixels((bottom - top) * zoom.get())
    };
    let has_plot = Memo::new(move |_| places.read().edges[1] > 0.0);
    view! {
        <div
            node_ref=handle
            class="present-load"
            hidden=move || !has_plot.get()
            role="slider"
            tabindex="0"
            aria-label="Present load, as a share of capacity"
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=move || format!("{:.0}", percent())
            aria-valuetext=move || format!("{:.0} % of capacity", percent())
            aria-disabled=move || page.locks("traffic.rate").to_string()
            title="Drag to change the load"
            style:left=left
            style:top=top
            style:height=height
            on:pointerdown=take
            on:pointermove=drag
            on:pointerup=release
            on:pointercancel=release
            on:keydown=step
        ></div>
    }
    .into_any()
}

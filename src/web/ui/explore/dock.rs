//! The dock below the picture: one view at a time, at a height that the user sets.

use flitscope::page::{Action, Dock, PageState, PageStateStoreFields, Place, ViewStoreFields};
use leptos::prelude::*;
use leptos::{ev, html};
use reactive_stores::Store;
use wasm_bindgen::JsCast;

use crate::ui::controls::part::part;
use crate::ui::measure::panel::measure_panel;
use crate::ui::network::network_panel;
use crate::ui::stage::spacetime::space_time;
use crate::ui::state::{page::Page, view_options::Look};
use crate::ui::time::time_line::TimeLine;
use crate::ui::written::script_panel;

/// Buttons that choose the view in the dock.
#[component]
pub fn DockTabs() -> impl IntoView {
    let page = expect_context::<Page>();
    let watched = Dock::ALL.iter().filter(|(dock, ..)| !dock.is_own());
    let tabs = watched.map(|&(dock, name, _)| {
        let is_shown = move || (page.state.view().dock().get() == dock).to_string();
        view! {
            <button type="button" aria-pressed=is_shown on:click=move |_| page.act(Action::Dock(dock))>{name}</button>
        }
    });
    let is_own = move || page.state.view().dock().get().is_own();
    let make = move |_| {
        if !is_own() {
            page.act(Action::Dock(Dock::Script));
        }
    };
    view! {
        <div class="choices dock-tabs" role="group" aria-label="Below the picture">
            {tabs.collect_view()}
            <Show when=move || page.allows("script")>
                <button type="button" aria-pressed=move || is_own().to_string() title="A routing function or a network of your own" on:click=make>"Make"</button>
            </Show>
        </div>
    }
}

/// The dock, and the edge that changes its height.
#[component]
pub fn DockArea() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let look = expect_context::<Look>();
    let shown = Memo::new(move |_| match state.place().get() {
        Place::Explore | Place::Lessons => state.view().dock().get(),
        _ => Dock::TimeLine,
    });
    let is_tall = move || shown.get() != Dock::TimeLine;
    // A measurement continues while the dock shows another view.
    let has_curve = Memo::new(move |before: Option<&bool>| {
        before.copied().unwrap_or_default() || shown.get() == Dock::Curve
    });
    let height = move || {
        let view = shown.get();
        is_tall().then(|| format!("{}px", look.dock_height(state.place().get(), view)))
    };
    let dock = NodeRef::<html::Section>::new();
    view! {
        <Show when=is_tall><Edge dock /></Show>
        <section node_ref=dock class="dock" class:tall=is_tall style:height=height aria-label=move || Dock::ALL[shown.get() as usize].1>
            <Show when=move || shown.get() == Dock::TimeLine><TimeLine /></Show>
            <Show when=move || shown.get().is_of_one_message()>{part(space_time)}</Show>
            <Show when=move || shown.get() == Dock::Script>{part(script_panel)}</Show>
            <Show when=move || shown.get() == Dock::Network>{part(network_panel)}</Show>
            <Show when=move || has_curve.get()>
                <div class="curve" hidden=move || shown.get() != Dock::Curve>{part(measure_panel)}</div>
            </Show>
        </section>
    }
}

/// The smallest and the largest height of the dock \[pixels\]; the stage above it keeps a least height as well.
const HEIGHTS: (f64, f64) = (140.0, 900.0);

/// The edge between picture and dock, moved with a pointer or the arrow keys.
#[component]
fn Edge(dock: NodeRef<html::Section>) -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let look = expect_context::<Look>();
    let view = move || (state.place().get(), state.view().dock().get());
    // The dock may be lower than it was set to, where the picture above it needs the room.
    let real_height = move || {
        let dock = dock.try_get_untracked().flatten();
        dock.map_or(HEIGHTS.0, |dock| dock.get_bounding_client_rect().height())
    };
    let set = move |height: f64| {
        let (place, shown) = untrack(view);
        look.set_dock_height(place, shown, height.clamp(HEIGHTS.0, HEIGHTS.1));
    };
    let settle = move || {
        set(real_height());
        let (place, shown) = untrack(view);
        look.remember_dock_height(place, shown);
    };
    // The height of the dock and the position of the pointer, added up.
    let held_at = StoredValue::new(None::<f64>);
    let press = move |event: ev::PointerEvent| {
        event.prevent_default();
        held_at.set_value(Some(real_height() + f64::from(event.client_y())));
        if let Some(edge) = event
            .target()
            .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
        {
            // Fails only for a pointer that was just released.
            let _ = edge.set_pointer_capture(event.pointer_id());
        }
    };
    let follow = move |event: ev::PointerEvent| {
        if let Some(sum) = held_at.get_value() {
            set(sum - f64::from(event.client_y()));
        }
    };
    let release = move |_| {
        if held_at.get_value().is_some() {
            held_at.set_value(None);
            settle();
        }
    };
    let key = move |event: ev::KeyboardEvent| {
        let by = match &*event.key() {
            "ArrowUp" => 24.0,
            "ArrowDown" => -24.0,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        set(real_height() + by);
        // The layout limits the height, which is read afterwards.
        request_animation_frame(settle);
    };
    let height = move || {
        let (place, shown) = view();
        look.dock_height(place, shown).round()
    };
    view! {
        <div
            class="edge"
            role="separator"
            tabindex="0"
            aria-orientation="horizontal"
            aria-label="Height of the dock"
            title="Drag, or press the up and down arrow keys, to change the height"
            aria-valuemin=HEIGHTS.0
            aria-valuemax=HEIGHTS.1
            aria-valuenow=height
            on:pointerdown=press
            on:pointermove=follow
            on:pointerup=release
            on:pointercancel=release
            on:keydown=key
        ></div>
    }
}

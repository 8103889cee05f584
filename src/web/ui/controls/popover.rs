//! A button that opens a small panel beside itself; Esc or a click elsewhere closes it.

use flitscope::page::{Action, Panel};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlButtonElement, HtmlDivElement, HtmlElement, HtmlInputElement};

use crate::ui::state::page::Page;

/// A button and its panel, which is built when it opens: below the button, or above it near the lower edge of the
/// window.
#[component]
pub fn Popover(
    /// Id of the panel; the id of the button has the suffix `-button`.
    id: &'static str,
    /// Purpose of the panel, as its accessible name and the tooltip of the button.
    name: &'static str,
    #[prop(into)] label: ViewFn,
    /// CSS class of the button.
    #[prop(optional)]
    class: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let button = NodeRef::<html::Button>::new();
    let panel = NodeRef::<html::Div>::new();
    let is_open = RwSignal::new(false);
    // The `toggle` event arrives late: the panel may be gone by then.
    let is_there = move || Some((button.try_get_untracked()??, panel.try_get_untracked()??));
    let toggled = move |_| {
        let Some((_, element)) = is_there() else {
            return;
        };
        let opens = element.matches(":popover-open").unwrap_or(false);
        is_open.set(opens);
        if opens {
            // Fields have fixed ids, so no other panel may show them at the same time.
            if id.starts_with("set-") {
                page.act(Action::Panel(Panel::None));
            }
            // The size is known only after the content is rendered.
            follow(is_there, is_open, None);
            focus_first_field(is_there, is_open, PATIENCE);
        }
    };
    let children = StoredValue::new(children);
    let content = move || {
        is_open
            .get()
            .then(|| children.with_value(|content| content()))
    };
    view! {
        <button
            node_ref=button
            id=format!("{id}-button")
            class=class
            type="button"
            title=name
            popovertarget=id
        >
            {move || label.run()}
        </button>
        <div node_ref=panel id=id class="popover panel" role="dialog" aria-label=name popover="auto" on:toggle=toggled>
            {content}
        </div>
    }
}

/// Position and size of a button and its panel in the window \[pixels\].
type Place = [f64; 6];

/// The number of frames within which the content of a panel is expected.
const PATIENCE: u32 = 300;

/// Moves the focus to the first field of a panel, with the text selected, as soon as the field is
/// there: the content of a panel may still be fetched. A panel without a field leaves the focus where it is, and so does a
/// touch screen, on whose lower half a keyboard would appear.
fn focus_first_field(
    is_there: impl Fn() -> Option<(HtmlButtonElement, HtmlDivElement)> + Copy + 'static,
    is_open: RwSignal<bool>,
    frames: u32,
) {
    request_animation_frame(move || {
        let Some((button, panel)) = is_there() else {
            return;
        };
        // A button that was clicked, rather than pressed by key, has lost the focus to the page (`app::shortcuts`).
        let focused = document().active_element();
        let is_free =
            focused.is_none_or(|focused| focused == **button || focused.tag_name() == "BODY");
        if !is_open.try_get_untracked().unwrap_or_default() || !is_free || has_touch() {
            return;
        }
        // Fails only for an invalid selector.
        let field = panel.query_selector("input:enabled, select:enabled").ok();
        if let Some(field) = field.flatten() {
            let _ = field.unchecked_ref::<HtmlElement>().focus();
            if let Some(text) = field.dyn_ref::<HtmlInputElement>() {
                text.select();
            }
        } else if frames > 0 {
            focus_first_field(is_there, is_open, frames - 1);
        }
    });
}

/// Whether the main pointing device is a finger.
fn has_touch() -> bool {
    // Fails only for an invalid query.
    let coarse = window().match_media("(pointer: coarse)").ok().flatten();
    coarse.is_some_and(|coarse| coarse.matches())
}

/// Keeps an open panel at its button, which moves when its line scrolls or wraps. No event tells of all that moves it.
fn follow(
    is_there: impl Fn() -> Option<(HtmlButtonElement, HtmlDivElement)> + Copy + 'static,
    is_open: RwSignal<bool>,
    before: Option<Place>,
) {
    request_animation_frame(move || {
        let Some((button, panel)) = is_there() else {
            return;
        };
        if !is_open.try_get_untracked().unwrap_or_default() {
            return;
        }
        let (at, own) = (
            button.get_bounding_client_rect(),
            panel.get_bounding_client_rect(),
        );
        let now = [
            at.left(),
            at.top(),
            at.width(),
            at.height(),
            own.width(),
            own.height(),
        ];
        if at.width() == 0.0 {
            // The window has become too narrow for the button.
            let _ = panel.hide_popover();
            return;
        }
        if before != Some(now) {
            place(&panel, &button);
        }
        follow(is_there, is_open, Some(now));
    });
}

/// Positions a panel below its button, or above it where there is more room.
fn place(panel: &HtmlElement, button: &HtmlElement) {
    /// Distance to the edges of the window \[pixels\].
    const GAP: f64 = 8.0;
    let size = |value: Result<wasm_bindgen::JsValue, _>| {
        value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
    };
    let (width, height) = (size(window().inner_width()), size(window().inner_height()));
    let at = button.get_bounding_client_rect();
    let own = panel.get_bounding_client_rect();
    let left = at.left().min(width - own.width() - GAP).max(GAP);
    let below = at.bottom() + 4.0;
    let is_above = below + own.height() > height - GAP && at.top() > height - below;
    let top = if is_above {
        (at.top() - 4.0 - own.height()).max(GAP)
    } else {
        below
    };
    let room = if is_above { at.top() - 4.0 } else { height } - top - GAP;
    for (name, pixels) in [
        ("left", left),
        ("top", top),
        ("max-height", room.max(120.0)),
    ] {
        // Fails only for an unknown property name.
        let _ = panel.style().set_property(name, &format!("{pixels}px"));
    }
}

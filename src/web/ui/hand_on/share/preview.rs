//! The page that the link opens, in a frame of the chosen size.

use std::time::Duration;

use browser::clipboard::whole_address;
use flitscope::page::handout::Handout;
use leptos::html;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;

use crate::ui::state::storage::PREVIEW;

/// The largest height of the preview \[CSS pixels\].
const TALLEST: f64 = 380.0;

/// The page behind the link, as a new visitor sees it. It is opened anew after every change, since a page keeps
/// restrictions and themes that the next link does not name.
#[component]
pub fn Preview(handout: RwSignal<Handout>) -> impl IntoView {
    const REST: Duration = Duration::from_millis(600);
    let content = Memo::new(move |_| {
        let mut handout = handout.get();
        // The page around the preview is not that host.
        handout.restrictions.host = None;
        (whole_address(&handout.link()), handout.size)
    });
    let shown = RwSignal::new(content.get_untracked());
    let mut show_later = debounce(REST, move |()| shown.set(content.get_untracked()));
    Effect::new(move |before: Option<()>| {
        content.track();
        if before.is_some() {
            show_later(());
        }
    });
    let space = NodeRef::<html::Div>::new();
    let width = RwSignal::new(None::<f64>);
    let measure = move || {
        let space = space.try_get_untracked().flatten();
        width.try_set(space.map(|space| f64::from(space.client_width())));
    };
    // Not at once: the dialog has no size yet.
    space.on_load(move |_| request_animation_frame(measure));
    let resized = window_event_listener(leptos::ev::resize, move |_| measure());
    on_cleanup(move || resized.remove());
    let scale = Memo::new(move |_| {
        let [frame, height] = shown.read().1.map(f64::from);
        let width = width.get()?;
        Some((width / frame).min(TALLEST / height).min(1.0))
    });
    let frame = move |(address, [width, height]): (String, [u32; 2])| {
        view! {
            <iframe
                name=PREVIEW
                title="Preview"
                src=address
                width=width
                height=height
                style:transform=move || scale.get().map(|scale| format!("scale({scale:.4})"))
            ></iframe>
        }
        .into_any()
    };
    let pixels = |side: f64| format!("{side:.0}px");
    let size = move |side: usize| {
        let scale = scale.get()?;
        Some(pixels(f64::from(shown.read().1[side]) * scale))
    };
    view! {
        <div class="share-preview" node_ref=space>
            <div style:width=move || size(0) style:height=move || size(1)>
                <For each=move || [shown.get()] key=|shown| shown.clone() children=frame />
            </div>
        </div>
    }
}

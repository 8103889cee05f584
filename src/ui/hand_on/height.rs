//! The height that an embedded page would like to have.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};

/// The parts whose size decides about the height.
const PARTS: [&str; 4] = [".lab", ".stage-box", ".side", ".library"];

/// Calls `tell` with the height now and whenever it changes, while the caller's owner lives \[CSS pixels\].
pub fn keep_told(tell: impl Fn(u32) + 'static) {
    let told = StoredValue::new(0);
    let measure = move || {
        let now = height();
        if told.try_get_value().is_some_and(|before| before != now) {
            told.set_value(now);
            tell(now);
        }
    };
    let changed = Closure::<dyn Fn()>::new(measure);
    if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        for part in PARTS.iter().filter_map(|part| found(part)) {
            observer.observe(&part);
        }
        let kept = StoredValue::new_local((observer, changed));
        on_cleanup(move || {
            kept.try_update_value(|(observer, _)| observer.disconnect());
        });
    }
}

/// The height at which nothing but long texts scrolls \[CSS pixels\]. It does not depend on the height of the frame,
/// so that a host that follows it comes to rest.
fn height() -> u32 {
    let Some(all) = document().document_element() else {
        return 0;
    };
    let missing = match found(".stage-box").filter(|stage| stage.client_height() > 0) {
        Some(stage) => wanted(f64::from(stage.client_width())) - f64::from(stage.client_height()),
        None => found(".library").map_or(0.0, |library| {
            f64::from(library.scroll_height() - library.client_height())
        }),
    };
    (f64::from(all.scroll_height()) + missing).max(0.0) as u32
}

/// The height of a picture of a width \[CSS pixels\].
fn wanted(width: f64) -> f64 {
    (width * 0.6).clamp(200.0, 520.0).round()
}

fn found(selector: &str) -> Option<Element> {
    // Fails only for an invalid selector.
    document().query_selector(selector).ok().flatten()
}

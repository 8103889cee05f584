//! The height that an embedded page would like to have.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};

/// The parts whose size decides about the height.
const PARTS: [&str; 4] = [".lab", ".stage-box", ".side", ".library"];

/// Calls `tell` with the height now and whenever it changes, while the caller's owner lives \[CSS pixels\].
pub fn keep_told(tell: impl Fn(u32) + 'static) {
    let told = StoredValue::new(0_u32);
    let measure = move || {
        let now = height();
        // Parts have fractions of a pixel, which add up to another whole number in a frame of another height.
        let differs = |before: u32| before.abs_diff(now) > 1;
        if told.try_get_value().is_some_and(differs) {
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
/// so that a host that follows it comes to rest, nor on what is said above the picture: for a line that comes and goes
/// the picture makes room, not the page around the frame.
fn height() -> u32 {
    let Some(all) = document().document_element() else {
        return 0;
    };
    let missing = match found(".stage-box").map(|stage| stage.get_bounding_client_rect()) {
        Some(stage) if stage.height() > 0.0 => wanted(stage.width()) - stage.height(),
        _ => found(".library").map_or(0.0, |library| {
            f64::from(library.scroll_height() - library.client_height())
        }),
    };
    let said = found(".said").map_or(0.0, |said| said.get_bounding_client_rect().height());
    (f64::from(all.scroll_height()) + missing - said)
        .max(0.0)
        .round() as u32
}

/// The height of a picture of a width \[CSS pixels\], which the style sheet knows as well for narrow frames, where the
/// picture has their whole width.
fn wanted(width: f64) -> f64 {
    const NARROW: f64 = 760.0;
    let frame = window().inner_width().ok();
    let frame = frame.and_then(|pixels| pixels.as_f64());
    let width = frame.filter(|frame| *frame <= NARROW).unwrap_or(width);
    (width * 0.6).clamp(200.0, 520.0)
}

fn found(selector: &str) -> Option<Element> {
    // Fails only for an invalid selector.
    document().query_selector(selector).ok().flatten()
}

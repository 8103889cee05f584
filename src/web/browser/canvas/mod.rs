//! Canvases at the resolution of the screen, which follow the size of their element.

pub mod fine;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ResizeObserver};

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Width [pixels of the page].
    pub width: f64,
    /// Height [pixels of the page].
    pub height: f64,
    /// Device pixels per pixel of the page.
    pub scale: f64,
}

pub fn use_size(element: NodeRef<html::Div>) -> RwSignal<Size> {
    let size = RwSignal::new(Size::default());
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let measured = element.clone();
        let measure = move || {
            let rect = measured.get_bounding_client_rect();
            let now = Size {
                width: rect.width(),
                height: rect.height(),
                scale: window().device_pixel_ratio(),
            };
            if size.get_untracked() != now {
                size.set(now);
            }
        };
        // The observer reports the first layout as well; measuring before it would force the browser
        // to lay out the page twice.
        let changed = Closure::<dyn Fn()>::new(measure);
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref());
        if let Ok(observer) = observer {
            observer.observe(&element);
            let kept = StoredValue::new_local((observer, changed));
            on_cleanup(move || {
                kept.try_update_value(|(observer, _)| observer.disconnect());
            });
        }
    });
    size
}

/// Sets the pixel dimensions of a canvas for its size; returns whether they changed, which clears it.
pub fn fit(canvas: &HtmlCanvasElement, size: Size) -> bool {
    let pixels = |length: f64| (length * size.scale).round().max(1.0) as u32;
    let (width, height) = (pixels(size.width), pixels(size.height));
    let changed = canvas.width() != width || canvas.height() != height;
    if changed {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    changed
}

/// Returns the 2D drawing context of a canvas.
pub fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    let context = canvas.get_context("2d").ok().flatten()?;
    context.dyn_into().ok()
}

/// Returns whether the window is so narrow that panels are below the picture.
pub fn is_narrow() -> bool {
    // Fails only for an invalid query.
    let narrow = window().match_media("(max-width: 760px)").ok().flatten();
    narrow.is_some_and(|narrow| narrow.matches())
}

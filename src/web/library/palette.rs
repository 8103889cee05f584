//! The theme of the page, which is an attribute of its root.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// The name of the current theme, updated when it changes.
pub fn use_palette() -> RwSignal<String> {
    let palette = RwSignal::new(current());
    let changed = Closure::<dyn Fn()>::new(move || {
        let now = current();
        if palette.get_untracked() != now {
            palette.set(now);
        }
    });
    if let Ok(observer) = observe(changed.as_ref()) {
        let kept = StoredValue::new_local((observer, changed));
        on_cleanup(move || {
            kept.try_update_value(|(observer, _)| {
                let _ = call(observer, "disconnect", &js_sys::Array::new());
            });
        });
    }
    palette
}

fn current() -> String {
    let root = document().document_element();
    let name = root.and_then(|root| root.get_attribute("data-theme"));
    name.unwrap_or_default()
}

/// Calls a function whenever the theme changes.
fn observe(changed: &JsValue) -> Result<JsValue, JsValue> {
    let class = js_sys::Reflect::get(&window(), &"MutationObserver".into())?;
    let observer = js_sys::Reflect::construct(
        class.unchecked_ref::<js_sys::Function>(),
        &js_sys::Array::of1(changed),
    )?;
    let options = js_sys::Object::new();
    let names = js_sys::Array::of1(&"data-theme".into());
    js_sys::Reflect::set(&options, &"attributeFilter".into(), &names)?;
    let root = document().document_element();
    let root: JsValue = root.map_or(JsValue::NULL, Into::into);
    call(&observer, "observe", &js_sys::Array::of2(&root, &options))?;
    Ok(observer)
}

fn call(object: &JsValue, name: &str, with: &js_sys::Array) -> Result<JsValue, JsValue> {
    let function = js_sys::Reflect::get(object, &name.into())?;
    js_sys::Reflect::apply(function.unchecked_ref::<js_sys::Function>(), object, with)
}

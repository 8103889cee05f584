//! A table to take along: as a file, or as a link.

use flitscope::browser::clipboard;
use std::time::Duration;

use flitscope::paper::{csv, json};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use super::links;
use super::results::Reproduced;

/// Buttons under a table.
#[component]
pub fn Downloads(made: Reproduced) -> impl IntoView {
    let told = RwSignal::new("");
    let copy = move |_| {
        let address = links::absolute(made.paper.id, made.item.id);
        clipboard::copy(&address, move |is_copied| {
            told.set(if is_copied {
                "Link copied."
            } else {
                clipboard::REFUSED
            });
        });
    };
    let name = made.item.name;
    let file = format!("flitscope-{}-{}", made.paper.id, made.item.id);
    let as_json = format!("{file}.json");
    let as_csv = format!("{file}.csv");
    let save_csv = move |_| save(&as_csv, "text/csv", &csv(&[made.sheet()]));
    let save_json = move |_| {
        let text = serde_json::to_string_pretty(&json(&[made.sheet()]));
        save(&as_json, "application/json", &text.unwrap_or_default());
    };
    view! {
        <div class="downloads">
            <button class="quiet" aria-label=format!("CSV of {name}") on:click=save_csv>"CSV"</button>
            <button class="quiet" aria-label=format!("JSON of {name}") on:click=save_json>"JSON"</button>
            <button class="quiet" aria-label=format!("Copy link to {name}") on:click=copy>"Copy link"</button>
            <span role="status">{told}</span>
        </div>
    }
}

/// Hands a text to the browser's downloads.
fn save(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options);
    let url = blob.and_then(|blob| web_sys::Url::create_object_url_with_blob(&blob));
    let anchor = document().create_element("a");
    if let (Ok(url), Ok(anchor)) = (url, anchor)
        && let Ok(anchor) = anchor.dyn_into::<web_sys::HtmlAnchorElement>()
    {
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
        // Not at once: the download may not have begun.
        let free = move || drop(web_sys::Url::revoke_object_url(&url));
        set_timeout(free, Duration::from_mins(1));
    }
}

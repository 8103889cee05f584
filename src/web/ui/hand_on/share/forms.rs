//! The link in other forms: a QR code, a frame and Markdown.

use browser::clipboard::{self, whole_address};
use browser::files::save_text;
use flitscope::page::handout::{iframe, markdown, qr_code};
use leptos::html;
use leptos::prelude::*;

use super::{Sharing, copied};

/// A QR code, an `<iframe>` and Markdown, each with its button.
#[component]
pub fn OtherForms(sharing: Sharing) -> impl IntoView {
    let handout = sharing.handout;
    let code = Memo::new(move |_| qr_code(&whole_address(&handout.read().link())));
    let save = move |_| {
        let Some((picture, _)) = code.get_untracked() else {
            return;
        };
        sharing.tell(
            match save_text(&picture, "image/svg+xml", "flitscope-qr.svg") {
                Some(()) => "flitscope-qr.svg saved.".to_owned(),
                None => "The browser could not save flitscope-qr.svg.".to_owned(),
            },
        );
    };
    let frame = Signal::derive(move || {
        let embedded = handout.read().embedded();
        iframe(&whole_address(&embedded.link()), &embedded)
    });
    let link = Signal::derive(move || {
        let handout = handout.read();
        markdown(&whole_address(&handout.link()), &handout)
    });
    let text = move |id: &'static str,
                     label: &'static str,
                     button: &'static str,
                     text: Signal<String>| {
        let area = NodeRef::<html::Textarea>::new();
        let copy = move |_| {
            clipboard::copy(&text.get_untracked(), move |is_copied| {
                if !is_copied && let Some(area) = area.try_get_untracked().flatten() {
                    area.select();
                }
                sharing.tell(copied(is_copied, label));
            });
        };
        view! {
            <div class="field share-text">
                <label for=id>{label}</label>
                <textarea id=id readonly rows="3" node_ref=area prop:value=move || text.get()></textarea>
                <button type="button" on:click=copy>{button}</button>
            </div>
        }
        .into_any()
    };
    view! {
        <Show when=move || code.read().is_some()>
            <div class="share-code">
                <div role="img" aria-label="QR code of the link" inner_html=move || code.get().map(|(picture, _)| picture)></div>
                <button type="button" on:click=save>"Save QR code"</button>
            </div>
        </Show>
        {text("share-frame", "Frame", "Copy frame", frame)}
        {text("share-markdown", "Markdown", "Copy Markdown", link)}
    }
}

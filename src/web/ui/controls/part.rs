//! Parts of the page whose code is fetched when they are first shown.
//!
//! A part is a function marked with [`wasm_split`](leptos::wasm_split::wasm_split) next to its component; it returns
//! the function that builds the view. The build (`scripts/programs.mjs`) moves code that only parts reach out of the
//! initial download, into one file for each name in these attributes.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

/// The function that builds the view of a part, or the error from fetching its code.
pub type Fetched = Result<fn() -> AnyView, SplitLoaderError>;

/// A function that fetches the code of a part. One type for all parts, so that [`place`] is compiled once.
type Load = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Fetched>>> + Send + Sync>;

/// Shows a part: its view, preceded by a loading message while its code is fetched, or replaced by an error with
/// a button to try again.
pub fn part<F>(load: fn() -> F) -> AnyView
where
    F: Future<Output = Fetched> + 'static,
{
    place(Arc::new(move || Box::pin(load())))
}

fn place(load: Load) -> AnyView {
    let fetched = RwSignal::new(None);
    let fetch = move || {
        fetched.set(None);
        let fetching = load();
        spawn_local(async move {
            let build = fetching.await.map_err(|_| ());
            // The view around the part may be gone by now.
            let _ = fetched.try_set(Some(build));
        });
    };
    fetch();
    let shown = move || match fetched.get() {
        Some(Ok(build)) => untrack(build),
        Some(Err(())) => {
            let fetch = fetch.clone();
            view! {
                <p class="problems" role="alert">
                    "This part of the page cannot be fetched; the server may be unreachable. "
                    <button on:click=move |_| fetch()>"Try again"</button>
                </p>
            }
            .into_any()
        }
        None => view! { <p class="help" role="status">"Loading…"</p> }.into_any(),
    };
    shown.into_any()
}

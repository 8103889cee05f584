//! Parts of the page whose code is fetched when they are first shown.
//!
//! A part is a function marked with [`wasm_split`](leptos::wasm_split::wasm_split) beside its component, which returns
//! how to build its view; the build (`scripts/programs.mjs`) moves the code that only parts reach out of the initial
//! download, into one file for each name that the attributes give.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

/// Builds the view of a part; or its code could not be fetched.
pub type Fetched = Result<fn() -> AnyView, SplitLoaderError>;

/// Fetches the code of a part; the same type for all, so that what shows them is compiled once.
type Load = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Fetched>>> + Send + Sync>;

/// A part in its place: its view, or until that is there a line that says so, and one that offers to try again
/// where it cannot be fetched.
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
            // Its place may be gone by now.
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

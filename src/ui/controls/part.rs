//! Parts of the page whose code is fetched when they are first shown.
//!
//! A part is a function marked with [`wasm_split`](leptos::wasm_split::wasm_split) beside its component, which returns
//! how to build its view; the build (`scripts/programs.mjs`) moves the code that only parts reach out of the initial
//! download, into one file for each name that the attributes give.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

/// Builds the view of a part; or its code could not be fetched.
pub type Fetched = Result<fn() -> AnyView, SplitLoaderError>;

/// A part in its place: its view, or until that is there a line that says so, and one that offers to try again
/// where it cannot be fetched.
pub fn part<F>(load: impl Fn() -> F + Copy + Send + 'static) -> impl IntoView
where
    F: Future<Output = Fetched> + 'static,
{
    let fetched = RwSignal::new(None);
    let fetch = move || {
        fetched.set(None);
        spawn_local(async move {
            let build = load().await.map_err(|_| ());
            // Its place may be gone by now.
            let _ = fetched.try_set(Some(build));
        });
    };
    fetch();
    move || match fetched.get() {
        Some(Ok(build)) => untrack(build),
        Some(Err(())) => view! {
            <p class="problems" role="alert">
                "This part of the page cannot be fetched; the server may be unreachable. "
                <button on:click=move |_| fetch()>"Try again"</button>
            </p>
        }
        .into_any(),
        None => view! { <p class="help" role="status">"Loading…"</p> }.into_any(),
    }
}

//! Parts of the page whose code is fetched when they are first shown.
//!
//! A part is a function marked with [`wasm_split`](leptos::wasm_split::wasm_split) beside its component; the build
//! (`scripts/programs.mjs`) moves the code that only parts reach out of the initial download, into one file for each
//! name that the attributes give.

use std::future::Future;

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
use send_wrapper::SendWrapper;

/// The view of a part, or that its code could not be fetched.
pub type Fetched = Result<AnyView, SplitLoaderError>;

/// Builds the view of a part. It is not built again when a signal changes that building it has read.
pub fn fetched<V: IntoAny>(build: impl FnOnce() -> V) -> Fetched {
    Ok(untrack(build).into_any())
}

/// A part in its place: its view, or until that is there a line that says so, and one that offers to try again
/// where it cannot be fetched.
pub fn part<F>(load: impl Fn() -> F + Copy + Send + 'static) -> impl IntoView
where
    F: Future<Output = Fetched> + 'static,
{
    let tries = RwSignal::new(0);
    let view = move || {
        tries.track();
        // Nothing leaves the only thread of the page, but Leptos asks for it.
        Suspend::new(SendWrapper::new(async move {
            match load().await {
                Ok(view) => view,
                Err(_) => view! { <NotFetched tries /> }.into_any(),
            }
        }))
    };
    view! { <Suspense fallback=|| view! { <p class="help" role="status">"Loading…"</p> }>{view}</Suspense> }
}

#[component]
fn NotFetched(tries: RwSignal<u32>) -> impl IntoView {
    view! {
        <p class="problems" role="alert">
            "This part of the page cannot be fetched; the server may be unreachable. "
            <button on:click=move |_| tries.update(|count| *count += 1)>"Try again"</button>
        </p>
    }
}

//! Actions whose code is fetched on demand; `controls::part` does the same for views.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

use super::page::Page;

/// An action on the page, or the error from fetching its code.
pub type Act = Result<fn(Page), SplitLoaderError>;

/// Performs an action as soon as its code is fetched, or reports that it could not be fetched.
pub fn act<F>(page: Page, load: fn() -> F)
where
    F: Future<Output = Act> + 'static,
{
    spawn_local(async move {
        match load().await {
            Ok(act) => act(page),
            Err(_) => page.report(UNREACHABLE.to_owned()),
        }
    });
}

/// Performs an action once, when `is_wanted` first holds. Effects that it creates live as long as the caller's owner.
pub fn act_when<F>(page: Page, is_wanted: impl Fn() -> bool + 'static, load: fn() -> F)
where
    F: Future<Output = Act> + 'static,
{
    let owner = Owner::current().unwrap_or_default();
    let is_begun = StoredValue::new(false);
    Effect::new(move |_| {
        if !is_wanted() || is_begun.get_value() {
            return;
        }
        is_begun.set_value(true);
        let owner = owner.clone();
        spawn_local(async move {
            if let Ok(act) = load().await {
                owner.with(|| act(page));
            } else {
                // Try again when it is wanted again.
                is_begun.set_value(false);
                page.report(UNREACHABLE.to_owned());
            }
        });
    });
}

/// The message that the code of a part cannot be fetched.
pub const UNREACHABLE: &str = "a part of the page cannot be fetched; the server may be unreachable";

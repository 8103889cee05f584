//! What is done with code that is fetched for it, beside views (`controls::part`).

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

use super::page::Page;

/// Does something to the page; or its code could not be fetched.
pub type Act = Result<fn(Page), SplitLoaderError>;

/// Does something as soon as its code is there, or says why it cannot be done.
pub fn act<F>(page: Page, load: fn() -> F)
where
    F: Future<Output = Act> + 'static,
{
    spawn_local(async move {
        match load().await {
            Ok(act) => act(page),
            Err(_) => page.problems.set(vec![UNREACHABLE.to_owned()]),
        }
    });
}

/// Does something once, when it is first wanted; what it begins lasts as long as the caller's signals.
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
                // When it is wanted again it is tried again.
                is_begun.set_value(false);
                page.problems.set(vec![UNREACHABLE.to_owned()]);
            }
        });
    });
}

const UNREACHABLE: &str = "a part of the page cannot be fetched; the server may be unreachable";

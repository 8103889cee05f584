//! Warnings about the validity of what is shown.

use std::sync::Arc;

use flitscope::page::PageStateStoreFields;
use flitscope::scenario::BuiltScenario;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::page::Page;

impl Page {
    /// Keeps the warnings up to date with the network that is shown. Where only a search decides whether messages
    /// can deadlock, its code is fetched first.
    pub fn keep_warnings(self) {
        Effect::new(move |_| {
            let study = self.state.built().get();
            if let Some(known) = study.known_warnings() {
                return self.warnings.set(known);
            }
            self.warnings.set(Vec::new());
            spawn_local(async move {
                let found = match searching().await {
                    Ok(warnings_of) => warnings_of(&study),
                    Err(_) => vec![UNKNOWN.to_owned()],
                };
                // The network may have changed in the meantime.
                let is_shown = |shown: &Arc<BuiltScenario>| Arc::ptr_eq(shown, &study);
                if self.state.built().try_with_untracked(is_shown) == Some(true) {
                    self.warnings.set(found);
                }
            });
        });
    }
}

const UNKNOWN: &str = "whether messages can deadlock is not known, because a part of the page cannot be fetched; the \
                       server may be unreachable";

/// Fetches the function that finds warnings by a search.
#[wasm_split(search, fallible, wasm_split_path = leptos::wasm_split)]
fn searching() -> Result<fn(&BuiltScenario) -> Vec<String>, SplitLoaderError> {
    Ok(BuiltScenario::warnings)
}

//! Messages to and from workers, as they are posted.

use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::sweep::{Answer, Event};
use crate::wire::{decode, encode};

/// A message as it is posted.
pub(super) fn sent<T: Serialize>(message: &T) -> JsValue {
    Uint8Array::from(&*encode(message)).into()
}

/// The answer of a worker; `None` if it is of another version. Text comes from the script that starts the worker, and
/// says why it could not.
pub(super) fn answer(message: &JsValue) -> Option<Answer> {
    match message.as_string() {
        Some(reason) => Some(Answer {
            run: None,
            event: Event::Failed(reason),
        }),
        None => decode(&message.dyn_ref::<Uint8Array>()?.to_vec()).ok(),
    }
}

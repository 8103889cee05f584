//! Encoding of the messages to and from workers.

use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use flitscope::lesson::Reply;
use flitscope::sweep::{Event, WorkerReply};
use flitscope::wire::{OtherVersion, decode, encode};

/// Encodes a message for `postMessage`.
pub(super) fn sent<T: Serialize>(message: &T) -> JsValue {
    Uint8Array::from(&*encode(message)).into()
}

/// Decodes the answer of a simulation worker; returns `None` if it cannot be decoded because the worker is of
/// another version. A text message comes from the script that starts the worker, and is the reason
/// why it could not.
pub(super) fn answer(message: &JsValue) -> Option<WorkerReply> {
    match message.as_string() {
        Some(reason) => Some(WorkerReply {
            run: None,
            event: Event::Failed(reason),
        }),
        None => decode(&message.dyn_ref::<Uint8Array>()?.to_vec()).ok(),
    }
}

/// Decodes a reply of the lesson program. A text message comes from the script that starts the program, and is
/// the reason why it could not.
pub(super) fn reply(message: &JsValue) -> Result<Reply, OtherVersion> {
    match message.as_string() {
        Some(why) => Ok(Reply::Failed { why }),
        None => decode(&Uint8Array::new(message).to_vec()),
    }
}

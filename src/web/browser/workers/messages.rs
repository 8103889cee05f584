//! Encoding of the messages to and from workers.

use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use flitscope::lesson::Reply;
use flitscope::sweep::Message;
use flitscope::wire::{OtherVersion, decode, encode};

/// Encodes a message for `postMessage`.
pub(super) fn sent<T: Serialize>(message: &T) -> JsValue {
    Uint8Array::from(&*encode(message)).into()
}

/// Decodes the message of a simulation worker. A text comes from the script that starts the worker, and is the reason
/// why it could not.
pub(super) fn message(data: &JsValue) -> Message {
    match data.as_string() {
        Some(reason) => Message::Failed(reason),
        None => decode(&Uint8Array::new(data).to_vec())
            .unwrap_or_else(|error: OtherVersion| Message::Failed(error.to_string())),
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

//! Encoding of the messages to and from workers, and their arrival.

use std::rc::Rc;

use js_sys::{Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker};

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

/// The event handlers of a worker, which have to outlive it.
pub(super) struct Handlers {
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

/// Passes the data of each message of a worker, and the reason of each error, to a listener for as long as it exists.
pub(super) fn listen<L: 'static>(
    worker: &Worker,
    listener: &Rc<L>,
    on_message: fn(&Rc<L>, &JsValue),
    on_error: fn(&Rc<L>, String),
) -> Handlers {
    let weak = Rc::downgrade(listener);
    let on_message = Closure::new(move |message: MessageEvent| {
        if let Some(listener) = weak.upgrade() {
            on_message(&listener, &message.data());
        }
    });
    let weak = Rc::downgrade(listener);
    let on_error = Closure::new(move |error: Event| {
        if let Some(listener) = weak.upgrade() {
            // The event of a script that could not be fetched has no message.
            let message = Reflect::get(&error, &"message".into());
            let message = message.ok().and_then(|message| message.as_string());
            on_error(
                &listener,
                message.unwrap_or_else(|| "unknown reason".to_owned()),
            );
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    Handlers {
        _on_message: on_message,
        _on_error: on_error,
    }
}

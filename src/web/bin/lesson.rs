//! The lesson program, a web worker that opens lessons, runs their queries, and judges answers.
//!
//! Because it runs in a worker, no query of a lesson can block the page.

use std::cell::RefCell;
use std::panic;

use flitscope::lesson::{Reply, Request, Tutor};
use flitscope::wire;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn listen() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let why = info.payload_as_str().unwrap_or("unknown reason");
        post(&Reply::Failed {
            why: why.to_owned(),
        });
    }));
    let tutor = RefCell::new(Tutor::default());
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let bytes = Uint8Array::new(&message.data()).to_vec();
        let reply = match wire::decode::<Request>(&bytes) {
            Ok(request) => tutor.borrow_mut().answer(&request),
            Err(error) => Reply::Refused {
                why: error.to_string(),
            },
        };
        post(&reply);
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Messages sent before this line may be lost, so the page waits for `Ready`.
    post(&Reply::Ready);
}

/// Returns the pictures of the cards, alternating name and SVG, for the build of the page
/// (`scripts/programs.mjs`).
#[wasm_bindgen]
pub fn cards() -> Result<Vec<String>, JsError> {
    let mut all = Vec::new();
    for (name, picture) in flitscope::lesson::cards() {
        all.push(name);
        all.push(picture.map_err(|reason| JsError::new(&reason))?);
    }
    Ok(all)
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(reply: &Reply) {
    let bytes = wire::encode(reply);
    scope()
        .post_message(&Uint8Array::from(&*bytes))
        .expect("bytes can be posted");
}

fn main() {
    listen();
}

//! The web worker: decodes a request, runs it, posts what happens.
//!
//! Cancelling is terminating the worker, so it never has to listen while it computes.

fn main() {
    #[cfg(target_arch = "wasm32")]
    browser::listen();
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use flitscope::sweep::{Answer, Event, serve};
    use wasm_bindgen::prelude::*;
    use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

    pub(super) fn listen() {
        console_error_panic_hook::set_once();
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let answers = scope.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            let text = message.data().as_string().unwrap_or_default();
            serve(&text, &mut |answer| post(&answers, &answer));
        });
        scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        // Messages sent before this line may be lost, so the page waits for the word.
        let ready = Answer {
            run: None,
            event: Event::Ready,
        };
        post(&scope, &ready);
    }

    fn post(scope: &DedicatedWorkerGlobalScope, answer: &Answer) {
        scope
            .post_message(&answer.to_text().into())
            .expect("text can be posted");
    }
}

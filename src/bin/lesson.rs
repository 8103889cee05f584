//! The lesson program, a web worker that opens lessons, runs their queries, and judges answers.
//!
//! Because it runs in a worker, no query of a lesson can block the page.

fn main() {
    #[cfg(target_arch = "wasm32")]
    browser::listen();
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::cell::RefCell;
    use std::panic;

    use flitscope::lesson::{Note, Tutor};
    use wasm_bindgen::prelude::*;
    use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

    pub(super) fn listen() {
        panic::set_hook(Box::new(|info| {
            console_error_panic_hook::hook(info);
            let why = info.payload_as_str().unwrap_or("unknown reason");
            post(&Note::new("failed").with("why", why).to_text());
        }));
        let tutor = RefCell::new(Tutor::default());
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            let text = message.data().as_string().unwrap_or_default();
            post(&tutor.borrow_mut().answer(&text));
        });
        scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        // Messages sent before this line may be lost, so the page waits for `ready`.
        post(&Note::new("ready").to_text());
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

    fn post(text: &str) {
        scope()
            .post_message(&text.into())
            .expect("text can be posted");
    }
}

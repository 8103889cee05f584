//! The web worker: decodes a task, runs it, posts what happens.
//!
//! Cancelling is terminating the worker, so it never has to listen while it computes.

fn main() {
    #[cfg(target_arch = "wasm32")]
    browser::listen();
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::cell::Cell;
    use std::panic::{self, PanicHookInfo};

    use flitscope::sweep::{Answer, Event, Task};
    use flitscope::wire;
    use js_sys::Uint8Array;
    use wasm_bindgen::prelude::*;
    use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

    /// Of a reason, which may quote anything.
    const MOST_LETTERS: usize = 200;

    /// Between two words of how far a task is [ms]: often enough for an eye, not more than the
    /// page, which may be playing, can take note of.
    const WORD_EVERY: f64 = 100.0;

    pub(super) fn listen() {
        panic::set_hook(Box::new(tell_panic));
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            let bytes = Uint8Array::new(&message.data()).to_vec();
            let task = match wire::decode::<Task>(&bytes) {
                Ok(task) => task,
                Err(error) => return post(None, Event::Failed(error.to_string())),
            };
            let told_at = Cell::new(f64::NEG_INFINITY);
            task.run(&mut |event| {
                if matches!(event, Event::Progress(_)) {
                    let time = now();
                    if time - told_at.get() < WORD_EVERY {
                        return;
                    }
                    told_at.set(time);
                }
                post(Some(task.run), event);
            });
        });
        scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        // Messages sent before this line may be lost, so the page waits for the word.
        post(None, Event::Ready);
    }

    /// The last that the page hears of this worker.
    fn tell_panic(info: &PanicHookInfo) {
        console_error_panic_hook::hook(info);
        let reason = info.payload_as_str().and_then(|text| text.lines().next());
        let reason = reason.unwrap_or("no reason is known").chars();
        let reason: String = reason.take(MOST_LETTERS).collect();
        let reason = format!("a worker stopped unexpectedly ({reason}); try again");
        post(None, Event::Failed(reason));
    }

    fn now() -> f64 {
        let clock = scope().performance();
        clock.map_or(0.0, |clock| clock.now())
    }

    fn scope() -> DedicatedWorkerGlobalScope {
        js_sys::global().unchecked_into()
    }

    fn post(run: Option<u32>, event: Event) {
        let bytes = wire::encode(&Answer { run, event });
        scope()
            .post_message(&Uint8Array::from(&*bytes))
            .expect("bytes can be posted");
    }
}

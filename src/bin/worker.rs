//! The simulation worker: decodes a task, runs it, and posts its events.
//!
//! A task is cancelled by terminating the worker, so the worker need not receive messages while it
//! computes.

fn main() {
    #[cfg(target_arch = "wasm32")]
    browser::listen();
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::cell::Cell;
    use std::panic::{self, PanicHookInfo};

    use flitscope::sweep::{Event, Task, WorkerReply};
    use flitscope::wire;
    use js_sys::Uint8Array;
    use wasm_bindgen::prelude::*;
    use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

    /// Largest length of a panic message in characters, since it may quote arbitrary data.
    const MOST_CHARACTERS: usize = 200;

    /// Shortest time between two progress events [ms]: smooth to the eye, but not too many for a
    /// page that may be playing an animation.
    const PROGRESS_EVERY: f64 = 100.0;

    pub(super) fn listen() {
        panic::set_hook(Box::new(report_panic));
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            let bytes = Uint8Array::new(&message.data()).to_vec();
            let task = match wire::decode::<Task>(&bytes) {
                Ok(task) => task,
                Err(error) => return post(None, Event::Failed(error.to_string())),
            };
            let posted_at = Cell::new(f64::NEG_INFINITY);
            task.run(&mut |event| {
                if matches!(event, Event::Progress(_)) {
                    let time = now();
                    if time - posted_at.get() < PROGRESS_EVERY {
                        return;
                    }
                    posted_at.set(time);
                }
                post(Some(task.run), event);
            });
        });
        scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        // Messages sent before this line may be lost, so the page waits for `Ready`.
        post(None, Event::Ready);
    }

    /// Posts the panic message, the last message of this worker.
    fn report_panic(info: &PanicHookInfo) {
        console_error_panic_hook::hook(info);
        let reason = info.payload_as_str().and_then(|text| text.lines().next());
        let reason = reason.unwrap_or("unknown reason").chars();
        let reason: String = reason.take(MOST_CHARACTERS).collect();
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
        let bytes = wire::encode(&WorkerReply { run, event });
        scope()
            .post_message(&Uint8Array::from(&*bytes))
            .expect("bytes can be posted");
    }
}

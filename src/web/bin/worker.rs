//! The simulation worker: decodes a task, runs it, and posts its progress and its answer.
//!
//! A file in place of a task contains reports, which the worker groups into curves.
//!
//! A task is canceled by terminating the worker, so the worker need not receive messages while it
//! computes.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};

use flitscope::batch::CurveReader;
use flitscope::sweep::{Answers, Message, Task};
use flitscope::wire;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

#[wasm_bindgen]
extern "C" {
    type FileReaderSync;
    #[wasm_bindgen(constructor, catch)]
    fn new() -> Result<FileReaderSync, JsValue>;
    #[wasm_bindgen(method, catch, js_name = readAsArrayBuffer)]
    fn read(this: &FileReaderSync, blob: &Blob) -> Result<ArrayBuffer, JsValue>;
}

/// Largest length of a panic message in characters, since it may quote arbitrary data.
const MOST_CHARACTERS: usize = 200;

/// Shortest time between two progress events [ms]: smooth to the eye, but not too many for a
/// page that may be playing an animation.
const PROGRESS_EVERY: f64 = 100.0;

fn listen() {
    panic::set_hook(Box::new(report_panic));
    let answers = RefCell::new(Answers::default());
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        let mut post = posting();
        if let Some(file) = data.dyn_ref::<Blob>() {
            let curves = curves_of(file, &mut post);
            let unreadable =
                || Message::Failed("the browser cannot read the file any more".to_owned());
            return post(curves.map_or_else(unreadable, Message::Answer));
        }
        let bytes = Uint8Array::new(&data).to_vec();
        match wire::decode::<Task>(&bytes) {
            Ok(task) => answers.borrow_mut().run(&task, &mut post),
            Err(error) => post(Message::Failed(error.to_string())),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Messages sent before this line may be lost, so the page waits for `Ready`.
    post(&Message::Ready);
}

/// Returns a function that posts the messages of a task, but progress that may be skipped only after a while.
fn posting() -> impl FnMut(Message) {
    let mut posted_at = f64::NEG_INFINITY;
    move |message| {
        if let Message::Progress { may_be_skipped, .. } = message
            && may_be_skipped
        {
            let time = now();
            if time - posted_at < PROGRESS_EVERY {
                return;
            }
            posted_at = time;
        }
        post(&message);
    }
}

/// Reads a file of reports in pieces; returns its curves, encoded, or `None` if it cannot be read.
fn curves_of(file: &Blob, post: &mut dyn FnMut(Message)) -> Option<Vec<u8>> {
    /// The length of a piece \[bytes\]: about a thousand reports.
    const PIECE: f64 = 1e6;
    let reader = FileReaderSync::new().ok()?;
    let mut curves = CurveReader::default();
    let mut at = 0.0;
    while at < file.size() {
        let end = (at + PIECE).min(file.size());
        let piece = file.slice_with_f64_and_f64(at, end).ok()?;
        let piece = reader.read(&piece).ok()?;
        curves.read(&Uint8Array::new(&piece).to_vec());
        at = end;
        post(Message::Progress {
            progress: wire::encode(&(at / file.size())),
            may_be_skipped: true,
        });
    }
    Some(wire::encode(&curves.finish()))
}

/// Posts the panic message, the last message of this worker.
fn report_panic(info: &PanicHookInfo) {
    console_error_panic_hook::hook(info);
    let reason = info.payload_as_str().and_then(|text| text.lines().next());
    let reason = reason.unwrap_or("unknown reason").chars();
    let reason: String = reason.take(MOST_CHARACTERS).collect();
    let reason = format!("a worker stopped unexpectedly ({reason}); try again");
    post(&Message::Failed(reason));
}

fn now() -> f64 {
    let clock = scope().performance();
    clock.map_or(0.0, |clock| clock.now())
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(message: &Message) {
    let bytes = wire::encode(message);
    scope()
        .post_message(&Uint8Array::from(&*bytes))
        .expect("bytes can be posted");
}

fn main() {
    listen();
}

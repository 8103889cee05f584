//! The simulation worker: decodes a task, runs it, and posts its events.
//!
//! A file in place of a task contains reports, which the worker groups into curves.
//!
//! A task is cancelled by terminating the worker, so the worker need not receive messages while it
//! computes.

use std::cell::Cell;
use std::panic::{self, PanicHookInfo};

use flitscope::batch::CurveReader;
use flitscope::sweep::{Event, Task, WorkerReply};
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
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        if let Some(file) = data.dyn_ref::<Blob>() {
            let on_event = posting(0);
            let event = match curves_of(file, &on_event) {
                Some(curves) => Event::Curves(curves),
                None => Event::Failed("the browser cannot read the file any more".to_owned()),
            };
            on_event(event);
            return on_event(Event::Done);
        }
        let bytes = Uint8Array::new(&data).to_vec();
        match wire::decode::<Task>(&bytes) {
            Ok(task) => task.run(&mut posting(task.run)),
            Err(error) => post(None, Event::Failed(error.to_string())),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Messages sent before this line may be lost, so the page waits for `Ready`.
    post(None, Event::Ready);
}

/// Returns a function that posts the events of a run, but progress only after a while.
fn posting(run: u32) -> impl Fn(Event) {
    let posted_at = Cell::new(f64::NEG_INFINITY);
    move |event| {
        if matches!(event, Event::Progress(_)) {
            let time = now();
            if time - posted_at.get() < PROGRESS_EVERY {
                return;
            }
            posted_at.set(time);
        }
        post(Some(run), event);
    }
}

/// Reads a file of reports in pieces; returns its curves, encoded, or `None` if it cannot be read.
fn curves_of(file: &Blob, on_event: &dyn Fn(Event)) -> Option<Vec<u8>> {
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
        on_event(Event::Progress(at / file.size()));
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

fn main() {
    listen();
}

//! Traces: opening a file of messages, and saving the messages of the run.

use browser::files::{self, ChosenFile, save_text};
use browser::workers::worker::RunningWorker;
use flitscope::page::Action;
use flitscope::scenario::MOST_TRACED_IN_PAGE;
use flitscope::sweep::{Reply, ReplyTo, TraceQuestion};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::fetched::{Act, UNREACHABLE, act};
use super::page::Page;

/// Opens the text of a file, or reports why it could not be read.
type Open = fn(Page, Result<String, String>);

/// Opens the first of some files as a trace.
pub fn open_trace(page: Page, files: Vec<ChosenFile>) {
    let Some(file) = files.into_iter().next() else {
        return;
    };
    spawn_local(async move {
        let text = file.text().await;
        match opener().await {
            Ok(open) => open(page, text),
            Err(_) => page.report(UNREACHABLE),
        }
    });
}

/// Opens a file that is dropped on the picture as a trace.
pub fn drop_trace(page: Page, event: &ev::DragEvent) {
    event.prevent_default();
    open_trace(page, files::dropped(event));
}

/// Saves the messages that are generated up to the cycle shown.
pub fn save_trace(page: Page) {
    act(page, saver);
}

#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn opener() -> Result<Open, SplitLoaderError> {
    Ok(open)
}

#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
fn saver() -> Act {
    Ok(save)
}

/// Replaces the traffic by the messages of a text, or reports why it cannot be read.
fn open(page: Page, text: Result<String, String>) {
    if page.locks("messages") {
        return page.report("The link that you opened locks the messages.");
    }
    let traced = text.and_then(|text| {
        let topology = page.now(|state| state.built.topology.clone());
        let scenario = page.now(|state| state.scenario.clone());
        let traced = scenario.with_trace(&*topology, &text, MOST_TRACED_IN_PAGE);
        traced.map_err(|error| error.reason())
    });
    let shown = traced.and_then(|traced| {
        let messages = traced.messages.len();
        let shown = page.try_act(Action::Show(Box::new(traced), "the trace".to_owned()));
        shown.map(|()| messages).map_err(|error| error.reason())
    });
    match shown {
        Ok(1) => page.notify("The traffic is one message of the trace."),
        Ok(messages) => page.notify(format!("The traffic is {messages} messages of the trace.")),
        Err(why) => page.report(format!("The trace cannot be opened: {why}")),
    }
}

fn save(page: Page) {
    let scenario = page.now(|state| state.scenario.clone());
    let name = format!("{}-trace.csv", scenario.file_stem());
    let cycles = page.player.now().cycle;
    let on_reply = move |reply: ReplyTo<TraceQuestion>| match reply {
        Reply::Progress(()) => {}
        // A browser that refuses to save reports that itself.
        Reply::Answer(text) => drop(save_text(&text, "text/csv", &name)),
        Reply::Failed(why) => page.report(format!("The trace cannot be saved: {why}")),
    };
    match RunningWorker::ask(&scenario, &TraceQuestion { cycles }, on_reply) {
        Ok(running) => page.look.tracing.set_value(Some(running)),
        Err(why) => page.report(why),
    }
}

//! The dock panel for a user-defined network: drawing and text side by side, kept in step.

mod begin;
mod drawing;
mod parts;

use browser::time::now;
use flitscope::page::drawing::{BEGINNINGS, NetworkDrawing};
use flitscope::page::{PageState, PageStateStoreFields};
use flitscope::topology::graph::{self, Sketch};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::code_area::{CodeArea, CodeName, Wrong};
use crate::ui::controls::own_choice::OwnChoice;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;
use crate::ui::state::storage::{NETWORK_DRAFT, recall, remember};
use begin::BeginField;
use drawing::DrawingArea;

const TEXT: CodeName = CodeName {
    id: "network-text",
    label: "Nodes and links of the network",
    keys: "Ctrl+Enter uses the network.",
};

/// [`NetworkPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn network_panel() -> Fetched {
    Ok(|| view! { <NetworkPanel /> }.into_any())
}

/// The drawing, the text, and the controls that open, save and use the network.
#[component]
fn NetworkPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let drawing = RwSignal::new(begun(page));
    keep_in_step(page, drawing);
    let text = Memo::new(move |_| drawing.read().text().to_owned());
    let wrong = Memo::new(move |_| {
        let drawing = drawing.read();
        drawing.fault().map(|fault| Wrong {
            line: fault.line,
            column: 1,
            place: Some(format!("line {}", fault.line)),
            reason: fault.reason.clone(),
        })
    });
    let write = Callback::new(move |text: String| {
        drawing.update(|drawing| drawing.write(&text, now()));
    });
    let use_it = Callback::new(move |()| use_it(page, drawing));
    view! {
        <section class="panel own-network" aria-label="Your own network">
            <div class="network-head">
                <OwnChoice />
                <h2 class="unseen">"Your own network"</h2>
                <BeginField drawing />
            </div>
            <DrawingArea drawing use_it />
            <div class="network-text">
                <CodeArea name=TEXT text write wrong use_it />
                <Lines />
                <Use drawing use_it />
            </div>
        </section>
    }
}

/// A reference of the line syntax.
#[component]
fn Lines() -> impl IntoView {
    view! {
        <details class="at-hand">
            <summary>"Line syntax"</summary>
            <dl>
                <dt><code>"a - b"</code></dt><dd>"a link between a and b, a channel each way"</dd>
                <dt><code>"a -> b"</code></dt><dd>"one channel, from a to b"</dd>
                <dt><code>"\"GPU 0\" - sw-1"</code></dt><dd>"names may contain -, and blanks in quotes; the - of a link stands between blanks"</dd>
                <dt><code>"a @ 1.5 2"</code></dt><dd>"a is drawn 1.5 to the right and 2 down; nodes without a position are laid out automatically"</dd>
                <dt><code>"switch s"</code></dt><dd>"s routes, and neither sends nor receives messages of its own"</dd>
                <dt><code>"a"</code></dt><dd>"a node"</dd>
                <dt><code>"# …"</code></dt><dd>"a comment, which is lost when the drawing is changed"</dd>
            </dl>
        </details>
        <details class="at-hand">
            <summary>"Keys in the drawing"</summary>
            <p>{NetworkDrawing::KEYS}</p>
        </details>
    }
}

/// The button that uses the network in the picture, and its status.
#[component]
fn Use(drawing: RwSignal<NetworkDrawing>, use_it: Callback<()>) -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let spec = Memo::new(move |_| drawing.read().spec());
    let is_used = Memo::new(move |_| {
        let used = used_text(state).map(|text| graph::spec_of(&text));
        used.is_some() && used == *spec.read()
    });
    let status = move || {
        let drawing = drawing.read();
        if drawing.fault().is_some() {
            return "The text has an error; drawing and picture keep the last network.".to_owned();
        }
        if drawing.sketch().nodes().is_empty() {
            return "Click into the drawing to add a node, or write a line.".to_owned();
        }
        match drawing.refusal() {
            Some(refusal) => format!("Not a network yet. {refusal}"),
            None if is_used.get() => "The picture uses it.".to_owned(),
            None => "The picture does not use it yet.".to_owned(),
        }
    };
    let cannot = move || spec.read().is_none() || is_used.get();
    let largest = Memo::new(move |_| drawing.read().largest_part());
    let keep = move |_| drawing.update(NetworkDrawing::keep_largest_part);
    let largest_part = move || {
        largest.get().map(|nodes| {
            view! {
                <button id="network-largest" type="button" on:click=keep>{format!("Keep the largest part ({nodes} nodes)")}</button>
            }
        })
    };
    let format = Memo::new(move |_| drawing.read().format_of_text());
    let read = move |_| {
        drawing.update(|drawing| {
            let text = drawing.text().to_owned();
            if let Err(why) = drawing.open_file(&text) {
                drawing.tell(why);
            }
        });
    };
    let other_format = move || {
        format.get().map(|format| {
            view! {
                <button id="network-read" type="button" on:click=read>{format!("Read it as a file ({format})")}</button>
            }
        })
    };
    view! {
        <div class="actions">
            <button id="use-network" class="primary" type="button" title="Control and Enter" disabled=cannot on:click=move |_| use_it.run(())>
                {move || if is_used.get() { "In use" } else { "Use it in the picture" }}
            </button>
            {largest_part}
            {other_format}
            <span id="network-status" role="status">{status}</span>
        </div>
    }
}

/// Returns the canonical text of the scenario's network, if it is user-defined.
fn used_text(state: Store<PageState>) -> Option<String> {
    let scenario = state.scenario().read();
    let sketch = Sketch::parse(graph::text_of(&scenario.network)?);
    sketch.ok().map(|sketch| sketch.text())
}

/// Returns the drawing to start with: the one of this visit, else the stored draft, else the
/// network in use if it is user-defined, else the first example.
fn begun(page: Page) -> NetworkDrawing {
    let kept = page.drawn.try_update_value(Option::take).flatten();
    kept.unwrap_or_else(|| {
        let draft = recall(NETWORK_DRAFT).filter(|text| !text.trim().is_empty());
        let text = draft.or(untrack(|| used_text(page.state)));
        NetworkDrawing::of(text.as_deref().unwrap_or(BEGINNINGS[0].text))
    })
}

/// Keeps the drawing in step with the scenario's network, and stores it.
fn keep_in_step(page: Page, drawing: RwSignal<NetworkDrawing>) {
    let used = Memo::new(move |_| used_text(page.state));
    Effect::new(move |_| drawing.update(|drawing| drawing.follow_used(used.get())));
    let text = Memo::new(move |_| drawing.read().text().to_owned());
    Effect::new(move |_| remember(NETWORK_DRAFT, &text.read()));
    on_cleanup(move || page.drawn.set_value(drawing.try_get_untracked()));
}

/// Uses the drawn network in the picture, or reports why that is not possible.
fn use_it(page: Page, drawing: RwSignal<NetworkDrawing>) {
    let Some(spec) = drawing.read_untracked().spec() else {
        return;
    };
    match page.set("network", &spec) {
        Ok(()) => {
            let text = graph::text_of(&spec).map(str::to_owned);
            drawing.update(|drawing| drawing.note_used(text));
        }
        Err(problem) => page.report(problem),
    }
}

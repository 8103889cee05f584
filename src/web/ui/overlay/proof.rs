//! Stepping through the proof of deadlock freedom.

use browser::focus::focus_on;
use flitscope::page::{PageState, PageStateStoreFields};
use flitscope::scene::Proof;
use flitscope::sweep::DeadlockReport;
use leptos::prelude::*;
use reactive_stores::Store;

use crate::ui::state::overlay::Overlays;

/// A button that shows the proof, if the report has one, and the steps of the proof while it is
/// shown.
#[component]
pub fn ProofSteps() -> impl IntoView {
    let overlays = expect_context::<Overlays>();
    let length = Memo::new(move |_| {
        overlays.in_report(|report| report.order.iter().map(Vec::len).sum::<usize>())
    });
    let has_proof = move || length.get() > 0;
    let is_shown = move || overlays.proof.read().is_some();
    let toggle = move |_| {
        overlays
            .proof
            .update(|off| *off = if off.is_none() { Some(0) } else { None });
    };
    view! {
        <Show when=has_proof>
            <p class="actions">
                <button
                    id="show-proof"
                    type="button"
                    aria-pressed=move || is_shown().to_string()
                    title="Removes virtual channels one at a time, each of which no deadlock can hold"
                    on:click=toggle
                >"Show why it is free"</button>
            </p>
            <Show when=is_shown><Steps length=length.get_untracked() /></Show>
        </Show>
    }
}

/// The number of removed virtual channels as a slider with buttons, and the reason why the next one
/// can be removed.
#[component]
fn Steps(length: usize) -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let overlays = expect_context::<Overlays>();
    let off = Memo::new(move |_| overlays.proof.get().unwrap_or_default().min(length));
    let sentence = move || {
        let study = state.built().read();
        let (topology, network) = (&*study.topology, &study.design.network);
        overlays.in_report(|report| proof(report, off.get()).sentence(topology, network))
    };
    let is_first = move || off.get() == 0;
    let is_last = move || off.get() == length;
    let go = move |to: usize| {
        overlays.proof.set(Some(to.min(length)));
        // A button that is disabled loses the focus.
        if to == 0 || to >= length {
            focus_on("#proof-off");
        }
    };
    let to_next_rank = move |_| {
        let end = match &*overlays.deadlock.read_untracked() {
            Some(Ok(report)) => proof(report, off.get_untracked()).end_of_rank(),
            _ => return,
        };
        go(end);
    };
    let slide = move |text: String| {
        if let Ok(to) = text.parse() {
            go(to);
        }
    };
    view! {
        <div class="field">
            <label for="proof-off">{move || format!("Removed: {} of {length} virtual channels", off.get())}</label>
            <input
                id="proof-off"
                type="range"
                min="0"
                max=length
                prop:value=move || off.get().to_string()
                on:input:target=move |e| slide(e.target().value())
            />
        </div>
        <p class="actions">
            <button id="proof-back" type="button" disabled=is_first on:click=move |_| go(off.get_untracked() - 1)>"Back"</button>
            <button id="proof-next" type="button" disabled=is_last on:click=move |_| go(off.get_untracked() + 1)>"Remove the next"</button>
            <button id="proof-rank" type="button" disabled=is_last title="All that can be removed together" on:click=to_next_rank>"Next rank"</button>
        </p>
        <p class="found" id="proof-step" role="status">{sentence}</p>
    }
}

/// Returns the proof in a report at the step where `off` virtual channels are removed.
pub(super) fn proof(report: &DeadlockReport, off: usize) -> Proof<'_> {
    Proof {
        ranks: &report.order,
        off,
        lanes: report.lanes,
        is_acyclic: report.acyclic,
        edges: &report.edges,
    }
}

//! The channel dependencies: their analysis, their shapes, and their panel.

use browser::focus::{STAGE, focus_on};
use browser::workers::worker::RunningWorker;
use flitscope::catalog::capitalized;
use flitscope::page::{Action, PageStateStoreFields};
use flitscope::scenario::{RING_DEADLOCK, Scenario};
use flitscope::scene::{Dependencies, Shape, Thing};
use flitscope::sweep::{DeadlockQuestion, DeadlockStage, Reply};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::OverlayParts;
use super::proof::{ProofSteps, proof};
use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::page::Page;

pub(super) const PARTS: OverlayParts = OverlayParts {
    panel: || part(deadlock_panel),
    sentence: |overlays| match &*overlays.deadlock.read() {
        Some(Ok(report)) => report.why(),
        Some(Err(reason)) => reason.clone(),
        None => overlays.stage.get().line().to_owned(),
    },
    naming: |_, naming| naming,
};

impl Page {
    pub(super) fn dependency_shapes(self) -> Vec<Shape> {
        let overlays = self.overlays;
        let found = overlays.deadlock.read();
        let Some(Ok(report)) = &*found else {
            return Vec::new();
        };
        let built = self.state.built().read();
        let network = &built.design.network;
        let layout = self.layout.read();
        if let Some(off) = overlays.proof.get() {
            return proof(report, off).shapes(&layout, network);
        }
        let cycle = match self.asked_cycle() {
            // Whether there is one may be what a lesson asks.
            Some(false) => &[],
            // A lesson speaks of the cycle in the graph, not of messages that deadlock.
            Some(true) => &*report.cycle,
            None => report.shown(),
        };
        Dependencies {
            edges: &report.edges,
            cycle,
            lit: Some(overlays.lit.get()),
            chosen: self.state.focus().read().selected,
        }
        .shapes(&layout, network)
    }

    /// Starts the analysis of the channel dependencies in a worker, in place of an earlier one.
    pub fn ask_for_deadlock(self) {
        let overlays = self.overlays;
        overlays.deadlock.set(None);
        overlays.stage.set(DeadlockStage::Dependencies);
        overlays.proof.set(None);
        overlays.lit.set(0);
        let on_reply = move |reply| match reply {
            Reply::Progress(stage) => overlays.stage.set(stage),
            Reply::Answer(report) => overlays.deadlock.set(Some(Ok(report))),
            Reply::Failed(reason) => overlays.deadlock.set(Some(Err(reason))),
        };
        let scenario = self.state.scenario().get_untracked();
        match RunningWorker::ask(&scenario, &DeadlockQuestion, on_reply) {
            Ok(worker) => overlays.worker.set_value(Some(worker)),
            Err(reason) => overlays.deadlock.set(Some(Err(reason))),
        }
    }

    pub fn cancel_deadlock(self) {
        self.overlays.worker.set_value(None);
        let canceled = Err("The analysis was canceled.".to_owned());
        self.overlays.deadlock.set(Some(canceled));
    }
}

/// A button for each change after which the same messages are all delivered. None in a lesson that
/// restricts the page, since finding the change may be the question.
#[component]
pub fn Cures() -> impl IntoView {
    let page = expect_context::<Page>();
    let buttons = move || {
        let cures = page.overlays.in_report(|report| report.cures.clone());
        let cures = if page.allows("all") {
            cures
        } else {
            Vec::new()
        };
        let buttons = cures.into_iter().map(|cure| {
            let label = cure.label().to_owned();
            view! { <button type="button" on:click=move |_| page.cure(&cure)>{label}</button> }
        });
        buttons.collect_view()
    };
    view! { <span class="cures">{buttons}</span> }
}

/// [`DeadlockPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn deadlock_panel() -> Fetched {
    Ok(|| view! { <DeadlockPanel /> }.into_any())
}

/// The panel of the deadlock analysis: the verdict, its reason, and the dependency cycle.
#[component]
fn DeadlockPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let found = page.overlays.deadlock;
    let verdict = move || match &*found.read() {
        None => "…",
        Some(Err(_)) => "Not known",
        Some(Ok(report)) => report.verdict(),
    };
    // The reason alone, since the heading states the verdict.
    let why = move || {
        let sentence = match &*found.read() {
            Some(Ok(report)) => report.reason.clone(),
            _ => page.overlay_in_a_sentence(),
        };
        capitalized(&sentence)
    };
    let overlays = page.overlays;
    let lost = move || overlays.in_report(|report| report.lost.clone());
    let is_bad = move || overlays.in_report(|report| report.deadlock_free == Some(false));
    let counts = move || {
        overlays.in_report(|report| {
            let hidden = if report.edges.is_empty() && report.dependencies > 0 {
                "; too many to draw"
            } else if report.edges.len() > Dependencies::MOST {
                "; too many to draw at once: click a channel for its own"
            } else {
                ""
            };
            format!(
                "{} virtual channels, {} dependencies{hidden}. An arrow leads from a channel that a message can hold to one that it can then ask for.",
                report.lanes, report.dependencies
            )
        })
    };
    let cycle = move || {
        let study = page.state.built().read();
        let cycle = overlays.in_report(|report| report.shown().to_vec());
        let rows = cycle.into_iter().map(|lane| {
            let network = &study.design.network;
            let address = |node| study.topology.address(node);
            let (from, to) = (network.from(lane.channel), network.to(lane.channel));
            let name = format!("{} → {} VC {}", address(from), address(to), lane.vc);
            view! {
                <li><button class="link" on:click=move |_| page.select(Some(Thing::Lane(lane)))>{name}</button></li>
            }
        });
        rows.collect_view()
    };
    let caption = move || {
        overlays.in_report(|report| match report.deadlock_free {
            _ if report.shown().is_empty() => "",
            Some(true) => "A shortest dependency cycle, in which messages do not wait forever:",
            _ if !report.held.is_empty() => "Virtual channels that messages of a deadlock hold:",
            _ => "A shortest dependency cycle; there may be others:",
        })
    };
    let witness = move || overlays.in_report(|report| report.witness.clone());
    let play = move || {
        if let Some((cycle, link)) = untrack(witness) {
            let opened = Scenario::from_link_with(&link, &page.written.scripts.read_value());
            page.act(Action::PlayDeadlock(Box::new(opened.scenario), cycle));
            // The button that had the focus disappears with the panel.
            focus_on(STAGE);
        }
    };
    let cancel = move |_| {
        page.cancel_deadlock();
        // This button is replaced in the next frame.
        request_animation_frame(|| focus_on("#deadlock-again"));
    };
    view! {
        <Remedies />
        <div role="status">
            <h2 id="deadlock-verdict" class:bad=is_bad>{verdict}</h2>
            <p class="found">{why}</p>
            {move || lost().map(|lost| view! { <p class="found"><strong>"Does not deliver. "</strong>{lost}</p> })}
        </div>
        <p class="actions">
            <Show when=move || witness().is_some() && page.allows("all")>
                <button
                    id="play-deadlock"
                    type="button"
                    title="Sends messages that deadlock, and goes to the cycle in which none can move any more"
                    on:click=move |_| play()
                >"Play this deadlock"</button>
            </Show>
            <Show when=move || page.allows("all") && !page.offers_own_back()>
                <button type="button" title="An example in the place of your network, which comes back" on:click=move |_| page.act(Action::Suggest(RING_DEADLOCK))>"See a deadlock"</button>
            </Show>
            <Show when=move || page.offers_own_back()>
                <button id="back-to-own" type="button" title="The network as you left it, in the same cycle (b)" on:click=move |_| page.back_to_own()>"Back to your network"</button>
            </Show>
            <Cures />
        </p>
        <Show when=move || found.read().is_none()>
            <p class="actions"><button id="deadlock-cancel" type="button" on:click=cancel>"Cancel"</button></p>
        </Show>
        <ProofSteps />
        <Show when=move || matches!(&*found.read(), Some(Err(_)))>
            <p class="actions"><button id="deadlock-again" on:click=move |_| page.ask_for_deadlock()>"Try again"</button></p>
        </Show>
        <div hidden=move || page.overlays.proof.read().is_some()>
            <p class="help">{counts}</p>
            <p class="help" id="dependency-cycle">{caption}</p>
            <ol class="steps">{cycle}</ol>
        </div>
    }
}

/// Settings that can remove or create a dependency cycle: virtual channels, the dateline, and
/// replication in routers.
#[component]
fn Remedies() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_one = move || page.state.scenario().read().vcs <= 1;
    let has_rings = move || page.state.built().read().topology.has_rings();
    let change = move |by: i64| {
        let vcs = (page.state.scenario().read_untracked().vcs + by).to_string();
        page.act(Action::set("vcs", &vcs));
    };
    let forks = move || {
        let study = page.state.built().read();
        let multicasts = study.design.multicasts.as_ref();
        multicasts.is_some_and(|m| m.algorithm.forks())
    };
    let set_flag = move |field: &'static str, on: bool| {
        page.act(Action::set(field, if on { "1" } else { "0" }));
    };
    view! {
        <p class="actions">
            <button disabled=is_one on:click=move |_| change(-1)>"V − 1"</button>
            <b id="deadlock-vcs">{move || format!("V = {}", page.state.scenario().read().vcs)}</b>
            <button on:click=move |_| change(1)>"V + 1"</button>
            <label class="check" hidden=move || !forks()>
                <input
                    type="checkbox"
                    id="replicate-too"
                    prop:checked=move || page.state.scenario().read().traffic.multicast.router_copies
                    on:change:target=move |e| set_flag("traffic.multicast.replicate", e.target().checked())
                />
                " routers replicate"
            </label>
            <label class="check" hidden=move || !has_rings()>
                <input
                    type="checkbox"
                    id="dateline-too"
                    disabled=is_one
                    prop:checked=move || page.state.scenario().read().dateline
                    on:change:target=move |e| set_flag("dateline", e.target().checked())
                />
                " dateline"
            </label>
        </p>
    }
}

//! The panels of the route and deadlock overlays.

use browser::focus::{STAGE, focus_on};
use flitscope::catalog::capitalized;
use flitscope::scenario::{RING_DEADLOCK, Scenario};
use flitscope::scene::{DigitState, Offer, Step, Thing};
use flitscope::topology::NodeId;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::proof::ProofSteps;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;
use flitscope::page::{Action, PageStateStoreFields, ViewStoreFields};

/// [`RoutePanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn route_panel() -> Fetched {
    Ok(|| view! { <RoutePanel /> }.into_any())
}

/// The panel of the routes between two nodes.
#[component]
fn RoutePanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let overlays = page.overlays;
    let end = move |id: &'static str, name: &'static str, is_source: bool| {
        let problem = RwSignal::new(None::<String>);
        let value = move || {
            let (from, to) = page.ends();
            page.state
                .built()
                .read()
                .topology
                .label(if is_source { from } else { to })
        };
        let change = move |text: String| {
            let (from, to) = untrack(move || page.ends());
            let node = page
                .state
                .built()
                .read_untracked()
                .topology
                .node(name, &text);
            problem.set(node.as_ref().err().map(ToString::to_string));
            let Ok(node) = node else { return };
            let (from, to) = if is_source { (node, to) } else { (from, node) };
            if from == to {
                problem.set(Some(format!("{name} must differ from the other end")));
            } else {
                page.act(Action::Routes(from, to));
            }
        };
        view! {
            <div class="field">
                <label for=id>{name}</label>
                <input id=id type="text" autocomplete="off" prop:value=value on:change:target=move |e| change(e.target().value()) />
                <p class="problem" role="status">{problem}</p>
            </div>
        }
    };
    let has_two_legs = move || page.state.built().read().design.routing.legs() > 1;
    let swap = move |_| {
        let (from, to) = untrack(move || page.ends());
        page.act(Action::Routes(to, from));
    };
    let can_send = move || page.allows("send") && page.walked_path().is_some();
    let send_along = move |_| {
        if let Err(problem) = untrack(move || page.send_along()) {
            return page.report(problem);
        }
        // The panel gives way to the picture.
        focus_on(STAGE);
    };
    let steps = move || {
        let steps = overlays.routes().steps.clone();
        let nodes: Vec<_> = steps.iter().map(|step| step.node).collect();
        let rows = steps.into_iter().enumerate();
        rows.map(|(index, step)| row(page, step, &nodes[..=index]))
            .collect_view()
    };
    view! {
        <div class="row">
            {end("route-from", "From", true)}
            {end("route-to", "To", false)}
            <button title="Swap source and destination" on:click=swap>"⇄"</button>
        </div>
        <p class="help">"Click a node and then another, or drag from one to the other."</p>
        <Show when=has_two_legs><Through /></Show>
        <p class="found" id="routes" role="status">{move || overlays.routes().sentence.clone()}</p>
        <Show when=can_send>
            <p class="actions">
                <button
                    id="send-along"
                    type="button"
                    title="Sends a message that takes the path below, whatever else it may take"
                    on:click=send_along
                >"Send a message along this path"</button>
            </p>
        </Show>
        <label class="check">
            <input
                type="checkbox"
                id="apart"
                prop:checked=move || page.state.view().node_disjoint().get()
                on:change:target=move |e| page.act(Action::NodeDisjoint(e.target().checked()))
            />
            " Node-disjoint paths"
        </label>
        <ol class="steps" start="0">{steps}</ol>
    }
}

/// The choice of the intermediate node, for routing functions whose messages draw one.
#[component]
fn Through() -> impl IntoView {
    let page = expect_context::<Page>();
    let problem = RwSignal::new(None::<String>);
    // Only the nodes from which the routing function draws.
    let is_drawn = move |by: NodeId| {
        let (from, to) = page.ends();
        page.state
            .built()
            .read()
            .design
            .routing
            .goes_by(from, by, to)
    };
    let value = move || {
        let by = page.state.view().by().get();
        by.map(|by| page.state.built().read().topology.label(by))
            .unwrap_or_default()
    };
    let change = move |text: String| {
        if text.trim().is_empty() {
            problem.set(None);
            return page.act(Action::Through(None));
        }
        let built = page.state.built().get_untracked();
        match built.topology.node("Through", &text) {
            Err(error) => problem.set(Some(error.to_string())),
            Ok(by) if !untrack(move || is_drawn(by)) => {
                let reason = "Through must be a node between source and destination".to_owned();
                problem.set(Some(reason));
            }
            Ok(by) => {
                problem.set(None);
                page.act(Action::Through(Some(by)));
            }
        }
    };
    // The next node after the one shown, without the two ends.
    let another = move |_| {
        let (from, to) = untrack(move || page.ends());
        let nodes = page.state.built().read_untracked().design.network.nodes();
        let after = page
            .state
            .view()
            .by()
            .get_untracked()
            .map_or(0, |by| by.0 + 1);
        let mut others = (after..nodes).chain(0..after).map(NodeId);
        let fits = |by: &NodeId| *by != from && *by != to && untrack(move || is_drawn(*by));
        let next = others.find(fits);
        problem.set(None);
        page.act(Action::Through(next));
    };
    let any = move |_| {
        problem.set(None);
        page.act(Action::Through(None));
    };
    view! {
        <div class="row">
            <div class="field">
                <label for="route-through">"Through"</label>
                <input id="route-through" type="text" autocomplete="off" placeholder="any node" prop:value=value on:change:target=move |e| change(e.target().value()) />
                <p class="problem" role="status">{problem}</p>
            </div>
            <button id="another-node" title="Shows the routes through the next node" on:click=another>"Next node"</button>
            <button disabled=move || page.state.view().by().get().is_none() on:click=any>"Any node"</button>
        </div>
    }
}

/// A node of the walk: its address, and the channels that a header may take from there.
fn row(page: Page, step: Step, so_far: &[NodeId]) -> impl IntoView + use<> {
    let digits = step.digits.iter().map(|digit| {
        let class = match digit.state {
            DigitState::Right => "right",
            DigitState::Wrong => "wrong",
            DigitState::Now => "now",
        };
        ["<i class=", class, ">", &digit.text, "</i>"].concat()
    });
    let digits = digits.collect::<Vec<_>>().concat();
    let node = step.node;
    let address = page.state.built().read_untracked().topology.address(node);
    let offers = step.offers.into_iter().map(|offer| {
        let Offer { to, text, is_taken } = offer;
        let mut walk = so_far.to_vec();
        walk.push(to);
        let name = page.state.built().read_untracked().topology.address(to);
        view! {
            <button
                class="offer"
                aria-pressed=is_taken.to_string()
                title="Take this hop"
                on:click=move |_| page.act(Action::Walk(walk.clone()))
            >"→ "{name}<small>{text}</small></button>
        }
    });
    view! {
        <li>
            <button class="link" on:click=move |_| page.select(Some(Thing::Node(node)))>{address}</button>
            <span class="digits" aria-hidden="true" title="filled: the next hop changes it; dashed: still to be changed" inner_html=digits></span>
            {step.label.map(|label| view! { <small>"label "{label}" "</small> })}
            {offers.collect_view()}
        </li>
    }
}

/// A button for each change after which the same messages are all delivered. None in a lesson that
/// restricts the page, since finding the change may be the question.
#[component]
pub fn Cures() -> impl IntoView {
    let page = expect_context::<Page>();
    let cures = move || match &*page.overlays.deadlock.read() {
        Some(Ok(report)) if page.allows("all") => report.cures.clone(),
        _ => Vec::new(),
    };
    let buttons = move || {
        let buttons = cures().into_iter().map(|cure| {
            let label = cure.label().to_owned();
            view! { <button type="button" on:click=move |_| page.cure(&cure)>{label}</button> }
        });
        buttons.collect_view()
    };
    view! { <span class="cures">{buttons}</span> }
}

/// [`DeadlockPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn deadlock_panel() -> Fetched {
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
    let lost = move || match &*found.read() {
        Some(Ok(report)) => report.lost.clone(),
        _ => None,
    };
    let is_bad =
        move || matches!(&*found.read(), Some(Ok(report)) if report.deadlock_free == Some(false));
    let counts = move || match &*found.read() {
        Some(Ok(report)) => {
            let hidden = if report.edges.is_empty() && report.dependencies > 0 {
                "; too many to draw"
            } else if report.edges.len() > flitscope::scene::Dependencies::MOST {
                "; too many to draw at once: click a channel for its own"
            } else {
                ""
            };
            format!(
                "{} virtual channels, {} dependencies{hidden}. An arrow leads from a channel that a message can hold to one that it can then ask for.",
                report.lanes, report.dependencies
            )
        }
        _ => String::new(),
    };
    let cycle = move || {
        let study = page.state.built().read();
        let cycle = match &*found.read() {
            Some(Ok(report)) => report.shown().to_vec(),
            _ => Vec::new(),
        };
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
    let caption = move || match &*found.read() {
        Some(Ok(report)) if report.shown().is_empty() => "",
        Some(Ok(report)) if report.deadlock_free == Some(true) => {
            "A shortest dependency cycle, in which messages do not wait forever:"
        }
        Some(Ok(report)) if !report.held.is_empty() => {
            "Virtual channels that messages of a deadlock hold:"
        }
        Some(Ok(_)) => "A shortest dependency cycle; there may be others:",
        _ => "",
    };
    let witness = move || match &*found.read() {
        Some(Ok(report)) => report.witness.clone(),
        _ => None,
    };
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

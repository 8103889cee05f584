//! The routes between two nodes: their shapes, and their panel.

use flitscope::page::{Action, PageStateStoreFields, ViewStoreFields};
use flitscope::scene::{DigitState, Offer, RouteAnswer, RouteView, Step, Thing};
use flitscope::topology::NodeId;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::OverlayParts;
use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::page::Page;
use browser::focus::{STAGE, focus_on};

pub(super) const PARTS: OverlayParts = OverlayParts {
    panel: || part(route_panel),
    sentence: |overlays| overlays.routes().sentence.clone(),
    naming: |page, naming| {
        if page.state.view().node_disjoint().get() {
            return naming;
        }
        naming.of_routes(&page.state.built().read().design)
    },
};

impl Page {
    /// Returns source and destination of the routes that are shown.
    pub fn ends(self) -> (NodeId, NodeId) {
        let study = self.state.built().read();
        let nodes = study.design.network.nodes();
        let chosen = self.state.view().pair().get();
        chosen
            .filter(|(from, to)| from.0 < nodes && to.0 < nodes)
            .unwrap_or_else(|| {
                // By default, from node 0 to a node as far from it as possible.
                let from = NodeId(0);
                let far = study.topology.node_ids();
                let far = far.max_by_key(|&to| study.topology.distance(from, to));
                (from, far.unwrap_or(from))
            })
    }

    pub(super) fn routes(self) -> RouteAnswer {
        let built = self.state.built().read();
        RouteView {
            topology: &*built.topology,
            design: &built.design,
            layout: &self.layout.read(),
            naming: self.look.naming.get(),
            ends: self.ends(),
            by: self.state.view().by().get(),
            begun: &self.state.walked().read(),
            is_apart: self.state.view().node_disjoint().get(),
        }
        .answer()
    }
}

/// [`RoutePanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn route_panel() -> Fetched {
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

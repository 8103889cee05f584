//! The menu of the network: topologies by picture, the sizes of the chosen one, and a few facts.

use flitscope::catalog::{self, Settings};
use flitscope::page::{Action, Dock, PageStateStoreFields, Panel, Place};
use flitscope::scene::sketch_of;
use flitscope::topology::{self, parse_spec, write_spec};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use browser::canvas::is_narrow;
use browser::popovers;

use super::messages::message_fields;
use crate::ui::controls::part::{Fetched, part};
use crate::ui::facts::FewFacts;
use crate::ui::form::network::NetworkFields;
use crate::ui::form::scenario::routing_field;
use crate::ui::form::traffic::RateSlider;
use crate::ui::state::page::Page;

/// [`NetworkMenu`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn network_menu() -> Fetched {
    Ok(|| view! { <NetworkMenu /> }.into_any())
}

/// The topologies that most people look for, in the order of the grid.
const COMMON: [&str; 8] = [
    "mesh",
    "torus",
    "ring",
    "hypercube",
    "butterfly",
    "fat-tree",
    "dragonfly",
    "graph",
];

/// Topologies by picture, the sizes of the chosen one, and a few facts.
#[component]
fn NetworkMenu() -> impl IntoView {
    let page = expect_context::<Page>();
    let explores = move || page.state.place().get() == Place::Explore;
    let examples = move |_| {
        popovers::close_open();
        page.act(Action::Panel(Panel::Examples));
    };
    view! {
        <div class="topologies" role="group" aria-label="Topologies">
            {COMMON.map(|id| view! { <TopologyPicture id /> }).into_iter().collect_view()}
        </div>
        <NetworkFields />
        {is_narrow().then(|| view! {
            <h3>"Routing"</h3>
            {part(routing_field)}
            <h3>"Lanes and messages"</h3>
            <RateSlider />
            {part(message_fields)}
        })}
        <Show when=explores>
            <FewFacts />
            <button class="opens" type="button" on:click=examples>"Examples"</button>
        </Show>
    }
}

/// A topology with a small drawing of it.
#[component]
fn TopologyPicture(id: &'static str) -> impl IntoView {
    let page = expect_context::<Page>();
    let family = catalog::family(topology::FAMILIES, id);
    let family = family.expect("the grid names registered topologies");
    let is_own = id == "graph";
    let is_chosen = move || {
        let spec = page.state.scenario().read().network.clone();
        parse_spec(&spec).is_ok_and(|(family, _)| family.entry.id == id)
    };
    let choose = move |_| {
        if is_own {
            popovers::close_open();
            page.act(Action::Dock(Dock::Network));
        } else {
            page.act(Action::set(
                "network",
                &write_spec(family, &Settings::default()),
            ));
        }
    };
    view! {
        <button
            type="button"
            class="topology"
            disabled=move || page.locks("network") || is_own && !page.allows("script")
            aria-pressed=move || is_chosen().to_string()
            on:click=choose
        >
            <span inner_html=drawing(id)></span>
            {if is_own { "Your own" } else { family.entry.name() }}
        </button>
    }
}

/// A small drawing of a topology as SVG.
fn drawing(id: &str) -> String {
    /// Small networks of the same kinds.
    const SMALL: [(&str, &str); 8] = [
        ("mesh", "mesh:4x4"),
        ("torus", "torus:4x4"),
        ("ring", "ring:8"),
        ("hypercube", "hypercube:3"),
        ("butterfly", "butterfly:2,3"),
        ("fat-tree", "fat-tree:2,3"),
        ("dragonfly", "dragonfly:2,4,2"),
        ("graph", "ring:5"),
    ];
    let spec = SMALL
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, spec)| *spec);
    let topology = spec.and_then(|spec| topology::from_spec(spec).ok());
    topology.map_or_else(String::new, |topology| sketch_of(&*topology))
}

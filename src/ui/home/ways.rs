//! The ways from Home into the other places: three cards for three people, and a few examples.

use flitscope::scenario::Preset;
use leptos::prelude::*;

use crate::ui::controls::thumbnail::ExampleCard;
use crate::ui::state::page::{Page, Panel};
use crate::ui::state::storage::{self, recall};

/// Examples that stand below, by their ids.
const SHOWN: [&str; 5] = [
    "one-message-alone",
    "ring-deadlock",
    "multicast-four-algorithms-side-by-side",
    "8x8-torus-under-load",
    "all-routes-of-a-mesh-hypercube",
];

/// Three cards, and *Continue* for who comes back.
#[component]
pub fn Ways() -> impl IntoView {
    let page = expect_context::<Page>();
    let last = recall(storage::LAST).filter(|hash| hash.starts_with("#/lab?"));
    let teach = move |_| page.panel.set(Panel::Examples);
    view! {
        <section class="ways" aria-label="Where to go">
            <p class="claim">"Interconnection networks, flit by flit, with the theory beside them."</p>
            <button class="way" id="teach" type="button" on:click=teach>
                <b>"Teach it"</b>
                <span>"Examples to show: how a message travels, what a deadlock is, how one node reaches many."</span>
            </button>
            <a class="way" id="explore" href="#/lab">
                <b>"Explore it"</b>
                <span>"Choose a network and its routing, and watch its messages cycle by cycle, forwards and backwards."</span>
            </a>
            <a class="way" id="check" href="#/papers">
                <b>"Check a paper"</b>
                <span>"What published models say, beside what the simulation measures."</span>
            </a>
            {last.map(|hash| view! {
                <a class="way continue" id="continue" href=hash><b>"Continue"</b><span>"The network as you left it."</span></a>
            })}
        </section>
    }
}

/// A few examples to begin with.
#[component]
pub fn FirstExamples() -> impl IntoView {
    let page = expect_context::<Page>();
    let cards = SHOWN.iter().filter_map(|id| Preset::named(id));
    let cards = cards.map(|preset| view! { <ExampleCard preset /> }.into_any());
    view! {
        <section class="first-examples" aria-label="Examples">
            <ul class="cards">{cards.collect_view()}</ul>
            <button class="quiet" type="button" on:click=move |_| page.panel.set(Panel::Examples)>"All examples"</button>
        </section>
    }
}

//! The facts about the network that is shown.

use flitscope::catalog::capitalized;
use flitscope::page::{Action, PageState, PageStateStoreFields, Panel};
use flitscope::sweep::{Fact, Limit, capacity, facts, limits};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;

/// [`FactsPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn facts_panel() -> Fetched {
    Ok(|| view! { <FactsPanel /> }.into_any())
}

/// Every fact with how its value comes about, and the limits of the load under each traffic pattern.
#[component]
fn FactsPanel() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let rows = move || {
        let built = state.built().read();
        let facts = facts(&state.scenario().read(), &built);
        let rows = facts.into_iter().map(|Fact { name, value, how }| {
            view! { <tr><th scope="row">{name}</th><td>{value}<small>{how}</small></td></tr> }
                .into_any()
        });
        rows.collect_view()
    };
    let limits = move || {
        let built = state.built().read();
        let capacity = capacity(&built);
        let limits = limits(&state.scenario().read(), &built);
        let rows = limits.into_iter().map(|Limit { pattern, bound }| {
            let (value, how) = match bound {
                Ok((rate, why)) => (
                    format!("{rate:.4} messages/node/cycle, {:.0} % of capacity", 100.0 * rate / capacity),
                    why,
                ),
                Err(reason) => ("–".to_owned(), reason),
            };
            view! { <tr><th scope="row">{pattern}</th><td>{value}<small>{capitalized(&how)}</small></td></tr> }
                .into_any()
        });
        rows.collect_view()
    };
    view! {
        <table class="facts"><tbody>{rows}</tbody></table>
        <h3>"Saturation at the latest, under each traffic pattern"</h3>
        <table class="facts"><tbody>{limits}</tbody></table>
        <p class="help">"Networks saturate before the lowest bound, since worms block each other. 100 % of capacity would keep the average channel always busy under uniform traffic."</p>
    }
}

/// The facts that fit a small form, and a button for all of them.
#[component]
pub fn FewFacts() -> impl IntoView {
    const SHOWN: [&str; 5] = ["Nodes", "Degree", "Diameter", "Mean distance", "Bisection"];
    let page = expect_context::<Page>();
    let items = move || {
        let built = page.state.built().read();
        let facts = facts(&page.state.scenario().read(), &built).into_iter();
        let few = facts.filter(|fact| SHOWN.contains(&fact.name));
        let items = few.map(|Fact { name, value, how }| {
            view! { <div title=how><dt>{name}</dt><dd>{value}</dd></div> }.into_any()
        });
        items.collect_view()
    };
    let open = move |_| {
        browser::popovers::close_open();
        page.act(Action::Panel(Panel::Facts));
    };
    view! {
        <dl class="few-facts">{items}</dl>
        <button id="all-facts" class="opens" type="button" on:click=open>"All facts, and how they come about"</button>
    }
}

//! The choice of the chart: its quantity, and the unit of the load.

use flitscope::page::{Action, PageStateStoreFields, ViewStoreFields};
use flitscope::sweep::{ChartAxes, LoadUnit, Quantity};
use leptos::prelude::*;

use super::shown::Shown;
use crate::ui::state::page::Page;

/// Two menus above the chart.
#[component]
pub fn AxesMenus(page: Page, shown: Shown) -> impl IntoView {
    let axes = move || page.state.view().axes().get();
    // Messages to several nodes have no latency without the queue, and no bounds.
    let has_several = Memo::new(move |_| page.state.built().read().design.draws_several());
    let has_bounds = Memo::new(move |_| {
        let facts = shown.facts.read();
        facts.iter().all(|curve| !curve.bounds.is_empty())
    });
    let choose_quantity = move |id: String| {
        if let Some(quantity) = Quantity::from_id(&id) {
            page.act(Action::Axes(ChartAxes { quantity, ..axes() }));
        }
    };
    let choose_unit = move |id: String| {
        if let Some(unit) = LoadUnit::from_id(&id) {
            page.act(Action::Axes(ChartAxes { unit, ..axes() }));
        }
    };
    let quantities = Quantity::ALL.map(|(quantity, id, name)| {
        let is_chosen = move || axes().quantity == quantity;
        let is_absent = move || quantity == Quantity::NetworkLatency && has_several.get();
        view! { <option value=id selected=is_chosen disabled=is_absent>{name}</option> }.into_any()
    });
    let units = LoadUnit::ALL.map(|(unit, id, name)| {
        let is_chosen = move || axes().unit == unit;
        let is_absent = move || unit == LoadUnit::Bound && !has_bounds.get();
        view! { <option value=id selected=is_chosen disabled=is_absent>{name}</option> }.into_any()
    });
    view! {
        <div class="axes">
            <label>
                <span>"Chart"</span>
                <select id="chart-quantity" on:change:target=move |event| choose_quantity(event.target().value())>
                    {quantities.into_iter().collect_view()}
                </select>
            </label>
            <label>
                <span>"Load in"</span>
                <select id="chart-unit" on:change:target=move |event| choose_unit(event.target().value())>
                    {units.into_iter().collect_view()}
                </select>
            </label>
        </div>
    }
}

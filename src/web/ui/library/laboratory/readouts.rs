//! The numbers of the plot as a table, and the models' deviations from the papers.

use leptos::prelude::*;

use super::state::LaboratoryState;
use crate::ui::controls::errata::ErrataList;
use crate::ui::controls::table::Table;

/// The table of the numbers behind the curves.
#[component]
pub fn Numbers() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let cells = Memo::new(move |_| state.findings.read().cells());
    view! {
        <details class="panel numbers">
            <summary>"The numbers"</summary>
            {move || view! { <Table id="numbers" label="Table of the numbers" cells=cells.get() /> }}
        </details>
    }
}

/// The deviations of the curves' models from the printed papers.
#[component]
pub fn Errata() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let families = Memo::new(move |_| {
        let families = state.experiment.read().families().into_iter();
        families.map(|family| family.entry.id).collect::<Vec<_>>()
    });
    let all = move || {
        families.track();
        let families = state.experiment.read_untracked().families().into_iter();
        let families = families.filter(|family| !family.errata().is_empty());
        families
            .map(|family| {
                view! {
                    <h3>{family.entry.name()}</h3>
                    <ErrataList errata=family.errata() />
                }
            })
            .collect_view()
    };
    view! {
        <details class="panel errata">
            <summary>"Deviations from the papers"</summary>
            {all}
        </details>
    }
}

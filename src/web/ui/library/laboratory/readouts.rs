//! The numbers of the plot as a table, and the models' deviations from the papers.

use leptos::prelude::*;

use super::state::LaboratoryState;

/// The table of the numbers behind the curves.
#[component]
pub fn Numbers() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let cells = Memo::new(move |_| state.findings.read().cells());
    let heads = move || {
        let heads = cells.get().columns.into_iter();
        heads
            .map(|head| view! { <th scope="col">{head}</th> })
            .collect_view()
    };
    let rows = move || {
        let rows = cells.get().rows.into_iter().map(|row| {
            let mut row = row.into_iter();
            let head = row.next();
            let cells = row.map(|cell| view! { <td>{cell}</td> });
            view! { <tr><th scope="row">{head}</th>{cells.collect_view()}</tr> }
        });
        rows.collect_view()
    };
    view! {
        <details class="panel numbers">
            <summary>"The numbers"</summary>
            <div class="numbers-scroll" tabindex="0" role="region" aria-label="Table of the numbers">
                <table id="numbers">
                    <thead><tr>{heads}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
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
                let errata = family.errata().into_iter().map(|erratum| {
                    view! {
                        <li>
                            <b>{erratum.place}</b> ": printed " <i>{erratum.printed}</i>
                            ", used here " <i>{erratum.used}</i> ", because " {erratum.why} "."
                        </li>
                    }
                });
                view! {
                    <h3>{family.entry.name()}</h3>
                    <ul>{errata.collect_view()}</ul>
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

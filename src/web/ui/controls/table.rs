//! A text table that may be wider than its container.

use flitscope::plot::Cells;
use leptos::prelude::*;

/// A table that scrolls sideways, also with the keyboard.
#[component]
pub fn Table(id: &'static str, label: &'static str, cells: Cells) -> impl IntoView {
    let heads = cells.columns.into_iter();
    let heads = heads.map(|head| view! { <th scope="col">{head}</th> }.into_any());
    let rows = cells.rows.into_iter().map(|row| {
        let mut row = row.into_iter();
        let head = row.next();
        let rest = row.map(|cell| view! { <td>{cell}</td> }.into_any());
        view! { <tr><th scope="row">{head}</th>{rest.collect_view()}</tr> }.into_any()
    });
    view! {
        <div class="table" tabindex="0" role="region" aria-label=label>
            <table id=id>
                <thead><tr>{heads.collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

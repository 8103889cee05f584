//! The curves of a chart as a table, and the marks that occur in it.

use flitscope::plot::{CurveRow, Theme};
use leptos::prelude::*;

use super::shown::Shown;
use crate::ui::controls::key_list::KeyList;
use crate::ui::state::theme::CurrentPalette;

/// One row for each curve, with its line and symbol as in the chart: the latency without load and at the present one, and where
/// the curve saturates.
#[component]
pub fn CurveRows(shown: Shown) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let table = Memo::new(move |_| {
        let (chart, diagram) = (shown.marked.read(), shown.diagram.read());
        let theme = Theme::in_page(palette.read().id, 1.0);
        let rows = chart.rows(&diagram).into_iter();
        let rows = rows.map(|row| (diagram.name_sample(row.trace, &theme), row));
        (chart.present_in_words(), rows.collect::<Vec<_>>())
    });
    let rows = move || {
        let rows = table.read().1.clone().into_iter();
        let rows = rows.map(|(sample, row)| {
            let CurveRow {
                name,
                zero_load,
                present,
                saturates,
                ..
            } = row;
            let title = name.clone();
            view! {
                <tr>
                    <th scope="row">
                        <span class="sample" aria-hidden="true" inner_html=sample></span>
                        <span class="name" title=title>{name}</span>
                    </th>
                    <td>{zero_load}</td>
                    <td>{present}</td>
                    <td class="end">{saturates}</td>
                </tr>
            }
        });
        rows.collect_view()
    };
    view! {
        <div class="curve-rows" role="region" aria-label="Curves" tabindex="0" hidden=move || table.read().1.is_empty()>
            <table id="curve-rows">
                <thead>
                    <tr>
                        <th scope="col">"Curve"</th>
                        <th scope="col">"without load"</th>
                        <th scope="col">{move || table.read().0.clone()}</th>
                        <th scope="col">"saturates at"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// One line for each mark that occurs in the chart.
#[component]
pub fn Legend(shown: Shown) -> impl IntoView {
    let keys = Memo::new(move |_| shown.diagram.read().occurring_keys());
    view! { <KeyList class="legend" label="Marks of the chart" diagram=shown.diagram keys /> }
}

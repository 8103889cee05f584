//! The curves of a chart as a table, and the marks that occur in it.

use leptos::prelude::*;

use super::chart_subject::ChartSubject;
use super::charts::{Charts, CurveRow};
use crate::ui::state::theme::CurrentPalette;

/// One row for each curve, with its line and symbol as in the chart: the latency without load and at the present one, and where
/// the curve saturates.
#[component]
pub fn CurveRows(shown: Signal<ChartSubject>, charts: Charts, present: Memo<f64>) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let table = Memo::new(move |_| {
        let marked = ChartSubject {
            present: Some(present.get()),
            ..shown.get()
        };
        charts.rows(palette.read().id, &marked)
    });
    let rows = move || {
        let rows = table.read().1.clone().into_iter();
        let rows = rows.map(|row| {
            let CurveRow {
                sample,
                name,
                zero_load,
                present,
                saturates,
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

/// One line for each mark that occurs in the chart, with a sample as in the chart.
#[component]
pub fn Legend(shown: Signal<ChartSubject>, charts: Charts) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let entries = Memo::new(move |_| charts.legend(palette.read().id, &shown.read()));
    let items = move || {
        let entries = entries.get().into_iter();
        let items = entries.map(|(sample, text, id)| {
            view! {
                <li data-key=id>
                    <span class="sample" aria-hidden="true" inner_html=sample></span>
                    {text}
                </li>
            }
        });
        items.collect_view()
    };
    view! { <ul class="legend" aria-label="Marks of the chart">{items}</ul> }
}

//! The legend of a chart: its curves, and the marks that occur in it.

use leptos::prelude::*;

use super::chart_program::ChartProgram;
use super::chart_subject::ChartSubject;
use crate::ui::state::theme::CurrentPalette;

/// One line for each named curve, and for each mark that occurs in the chart, with samples that the program of the
/// chart draws as in the chart.
#[component]
pub fn Legend(shown: Signal<ChartSubject>, charts: ChartProgram) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let entries = Memo::new(move |_| charts.legend(palette.read().id, &shown.read()));
    let items = move || {
        let entries = entries.get().into_iter();
        let items = entries.map(|[sample, text, id]| {
            let class = if id.is_empty() { "named" } else { "mark" };
            view! {
                <li class=class data-key=id>
                    <span class="sample" aria-hidden="true" inner_html=sample></span>
                    {text}
                </li>
            }
        });
        items.collect_view()
    };
    view! { <ul class="legend" aria-label="Legend">{items}</ul> }
}

//! The legend of a chart: its curves, and the marks that occur in it.

use flitscope::plot::DiagramKey;
use leptos::prelude::*;

use super::chart_program::ChartProgram;
use super::chart_subject::ChartSubject;
use crate::ui::state::theme::CurrentPalette;

/// One line for each named curve, and for each mark that occurs in the chart.
#[component]
pub fn Legend(shown: Signal<ChartSubject>, charts: ChartProgram) -> impl IntoView {
    let keys = Memo::new(move |_| charts.keys(&shown.read()));
    let items = move || {
        let keys = keys.get().into_iter();
        let keys = keys.filter_map(|id| DiagramKey::from_id(&id));
        let items = keys.map(|key| {
            let class = format!("key {}", key.id());
            let glyph = match key {
                DiagramKey::Print | DiagramKey::PrintInNetwork => "◇",
                DiagramKey::Beyond => "↑",
                DiagramKey::Fallen => "↓",
                _ => "",
            };
            view! { <li><i class=class>{glyph}</i>{key.label()}</li> }.into_any()
        });
        items.collect_view()
    };
    let palette = expect_context::<CurrentPalette>().0;
    let names = Memo::new(move |_| charts.names(palette.read().id, &shown.read()));
    let named = move || {
        let named = names.get().into_iter().map(|[name, color, dash, mark]| {
            view! {
                <li class="named">
                    <svg width="28" height="14" aria-hidden="true">
                        <line x1="0" y1="7" x2="28" y2="7" stroke=color.clone() stroke-width="2.5" stroke-dasharray=dash />
                        <text x="14" y="11.5" text-anchor="middle" font-size="13" fill=color>{mark}</text>
                    </svg>
                    {name}
                </li>
            }
            .into_any()
        });
        named.collect_view()
    };
    view! { <ul class="legend" aria-label="Legend">{named}{items}</ul> }
}

//! The legend of a chart, restricted to the marks that occur in it.

use flitscope::plot::DiagramKey;
use leptos::prelude::*;

use super::chart_program::{ChartProgram, ChartSubject};

/// One line for each mark that occurs in the chart.
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
    view! { <ul class="legend" aria-label="Legend">{items}</ul> }
}

//! The numbers below the chart: points with their warnings, channel loads, and the source of printed values.

use flitscope::paper::PrintedTable;
use flitscope::plot::LoadChart;
use leptos::prelude::*;

use super::shown::Shown;
use crate::ui::controls::table::Table;

/// Largest number of warnings that are shown without collapsing them.
const FEW_WARNINGS: usize = 3;

/// The table of the points, and the warnings about them.
#[component]
pub fn Points(shown: Shown) -> impl IntoView {
    let cells = Memo::new(move |_| shown.chart.read().table());
    let warnings = Memo::new(move |_| shown.chart.read().warnings());
    let warnings = move || {
        let warnings = warnings.get();
        let count = warnings.len();
        let lines = warnings.into_iter();
        let lines = lines.map(|line| view! { <p class="warning">{line}"."</p> }.into_any());
        let lines = lines.collect_view();
        // Many curves have many warnings, mostly about loads near saturation.
        if count > FEW_WARNINGS {
            let summary = format!("{count} warnings");
            return view! { <details class="help"><summary>{summary}</summary>{lines}</details> }
                .into_any();
        }
        lines.into_any()
    };
    view! {
        {move || view! { <Table id="points" label="Measured points" cells=cells.get() /> }}
        {warnings}
    }
}

/// The table of channel load by algorithm or routing function.
#[component]
pub fn Loads(shown: Shown) -> impl IntoView {
    let cells = Memo::new(move |_| {
        let chart = shown.chart.read();
        LoadChart::of(&chart.curves.series).map(|chart| chart.cells())
    });
    move || {
        let cells = cells.get()?;
        Some(view! { <Table id="loads" label="Channel load by algorithm" cells /> })
    }
}

/// The source of a printed table, and why the measured values differ from it.
pub fn printed_view(table: &'static PrintedTable) -> impl IntoView {
    view! {
        <p class="help" id="printed">
            <b>{table.item}</b>": Measure takes the loads of the table. "{table.remark}
        </p>
    }
}

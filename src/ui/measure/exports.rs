//! Exports of the measured curve: pictures, numbers and a link.

use flitscope::browser::exports::{self, Exports, Format};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::chart_program::{ChartProgram, ChartSubject};
use crate::ui::state::theme::CurrentPalette;

/// Size of pictures \[pixels\].
const SIZE: (u32, u32) = (960, 600);

/// Returns the address at which Experiment shows the curve of a scenario beside the kept ones.
pub fn in_experiment(subject: &Scenario) -> String {
    let link = String::from(js_sys::encode_uri_component(&subject.to_link()));
    format!("#/laboratory?new={link}")
}

/// The export buttons below the chart.
#[component]
pub fn CurveExports(
    shown: Signal<ChartSubject>,
    charts: ChartProgram,
    subject: Memo<Scenario>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        let (shown, palette) = (shown.read_untracked(), palette.read_untracked().id);
        let remark = || format!("#/lab?{}", subject.read_untracked().to_link());
        match format {
            Format::Png => exports::png(SIZE, |canvas, scale| {
                charts.draw_file(canvas, palette, scale, &shown)
            }),
            Format::Svg => charts.svg(SIZE, palette, &shown),
            Format::Csv => charts.csv(&remark(), &shown),
            Format::Json => charts.json(&remark(), &shown),
        }
    });
    let stem = Callback::new(move |()| subject.read_untracked().file_stem());
    let link = Callback::new(move |()| in_experiment(&subject.read_untracked()));
    view! { <Exports of="the curve" formats=Format::ALL make stem link /> }
}

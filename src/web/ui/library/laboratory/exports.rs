//! Exports of the plot.

use browser::exports::{self, Exports, Format};
use browser::files::save_text;
use flitscope::laboratory::{to_csv, to_json};
use leptos::prelude::*;

use super::super::diagram_view::SAVED;
use super::state::LaboratoryState;
use crate::ui::state::theme::CurrentPalette;

/// The export buttons under the plot.
#[component]
pub fn PlotExports() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        let experiment = state.experiment.read_untracked();
        let findings = state.findings.read_untracked();
        match format {
            Format::Csv => Some(to_csv(&experiment, &findings)),
            Format::Json => Some(format!("{:#}\n", to_json(&experiment, &findings))),
            _ => exports::diagram(
                &findings.diagram,
                format,
                SAVED,
                palette.read_untracked().id,
            ),
        }
    });
    let stem = Callback::new(move |()| state.experiment.read_untracked().file_stem());
    let link = Callback::new(move |()| state.link_with_points());
    view! { <Exports of="the plot" formats=Format::ALL make stem link /> }
}

/// The button that saves the scenarios of the points for the command line.
#[component]
pub fn GridExport() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let told = RwSignal::new(String::new());
    let save = move |_| {
        let experiment = state.experiment.read_untracked();
        let name = format!("{}.grid.json", experiment.file_stem());
        let grid = experiment.to_grid(&state.results.read_untracked());
        told.set(match grid {
            Err(reason) => reason,
            Ok((grid, count)) => match save_text(&grid, "application/json", &name) {
                Some(()) => format!("{name} saved, for `flitscope grid`: {count} scenarios."),
                None => format!("The browser could not save {name}."),
            },
        });
    };
    view! {
        <div class="exports" role="group" aria-label="Export the scenarios">
            <button title="The scenarios of the simulated points, for flitscope grid and flitscope run" on:click=save>"Grid"</button>
            <span role="status">{told}</span>
        </div>
    }
}

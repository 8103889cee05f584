//! What is plotted, to take along.

use flitscope::browser::clipboard;
use flitscope::browser::download::{save, save_text};
use flitscope::browser::fine_canvas::{FINER, FineCanvas};
use flitscope::laboratory::{to_csv, to_json};
use flitscope::plot::{Diagram, Theme};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::state::LaboratoryState;
use crate::palette::use_palette;

/// Of pictures \[pixels\].
const WIDTH: u32 = 960;
const HEIGHT: u32 = 620;
/// Pixels of a PNG file for each of them.
const SHARPNESS: u32 = 2;

/// Buttons under the plot.
#[component]
pub fn Exports() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let palette = use_palette();
    let told = RwSignal::new(String::new());
    let theme = move |scale: f64| Theme::named(&palette.read_untracked(), scale);
    let file = move |kind: &str| {
        let stem = state.experiment.read_untracked().file_stem();
        format!("{stem}.{kind}")
    };
    let tell = move |kind: &str, result: Option<()>| {
        let name = file(kind);
        told.set(match result {
            Some(()) => [&name, " saved."].concat(),
            None => ["The browser could not save ", &name, "."].concat(),
        });
    };
    let png = move |_| {
        let findings = state.findings.read_untracked();
        let url = to_png(&findings.diagram, &theme(f64::from(SHARPNESS) * FINER));
        tell("png", url.and_then(|url| save(&url, &file("png"))));
    };
    let svg = move |_| {
        let findings = state.findings.read_untracked();
        let text = findings.diagram.to_svg((WIDTH, HEIGHT), &theme(1.0));
        tell("svg", save_text(&text, "image/svg+xml", &file("svg")));
    };
    let csv = move |_| {
        let text = to_csv(
            &state.experiment.read_untracked(),
            &state.findings.read_untracked(),
        );
        tell("csv", save_text(&text, "text/csv", &file("csv")));
    };
    let json = move |_| {
        let value = to_json(
            &state.experiment.read_untracked(),
            &state.findings.read_untracked(),
        );
        let text = format!("{value:#}\n");
        tell("json", save_text(&text, "application/json", &file("json")));
    };
    let link = move |_| {
        let place = window().location();
        let before = place.href().unwrap_or_default();
        let before = before.split('#').next().unwrap_or_default();
        let address = [before, &state.experiment.read_untracked().to_link()].concat();
        clipboard::copy(&address, move |is_copied| {
            let text = if is_copied {
                "Link copied."
            } else {
                clipboard::REFUSED
            };
            told.set(text.to_owned());
        });
    };
    view! {
        <div class="exports" role="group" aria-label="Export">
            <button class="quiet" on:click=png>"PNG"</button>
            <button class="quiet" on:click=svg>"SVG"</button>
            <button class="quiet" on:click=csv>"CSV"</button>
            <button class="quiet" on:click=json>"JSON"</button>
            <button class="quiet" on:click=link>"Copy link"</button>
            <span role="status">{told}</span>
        </div>
    }
}

/// A picture, as an address that has it in itself.
fn to_png(diagram: &Diagram, theme: &Theme) -> Option<String> {
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    canvas.set_width(WIDTH * SHARPNESS);
    canvas.set_height(HEIGHT * SHARPNESS);
    let area = FineCanvas::area(canvas.clone())?;
    diagram.draw_with_legend(&area, theme).ok()?;
    drop(area);
    canvas.to_data_url_with_type("image/png").ok()
}

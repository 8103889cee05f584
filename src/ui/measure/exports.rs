//! The measured curve to take along: pictures, numbers, a link.

use flitscope::browser::clipboard;
use flitscope::browser::download::{save, save_text};
use flitscope::scenario::Scenario;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::chart_program::{ChartContent, Drawing};
use crate::ui::state::theme::CurrentPalette;

/// Size of pictures \[pixels\].
const SIZE: (u32, u32) = (960, 600);
/// Pixels of a PNG file for each of them.
const SHARPNESS: u32 = 2;

/// The address at which Experiment shows the curve of a scenario beside those that were kept.
pub fn in_experiment(subject: &Scenario) -> String {
    let link = String::from(js_sys::encode_uri_component(&subject.to_link()));
    format!("#/laboratory?new={link}")
}

/// Buttons under the chart.
#[component]
pub fn Exports(
    shown: Signal<ChartContent>,
    drawing: Drawing,
    subject: Memo<Scenario>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let told = RwSignal::new(String::new());
    let file = move |kind: &str| format!("{}.{kind}", subject.read_untracked().file_stem());
    let tell = move |kind: &str, saved: Option<()>| {
        let name = file(kind);
        told.set(match saved {
            Some(()) => format!("{name} saved."),
            None => format!("The browser could not save {name}."),
        });
    };
    let remark = move || format!("#/lab?{}", subject.read_untracked().to_link());
    let png = move |_| {
        let name = file("png");
        let theme = palette.read_untracked().id;
        let url = to_png(drawing, theme, &shown.read_untracked());
        tell("png", url.and_then(|url| save(&url, &name)));
    };
    let svg = move |_| {
        let theme = palette.read_untracked().id;
        let text = drawing.svg(SIZE, theme, &shown.read_untracked());
        let saved = text.and_then(|text| save_text(&text, "image/svg+xml", &file("svg")));
        tell("svg", saved);
    };
    let csv = move |_| {
        let text = drawing.csv(&remark(), &shown.read_untracked());
        tell(
            "csv",
            text.and_then(|text| save_text(&text, "text/csv", &file("csv"))),
        );
    };
    let json = move |_| {
        let text = drawing.json(&remark(), &shown.read_untracked());
        let saved = text.and_then(|text| save_text(&text, "application/json", &file("json")));
        tell("json", saved);
    };
    let link = move |_| {
        let here = window().location().href().unwrap_or_default();
        let here = here.split('#').next().unwrap_or_default();
        let address = [here, &in_experiment(&subject.read_untracked())].concat();
        clipboard::copy(&address, move |is_copied| {
            told.set(
                if is_copied {
                    "Link copied."
                } else {
                    clipboard::REFUSED
                }
                .to_owned(),
            );
        });
    };
    view! {
        <div class="exports" role="group" aria-label="Export the curve">
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
fn to_png(drawing: Drawing, palette: &str, shown: &ChartContent) -> Option<String> {
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    canvas.set_width(SIZE.0 * SHARPNESS);
    canvas.set_height(SIZE.1 * SHARPNESS);
    drawing.draw_file(&canvas, palette, f64::from(SHARPNESS), shown)?;
    canvas.to_data_url_with_type("image/png").ok()
}

//! What is plotted or tabulated, to take along: pictures, numbers, a link.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::clipboard;
use super::files::{save, save_text};

/// What is saved of a chart or table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A picture in pixels.
    Png,
    /// A picture in lines.
    Svg,
    /// Numbers, a row a line.
    Csv,
    /// Numbers with all that belongs to them.
    Json,
}

/// Pixels of a PNG file for each of a picture's.
const SHARPNESS: u32 = 2;

impl Format {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Png, Self::Svg, Self::Csv, Self::Json];
    /// Those of what has no picture.
    pub const NUMBERS: &[Self] = &[Self::Csv, Self::Json];

    fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Csv => "CSV",
            Self::Json => "JSON",
        }
    }

    /// Saves what was made of a chart: of a picture in pixels its address, of all else its text.
    fn save(self, made: &str, name: &str) -> Option<()> {
        match self {
            Self::Png => save(made, name),
            Self::Svg => save_text(made, "image/svg+xml", name),
            Self::Csv => save_text(made, "text/csv", name),
            Self::Json => save_text(made, "application/json", name),
        }
    }
}

/// A picture of a size as an address that has it in itself. `draw` is told how many pixels of the
/// canvas stand for one of the picture.
pub fn png(
    (width, height): (u32, u32),
    draw: impl FnOnce(&HtmlCanvasElement, f64) -> Option<()>,
) -> Option<String> {
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    canvas.set_width(width * SHARPNESS);
    canvas.set_height(height * SHARPNESS);
    draw(&canvas, f64::from(SHARPNESS))?;
    canvas.to_data_url_with_type("image/png").ok()
}

/// A button a format, and one that copies a link.
#[component]
pub fn Exports(
    /// What is exported, in words.
    of: &'static str,
    /// The formats that there are.
    #[prop(into)]
    formats: Signal<&'static [Format]>,
    /// Makes a text, or the address of a picture; none if the browser cannot.
    make: Callback<Format, Option<String>>,
    /// What files are called, but for their ending.
    stem: Callback<(), String>,
    /// The link, from `#` on.
    link: Callback<(), String>,
) -> impl IntoView {
    let told = RwSignal::new(String::new());
    let button = move |&format: &Format| {
        let export = move |_| {
            let name = format!("{}.{}", stem.run(()), format.name().to_lowercase());
            let saved = make.run(format).and_then(|made| format.save(&made, &name));
            told.set(match saved {
                Some(()) => format!("{name} saved."),
                None => format!("The browser could not save {name}."),
            });
        };
        let label = format!("{} of {of}", format.name());
        view! { <button class="quiet" aria-label=label on:click=export>{format.name()}</button> }
            .into_any()
    };
    let buttons = move || formats.get().iter().map(button).collect_view();
    let copy = move |_| {
        clipboard::copy_link(&link.run(()), move |text| told.set(text.to_owned()));
    };
    view! {
        <div class="exports" role="group" aria-label=format!("Export {of}")>
            {buttons}
            <button class="quiet" aria-label=format!("Copy link to {of}") on:click=copy>"Copy link"</button>
            <span role="status">{told}</span>
        </div>
    }
}

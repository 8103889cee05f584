//! Export of charts and tables: pictures, numbers, and a link.

use flitscope::plot::{Diagram, Theme};
use flitscope::scene::{signed_png, signed_svg};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, HtmlImageElement};

use super::canvas::context;
use super::canvas::fine::{FINER, FineCanvas};
use super::clipboard;
use super::files::{save_bytes, save_text};
use super::version::version;

/// File formats of a chart or table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Png,
    Svg,
    /// Numbers, one row per line.
    Csv,
    /// Numbers with their full context.
    Json,
}

/// Pixels of a PNG file for each pixel of the picture.
const SHARPNESS: u32 = 2;

impl Format {
    pub const ALL: &[Self] = &[Self::Png, Self::Svg, Self::Csv, Self::Json];
    /// The formats of data without a picture.
    pub const NUMBERS: &[Self] = &[Self::Csv, Self::Json];

    fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Csv => "CSV",
            Self::Json => "JSON",
        }
    }

    /// Saves exported data: the URL of a PNG picture or SVG to be rendered as one, or the text of any other format.
    fn save(self, made: &str, name: &str) -> Option<()> {
        match self {
            Self::Png if made.starts_with('<') => save_rendered(made, name),
            Self::Png => save_png(made, name),
            Self::Svg => save_svg(made, name),
            Self::Csv => save_text(made, "text/csv", name),
            Self::Json => save_text(made, "application/json", name),
        }
    }
}

/// Saves SVG with the version of the page in it; returns `None` if the browser refuses.
pub fn save_svg(svg: &str, name: &str) -> Option<()> {
    save_text(&signed_svg(svg, &version()), "image/svg+xml", name)
}

/// Saves a PNG picture, given as a data URL, with the version of the page in it; returns `None` if the browser refuses.
fn save_png(url: &str, name: &str) -> Option<()> {
    let (_, data) = url.split_once("base64,")?;
    // Each character of the text is one byte.
    let bytes: Vec<_> = window().atob(data).ok()?.chars().map(|c| c as u8).collect();
    save_bytes(&signed_png(&bytes, &version()), "image/png", name)
}

/// Returns a PNG picture of the given width and height \[pixels\] as a data URL. `draw` receives the
/// canvas and the number of its pixels per pixel of the picture.
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

/// Returns a diagram with its legend as a picture of a size \[pixels\] in the colors of a palette; `None` for formats that are
/// not pictures.
pub fn diagram(
    diagram: &Diagram,
    format: Format,
    size: (u32, u32),
    palette: &str,
) -> Option<String> {
    match format {
        Format::Png => png(size, |canvas, scale| {
            let area = FineCanvas::area(canvas.clone())?;
            let theme = Theme::named(palette, scale * FINER);
            diagram.draw_with_legend(&area, &theme).ok()
        }),
        Format::Svg => Some(diagram.to_svg(size, &Theme::named(palette, 1.0))),
        Format::Csv | Format::Json => None,
    }
}

/// Saves SVG as PNG, which the browser renders; returns `None` if it has no images.
pub fn save_rendered(svg: &str, name: &str) -> Option<()> {
    let image = HtmlImageElement::new().ok()?;
    let (drawn, name) = (image.clone(), name.to_owned());
    let on_load = Closure::once_into_js(move || {
        let size = (drawn.natural_width(), drawn.natural_height());
        let made = png(size, |canvas, scale| {
            let [width, height] = [size.0, size.1].map(|side| f64::from(side) * scale);
            let context = context(canvas)?;
            let drawn = context
                .draw_image_with_html_image_element_and_dw_and_dh(&drawn, 0.0, 0.0, width, height);
            drawn.ok()
        });
        if let Some(made) = made {
            // A browser that refuses to save reports that itself.
            let _ = save_png(&made, &name);
        }
    });
    image.set_onload(Some(on_load.unchecked_ref()));
    let data = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{data}"));
    Some(())
}

/// A button for each format, and one that copies a link.
#[component]
pub fn Exports(
    /// The exported thing, in words.
    of: &'static str,
    #[prop(into)] formats: Signal<&'static [Format]>,
    /// Returns the text of a format, and for PNG the URL of the picture or SVG; `None` if that fails.
    make: Callback<Format, Option<String>>,
    /// Returns the file name without extension.
    stem: Callback<(), String>,
    link: Callback<(), String>,
) -> impl IntoView {
    let told = RwSignal::new(String::new());
    let button = move |&format: &Format| {
        let export = move |_| {
            let name = format!("{}.{}", stem.run(()), format.name().to_ascii_lowercase());
            let saved = make.run(format).and_then(|made| format.save(&made, &name));
            told.set(match saved {
                Some(()) => format!("{name} saved."),
                None => format!("The browser could not save {name}."),
            });
        };
        let label = format!("{} of {of}", format.name());
        view! { <button type="button" aria-label=label on:click=export>{format.name()}</button> }
            .into_any()
    };
    let buttons = move || formats.get().iter().map(button).collect_view();
    let copy = move |_| {
        clipboard::copy_link(&link.run(()), move |text| told.set(text.to_owned()));
    };
    view! {
        <div class="exports" role="group" aria-label=format!("Export {of}")>
            {buttons}
            <button type="button" aria-label=format!("Copy link to {of}") on:click=copy>"Copy link"</button>
            <span role="status">{told}</span>
        </div>
    }
}

//! Light and dark: the choice, and the colors that the style sheet gives them.

use flitscope::plot;
use flitscope::scene::{HUES, Ink};
use leptos::prelude::*;
use plotters::style::RGBColor;

/// Colors for painting, read from the style sheet's custom properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    link: String,
    far_link: String,
    chosen: String,
    node: String,
    queue: String,
    /// Outlines and writing.
    pub text: String,
    blocked: String,
    hues: Vec<String>,
    chart: [RGBColor; 7],
}

/// The palette of the current theme, as a context.
#[derive(Clone, Copy)]
pub struct CurrentPalette(pub RwSignal<Palette>);

/// Makes the palette available and keeps it up to date.
pub fn provide() {
    let palette = RwSignal::new(Palette::read());
    provide_context(CurrentPalette(palette));
    let query = window().match_media("(prefers-color-scheme: dark)");
    if let Some(query) = query.ok().flatten() {
        use wasm_bindgen::prelude::*;
        let changed = Closure::<dyn Fn()>::new(move || palette.set(Palette::read()));
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The page listens as long as it lives.
        changed.forget();
    }
}

impl Palette {
    fn read() -> Self {
        let root = document().document_element().expect("a page has a root");
        let style = window().get_computed_style(&root).ok().flatten();
        let get = |name: &str| {
            let value = style.as_ref().and_then(|s| s.get_property_value(name).ok());
            value.unwrap_or_default().trim().to_owned()
        };
        let rgb = |name: &str| parse_hex(&get(name)).unwrap_or(RGBColor(128, 128, 128));
        Self {
            link: get("--link"),
            far_link: get("--far-link"),
            chosen: get("--chosen"),
            node: get("--node"),
            queue: get("--queue"),
            text: get("--ink"),
            blocked: get("--blocked"),
            hues: (0..HUES).map(|hue| get(&format!("--hue-{hue}"))).collect(),
            chart: [
                rgb("--panel"),
                rgb("--ink"),
                rgb("--line"),
                rgb("--chart-model"),
                rgb("--chart-network"),
                rgb("--chart-latency"),
                rgb("--blocked"),
            ],
        }
    }

    /// The color of an ink.
    pub fn color(&self, ink: Ink) -> &str {
        match ink {
            Ink::Link => &self.link,
            Ink::FarLink => &self.far_link,
            Ink::Chosen => &self.chosen,
            Ink::Node => &self.node,
            Ink::Queue => &self.queue,
            Ink::Text => &self.text,
            Ink::Blocked => &self.blocked,
            Ink::Message(hue) => &self.hues[usize::from(hue) % self.hues.len()],
        }
    }

    /// The colors of a chart, for a screen with `scale` device pixels per pixel.
    pub fn chart(&self, scale: f64) -> plot::Theme {
        let [paper, ink, grid, model, network, latency, warning] = self.chart;
        plot::Theme {
            paper,
            ink,
            grid,
            model,
            network,
            latency,
            warning,
            scale,
        }
    }
}

/// Reads `#rrggbb` or `#rgb`.
fn parse_hex(text: &str) -> Option<RGBColor> {
    let digits = text.strip_prefix('#')?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some(RGBColor(
            (value >> 16) as u8,
            (value >> 8) as u8,
            value as u8,
        )),
        3 => {
            let wide = |shift: u32| ((value >> shift & 15) * 17) as u8;
            Some(RGBColor(wide(8), wide(4), wide(0)))
        }
        _ => None,
    }
}

/// Goes through light, dark and "as the system has it".
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    const CHOICES: [&str; 3] = ["auto", "light", "dark"];
    const KEY: &str = "flitscope-theme";
    let storage = || window().local_storage().ok().flatten();
    let stored = storage().and_then(|s| s.get_item(KEY).ok().flatten());
    let stored = CHOICES
        .iter()
        .position(|choice| Some(*choice) == stored.as_deref());
    let choice = RwSignal::new(stored.unwrap_or(0));
    let palette = expect_context::<CurrentPalette>().0;
    Effect::new(move |_| {
        let name = CHOICES[choice.get()];
        let root = document().document_element().expect("a page has a root");
        // Private windows refuse; the choice then lasts as long as the page.
        let _ = root.set_attribute("data-theme", name);
        if let Some(storage) = storage() {
            let _ = storage.set_item(KEY, name);
        }
        palette.set(Palette::read());
    });
    view! {
        <button
            class="quiet"
            title="Light, dark, or as the system has it"
            on:click=move |_| choice.update(|c| *c = (*c + 1) % CHOICES.len())
        >
            {move || ["Theme: auto", "Theme: light", "Theme: dark"][choice.get()]}
        </button>
    }
}

//! The choice of theme, and its colors.

use flitscope::page::{AUTO, known_theme};
use flitscope::scene::{HUES, Ink, Palette, heat};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::storage::{recall, remember};

/// The palette of the current theme, as a context.
#[derive(Clone, Copy)]
pub struct CurrentPalette(pub Memo<&'static Palette>);

const KEY: &str = "flitscope-theme";

/// Returns the theme chosen on an earlier visit, or `auto`.
pub fn stored() -> &'static str {
    recall(KEY)
        .and_then(|name| known_theme(&name))
        .unwrap_or(AUTO)
}

/// Stores a choice for later visits.
pub fn keep(name: &str) {
    remember(KEY, name);
}

/// Provides the palette of the chosen theme as a context and keeps it up to date.
pub fn provide(choice: RwSignal<&'static str>) {
    let system = RwSignal::new(());
    let palette = Memo::new_with_compare(
        move |_| {
            system.track();
            resolved(choice.get())
        },
        |before, now| before.map(|palette| palette.id) != now.map(|palette| palette.id),
    );
    provide_context(CurrentPalette(palette));
    Effect::new(move |_| apply(palette.get()));
    if let Some(query) = darkness() {
        let changed = Closure::<dyn Fn()>::new(move || system.notify());
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The listener lives as long as the page.
        changed.forget();
    }
}

fn darkness() -> Option<web_sys::MediaQueryList> {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten()
}

/// Resolves a choice to a palette; `auto` follows the system.
fn resolved(name: &str) -> &'static Palette {
    let is_dark = || darkness().is_some_and(|query| query.matches());
    Palette::named(name).unwrap_or_else(|| {
        if is_dark() {
            &Palette::DARK
        } else {
            &Palette::LIGHT
        }
    })
}

/// Sets the theme on the root element, with the colors that the style sheet shares with the picture.
fn apply(palette: &Palette) {
    let root = document().document_element().expect("a page has a root");
    let _ = root.set_attribute("data-theme", palette.id);
    let style = root.unchecked_ref::<web_sys::HtmlElement>().style();
    let hues = (0..HUES).map(|hue| (format!("--hue-{hue}"), Ink::Message(hue)));
    let beds = (0..heat::LEVELS).map(|level| (format!("--bed-{level}"), Ink::Heat(level)));
    let others = [
        ("--lane", Ink::Lane),
        ("--plate", Ink::Node),
        ("--plate-line", Ink::NodeEdge),
        ("--hull", Ink::Hull),
        ("--hull-line", Ink::HullEdge),
        ("--blocked", Ink::Blocked),
        ("--queue", Ink::Queue),
        ("--node", Ink::Node),
        ("--link", Ink::Link),
        ("--stage", Ink::Paper),
        ("--outline", Ink::Outline),
    ];
    let others = others.map(|(name, ink)| (name.to_owned(), ink));
    for (name, ink) in hues.chain(beds).chain(others) {
        // Fails only for an invalid property name.
        let _ = style.set_property(&name, palette.color(ink));
    }
}

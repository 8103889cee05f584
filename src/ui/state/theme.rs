//! Themes: the choice, and the colors that go with it.

use flitscope::page::{AUTO, known_theme, next_theme};
use flitscope::scene::{HUES, Ink, Palette};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::storage::{recall, remember};

/// The palette of the current theme, as a context.
#[derive(Clone, Copy)]
pub struct CurrentPalette(pub RwSignal<&'static Palette>);

const KEY: &str = "flitscope-theme";

/// The theme that was chosen on an earlier visit.
pub fn stored() -> &'static str {
    recall(KEY)
        .and_then(|name| known_theme(&name))
        .unwrap_or(AUTO)
}

/// Makes the palette of the chosen theme available and keeps it up to date.
pub fn provide(choice: RwSignal<&'static str>) {
    let palette = RwSignal::new(resolved(choice.get_untracked()));
    provide_context(CurrentPalette(palette));
    Effect::new(move |_| {
        let name = choice.get();
        apply(resolved(name));
        palette.set(resolved(name));
    });
    if let Some(query) = darkness() {
        let changed = Closure::<dyn Fn()>::new(move || {
            let now = resolved(choice.get_untracked());
            apply(now);
            palette.set(now);
        });
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The page listens as long as it lives.
        changed.forget();
    }
}

fn darkness() -> Option<web_sys::MediaQueryList> {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten()
}

/// The theme that a choice means now.
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

/// Hands the theme to the style sheet, with the colors that it shares with the picture.
fn apply(palette: &Palette) {
    let root = document().document_element().expect("a page has a root");
    let _ = root.set_attribute("data-theme", palette.id);
    let style = root.unchecked_ref::<web_sys::HtmlElement>().style();
    let hues = (0..HUES).map(|hue| (format!("--hue-{hue}"), Ink::Message(hue)));
    let others = [
        ("--blocked", Ink::Blocked),
        ("--queue", Ink::Queue),
        ("--node", Ink::Node),
        ("--link", Ink::Link),
        ("--stage", Ink::Paper),
        ("--outline", Ink::Outline),
    ];
    let others = others.map(|(name, ink)| (name.to_owned(), ink));
    for (name, ink) in hues.chain(others) {
        // Fails only for what is no name of a property.
        let _ = style.set_property(&name, palette.color(ink));
    }
}

/// Goes through the themes and "as the system has it".
#[component]
pub fn ThemeSwitch(
    /// The name of the theme that is chosen.
    choice: RwSignal<&'static str>,
) -> impl IntoView {
    let next = move |_| {
        choice.update(|name| *name = next_theme(name));
        remember(KEY, choice.get_untracked());
    };
    view! {
        <button class="quiet" title="Light, dark, projector, or as the system has it" on:click=next>
            {move || format!("Theme: {}", choice.get())}
        </button>
    }
}

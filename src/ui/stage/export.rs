//! The picture as a file.

use flitscope::scene::{self, Moment, Palette, Sight};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::ui::state::page::Page;

/// Width of a saved picture \[pixels\].
const WIDTH: f32 = 1000.0;

/// Hands the picture, as SVG, to the browser's downloads.
pub fn save_svg(page: Page) {
    let root = document().document_element();
    let theme = root.and_then(|root| root.get_attribute("data-theme"));
    let palette = Palette::named(&theme.unwrap_or_default()).unwrap_or(&Palette::LIGHT);
    let svg = untrack(|| to_svg(page, palette));
    let link = document().create_element("a").ok();
    let Some(link) = link.and_then(|link| link.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return;
    };
    let data = String::from(js_sys::encode_uri_component(&svg));
    let network = page.scenario.read_untracked().network.replace(':', "-");
    let cycle = page.player.cycle.get_untracked();
    let name = format!("flitscope-{network}-cycle-{cycle}.svg");
    for (attribute, value) in [
        ("href", format!("data:image/svg+xml;charset=utf-8,{data}")),
        ("download", name),
    ] {
        // Fails only for what is no name of an attribute.
        let _ = link.set_attribute(attribute, &value);
    }
    link.click();
}

fn to_svg(page: Page, palette: &Palette) -> String {
    let study = page.study.read();
    let utilization = page.look.heat.get().then(|| page.run().utilization());
    let sight = Sight {
        topology: &*study.topology,
        network: &study.design.network,
        layout: &page.layout.read(),
        snapshot: &page.player.snapshot.read(),
        moment: Moment::end(&study.design),
        within: None,
        focus: &page.focus.read(),
        naming: page.naming(),
        faults: &study.design.faults,
        pointed: None,
        ground: &page.over.ground.read(),
        over: &page.over.shapes.read(),
        utilization: utilization.as_deref(),
        pitch: 0.0,
    };
    scene::figure(sight, &study.design, WIDTH, palette)
}

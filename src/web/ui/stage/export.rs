//! Saving the picture as a file.

use std::sync::Arc;

use browser::exports;
use flitscope::page::{PageStateStoreFields, ViewStoreFields};
use flitscope::scene::{
    self, Bill, Focus, NotStarted, Palette, PictureBeside, Shape, Sight, Teller, Thing, time_after,
};
use flitscope::sim::{Design, Snapshot};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::pane::name_of;
use crate::ui::state::fetched::{Act, act};
use crate::ui::state::page::Page;

/// Width of a saved picture \[pixels\].
const WIDTH: f32 = 1000.0;

/// Saves the picture as SVG.
pub fn save_svg(page: Page) {
    act(page, svg);
}

/// Saves the picture as PNG.
pub fn save_png(page: Page) {
    act(page, png);
}

#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
fn svg() -> Act {
    Ok(|page| save(page, "svg", exports::save_svg))
}

#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
fn png() -> Act {
    Ok(|page| save(page, "png", exports::save_rendered))
}

/// Saves the picture in the colors of the page. `write` receives the SVG and the name of the file, made of the scenario
/// and the last cycle.
fn save(page: Page, extension: &str, write: fn(&str, &str) -> Option<()>) {
    let root = document().document_element();
    let theme = root.and_then(|root| root.get_attribute("data-theme"));
    let palette = Palette::named(&theme.unwrap_or_default()).unwrap_or(&Palette::LIGHT);
    let stem = page.state.scenario().read_untracked().file_stem();
    let time = time_after(page.player.cycle.get_untracked()).replace(' ', "-");
    let svg = untrack(|| to_svg(page, palette));
    // A browser that refuses to save reports that itself.
    let _ = write(&svg, &format!("{stem}-{time}.{extension}"));
}

fn to_svg(page: Page, palette: &Palette) -> String {
    if page.is_split() {
        return side_by_side(page, palette);
    }
    let study = page.state.built().read();
    let utilization = page
        .state
        .view()
        .heat()
        .get()
        .then(|| page.player.utilization.get());
    let way = match page.state.focus().read().selected {
        Some(Thing::Worm(message)) => {
            scene::way_ahead(&study.design, &page.player.snapshot.read(), message)
        }
        _ => Vec::new(),
    };
    let (layout, snapshot) = (page.layout.read(), page.player.snapshot.read());
    let sight = Sight {
        not_started: &page.not_started(&study.design, &page.player.snapshot.read()),
        way: &way,
        focus: &page.state.focus().read(),
        naming: page.naming(),
        ground: &page.overlays.below(),
        over: &page.overlays.above(),
        utilization: utilization.as_ref().map(|shares| &***shares),
        ..Sight::of(&*study.topology, &study.design, &layout, &snapshot)
    };
    scene::figure(sight, &study.design, WIDTH, palette)
}

/// Renders the panes side by side, each with its algorithm and progress.
fn side_by_side(page: Page, palette: &Palette) -> String {
    /// Width of each picture \[pixels\].
    const WIDTH: f32 = 640.0;
    let own = page.state.built().read();
    let topology = &*own.topology;
    let layout = page.layout.read();
    let is_planned = page.state.view().overlay().get().has_plan();
    let specs = page.state.view().side_by_side().get();
    let panes = specs.iter().enumerate().map(|(place, spec)| {
        let run = page.player.run_beside(place);
        let state = run.and_then(|run| {
            run.try_with_value(|history| {
                let now = history.now();
                let crossings: Vec<_> = now.crossings();
                (now.design().clone(), Arc::new(now.snapshot()), crossings)
            })
        });
        let (design, snapshot, crossings) = state.unwrap_or_else(|| {
            let history = page.player.history.read_value();
            let crossings = history.now().crossings();
            (own.design.clone(), page.player.snapshot.get(), crossings)
        });
        let cycles = snapshot.cycle.max(1) as f64;
        let shares = crossings.into_iter().map(|flits| flits as f64 / cycles);
        Pane {
            name: name_of(spec),
            not_started: page.not_started(&design, &snapshot),
            ground: if is_planned {
                page.planned(spec).shapes
            } else {
                Vec::new()
            },
            utilization: page.state.view().heat().get().then(|| shares.collect()),
            design,
            snapshot,
        }
    });
    let panes: Vec<_> = panes.collect();
    // Messages have other numbers in other runs.
    let focus = Focus {
        selected: page
            .state
            .focus()
            .read()
            .selected
            .filter(|thing| !matches!(thing, Thing::Worm(_))),
        ..Focus::default()
    };
    let pictures = panes.iter().map(|pane| {
        let teller = Teller {
            topology,
            design: &pane.design,
            snapshot: &pane.snapshot,
        };
        PictureBeside {
            name: pane.name.clone(),
            told: teller.progress(Bill::of(topology, &pane.design)),
            sight: Sight {
                not_started: &pane.not_started,
                focus: &focus,
                naming: page.naming(),
                ground: &pane.ground,
                utilization: pane.utilization.as_deref(),
                ..Sight::of(topology, &pane.design, &layout, &pane.snapshot)
            },
            design: &pane.design,
        }
    });
    scene::figures(&pictures.collect::<Vec<_>>(), WIDTH, palette)
}

/// The run of one pane at the cycle shown.
struct Pane {
    name: String,
    design: Arc<Design>,
    snapshot: Arc<Snapshot>,
    not_started: Vec<NotStarted>,
    ground: Vec<Shape>,
    utilization: Option<Vec<f64>>,
}

//! Callouts at Home: labels that name the parts of the picture, each with a line to its flit.

use flitscope::page::PageStateStoreFields;
use flitscope::scene::{self, Callout, CalloutKind, Moment};
use flitscope::topology::Point;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::layers::Screen;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;

/// [`Callouts`], fetched when they are first shown.
#[wasm_split(home, fallible, wasm_split_path = leptos::wasm_split)]
pub fn callouts() -> Fetched {
    Ok(|| view! { <Callouts /> }.into_any())
}

/// A label for each part that is in the network at the moment.
#[component]
fn Callouts() -> impl IntoView {
    let page = expect_context::<Page>();
    let screen = expect_context::<Screen>();
    let found = Memo::new(move |before: Option<&Vec<Callout>>| {
        let study = page.state.built().read();
        let layout = page.layout.read();
        // A selected thing is described elsewhere; callouts would distract from it.
        let is_selected = page.state.focus().read().selected.is_some();
        if is_selected || !layout.fits(&study.design.network) {
            return Vec::new();
        }
        let pitch = screen.view().pitch;
        let moment = Moment {
            share: page.player.share.get(),
            buffer: study.design.room(),
        };
        let before = before.map_or(&[][..], |before| before);
        let snapshot = page.player.snapshot.read();
        scene::callouts(&layout, &snapshot, moment, before, |part| size(part, pitch))
    });
    let words = CalloutKind::ALL.map(|part| {
        let here = Memo::new(move |_| found.read().iter().find(|c| c.part == part).copied());
        let place = move || here.get().map(|callout| screen.view().pixel(callout.label));
        let left = move || place().map(|(x, _)| format!("{x:.1}px"));
        let top = move || place().map(|(_, y)| format!("{y:.1}px"));
        let line = move || {
            here.get().map(|callout| {
                let view = screen.view();
                let [(a, b), (c, d)] = [callout.label, callout.at].map(|at| view.pixel(at));
                format!("M{a:.1} {b:.1}L{c:.1} {d:.1}")
            })
        };
        let is_gone = move || here.read().is_none();
        view! {
            <svg class="leader" aria-hidden="true" hidden=is_gone><path d=line /></svg>
            <span class="callout" class:blocked={part == CalloutKind::BlockedHeader} hidden=is_gone style:left=left style:top=top>{part.word()}</span>
        }
        .into_any()
    });
    words.into_iter().collect_view()
}

/// Returns the size of a label \[grid units\].
fn size(part: CalloutKind, pitch: f32) -> Point {
    /// Average width of a character \[pixels\].
    const CHARACTER: f32 = 7.6;
    /// Total horizontal padding, and height including padding \[pixels\].
    const PADDING: Point = Point::new(16.0, 24.0);
    let characters = part.word().len() as f32;
    Point::new(
        (characters * CHARACTER + PADDING.x) / pitch,
        PADDING.y / pitch,
    )
}

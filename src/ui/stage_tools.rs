//! What can be done to the picture with a button: zoom, labels, heat, the channel matrix.

use flitscope::scene::{Ink, Naming, heat};
use leptos::prelude::*;

use super::state::Lab;
use super::theme::CurrentPalette;

/// A column of buttons at the edge of the picture.
#[component]
pub fn StageTools() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let look = lab.look;
    let naming = move || {
        let ways = Naming::ALL;
        let now = ways.iter().find(|(way, _)| *way == look.naming.get());
        format!("Labels: {} (l)", now.map_or("", |(_, name)| name))
    };
    view! {
        <div class="stage-tools" role="toolbar" aria-label="Picture" aria-orientation="vertical">
            <button title="Nearer (+)" aria-label="Zoom in" on:click=move |_| look.zoom(1.5) inner_html=PLUS></button>
            <button title="Farther (-)" aria-label="Zoom out" on:click=move |_| look.zoom(1.0 / 1.5) inner_html=MINUS></button>
            <button title="Everything in view (0)" aria-label="Fit" on:click=move |_| look.fit() inner_html=FIT></button>
            <button title=naming aria-label=naming on:click=move |_| look.rename() inner_html=LETTERS></button>
            <button
                title="How busy channels are (h)"
                aria-label="Utilization"
                aria-pressed=move || look.heat.get().to_string()
                on:click=move |_| look.heat.update(|on| *on = !*on)
                inner_html=HEAT
            ></button>
            <button
                title="Channel matrix: one square per channel (m)"
                aria-label="Channel matrix"
                aria-pressed=move || lab.shows_matrix().to_string()
                on:click=move |_| lab.toggle_matrix()
                inner_html=SQUARES
            ></button>
            <button
                title="Only the picture, for an audience (f)"
                aria-label="Present"
                aria-pressed=move || look.presenting.get().to_string()
                on:click=move |_| look.presenting.update(|on| *on = !*on)
                inner_html=SCREEN
            ></button>
        </div>
    }
}

/// What the colors of channels mean, in numbers.
#[component]
pub fn HeatLegend() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let palette = expect_context::<CurrentPalette>().0;
    let swatches = move || {
        let steps = (0..heat::LEVELS).map(|level| {
            let from = heat::FROM[usize::from(level)];
            let color = palette.get().color(Ink::Heat(level));
            format!("<span>{from}<i style=\"background:{color}\"></i></span>")
        });
        steps.collect::<String>()
    };
    view! {
        <Show when=move || lab.look.heat.get()>
            <p class="heat-legend">
                <span>"flits per cycle and channel, since cycle 0"</span>
                <span class="swatches" inner_html=swatches></span>
            </p>
        </Show>
    }
}

const PLUS: &str = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M12 5v14M5 12h14'/></svg>";
const MINUS: &str = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M5 12h14'/></svg>";
const FIT: &str = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'/></svg>";
const LETTERS: &str = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M3 18L8 6l5 12M5 14h6M21 18v-7M21 14.500a3 3 0 1 0-6 0 3 3 0 0 0 6 0'/></svg>";
const SCREEN: &str =
    "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M3 4h18v12H3zM8 21l4-5 4 5'/></svg>";
const SQUARES: &str = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z'/></svg>";
const HEAT: &str = "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M5 20v-5M10 20V9M15 20V4M20 20v-8'/></svg>";

//! The legend of the utilization colors.

use flitscope::page::{PageState, PageStateStoreFields, ViewStoreFields};
use flitscope::scene::{Ink, heat};
use leptos::prelude::*;
use reactive_stores::Store;

use crate::ui::state::theme::CurrentPalette;

/// The legend of the utilization colors.
#[component]
pub fn HeatLegend() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let palette = expect_context::<CurrentPalette>().0;
    let swatches = move || {
        let steps = (0..heat::LEVELS).map(|level| {
            let from = heat::FROM[usize::from(level)];
            let color = palette.get().color(Ink::Heat(level));
            view! { <span>{from}<i style:background=color></i></span> }
        });
        steps.collect_view()
    };
    view! {
        <Show when=move || state.view().heat().get()>
            <p class="heat-legend">
                <span>"flits per cycle and channel, since cycle 0"</span>
                <span class="swatches">{swatches}</span>
            </p>
        </Show>
    }
}

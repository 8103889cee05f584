//! The task in the panel, or in a lesson below the picture: a diagram, a chart or an editor.

use flitscope::page::{Dock, PageState, PageStateStoreFields, Place, ViewStoreFields};
use leptos::prelude::*;
use reactive_stores::Store;

use crate::ui::controls::part::part;
use crate::ui::measure::panel::measure_panel;
use crate::ui::network::network_panel;
use crate::ui::stage::spacetime::space_time;
use crate::ui::written::script_panel;

/// The view that the state names; nothing for the time line, which is always in sight.
#[component]
pub fn Task() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let shown = Memo::new(move |_| match state.place().get() {
        Place::Explore | Place::Lessons => state.view().dock().get(),
        _ => Dock::TimeLine,
    });
    // A measurement continues while another view is shown.
    let has_curve = Memo::new(move |before: Option<&bool>| {
        before.copied().unwrap_or_default() || shown.get() == Dock::Curve
    });
    view! {
        <section class="dock" class:tall=move || shown.get() != Dock::TimeLine aria-label=move || Dock::ALL[shown.get() as usize].1>
            <Show when=move || shown.get().is_of_one_message()>{part(space_time)}</Show>
            <Show when=move || shown.get() == Dock::Script>{part(script_panel)}</Show>
            <Show when=move || shown.get() == Dock::Network>{part(network_panel)}</Show>
            <Show when=move || has_curve.get()>
                <div class="curve" hidden=move || shown.get() != Dock::Curve>{part(measure_panel)}</div>
            </Show>
        </section>
    }
}

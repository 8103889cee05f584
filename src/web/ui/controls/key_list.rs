//! The marks of a diagram with their meanings.

use flitscope::plot::{Diagram, DiagramKey, Theme};
use leptos::prelude::*;

use crate::ui::state::theme::CurrentPalette;

/// One line for each mark, with a sample as in the diagram.
#[component]
pub fn KeyList(
    class: &'static str,
    label: &'static str,
    diagram: Memo<Diagram>,
    keys: Memo<Vec<DiagramKey>>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let items = move || {
        let (diagram, theme) = (diagram.read(), Theme::in_page(palette.read().id, 1.0));
        let keys = keys.get().into_iter();
        let items = keys.map(|key| {
            let sample = diagram.key_sample(key, &theme);
            view! {
                <li data-key=key.id()>
                    <span class="sample" aria-hidden="true" inner_html=sample></span>
                    {key.label()}
                </li>
            }
        });
        items.collect_view()
    };
    view! { <ul class=class aria-label=label>{items}</ul> }
}

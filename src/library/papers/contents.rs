//! What there is in a paper's page, as links.

use flitscope::paper::Paper;
use leptos::prelude::*;

use super::links;

/// The table of contents.
///
/// Its links do not go through the address, whose fragment says what the page shows; tables and
/// figures, which the address can name, are written into it.
#[component]
pub fn Contents(paper: &'static Paper, named: RwSignal<String>) -> impl IntoView {
    let part = |id: &'static str, name: &'static str| {
        let jump = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            links::scroll_to(id);
            links::focus(id);
        };
        view! { <li><a href=links::to(paper.id, "") on:click=jump>{name}</a></li> }
    };
    let items = paper.items.iter().map(|item| {
        let jump = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            links::open_item(paper, item.id);
            // Once more the same address would tell nobody.
            named.set(item.id.to_owned());
            links::focus_on(&format!("{}-name", item.id));
        };
        view! { <li><a href=links::to(paper.id, item.id) on:click=jump>{item.name}</a></li> }
            .into_any()
    });
    let has_equations = !paper.equations.is_empty();
    view! {
        <nav class="contents" aria-label="Contents of this paper">
            <ul>
                {part("asks", "What the paper asks")}
                {part("system", "System")}
                {has_equations.then(|| part("equations", "Equations"))}
                {part("errata", "Errata")}
                {items.collect_view()}
            </ul>
        </nav>
    }
}

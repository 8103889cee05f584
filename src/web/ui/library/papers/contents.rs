//! The table of contents of a paper's page.

use flitscope::paper::Paper;
use leptos::prelude::*;

use super::super::bookmarks::Bookmarks;
use super::links;

/// The table of contents, each link of which adds an entry to the browser's history.
///
/// This component follows the links itself, so that the stage does not change.
#[component]
pub fn Contents(paper: &'static Paper) -> impl IntoView {
    let bookmarks = expect_context::<Bookmarks>();
    let link = move |id: &'static str, name: &'static str| {
        let jump = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            links::open_item(paper, id);
            // The reader may have folded it since.
            bookmarks.unfold(id);
            links::focus(id);
        };
        view! { <li><a href=links::to(paper.id, id) on:click=jump>{name}</a></li> }.into_any()
    };
    let is_there = |id: &str| id != "equations" || !paper.equations.is_empty();
    let parts = links::PARTS.iter().filter(|(id, _)| is_there(id));
    let parts = parts.map(|(id, name)| link(id, name));
    let items = paper.items.iter().map(|item| link(item.id, item.name));
    view! {
        <nav class="contents" aria-label="Contents of this paper">
            <ul>{parts.chain(items).collect_view()}</ul>
        </nav>
    }
}

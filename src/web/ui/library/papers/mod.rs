//! The pages of the papers: the list of papers, and one paper with its reproductions.

mod contents;
mod control;
mod downloads;
mod equations;
mod errata;
mod index;
mod item;
mod item_table;
mod links;
mod model_parts;
mod paper_page;
mod prose;
mod results;
mod scenes;
mod trial_form;

use flitscope::paper;
use leptos::prelude::*;

use super::address::Address;
use index::Index;
use paper_page::PaperPage;

pub use results::Results;

/// The title of the browser tab while the papers are open.
pub fn title(address: &Address) -> String {
    match paper::find(address.part(1)) {
        Some(paper) => format!("{} · Flitscope", paper.published.title),
        None => "Papers · Flitscope".to_owned(),
    }
}

/// The page of one paper, or the list of papers.
#[component]
pub fn PapersPage(address: RwSignal<Address>) -> impl IntoView {
    let id = Memo::new(move |_| address.read().part(1).to_owned());
    let shown = move || {
        let id = id.get();
        if let Some(paper) = paper::find(&id) {
            return view! { <PaperPage paper address /> }.into_any();
        }
        let unknown = Some(id).filter(|id| !id.is_empty());
        view! { <Index unknown /> }.into_any()
    };
    view! { <div class="papers">{shown}</div> }
}

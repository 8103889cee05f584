//! The pages of the papers: the list of them, and one paper with everything of it re-made.

mod contents;
mod control;
mod downloads;
mod equations;
mod errata;
mod index;
mod item;
mod item_table;
mod parts;
mod prose;
mod results;
mod scenes;
mod sheet;
mod trial_form;
mod way;

use flitscope::paper;
use leptos::prelude::*;

use super::place::Place;
use index::Index;
use sheet::PaperSheet;

pub use results::Results;

/// One paper, or the list of them.
#[component]
pub fn PapersPage(place: RwSignal<Place>) -> impl IntoView {
    let id = Memo::new(move |_| place.read().part(1).to_owned());
    let shown = move || {
        let id = id.get();
        if let Some(paper) = paper::find(&id) {
            return view! { <PaperSheet paper place /> }.into_any();
        }
        let unknown = Some(id).filter(|id| !id.is_empty());
        view! { <Index unknown /> }.into_any()
    };
    view! { <div class="papers">{shown}</div> }
}

//! Links to papers and within them, and navigation along them.

use flitscope::paper::Paper;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use super::super::address::Address;

/// The link to a paper, `#/papers/ciciani`, or to one of its tables, `#/papers/ciciani/table-2`.
pub fn to(paper: &str, item: &str) -> String {
    match item {
        "" => format!("#/papers/{paper}"),
        item => format!("#/papers/{paper}/{item}"),
    }
}

/// The link `#/lab?…`, which shows a scenario on the whole page.
pub fn on_stage(link: &str) -> String {
    format!("#/lab?{link}")
}

/// Shows a scenario on the stage beside the paper.
pub fn show(paper: &Paper, link: &str) {
    go(&beside(paper, link), false);
}

/// Shows a scenario on the stage of a page that has none yet, without a new history entry.
pub fn show_first(paper: &Paper, link: &str) {
    go(&beside(paper, link), true);
}

fn beside(paper: &Paper, link: &str) -> String {
    let item = Address::now().part(2).to_owned();
    format!("{}?{link}", to(paper.id, &item))
}

/// Changes the address and fires the event immediately: before the browser's own event, the stage
/// might overwrite the address with its scenario.
fn go(hash: &str, replacing: bool) {
    let Ok(history) = window().history() else {
        return;
    };
    // Fails only for invalid addresses.
    let _ = if replacing {
        // The state is the number of the entry, which does not change.
        let state = history.state().unwrap_or_default();
        history.replace_state_with_url(&state, "", Some(hash))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(hash))
    };
    if let Ok(event) = web_sys::Event::new("hashchange") {
        let _ = window().dispatch_event(&event);
    }
}

/// Scrolls the element with an id into view.
pub fn scroll_to(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view();
    }
}

/// Moves the focus to the button of a table, or to a heading, so that Tab continues from there.
pub fn focus(id: &str) {
    let button = format!("{id}-name");
    if document().get_element_by_id(&button).is_some() {
        focus_on(&button);
    } else if let Some(heading) = document().get_element_by_id(id) {
        let _ = heading.set_attribute("tabindex", "-1");
        focus_on(id);
    }
}

/// Moves the focus to the element with an id.
pub fn focus_on(id: &str) {
    let element = document().get_element_by_id(id);
    let element = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(element) = element {
        let _ = element.focus();
    }
}

/// Opens a table, figure or part of a page by its address, without changing the stage.
pub fn open_item(paper: &Paper, item: &str) {
    if names(paper, item) {
        // The same address again would only add a duplicate history entry.
        scroll_to(item);
    } else {
        let query = Address::now().query;
        go(&with_query(to(paper.id, item), &query), false);
    }
}

/// Whether the address names the given table, figure or part of a paper's page.
pub fn names(paper: &Paper, item: &str) -> bool {
    let now = Address::now();
    now.part(1) == paper.id && now.part(2) == item
}

/// The parts of a paper's page other than tables and figures, with the ids of their headings.
pub const PARTS: &[(&str, &str)] = &[
    ("asks", "What the paper asks"),
    ("system", "System"),
    ("equations", "Equations"),
    ("errata", "Deviations"),
];

fn with_query(mut hash: String, query: &str) -> String {
    if !query.is_empty() {
        hash.push('?');
        hash.push_str(query);
    }
    hash
}

//! What a routing function of one's own does: whether it delivers, whether it can deadlock, and the buttons
//! that use it.

use flitscope::custom::{Finding, Shows};
use flitscope::routing::written;
use leptos::prelude::*;

use super::used_script;
use crate::ui::state::page::Page;

/// Takes the function of the editor for the network that is shown, if it is one.
pub fn use_it(page: Page) {
    let state = page.written;
    if !matches!(&*state.found.read_untracked(), Some(Ok(_))) || state.is_busy.get_untracked() {
        return;
    }
    let id = written::id_of(&state.text.read_untracked());
    match page.set("routing", &id) {
        Ok(()) => page.notice.set(Some(
            "The picture uses your routing function now.".to_owned(),
        )),
        Err(problem) => page.problems.set(vec![problem]),
    }
}

/// Sentences about the function, and what to do with it.
#[component]
pub fn FindingsView() -> impl IntoView {
    let page = expect_context::<Page>();
    let state = page.written;
    let lines = Memo::new(move |_| {
        let study = page.study.read();
        match &*state.found.read() {
            Some(Ok(found)) => found.in_sentences(&*study.topology, study.design.vcs),
            _ => Vec::new(),
        }
    });
    let items = move || {
        let items = lines.get().into_iter().map(|finding| line(page, finding));
        items.collect_view()
    };
    let is_sound = move || matches!(&*state.found.read(), Some(Ok(_)));
    let is_used =
        Memo::new(move |_| used_script(page).is_some_and(|used| used == *state.text.read()));
    let status = move || match (&*state.found.read(), state.is_busy.get()) {
        (_, true) => "Looking at it …",
        (None, _) => "Write a function, or begin with an example.",
        (Some(Err(_)), _) => "This is no routing function yet; the picture keeps the last one.",
        (Some(Ok(_)), _) if is_used.get() => "The picture uses it.",
        (Some(Ok(_)), _) => "The picture does not use it yet.",
    };
    let cannot = move || !is_sound() || state.is_busy.get() || is_used.get();
    view! {
        <div class="script-found">
            <ul class="script-lines" aria-label="What it does" class:stale=move || state.is_busy.get()>{items}</ul>
            <div class="actions">
                <button id="use-script" class="primary" type="button" title="Control and Enter" disabled=cannot on:click=move |_| use_it(page)>
                    {move || if is_used.get() { "In use" } else { "Use it in the picture" }}
                </button>
                <span id="script-status" role="status">{status}</span>
            </div>
        </div>
    }
}

fn line(page: Page, finding: Finding) -> impl IntoView {
    let Finding {
        is_good,
        title,
        text,
        shows,
    } = finding;
    let (class, sign) = match is_good {
        Some(true) => ("good", "✓"),
        Some(false) => ("bad", "✗"),
        None => ("plain", "·"),
    };
    let is_shown = move || page.written.is_shown.get() && page.showable() == Some(shows);
    let show = (shows != Shows::Nothing).then(|| {
        view! {
            <button class="quiet" type="button" aria-pressed=move || is_shown().to_string() on:click=move |_| toggle(page, shows)>
                "Show it in the picture"
            </button>
        }
    });
    view! {
        <li class=class>
            <b><i aria-hidden="true">{sign}</i>{title}</b>
            <span>{text}</span>
            {show}
        </li>
    }
}

fn toggle(page: Page, shows: Shows) {
    let state = page.written;
    let is_shown = state.is_shown.get_untracked() && untrack(|| page.showable()) == Some(shows);
    state.is_shown.set(!is_shown);
    state.chosen.set(Some(shows));
    page.over.overlay.set(flitscope::page::Overlay::Traffic);
}

//! The findings about a user-written routing function, such as whether it delivers and whether it can
//! deadlock, and the buttons that use it.

use flitscope::custom::{Finding, Shows};
use flitscope::page::{Action, Overlay, PageStateStoreFields};
use flitscope::routing;
use flitscope::traffic;
use leptos::prelude::*;

use crate::ui::controls::menu::{Options, choose_from, entries, of_entry, shown};
use crate::ui::state::page::Page;

/// The list of findings, and the buttons that use or compare the function.
#[component]
pub fn FindingsView() -> impl IntoView {
    let page = expect_context::<Page>();
    let state = page.written;
    let lines = Memo::new(move |_| {
        let study = page.state.built().read();
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
    let is_used = Memo::new(move |_| {
        page.used_script()
            .is_some_and(|used| used == *state.text.read())
    });
    let status = move || match (&*state.found.read(), state.is_busy.get()) {
        (_, true) => "Checking …",
        (None, _) => "Write a function, or choose an example.",
        (Some(Err(_)), _) => "This is not a routing function yet; the picture keeps the last one.",
        (Some(Ok(_)), _) if is_used.get() => "The picture uses it.",
        (Some(Ok(_)), _) => "The picture does not use it yet.",
    };
    let cannot = move || !is_sound() || state.is_busy.get() || is_used.get();
    view! {
        <div class="script-found">
            <ul class="script-lines" tabindex="0" aria-label="What it does" class:stale=move || state.is_busy.get()>{items}</ul>
            <div class="actions">
                <button id="use-script" class="primary" type="button" title="Control and Enter" disabled=cannot on:click=move |_| page.use_script()>
                    {move || if is_used.get() { "In use" } else { "Use it in the picture" }}
                </button>
                <span id="script-status" role="status">{status}</span>
            </div>
            <Show when=move || page.allows("all")>
                <Race cannot=Signal::derive(move || !is_sound() || state.is_busy.get()) />
            </Show>
        </div>
    }
}

/// A comparison of this function with a registered one under a traffic pattern: latency against load.
#[component]
fn Race(cannot: Signal<bool>) -> impl IntoView {
    let page = expect_context::<Page>();
    let network = Memo::new(move |_| page.state.scenario().read().network.clone());
    let offered = Memo::new(move |_| {
        network.track();
        let study = page.now(|state| state.built.clone());
        let others = routing::defined_on(&*study.topology);
        others
            .map(|family| of_entry(&family.entry))
            .collect::<Options>()
    });
    let chosen = RwSignal::new(String::new());
    // The first one, while the chosen one is not defined on the network.
    let other = Signal::derive(move || {
        let (offered, chosen) = (offered.read(), chosen.get());
        let is_offered = offered.iter().any(|(id, _)| *id == chosen);
        let first = || {
            offered
                .first()
                .map_or(String::new(), |(id, _)| id.to_string())
        };
        if is_offered { chosen } else { first() }
    });
    let choose = Callback::new(move |id| chosen.set(id));
    let pattern = Signal::derive(move || page.state.scenario().read().traffic.pattern.clone());
    let under = Callback::new(move |id: String| page.act(Action::set("traffic.pattern", &id)));
    let race = move |_| {
        page.use_script();
        page.compare_with(&other.get_untracked());
    };
    view! {
        <div class="race" role="group" aria-label="Compare by simulation">
            <label>"Against "<select id="race-other" on:change:target=move |event| choose_from(&event.target(), other, choose)>{move || shown(offered.get(), other)}</select></label>
            <label>" under "<select id="race-pattern" on:change:target=move |event| choose_from(&event.target(), pattern, under)>{shown(entries(traffic::FAMILIES), pattern)}</select></label>
            <button id="race" type="button" title="Simulates both at several loads, and plots two curves" disabled=cannot on:click=race>"Race"</button>
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
    let (class, mark) = match is_good {
        Some(true) => ("good", "✓"),
        Some(false) => ("bad", "✗"),
        None => ("plain", "·"),
    };
    let is_shown = move || page.written.shown.get() == Some(shows);
    let show = (shows != Shows::Nothing).then(|| {
        view! {
            <button type="button" aria-pressed=move || is_shown().to_string() on:click=move |_| toggle(page, shows)>
                "Show it in the picture"
            </button>
        }
    });
    view! {
        <li class=class>
            <b><i aria-hidden="true">{mark}</i>{title}</b>
            <span>{text}</span>
            {show}
        </li>
    }
}

fn toggle(page: Page, shows: Shows) {
    page.written.edit(|editor| editor.toggle(shows));
    page.act(Action::Overlay(Overlay::default()));
}

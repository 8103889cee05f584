//! Switching, selection, ports and delays.

use flitscope::catalog::{self, Entry, Family, capitalized};
use flitscope::page::{Action, PageState, PageStateStoreFields, Setting};
use flitscope::sim::{selection, switching};
use leptos::prelude::*;
use reactive_stores::Store;

use super::fields::{Field, FieldMenu};
use crate::ui::controls::about::About;
use crate::ui::controls::menu::entries;
use crate::ui::state::page::Page;

/// Returns the register entry that a field of the scenario names, or the first one. Tracks the scenario.
fn chosen<B>(
    state: Store<PageState>,
    families: &'static [Family<B>],
    field: &str,
) -> &'static Entry {
    let id = state.scenario().read().get(field);
    let family = catalog::family(families, &id);
    &family.unwrap_or(&families[0]).entry
}

/// Menu of switching modes, with the buffer size.
#[component]
pub fn ModeField() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let mode = move || chosen(state, switching::FAMILIES, "switching");
    view! {
        <FieldMenu field="switching" label="Switching" options=entries(switching::FAMILIES) />
        <p class="help under">{move || sentence(mode())}</p>
        <BufferField />
        <About kind="switching" entry=Signal::derive(mode) />
    }
}

/// Menu of selection functions, which choose among the candidates of the routing function.
#[component]
pub fn SelectionField() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let selection = move || chosen(state, selection::FAMILIES, "selection");
    let in_force = move || {
        let entry = state.built().read().design.selection.entry();
        (selection().id != entry.id).then(|| format!(" In force: {}.", entry.summary()))
    };
    view! {
        <FieldMenu field="selection" label="Selection" options=entries(selection::FAMILIES) />
        <p class="help under">{move || sentence(selection())} {in_force}</p>
    }
}

/// Returns the summary of an entry as a sentence.
fn sentence(entry: &Entry) -> String {
    format!("{}.", capitalized(entry.summary()))
}

/// Text field for the buffer size B where it applies, otherwise a note; the scenario keeps the value.
#[component]
pub fn BufferField() -> impl IntoView {
    let page = expect_context::<Page>();
    let used = move || {
        let used = page.state.built().read().used_buffer();
        used.map(|used| {
            let text = format!("Messages are shorter: only {used} of these flits can be used.");
            view! { <p class="help under">{text}</p> }
        })
    };
    view! {
        <Show
            when=move || page.offers(Setting::Buffer)
            fallback=move || view! {
                <div class="field">
                    <label for="buffer">"Buffer B"</label>
                    <input id="buffer" type="text" disabled value="a whole message" aria-describedby="buffer-note" />
                    <p id="buffer-note" class="help">
                        {move || format!("B = {} with wormhole switching.", page.state.scenario().read().buffer)}
                    </p>
                </div>
            }
        >
            <Field field="buffer" />
            {used}
        </Show>
    }
}

/// Numbers of injection and ejection ports, with buttons for common combinations.
#[component]
pub fn PortFields() -> impl IntoView {
    let page = expect_context::<Page>();
    let degree = Signal::derive(move || page.state.built().read().topology.degree().to_string());
    let one = Signal::derive(|| "1".to_owned());
    let many = Signal::derive(String::new);
    let button = move |name: &'static str, [injection, ejection]: [Signal<String>; 2]| {
        let is_chosen = Signal::derive(move || {
            let scenario = page.state.scenario().read();
            scenario.get("ports.injection") == injection.get()
                && scenario.get("ports.ejection") == ejection.get()
        });
        let choose = move |_| {
            let (injection, ejection) = (injection.get_untracked(), ejection.get_untracked());
            let both = [
                ("ports.injection", &*injection),
                ("ports.ejection", &*ejection),
            ];
            page.act(Action::set_all(&both));
        };
        view! {
            <button type="button" disabled=move || page.locks("ports.injection") aria-pressed=move || is_chosen.get().to_string() on:click=choose>{name}</button>
        }
    };
    view! {
        <div class="choices" role="group" aria-label="Ports">
            {button("one-port", [one, one])}
            {button("all-port", [degree, degree])}
            {button("never waits", [one, many])}
        </div>
        <div class="row">
            <Field field="ports.injection" />
            <Field field="ports.ejection" />
        </div>
    }
}

/// Checkbox for replication in routers along multicast trees.
#[component]
fn ReplicationField() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_on = move || page.state.scenario().read().traffic.multicast.router_copies;
    let set = move |on: bool| {
        page.act(Action::set(
            "traffic.multicast.replicate",
            if on { "1" } else { "0" },
        ));
    };
    view! {
        <label class="check" hidden=move || !page.offers(Setting::RouterCopies)>
            <input
                type="checkbox"
                id="replicate"
                disabled=move || page.locks("traffic.multicast.replicate")
                prop:checked=is_on
                on:change:target=move |event| {
                    set(event.target().checked());
                    event.target().set_checked(is_on());
                }
            />
            " Routers copy flits along the tree"
        </label>
    }
}

/// Text fields for delays in addition to one cycle per channel \[cycles\].
#[component]
pub fn DelayFields() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <p class="help">"Delays of a header [cycles], in addition to one per channel:"</p>
        <div class="row">
            <Field field="timing.injection" />
            <Field field="timing.ejection" />
            <Field field="timing.router" />
        </div>
        <Show when=move || page.offers(Setting::Multicasts)>
            <div class="row">
                <Field field="timing.startup" />
                <Field field="timing.preparation" />
            </div>
            <ReplicationField />
        </Show>
    }
}

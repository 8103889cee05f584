//! Controls of the form: boxes and menus over fields of the scenario.
//!
//! Each control keeps what was typed. What cannot be used stays in its box, with the
//! sentence that says why, and the scenario stays as it was.

use std::time::Duration;

use leptos::prelude::*;

use super::alive::Alive;
use super::state::Lab;

/// A field of the scenario.
#[component]
pub fn Field(
    field: &'static str,
    label: &'static str,
    unit: &'static str,
    help: &'static str,
    /// What an empty box means.
    #[prop(optional)]
    absent: &'static str,
) -> impl IntoView {
    let lab = expect_context::<Lab>();
    view! {
        <TextField
            id=field.replace('.', "-")
            label=label.to_owned()
            unit
            help=help.to_owned()
            absent
            current=Signal::derive(move || lab.scenario.read().get(field))
            write=Callback::new(move |text: String| {
                lab.set(field, &text).map_err(|told| with_label(&told, label))
            })
        />
    }
}

/// After so long a pause what was typed takes effect; Enter and leaving the box are quicker.
const PAUSE_IN_TYPING: Duration = Duration::from_millis(500);

/// Replaces the name that a field has in files by that of its control.
fn with_label(told: &str, label: &str) -> String {
    match told.split_once(" must ") {
        Some((field, allowed)) if !field.contains(' ') => format!("{label} must {allowed}"),
        _ => told.to_owned(),
    }
}

/// A box that keeps what was typed, with what is wrong about it underneath.
#[component]
pub fn TextField(
    id: String,
    label: String,
    unit: &'static str,
    help: String,
    #[prop(optional)] absent: &'static str,
    /// What the scenario says.
    current: Signal<String>,
    /// Changes it, or tells in a sentence why not.
    write: Callback<String, Result<(), String>>,
) -> impl IntoView {
    let current = Memo::new(move |_| current.get());
    let text = RwSignal::new(current.get_untracked());
    let problem = RwSignal::new(None::<String>);
    let typing = StoredValue::new(false);
    // What the scenario says since what was typed took effect.
    let written = StoredValue::new(None::<String>);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let alive = Alive::new();
    Effect::new(move |_| {
        let now = current.get();
        // While a person types "0.010", the scenario's "0.01" must not replace it; what comes
        // from elsewhere, as a preset, does.
        let is_own =
            || pending.read_value().is_some() || written.read_value().as_ref() == Some(&now);
        if !(typing.get_value() && is_own()) {
            text.set(now);
            problem.set(None);
        }
    });
    let apply = move || {
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
            let refused = write.run(text.get_untracked()).err();
            written.set_value(refused.is_none().then(|| current.get_untracked()));
            problem.set(refused);
        }
    };
    let typed = move |value: String| {
        text.set(value);
        typing.set_value(true);
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        // Not at every key: "0" on the way to "0.02" would stop all traffic.
        pending.set_value(set_timeout_with_handle(apply, PAUSE_IN_TYPING).ok());
    };
    let left = move |_| {
        apply();
        typing.set_value(false);
        if problem.read_untracked().is_none() {
            text.set(current.get_untracked());
        }
    };
    let note = format!("{id}-note");
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id.clone()>{label} <small>{unit}</small></label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                title=help
                placeholder=absent
                aria-describedby=note.clone()
                aria-invalid=move || problem.read().is_some().to_string()
                prop:value=text
                on:input:target=move |event| typed(event.target().value())
                on:change=alive.hears(move |_| apply())
                on:blur=alive.hears(left)
            />
            <p id=note class="problem" role="status">{problem}</p>
        </div>
    }
}

/// A choice from a register.
#[component]
pub fn Menu(
    field: &'static str,
    label: &'static str,
    options: Vec<(&'static str, &'static str)>,
) -> impl IntoView {
    let lab = expect_context::<Lab>();
    let id = field.replace('.', "-");
    let choose = move |menu: web_sys::HtmlSelectElement| {
        if let Err(problem) = lab.set(field, &menu.value()) {
            lab.problems.set(vec![with_label(&problem, label)]);
            menu.set_value(&lab.scenario.read_untracked().get(field));
        }
    };
    let options = options
        .into_iter()
        .map(|(id, name)| view! { <option value=id>{name}</option> }.into_any());
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select id=id prop:value=move || lab.scenario.read().get(field) on:change:target=move |e| choose(e.target())>
                {options.collect_view()}
            </select>
        </div>
    }
}

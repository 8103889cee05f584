//! A box that keeps what was typed, with what is wrong about it underneath.

use std::time::Duration;

use leptos::prelude::*;

use super::alive::Alive;

/// What a box is called and what it takes.
#[derive(Debug, Clone, Default)]
pub struct Name {
    /// Of the element.
    pub id: String,
    /// As the form writes it.
    pub label: String,
    /// Unit, or empty.
    pub unit: &'static str,
    /// What it takes.
    pub help: String,
}

/// A box whose text takes effect at every key, or after a pause in typing.
#[component]
pub fn TextField(
    /// What it is called and what it takes.
    name: Name,
    /// What stands there.
    #[prop(into)]
    current: Signal<String>,
    /// What an empty box means.
    #[prop(optional, into)]
    absent: Signal<String>,
    /// Takes what was typed, or tells in a sentence why not.
    write: Callback<String, Result<(), String>>,
    /// What is wrong with what stands there, told by another part of the page.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
    /// After so long a pause what was typed takes effect; Enter and leaving the box are quicker.
    #[prop(optional)]
    pause: Option<Duration>,
) -> impl IntoView {
    let Name {
        id,
        label,
        unit,
        help,
    } = name;
    let current = Memo::new(move |_| current.get());
    let text = RwSignal::new(current.get_untracked());
    let refused = RwSignal::new(None::<String>);
    let typing = StoredValue::new(false);
    // What stood there since what was typed took effect.
    let written = StoredValue::new(None::<String>);
    let is_due = StoredValue::new(false);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let alive = Alive::new();
    Effect::new(move |_| {
        let now = current.get();
        // While a person types "0.010", the "0.01" that it means must not replace it; what comes
        // from elsewhere, as an example does, must.
        let is_own = || is_due.get_value() || written.read_value().as_ref() == Some(&now);
        if !(typing.get_value() && is_own()) {
            text.set(now);
            refused.set(None);
        }
    });
    let apply = move || {
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        if is_due.try_update_value(std::mem::take) == Some(true) {
            let problem = write.run(text.get_untracked()).err();
            written.set_value(problem.is_none().then(|| current.get_untracked()));
            refused.set(problem);
        }
    };
    let typed = move |value: String| {
        text.set(value);
        typing.set_value(true);
        is_due.set_value(true);
        let Some(pause) = pause else { return apply() };
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        // Not at every key: "0" on the way to "0.02" would stop all traffic.
        pending.set_value(set_timeout_with_handle(apply, pause).ok());
    };
    let left = move |_| {
        apply();
        typing.set_value(false);
        if refused.read_untracked().is_none() {
            text.set(current.get_untracked());
        }
    };
    let problem = Memo::new(move |_| refused.get().or_else(|| wrong.get()));
    let note = [&id, "-note"].concat();
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id.clone()>{label} " " <small>{unit}</small></label>
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

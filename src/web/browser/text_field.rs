//! A text field that keeps the typed text and shows an error below it.

use std::time::Duration;

use leptos::prelude::*;

use super::alive::Alive;

/// Id, label and help of a text field.
#[derive(Debug, Clone, Default)]
pub struct Name {
    /// Id of the input element.
    pub id: String,
    pub label: String,
    /// Unit of the value; may be empty.
    pub unit: &'static str,
    /// Description of the accepted values.
    pub help: String,
}

/// The change of a whole number by a key.
fn step_of(key: &str) -> Option<i64> {
    match key {
        "ArrowUp" => Some(1),
        "ArrowDown" => Some(-1),
        _ => None,
    }
}

/// A text field whose text takes effect at every keystroke, or after a pause in typing.
#[component]
pub fn TextField(
    name: Name,
    /// The current value as text.
    #[prop(into)]
    current: Signal<String>,
    /// Placeholder: the meaning of an empty field.
    #[prop(optional, into)]
    absent: Signal<String>,
    /// Applies the typed text; returns the reason in a sentence if it is not accepted.
    write: Callback<String, Result<(), String>>,
    /// An error of the current value that another part of the page has found.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
    /// Pause in typing after which the text takes effect; Enter and leaving the field do not wait.
    #[prop(optional)]
    pause: Duration,
    /// Whether the value is shown, but cannot be changed.
    #[prop(optional, into)]
    locked: Signal<bool>,
    /// Whether the value is a whole number, with buttons and keys for one less and one more.
    #[prop(optional)]
    steps: bool,
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
    // The value of `current` after the typed text took effect.
    let written = StoredValue::new(None::<String>);
    let is_due = StoredValue::new(false);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let alive = Alive::new();
    Effect::new(move |_| {
        let now = current.get();
        // While the user types "0.010", its canonical form "0.01" must not replace it; a value from
        // elsewhere, such as an example, must.
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
        if pause.is_zero() {
            return apply();
        }
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        // Not at every keystroke: "0" on the way to "0.02" would stop all traffic.
        pending.set_value(set_timeout_with_handle(apply, pause).ok());
    };
    let step = move |by: i64| {
        let before = text.get_untracked();
        let Ok(number) = before.trim().parse::<i64>() else {
            return;
        };
        text.set(number.saturating_add(by).to_string());
        is_due.set_value(true);
        apply();
        // The reason is shown, and the value remains.
        if refused.read_untracked().is_some() {
            text.set(before);
        }
    };
    let pressed = move |event: leptos::ev::KeyboardEvent| {
        if let (Some(by), true) = (step_of(&event.key()), steps) {
            event.prevent_default();
            step(by);
        }
    };
    let button = move |by: i64, sign, name| {
        steps.then(|| view! { <button type="button" class="step" title=name aria-label=name disabled=locked on:click=move |_| step(by)>{sign}</button> })
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
            <div class:stepped=steps>
                {button(-1, "−", "One less (↓)")}
                <input
                    id=id
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    title=help
                    placeholder=absent
                    disabled=locked
                    aria-describedby=note.clone()
                    aria-invalid=move || problem.read().is_some().to_string()
                    prop:value=text
                    on:keydown=pressed
                    on:input:target=move |event| typed(event.target().value())
                    on:change=alive.guarded(move |_| apply())
                    on:blur=alive.guarded(left)
                />
                {button(1, "+", "One more (↑)")}
            </div>
            <p id=note class="problem" role="status">{problem}</p>
        </div>
    }
}

//! Fields of the dialog.

use leptos::prelude::*;

/// A text field, with the sentence that refuses its value, if it is refused. The last usable value stays in use.
pub fn field(
    id: &'static str,
    label: &'static str,
    value: String,
    enter: impl Fn(&str) -> Result<(), String> + 'static,
) -> AnyView {
    let problem = RwSignal::new(None::<String>);
    let hint = format!("{id}-problem");
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id>{label}</label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                value=value
                aria-invalid=move || problem.read().is_some().then_some("true")
                aria-describedby=hint.clone()
                on:input:target=move |event| problem.set(enter(&event.target().value()).err())
            />
            <span id=hint class="problem" role="status">{move || problem.get()}</span>
        </div>
    }
    .into_any()
}

/// A choice of a group, only one of which is chosen.
pub fn radio(
    group: &'static str,
    name: &'static str,
    is_chosen: impl Fn() -> bool + Send + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    view! {
        <label class="check">
            <input type="radio" name=group prop:checked=is_chosen on:change=move |_| choose() />
            <span>{name}</span>
        </label>
    }
    .into_any()
}

pub fn check(
    name: impl Fn() -> String + Send + 'static,
    is_on: impl Fn() -> bool + Send + 'static,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=is_on on:change:target=move |event| set(event.target().checked()) />
            <span>{name}</span>
        </label>
    }
    .into_any()
}

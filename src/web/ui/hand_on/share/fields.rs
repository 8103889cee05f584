//! Fields of the dialog.

use browser::text_field::{Name, TextField};
use leptos::prelude::*;

/// A text field; the last usable value stays in use.
pub fn field(
    id: &'static str,
    label: &'static str,
    current: impl Fn() -> String + Send + Sync + 'static,
    enter: impl Fn(&str) -> Result<(), String> + Send + Sync + 'static,
) -> AnyView {
    let name = Name {
        id: id.to_owned(),
        label: label.to_owned(),
        ..Name::default()
    };
    let write = Callback::new(move |text: String| enter(&text));
    view! { <TextField name current=Signal::derive(current) write /> }.into_any()
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

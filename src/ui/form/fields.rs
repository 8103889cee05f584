//! Controls of the form: boxes and menus over fields of the scenario.
//!
//! Each control keeps what was typed. What cannot be used stays in its box, with the
//! sentence that says why, and the scenario stays as it was.

use std::time::Duration;

use flitscope::browser::text_field::{Name, TextField};
use leptos::prelude::*;

use crate::ui::state::page::Page;

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
    let page = expect_context::<Page>();
    view! {
        <TextField
            name=Name {
                id: field.replace('.', "-"),
                label: label.to_owned(),
                unit,
                help: help.to_owned(),
            }
            pause=PAUSE_IN_TYPING
            absent=Signal::stored(absent.to_owned())
            current=Signal::derive(move || page.scenario.read().get(field))
            write=Callback::new(move |text: String| {
                let set = page.set_all(&[(field, &text)]);
                set.map_err(|error| error.labeled(label).reason())
            })
        />
    }
}

/// After so long a pause what was typed takes effect; Enter and leaving the box are quicker.
pub const PAUSE_IN_TYPING: Duration = Duration::from_millis(500);

/// A choice from a register.
#[component]
pub fn Menu(
    field: &'static str,
    label: &'static str,
    options: Vec<(&'static str, &'static str)>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let id = field.replace('.', "-");
    let choose = move |menu: web_sys::HtmlSelectElement| {
        if let Err(error) = page.set_all(&[(field, &menu.value())]) {
            page.problems.set(vec![error.labeled(label).reason()]);
            menu.set_value(&page.scenario.read_untracked().get(field));
        }
    };
    let options = options
        .into_iter()
        .map(|(id, name)| view! { <option value=id>{name}</option> }.into_any());
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select id=id prop:value=move || page.scenario.read().get(field) on:change:target=move |e| choose(e.target())>
                {options.collect_view()}
            </select>
        </div>
    }
}

//! Form controls: text fields and menus for fields of the scenario.
//!
//! A text field keeps an invalid value that was typed, together with the reason, and leaves the
//! scenario unchanged.

use std::time::Duration;

use browser::text_field::{Name, TextField};
use flitscope::catalog::{Control, Param, Settings};
use flitscope::page::{Action, PageStateStoreFields};
use leptos::prelude::*;

use super::register::{Described, described};
use crate::ui::state::page::Page;

/// A text field for a field of the scenario.
#[component]
pub fn Field(field: &'static str) -> impl IntoView {
    let page = expect_context::<Page>();
    let Described {
        label,
        unit,
        help,
        absent,
        steps,
        ..
    } = *described(field);
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
            locked=Signal::derive(move || page.locks(field))
            current=Signal::derive(move || page.state.scenario().read().get(field))
            write=Callback::new(move |text: String| {
                let set = page.try_act(Action::set(field, &text));
                set.map_err(|error| error.labeled(field, label).reason())
            })
            steps
        />
    }
}

/// A text field for a parameter of an algorithm.
#[component]
pub fn ParamField(
    /// The field of the scenario that names the algorithm, with which the id of the field begins.
    of: &'static str,
    param: &'static Param,
    help: String,
    /// The current settings of the algorithm.
    settings: Signal<Settings>,
    /// Applies the text of the parameter.
    write: Callback<String, Result<(), String>>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let control: &'static Control = param.control();
    let current = Signal::derive(move || {
        let settings = settings.read();
        settings
            .get(control.id)
            .unwrap_or(control.default)
            .to_owned()
    });
    view! {
        <TextField
            name=Name {
                id: format!("{of}-{}", control.id),
                label: format!("{} {}", control.label, control.symbol),
                unit: control.unit,
                help,
            }
            pause=PAUSE_IN_TYPING
            locked=Signal::derive(move || page.locks(of))
            current
            write
            steps=matches!(param, Param::Integer(_))
        />
    }
}

/// Pause in typing after which the text takes effect; Enter and leaving the field apply it at once.
pub const PAUSE_IN_TYPING: Duration = Duration::from_millis(500);

/// A menu of register entries for a field of the scenario; `options` are pairs of id and name.
#[component]
pub fn Menu(
    field: &'static str,
    label: &'static str,
    options: Vec<(&'static str, &'static str)>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let id = field.replace('.', "-");
    let choose = move |menu: web_sys::HtmlSelectElement| {
        if let Err(error) = page.try_act(Action::set(field, &menu.value())) {
            page.report(error.labeled(field, label).reason());
            menu.set_value(&page.state.scenario().read_untracked().get(field));
        }
    };
    let options = options
        .into_iter()
        .map(|(id, name)| view! { <option value=id>{name}</option> }.into_any());
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select id=id disabled=move || page.locks(field) prop:value=move || page.state.scenario().read().get(field) on:change:target=move |e| choose(e.target())>
                {options.collect_view()}
            </select>
        </div>
    }
}

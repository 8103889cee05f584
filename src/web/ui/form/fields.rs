//! Form controls: text fields and menus for fields of the scenario.
//!
//! A text field keeps an invalid value that was typed, together with the reason, and leaves the
//! scenario unchanged.

use std::time::Duration;

use browser::text_field::{Name, TextField};
use flitscope::page::{Action, PageStateStoreFields};
use leptos::prelude::*;

use super::register::{Described, described};
use crate::ui::controls::menu::{Menu, Options};
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

/// Pause in typing after which the text takes effect; Enter and leaving the field apply it at once.
pub const PAUSE_IN_TYPING: Duration = Duration::from_millis(500);

/// A menu for a field of the scenario.
#[component]
pub fn FieldMenu(
    field: &'static str,
    label: &'static str,
    #[prop(into)] options: Signal<Options>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let choose = move |value: String| {
        if let Err(error) = page.try_act(Action::set(field, &value)) {
            page.report(error.labeled(field, label).reason());
        }
    };
    view! {
        <Menu
            id=field.replace('.', "-")
            label
            options
            chosen=Signal::derive(move || page.state.scenario().read().get(field))
            choose
            locked=Signal::derive(move || page.locks(field))
        />
    }
}

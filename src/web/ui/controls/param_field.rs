//! The field of a parameter of an algorithm, whether it is a topology, a routing function or a model.

use std::time::Duration;

use browser::text_field::{Name, TextField};
use flitscope::catalog::{Control, Param, Settings};
use leptos::prelude::*;

use super::menu::{Menu, Options};

/// A text field for a parameter, or a menu for one of a few words. An invalid value of `settings` is shown with its
/// error.
#[component]
pub fn ParamField(
    /// The beginning of the id of the field.
    #[prop(into)]
    of: String,
    param: &'static Param,
    #[prop(into)] settings: Signal<Settings>,
    /// Applies the text of the parameter.
    write: Callback<String, Result<(), String>>,
    /// More about the accepted values, from its punctuation on.
    #[prop(optional)]
    note: String,
    #[prop(optional)] pause: Duration,
    #[prop(optional, into)] locked: Signal<bool>,
    /// Whether a whole number has buttons for one less and one more.
    #[prop(optional)]
    steps: bool,
) -> impl IntoView {
    let control: &'static Control = param.control();
    let current = Signal::derive(move || {
        let settings = settings.read();
        let text = settings.get(control.id).unwrap_or(control.default);
        text.to_owned()
    });
    let id = of + "-" + control.id;
    if let Param::Choice(choice) = param {
        let words = choice.options.iter();
        let words: Options = words.map(|&word| (word.into(), word.into())).collect();
        let choose = move |word| drop(write.run(word));
        return view! {
            <Menu id label=control.label title=control.help options=words chosen=current choose locked />
        }
        .into_any();
    }
    let wrong = Signal::derive(move || {
        let checked = param.check(&settings.read());
        checked.err().map(|error| error.to_string())
    });
    let mut help = note;
    help.insert_str(0, &format!("{} Accepts {}", control.help, param.allowed()));
    help.push('.');
    let name = Name {
        id,
        label: format!("{} {}", control.label, control.symbol),
        unit: control.unit,
        help,
    };
    let steps = steps && matches!(param, Param::Integer(_));
    view! { <TextField name pause locked current write wrong steps /> }.into_any()
}

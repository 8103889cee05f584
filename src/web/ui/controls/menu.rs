//! A menu: a label, and options of which one is chosen.

use std::borrow::Cow;

use flitscope::catalog::{Entry, Family};
use leptos::prelude::*;
use web_sys::HtmlSelectElement;

/// The value and the name of every option.
pub type Options = Vec<(Cow<'static, str>, Cow<'static, str>)>;

/// The entries of a register as options.
pub fn entries<B>(families: &'static [Family<B>]) -> Options {
    families
        .iter()
        .map(|family| of_entry(&family.entry))
        .collect()
}

/// A register entry as an option.
pub fn of_entry(entry: &'static Entry) -> (Cow<'static, str>, Cow<'static, str>) {
    (entry.id.into(), entry.name().into())
}

/// A menu with its label.
#[component]
pub fn Menu(
    #[prop(into)] id: String,
    label: &'static str,
    #[prop(into)] options: Signal<Options>,
    #[prop(into)] chosen: Signal<String>,
    /// Applies the value that the user chooses; if it leaves `chosen` as it is, so does the menu.
    #[prop(into)]
    choose: Callback<String>,
    #[prop(optional, into)] locked: Signal<bool>,
    /// Description of the options.
    #[prop(optional)]
    title: &'static str,
    /// Shown below the menu.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                id=id
                title=(!title.is_empty()).then_some(title)
                disabled=locked
                on:change:target=move |event| choose_from(&event.target(), chosen, choose)
            >
                {move || shown(options.get(), chosen)}
            </select>
            {children.map(|children| children())}
        </div>
    }
}

/// The options of a menu as elements.
pub fn shown(options: Options, chosen: Signal<String>) -> impl IntoView {
    let option = |(value, name): (Cow<'static, str>, Cow<'static, str>)| {
        let value = value.into_owned();
        let own = value.clone();
        let is_chosen = move || *chosen.read() == own;
        view! { <option value=value prop:selected=is_chosen>{name.into_owned()}</option> }
            .into_any()
    };
    options.into_iter().map(option).collect_view()
}

/// Applies the value that the user has chosen in a menu, which shows the old one again if it is refused.
pub fn choose_from(menu: &HtmlSelectElement, chosen: Signal<String>, choose: Callback<String>) {
    choose.run(menu.value());
    // The menu may be gone by now.
    if let Some(now) = chosen.try_get_untracked() {
        menu.set_value(&now);
    }
}

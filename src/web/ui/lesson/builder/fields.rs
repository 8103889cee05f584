//! Fields of the form: a line, several lines, and a check box, each bound to a part of the draft.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::making::Making;

#[component]
pub fn Line(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into)] value: Signal<String>,
    /// Receives the value after each change.
    #[prop(into)]
    write: Callback<String>,
    /// An example or an explanation below the field.
    #[prop(optional, into)]
    help: String,
    /// Id of a list of suggestions.
    #[prop(optional)]
    list: &'static str,
) -> impl IntoView {
    let described = (!help.is_empty()).then(|| format!("{id}-help"));
    let list = (!list.is_empty()).then_some(list);
    let is_plain = list.is_none();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <input id=id list=list spellcheck=is_plain.to_string() autocomplete="off" aria-describedby=described.clone() prop:value=value on:input:target=move |event| write.run(event.target().value()) />
            {described.map(|id| view! { <p class="help" id=id>{help}</p> })}
        </div>
    }
}

/// A field with several lines.
#[component]
pub fn Lines(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into)] value: Signal<String>,
    /// Receives the value after each change.
    #[prop(into)]
    write: Callback<String>,
    /// Number of lines that are visible.
    #[prop(default = 3)]
    rows: u32,
    /// An explanation below the field.
    #[prop(optional, into)]
    help: String,
) -> impl IntoView {
    let described = (!help.is_empty()).then(|| format!("{id}-help"));
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <textarea id=id rows=rows aria-describedby=described.clone() prop:value=value on:input:target=move |event| write.run(event.target().value())></textarea>
            {described.map(|id| view! { <p class="help" id=id>{help}</p> })}
        </div>
    }
}

/// A field for a number. A text that is no number is marked and changes nothing.
#[component]
pub fn Number(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into)] value: Signal<f64>,
    /// Receives the value after each change to another number.
    #[prop(into)]
    write: Callback<f64>,
) -> impl IntoView {
    let typed = RwSignal::new(None::<String>);
    let shown = move || typed.get().unwrap_or_else(|| value.get().to_string());
    let change = move |text: String| {
        match text.trim().replace(',', ".").parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => write.run(number),
            _ => {}
        }
        typed.set(Some(text));
    };
    let wrong = move || {
        let text = typed.get()?;
        let number = text.trim().replace(',', ".").parse::<f64>();
        let is_number = number.is_ok_and(|number| number.is_finite() && number >= 0.0);
        (!is_number).then(|| format!("It must be a number from 0, not {text:?}."))
    };
    view! {
        <div class="field" class:wrong=move || wrong().is_some()>
            <label for=id.clone()>{label}</label>
            <input id=id inputmode="decimal" autocomplete="off" prop:value=shown on:input:target=move |event| change(event.target().value()) />
            <p class="problem" role="alert">{wrong}</p>
        </div>
    }
}

/// A list of texts: in one line, separated by commas, or with `by_line` one in each line.
#[component]
pub fn Texts(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into)] value: Signal<Vec<String>>,
    /// Receives the list after each change.
    #[prop(into)]
    write: Callback<Vec<String>>,
    /// An explanation below the field.
    #[prop(optional, into)]
    help: String,
    /// Whether each text has a line of its own.
    #[prop(optional)]
    by_line: bool,
) -> impl IntoView {
    let (separators, separator): (&[char], _) = if by_line {
        (&['\n'], "\n")
    } else {
        (&[',', ';'], ", ")
    };
    let list = move |text: &str| -> Vec<String> {
        let parts = text.split(separators).map(str::trim);
        parts
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    };
    // A separator at the end separates nothing yet, so the text stays as typed while it still stands for the list.
    let typed = RwSignal::new(None::<String>);
    let shown = Signal::derive(move || {
        let value = value.get();
        typed
            .get()
            .filter(|text| list(text) == value)
            .unwrap_or_else(|| value.join(separator))
    });
    let change = Callback::new(move |text: String| {
        let parts = list(&text);
        typed.set(Some(text));
        write.run(parts);
    });
    if by_line {
        view! { <Lines id label value=shown write=change help /> }.into_any()
    } else {
        view! { <Line id label value=shown write=change help /> }.into_any()
    }
}

/// Button that removes an entry of a list.
#[component]
pub fn Remove(
    /// The accessible name of the button.
    #[prop(into)]
    name: String,
    #[prop(into)] remove: Callback<()>,
) -> impl IntoView {
    view! { <button class="remove" type="button" aria-label=name on:click=move |_| remove.run(())>"Remove"</button> }
}

/// Moves the focus to a field that is about to appear.
pub fn focus_next(id: String) {
    request_animation_frame(move || {
        request_animation_frame(move || {
            if let Some(field) = document().get_element_by_id(&id) {
                // Fails only for a field that is not visible.
                let _ = field.unchecked_into::<web_sys::HtmlElement>().focus();
            }
        });
    });
}

/// The list of all queries as suggestions for fields.
#[component]
pub fn QuerySuggestions() -> impl IntoView {
    let queries = expect_context::<Making>().page.teaching.queries;
    let options = move || {
        let queries = queries.get()?;
        let options = queries.iter().map(|query| {
            let (call, tells) = (query.call.clone(), query.tells.clone());
            view! { <option value=call>{tells}</option> }.into_any()
        });
        Some(options.collect_view())
    };
    view! { <datalist id=QUERIES>{options}</datalist> }
}

/// Id of the suggestions of [`QuerySuggestions`].
pub const QUERIES: &str = "query-suggestions";

//! Fields of the form, as data: each is bound to a part of the draft by its path.

use std::sync::Arc;

use flitscope::lesson::{BuilderAction, LessonAction, Notation};
use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::JsCast;

use crate::ui::state::page::Page;

/// A field of the form.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The end of its id.
    pub id: &'static str,
    /// The label; in an entry of a list, `#` is the number of the entry.
    pub label: &'static str,
    /// The end of its path in the draft.
    pub path: &'static str,
    pub notation: Notation,
    pub input: Input,
    /// An example or an explanation below the field; empty for none.
    pub help: &'static str,
}

/// The input of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Line,
    /// A line with queries as suggestions.
    Query,
    /// A number of lines.
    Lines(u32),
}

impl Field {
    /// A line of text.
    pub const fn line(id: &'static str, label: &'static str, path: &'static str) -> Self {
        Self {
            id,
            label,
            path,
            notation: Notation::Text,
            input: Input::Line,
            help: "",
        }
    }

    pub const fn query(id: &'static str, label: &'static str, path: &'static str) -> Self {
        Self {
            input: Input::Query,
            ..Self::line(id, label, path)
        }
    }

    /// Several lines of text.
    pub const fn lines(
        id: &'static str,
        label: &'static str,
        path: &'static str,
        rows: u32,
    ) -> Self {
        Self {
            input: Input::Lines(rows),
            ..Self::line(id, label, path)
        }
    }

    pub const fn written(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    pub const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// The lesson that is being made; copies share it.
#[derive(Clone, Copy)]
pub struct Making {
    pub page: Page,
    /// The draft, in which fields have paths.
    draft: Memo<Arc<Value>>,
    /// The step that is shown, by its index.
    pub at: Memo<Option<usize>>,
}

impl Making {
    /// Opens the builder with the lesson of the last visit.
    pub fn begin(page: Page) -> Self {
        let making = Self {
            page,
            draft: page
                .teaching
                .memo(|state| Arc::new(state.builder.draft.to_value())),
            at: page.teaching.memo(|state| {
                let steps = state.builder.draft.step.len();
                // A step that is removed takes its form with it.
                state.builder.at.filter(|&index| index < steps)
            }),
        };
        making.send(BuilderAction::Begin);
        on_cleanup(move || making.send(BuilderAction::Leave));
        making
    }

    pub fn send(self, action: BuilderAction) {
        self.page.teach(LessonAction::Build(action));
    }

    /// Sets a field of the draft.
    pub fn set(self, path: impl Into<String>, value: impl Into<Value>) {
        self.send(BuilderAction::Set(path.into(), value.into()));
    }

    /// Returns the value of a field; null if there is none. Tracks the draft.
    pub fn value(self, path: &str) -> Value {
        self.draft.read().pointer(path).cloned().unwrap_or_default()
    }

    /// Returns the text of a field. Tracks the draft.
    pub fn text(self, path: &str) -> String {
        Notation::Text.write(&self.value(path))
    }

    /// Returns the number of entries of a list. Tracks the draft.
    pub fn count(self, path: &str) -> usize {
        self.value(path).as_array().map_or(0, Vec::len)
    }
}

/// Fields below a path in the draft.
#[component]
pub fn Fields(
    /// The beginning of the path.
    #[prop(into, optional)]
    path: String,
    /// The beginning of the ids.
    #[prop(into, optional)]
    id: String,
    /// The number in the labels.
    #[prop(optional)]
    number: usize,
    fields: &'static [Field],
) -> impl IntoView {
    let fields = fields.iter().map(move |&field| {
        let label = field.label.replace('#', &number.to_string());
        let (path, id) = (path.clone() + field.path, id.clone() + field.id);
        view! { <FormField field id path label /> }.into_any()
    });
    fields.collect_view()
}

/// A field, which shows a text as it is typed as long as it stands for the value in the draft. A text that is no value is
/// marked and changes nothing.
#[component]
pub fn FormField(
    field: Field,
    #[prop(into)] id: String,
    #[prop(into)] path: String,
    #[prop(into)] label: String,
) -> impl IntoView {
    let making = expect_context::<Making>();
    let notation = field.notation;
    let typed = RwSignal::new(None::<String>);
    let key = path.clone();
    let shown = Signal::derive(move || {
        let value = making.value(&path);
        let typed = typed.get().filter(|text| {
            let read = notation.read(text);
            read.is_none_or(|read| read == value || notation.write(&read) == notation.write(&value))
        });
        typed.unwrap_or_else(|| notation.write(&value))
    });
    let change = Callback::new(move |text: String| {
        let read = notation.read(&text);
        if notation != Notation::Text {
            typed.set(Some(text));
        }
        if let Some(value) = read {
            making.set(key.clone(), value);
        }
    });
    let wrong = move || {
        let text = typed.get()?;
        let is_wrong = notation.read(&text).is_none();
        is_wrong.then(|| format!("It must be a number from 0, not {text:?}."))
    };
    view! { <Entry id label input=field.input value=shown write=change help=field.help wrong=Signal::derive(wrong) /> }
}

/// An input with its label.
#[component]
pub fn Entry(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    input: Input,
    #[prop(into)] value: Signal<String>,
    /// Receives the text after each change.
    #[prop(into)]
    write: Callback<String>,
    #[prop(optional)] help: &'static str,
    /// Why the text is no value.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
) -> impl IntoView {
    let described = (!help.is_empty()).then(|| format!("{id}-help"));
    let list = (input == Input::Query).then_some(QUERIES);
    let is_plain = list.is_none().to_string();
    let name = id.clone();
    let by = described.clone();
    let field = match input {
        Input::Lines(rows) => view! { <textarea id=name rows=rows aria-describedby=by prop:value=value on:input:target=move |event| write.run(event.target().value())></textarea> }.into_any(),
        Input::Line | Input::Query => view! { <input id=name list=list spellcheck=is_plain autocomplete="off" aria-describedby=by prop:value=value on:input:target=move |event| write.run(event.target().value()) /> }.into_any(),
    };
    view! {
        <div class="field" class:wrong=move || wrong.read().is_some()>
            <label for=id>{label}</label>
            {field}
            {described.map(|id| view! { <p class="help" id=id>{help}</p> })}
            {move || wrong.get().map(|why| view! { <p class="problem" role="alert">{why}</p> })}
        </div>
    }
}

/// The entries of a list, each with a button that removes it, and a button that adds one.
#[component]
pub fn Entries(
    #[prop(into)] path: String,
    /// The name of an entry, in ids.
    id: &'static str,
    /// The name of an entry, in labels.
    name: &'static str,
    /// The label of the button that adds one.
    add: &'static str,
    /// The entry that is added.
    new: impl Fn() -> Value + 'static,
    /// The view of an entry, given its path and its number.
    entry: impl Fn(String, usize) -> AnyView + Send + 'static,
    /// The end of the id of the field of a new entry that gets the focus.
    #[prop(optional)]
    focus: &'static str,
) -> impl IntoView {
    let making = expect_context::<Making>();
    let list = path.clone();
    let count = Memo::new(move |_| making.count(&list));
    let list = path.clone();
    let rows = move || {
        let rows = (0..count.get()).map(|place| {
            let (path, number) = (format!("{list}/{place}"), place + 1);
            let content = entry(path.clone(), number);
            view! { <li>{content}<Remove name=format!("Remove {name} {number}") path /></li> }
                .into_any()
        });
        rows.collect_view()
    };
    let add_one = move |_| {
        let number = count.get_untracked() + 1;
        making.send(BuilderAction::Add(path.clone(), new()));
        focus_next(format!("{id}-{number}{focus}"));
    };
    view! {
        <ul class="entries">{rows}</ul>
        <p class="actions tight"><button id=format!("add-{id}") type="button" on:click=add_one>{add}</button></p>
    }
}

/// Button that removes an entry of a list.
#[component]
pub fn Remove(
    /// The accessible name of the button.
    #[prop(into)]
    name: String,
    path: String,
) -> impl IntoView {
    let making = expect_context::<Making>();
    let remove = move |_| making.send(BuilderAction::Remove(path.clone()));
    view! { <button class="remove" type="button" aria-label=name on:click=remove>"Remove"</button> }
}

/// A menu of choices, given by their ids and names.
#[component]
pub fn Choice(
    #[prop(into)] id: String,
    label: &'static str,
    choices: Vec<(&'static str, &'static str)>,
    /// The id of the choice.
    #[prop(into)]
    value: Signal<String>,
    #[prop(into)] choose: Callback<&'static str>,
) -> impl IntoView {
    let options = choices.clone().into_iter().map(|(id, name)| {
        view! { <option value=id prop:selected=move || *value.read() == id>{name}</option> }
            .into_any()
    });
    let options = options.collect_view();
    let chosen = move |id: String| {
        if let Some((id, _)) = choices.iter().find(|(known, _)| *known == id) {
            choose.run(id);
        }
    };
    view! {
        <div class="field"><label for=id.clone()>{label}</label>
            <select id=id on:change:target=move |event| chosen(event.target().value())>{options}</select></div>
    }
}

/// Moves the focus to a field that is about to appear.
fn focus_next(id: String) {
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
    let page = expect_context::<Making>().page;
    let queries = page.teaching.memo(|state| state.builder.queries.clone());
    let options = move || {
        let options = queries
            .get()
            .into_iter()
            .map(|query| view! { <option value=query.call>{query.tells}</option> }.into_any());
        options.collect_view()
    };
    view! { <datalist id=QUERIES>{options}</datalist> }
}

/// Id of the suggestions of [`QuerySuggestions`].
const QUERIES: &str = "query-suggestions";

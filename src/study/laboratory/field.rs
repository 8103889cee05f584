//! A box that keeps what was typed, with what is wrong about it underneath.

use leptos::prelude::*;

/// What a box is called and what it takes.
#[derive(Debug, Clone, Default)]
pub struct Name {
    /// Of the element.
    pub id: String,
    /// As the form writes it.
    pub label: String,
    /// Unit, or empty.
    pub unit: &'static str,
    /// What it takes.
    pub help: String,
}

/// A box that takes effect at every key.
#[component]
pub fn Field(
    name: Name,
    /// What stands there.
    #[prop(into)]
    current: Signal<String>,
    /// What an empty box means.
    #[prop(optional, into)]
    absent: Signal<String>,
    /// Takes what was typed, or tells in a sentence why not.
    write: Callback<String, Result<(), String>>,
    /// What is wrong with what stands there, told by somebody else.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
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
    let typed = StoredValue::new(None::<String>);
    Effect::new(move |_| {
        // What is typed is not replaced by how it is written: 0.010 by 0.01.
        let now = current.get();
        if typed.get_value().as_ref() != Some(&now) {
            text.set(now);
            refused.set(None);
            typed.set_value(None);
        }
    });
    let hear = move |given: String| {
        text.set(given.clone());
        let problem = write.run(given).err();
        if problem.is_none() {
            typed.set_value(Some(current.get_untracked()));
        }
        refused.set(problem);
    };
    let problem = Memo::new(move |_| refused.get().or_else(|| wrong.get()));
    let note = [&id, "-note"].concat();
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id.clone()>{label} " " <small>{unit}</small></label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                title=help
                placeholder=absent
                prop:value=text
                aria-describedby=note.clone()
                aria-invalid=move || problem.read().is_some().to_string()
                on:input:target=move |event| hear(event.target().value())
            />
            <p id=note class="problem">{problem}</p>
        </div>
    }
}

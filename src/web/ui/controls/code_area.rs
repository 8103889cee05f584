//! A code editor: a text area with line numbers, an error marker, and indentation by key.

use super::code_names::{Complete, NameList, list_id};
use super::code_text::{put, selection};
use flitscope::catalog::sentence;
use flitscope::page::{TextChange, on_enter, on_shift_tab, on_tab, place_of};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;

/// An error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The line, from 1, or 0 for an error in no particular line.
    pub line: usize,
    /// The column, from 1 \[characters\].
    pub column: usize,
    /// The position in words, such as `line 3`, if the error has one.
    pub place: Option<String>,
    /// Description of the error, without a full stop.
    pub reason: String,
}

/// Id and labels of a [`CodeArea`].
#[derive(Debug, Clone, Copy)]
pub struct CodeName {
    pub id: &'static str,
    pub label: &'static str,
    /// Help on keys beyond those of every code area.
    pub keys: &'static str,
}

/// An editor of a text, with the error in it.
#[component]
pub fn CodeArea(
    name: CodeName,
    #[prop(into)] text: Signal<String>,
    /// Receives the whole text after each change.
    write: Callback<String>,
    /// The error in the text, if any.
    #[prop(into)]
    wrong: Signal<Option<Wrong>>,
    use_it: Callback<()>,
    /// Whether the text is read-only.
    #[prop(optional, into)]
    is_fixed: Signal<bool>,
    /// Finds the names that complete a word.
    #[prop(optional)]
    complete: Option<Complete>,
) -> impl IntoView {
    let area = NodeRef::<html::Textarea>::new();
    let gutter = NodeRef::<html::Div>::new();
    let names = NameList::new(complete, area, gutter, write);
    // After Escape, Tab leaves the text as it leaves every other control.
    let leaves = StoredValue::new(false);
    let lines = Memo::new(move |_| text.read().split('\n').count());
    let numbers = move || {
        let wrong = wrong.read().as_ref().map(|wrong| wrong.line);
        let number = |line: usize| {
            let is_wrong = wrong == Some(line);
            view! { <span class:wrong=is_wrong>{line}</span> }
        };
        (1..=lines.get()).map(number).collect_view()
    };
    let press = move |event: ev::KeyboardEvent| {
        let Some(area) = area.get_untracked() else {
            return;
        };
        let key = event.key();
        let is_plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
        if key == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            names.close();
            return use_it.run(());
        }
        if !area.read_only() && names.press(&event) {
            return leaves.set_value(false);
        }
        let had_left = leaves.get_value();
        leaves.set_value(key == "Escape");
        if area.read_only() {
            return;
        }
        let change: fn(&str, std::ops::Range<usize>) -> TextChange = match &*key {
            "Enter" if is_plain && !event.shift_key() => on_enter,
            "Tab" if had_left => return,
            "Tab" if is_plain && event.shift_key() => on_shift_tab,
            "Tab" if is_plain => on_tab,
            _ => return,
        };
        event.prevent_default();
        let selected = selection(&area);
        put(&area, &change(&area.value(), selected));
        write.run(area.value());
    };
    let follow = move |_| {
        if let (Some(area), Some(gutter)) = (area.get_untracked(), gutter.get_untracked()) {
            gutter.set_scroll_top(area.scroll_top());
        }
    };
    let problem = NodeRef::<html::P>::new();
    show_new_problems(wrong, area, problem);
    let CodeName { id, label, keys } = name;
    let ids = [format!("{id}-keys"), format!("{id}-problem")];
    let described_by = ids.join(" ");
    let [keys_id, problem_id] = ids;
    view! {
        <div class="code" class:faulty=move || wrong.read().is_some()>
            <div class="gutter" aria-hidden="true" node_ref=gutter>{numbers}</div>
            <textarea
                id=id
                node_ref=area
                aria-label=label
                aria-describedby=described_by
                aria-autocomplete=complete.map(|_| "list")
                aria-haspopup=complete.map(|_| "listbox")
                aria-controls=move || names.is_open().then(|| list_id(id))
                aria-activedescendant=move || names.active(id)
                aria-invalid=move || wrong.read().is_some().to_string()
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                wrap="off"
                readonly=move || is_fixed.get()
                prop:value=move || text.get()
                on:input:target=move |event| {
                    write.run(event.target().value());
                    names.refresh();
                }
                on:blur=move |_| names.close()
                on:pointerdown=move |_| names.close()
                on:keydown=press
                on:scroll=follow
            ></textarea>
        </div>
        <p class="help" hidden=move || !is_fixed.get()>"Here the text can be read, not changed."</p>
        <div class="code-under">
            <p node_ref=problem class="problem" id=problem_id role="status"><Told wrong area /></p>
            // Shown while the text has the focus and no error.
            <p class="code-keys" id=keys_id>"Tab indents; Escape and then Tab leaves the text. "{keys}</p>
        </div>
        {complete.map(|_| names.view(id))}
    }
}

/// Brings the message about a mistake into view when it appears: on a small screen it may be below that.
fn show_new_problems(
    wrong: Signal<Option<Wrong>>,
    area: NodeRef<html::Textarea>,
    problem: NodeRef<html::P>,
) {
    Effect::new(move |before: Option<bool>| {
        let is_wrong = wrong.read().is_some();
        let is_new = is_wrong && before == Some(false);
        let works = || {
            area.get_untracked()
                .is_some_and(|area| area.matches(":focus") == Ok(true))
        };
        if is_new && works() {
            request_animation_frame(move || bring_into_view(problem));
        }
        is_wrong
    });
}

/// Scrolls an element that is below the part in view to its lower edge.
fn bring_into_view(element: NodeRef<html::P>) {
    let Some(element) = element.try_get_untracked().flatten() else {
        return;
    };
    let height = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    if height.is_some_and(|height| element.get_bounding_client_rect().bottom() > height) {
        element.scroll_into_view_with_bool(false);
    }
}

/// The error, with a button that moves the caret to it.
#[component]
fn Told(wrong: Signal<Option<Wrong>>, area: NodeRef<html::Textarea>) -> impl IntoView {
    let show_it = move |_| {
        let (Some(area), Some(wrong)) = (area.get_untracked(), wrong.get_untracked()) else {
            return;
        };
        let at = place_of(&area.value(), wrong.line, wrong.column) as u32;
        // Fails only for an element that cannot have the focus.
        let _ = area.focus();
        let _ = area.set_selection_range(at, at);
    };
    move || {
        let wrong = wrong.get()?;
        let place = wrong.place;
        let has_place = place.is_some();
        Some(view! {
            <Show when=move || has_place>
                <button class="link" type="button" title="Go to it" on:click=show_it>{place.clone()}</button>": "
            </Show>
            {with_code(&sentence(&wrong.reason))}
        })
    }
}

/// A sentence in which code stands between backquotes.
fn with_code(sentence: &str) -> impl IntoView + use<> {
    let parts = sentence.split('`').enumerate();
    let part = |(place, part): (usize, &str)| {
        let part = part.to_owned();
        match place % 2 {
            0 => part.into_any(),
            _ => view! { <code>{part}</code> }.into_any(),
        }
    };
    parts.map(part).collect_view()
}

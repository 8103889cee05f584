//! A text area with the numbers of its lines, marks where something is wrong, and indentation.

use flitscope::catalog::sentence;
use flitscope::page::{TextChange, on_enter, on_shift_tab, on_tab, place_of};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The line, from 1; 0 if it is none in particular.
    pub line: usize,
    /// The letter of the line, from 1.
    pub column: usize,
    /// The place in words, if there is one: `line 3`.
    pub place: Option<String>,
    /// What is wrong there, without a full stop.
    pub reason: String,
}

/// What a text area is called.
#[derive(Debug, Clone, Copy)]
pub struct CodeName {
    /// Of the element.
    pub id: &'static str,
    /// For people.
    pub label: &'static str,
    /// What its keys do, besides those of every text.
    pub keys: &'static str,
}

/// A text in lines, and what is wrong with it.
#[component]
pub fn CodeArea(
    /// What it is called.
    name: CodeName,
    /// What stands there.
    #[prop(into)]
    text: Signal<String>,
    /// Takes what was typed.
    write: Callback<String>,
    /// What is wrong with it.
    #[prop(into)]
    wrong: Signal<Option<Wrong>>,
    /// Uses it: Control and Enter.
    use_it: Callback<()>,
    /// Whether it can only be read.
    #[prop(optional, into)]
    is_fixed: Signal<bool>,
) -> impl IntoView {
    let area = NodeRef::<html::Textarea>::new();
    let gutter = NodeRef::<html::Div>::new();
    // Behind Escape, Tab leaves the text as it leaves every other control.
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
            return use_it.run(());
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
    let show_it = move |_| {
        let (Some(area), Some(wrong)) = (area.get_untracked(), wrong.get_untracked()) else {
            return;
        };
        let at = place_of(&area.value(), wrong.line, wrong.column) as u32;
        // Fails only for what cannot have the focus.
        let _ = area.focus();
        let _ = area.set_selection_range(at, at);
    };
    let told = move || {
        let wrong = wrong.get()?;
        let place = wrong.place;
        let has_place = place.is_some();
        Some(view! {
            <Show when=move || has_place>
                <button class="link" type="button" title="Go to it" on:click=show_it>{place.clone()}</button>": "
            </Show>
            {sentence(&wrong.reason)}
        })
    };
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
                aria-invalid=move || wrong.read().is_some().to_string()
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                wrap="off"
                readonly=move || is_fixed.get()
                prop:value=move || text.get()
                on:input:target=move |event| write.run(event.target().value())
                on:keydown=press
                on:scroll=follow
            ></textarea>
        </div>
        <div class="code-under">
            <p class="problem" id=problem_id role="status">{told}</p>
            // Seen while one writes and nothing is wrong.
            <p class="code-keys" id=keys_id>"Tab indents; Escape and then Tab leaves the text. "{keys}</p>
        </div>
    }
}

fn selection(area: &HtmlTextAreaElement) -> std::ops::Range<usize> {
    let place = |at: Result<Option<u32>, _>| at.ok().flatten().unwrap_or_default() as usize;
    place(area.selection_start())..place(area.selection_end())
}

/// Makes a change as if it had been typed, so that the browser can undo it.
fn put(area: &HtmlTextAreaElement, change: &TextChange) {
    let (from, to) = (change.part.start as u32, change.part.end as u32);
    // Out of range only for another text than this one.
    let _ = area.set_selection_range(from, to);
    let page = document().dyn_into::<HtmlDocument>();
    let is_typed = page.is_ok_and(|page| {
        let typed = page.exec_command_with_show_ui_and_value("insertText", false, &change.text);
        typed.unwrap_or(false)
    });
    if !is_typed {
        let _ = area.set_range_text_with_start_and_end(&change.text, from, to);
    }
    let (from, to) = (change.selected.start as u32, change.selected.end as u32);
    let _ = area.set_selection_range(from, to);
}

//! A text area with the numbers of its lines, marks where something is wrong, and indentation.

use flitscope::page::{TextChange, on_enter, on_shift_tab, on_tab, place_of};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

use crate::ui::state::page::Page;

/// The program text.
#[component]
pub fn Editor() -> impl IntoView {
    let page = expect_context::<Page>();
    let state = page.written;
    let area = NodeRef::<html::Textarea>::new();
    let gutter = NodeRef::<html::Div>::new();
    // Behind Escape, Tab leaves the text as it leaves every other control.
    let leaves = StoredValue::new(false);
    let fault = Memo::new(move |_| match &*state.found.read() {
        Some(Err(fault)) => Some(fault.clone()),
        _ => None,
    });
    let lines = Memo::new(move |_| state.text.read().split('\n').count());
    let numbers = move || {
        let wrong = fault.read().as_ref().map(|fault| fault.line);
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
            return page.use_script();
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
        state.text.set(area.value());
    };
    let follow = move |_| {
        if let (Some(area), Some(gutter)) = (area.get_untracked(), gutter.get_untracked()) {
            gutter.set_scroll_top(area.scroll_top());
        }
    };
    let show_fault = move |_| {
        let (Some(area), Some(fault)) = (area.get_untracked(), fault.get_untracked()) else {
            return;
        };
        let at = place_of(&area.value(), fault.line, fault.column) as u32;
        // Fails only for what cannot have the focus.
        let _ = area.focus();
        let _ = area.set_selection_range(at, at);
    };
    let told = move || {
        let fault = fault.get()?;
        let place = fault.place();
        let has_place = place.is_some();
        Some(view! {
            <Show when=move || has_place>
                <button class="link" type="button" title="Go to it" on:click=show_fault>{place.clone()}</button>": "
            </Show>
            {sentence(&fault.reason)}
        })
    };
    view! {
        <div class="code" class:faulty=move || fault.read().is_some()>
            <div class="gutter" aria-hidden="true" node_ref=gutter>{numbers}</div>
            <textarea
                id="script"
                node_ref=area
                aria-label="Program of the routing function"
                aria-describedby="script-keys script-problem"
                aria-invalid=move || fault.read().is_some().to_string()
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                wrap="off"
                readonly=move || !page.allows("script")
                prop:value=move || state.text.get()
                on:input:target=move |event| state.text.set(event.target().value())
                on:keydown=press
                on:scroll=follow
            ></textarea>
        </div>
        <p class="problem" id="script-problem" role="status">{told}</p>
        <p class="unseen" id="script-keys">"Tab indents; press Escape before Tab to leave the text. Control and Enter use the function."</p>
    }
}

/// As a sentence stands alone.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
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

//! The editor of a user-written routing function.

use flitscope::custom;
use leptos::prelude::*;

use crate::ui::controls::code_area::{CodeArea, CodeName, Wrong};
use crate::ui::state::page::Page;

const NAME: CodeName = CodeName {
    id: "script",
    label: "Program of the routing function",
    keys: "Ctrl+Space lists names; Ctrl+Enter uses the function.",
};

/// The editor, with the error that was found in the script.
#[component]
pub fn Editor() -> impl IntoView {
    let page = expect_context::<Page>();
    let state = page.written;
    let wrong = Memo::new(move |_| match &*state.found.read() {
        Some(Err(fault)) => Some(Wrong {
            line: fault.line,
            column: fault.column,
            place: fault.place(),
            reason: fault.reason.clone(),
        }),
        _ => None,
    });
    let write = Callback::new(move |text: String| {
        page.keep_code(&text);
        state.write(text);
    });
    let use_it = Callback::new(move |()| page.use_script());
    let is_fixed = Signal::derive(move || !page.allows("script"));
    view! { <CodeArea name=NAME text=state.text write wrong use_it is_fixed complete=custom::completion /> }
}

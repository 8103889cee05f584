//! The help on keyboard shortcuts.

use leptos::html;
use leptos::prelude::*;

use super::shortcuts::SHORTCUTS;
use crate::ui::state::storage::remember;
use crate::ui::state::view_options::{Look, NO_LETTERS};

/// Dialog that lists all shortcuts.
#[component]
pub fn HelpDialog(open: RwSignal<bool>) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            // Fails only if the dialog is already open.
            let _ = dialog.show_modal();
        } else if !open.get() {
            dialog.close();
        }
    });
    let letters = expect_context::<Look>().letters;
    let choose = move |on: bool| {
        letters.set(on);
        remember(NO_LETTERS, if on { "" } else { "yes" });
    };
    let rows = SHORTCUTS.iter().map(|shortcut| {
        view! { <tr><th scope="row"><kbd>{shortcut.shown}</kbd></th><td>{shortcut.does}</td></tr> }.into_any()
    });
    view! {
        <dialog node_ref=dialog aria-labelledby="keys-title" on:close=move |_| open.set(false)>
            <h2 id="keys-title" tabindex="-1" autofocus=true>"Keys"</h2>
            <table><tbody>
                {rows.collect_view()}
                <tr><th scope="row"><kbd>"Tab"</kbd></th><td>"to the network; there arrow keys move between nodes, a digit follows the port of that number, i or Enter starts a message, Enter sends it, and Esc cancels"</td></tr>
            </tbody></table>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || letters.get()
                    on:change:target=move |event| choose(event.target().checked())
                />
                " Single letters are shortcuts"
            </label>
            <button class="primary" on:click=move |_| open.set(false)>"Close"</button>
        </dialog>
    }
}

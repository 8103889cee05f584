//! The sheet of shortcuts.

use leptos::html;
use leptos::prelude::*;

use super::shortcuts::SHORTCUTS;

/// Lists all keys.
#[component]
pub fn HelpDialog(open: RwSignal<bool>) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        } else if !open.get() {
            dialog.close();
        }
    });
    let rows = SHORTCUTS.iter().map(|shortcut| {
        view! { <tr><th scope="row"><kbd>{shortcut.shown}</kbd></th><td>{shortcut.does}</td></tr> }
    });
    view! {
        <dialog node_ref=dialog aria-labelledby="keys-title" on:close=move |_| open.set(false)>
            <h2 id="keys-title">"Keys"</h2>
            <table><tbody>
                {rows.collect_view()}
                <tr><th scope="row"><kbd>"Tab"</kbd></th><td>"to the network; there arrow keys go from node to node, Enter chooses source and destination, Esc lets go"</td></tr>
            </tbody></table>
            <button class="primary" on:click=move |_| open.set(false)>"Close"</button>
        </dialog>
    }
}

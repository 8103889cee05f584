//! The help on keys, and about the page.

use browser::version::version;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::commands;
use crate::ui::controls::dialog::{close, modal};
use crate::ui::controls::part::Fetched;
use crate::ui::state::storage::remember;
use crate::ui::state::view_options::{Dialog, Look, NO_LETTERS};

/// [`HelpDialog`], fetched when it is first opened.
#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
pub fn help_dialog() -> Fetched {
    Ok(|| view! { <HelpDialog /> }.into_any())
}

/// Dialog that lists all commands with a key.
#[component]
fn HelpDialog() -> impl IntoView {
    let look = expect_context::<Look>();
    let dialog = modal();
    let letters = look.letters;
    let choose = move |on: bool| {
        letters.set(on);
        remember(NO_LETTERS, if on { "" } else { "yes" });
    };
    let with_key = commands().filter(|command| !command.shown.is_empty());
    let rows = with_key.map(|command| {
        let about = match command.about {
            "" => String::new(),
            about => format!(": {about}"),
        };
        view! { <tr><th scope="row"><kbd>{command.shown}</kbd></th><td>{command.name}{about}</td></tr> }.into_any()
    });
    view! {
        <dialog node_ref=dialog aria-labelledby="keys-title" on:close=move |_| look.closed(Dialog::Keys)>
            <div class="dialog-head">
                <h2 id="keys-title" tabindex="-1" autofocus=true>"Keys"</h2>
                <button class="action" type="button" on:click=move |_| close(dialog)>"Close"</button>
            </div>
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
                " Single letters and digits are shortcuts"
            </label>
            <h2>"About"</h2>
            <p>"Flitscope simulates interconnection networks flit by flit and compares its measurements with published models. Everything runs in this browser; no data leaves it."</p>
            <p>"Version "<code id="version">{version()}</code>". Figures and copied links state it; to cite a picture, give both."</p>
        </dialog>
    }
}

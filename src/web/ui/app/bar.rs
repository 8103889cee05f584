//! The top bar: navigation, and actions on the whole page.

use flitscope::page::{PageStateStoreFields, Place};
use leptos::prelude::*;

use super::places::Places;
use crate::ui::command::{Menu, menu::Items};
use crate::ui::controls::popover::Popover;
use crate::ui::state::page::Page;

/// The logo, links to the places, and the share, export and present actions.
#[component]
pub fn Bar() -> impl IntoView {
    let page = expect_context::<Page>();
    let has_stage = move || page.state.place().get() != Place::Experiment;
    let present = move |_| page.present(true);
    view! {
        <header class="bar" hidden=move || page.look.presenting.get()>
            <h1>
                <a class="brand" href="#/" title="Home">
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 12h16M12 4v16" />
                        <rect x="2" y="9" width="6" height="6" rx="1.5" />
                        <rect x="9" y="9" width="6" height="6" rx="1.5" />
                        <path class="head" d="M16 9h3l3 3-3 3h-3z" />
                    </svg>
                    "Flitscope"
                </a>
            </h1>
            <Places />
            <div class="page-acts">
                <ShareButton />
                <Show when=has_stage>
                    <Popover id="export" name="Export" class="quiet" label=|| "Export ▾"><Items menus=&[Menu::Share] /></Popover>
                </Show>
                <button id="present" class="quiet" title="Only the picture, for an audience (f)" on:click=present>"Present"</button>
                <Popover id="more" name="Theme, keys and about" class="quiet" label=|| view! { <span aria-label="More">"⋯"</span> }>
                    <Items menus=&[Menu::Page] />
                </Popover>
            </div>
        </header>
    }
}

/// Button that opens the dialog with the link, and confirms a copy by the keyboard.
#[component]
fn ShareButton() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <button class="quiet" title="A link, QR code or frame of what is shown; s copies the link at once" on:click=move |_| page.look.sharing.set(true)>
            <span aria-live="polite">{move || if page.copied.get() { "Link copied" } else { "Share…" }}</span>
        </button>
    }
}

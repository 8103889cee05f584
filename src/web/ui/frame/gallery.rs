//! The gallery of examples, grouped by the question that they answer.

use flitscope::page::{Action, PageStateStoreFields, Panel};
use flitscope::scenario::Group;
use leptos::html;
use leptos::prelude::*;

use crate::ui::controls::thumbnail::ExampleCard;
use crate::ui::state::page::Page;

/// Dialog with all examples, which closes when one is chosen.
#[component]
pub fn Gallery() -> impl IntoView {
    let page = expect_context::<Page>();
    let dialog = NodeRef::<html::Dialog>::new();
    let is_open = Memo::new(move |_| page.state.panel().get() == Panel::Examples);
    let was_open = RwSignal::new(false);
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if is_open.get() {
            was_open.set(true);
            if !dialog.open() {
                // Fails only if the dialog is already open.
                let _ = dialog.show_modal();
            }
        } else if dialog.open() {
            dialog.close();
        }
    });
    let close = move || {
        if page.now(|state| state.panel) == Panel::Examples {
            page.act(Action::Panel(Panel::None));
        }
    };
    let groups = move || {
        was_open.get().then(|| {
            let groups = Group::ALL.iter().map(|group| {
                let cards = group.presets().map(|preset| view! { <ExampleCard preset /> }.into_any());
                let cards = cards.collect_view();
                view! { <section><h3>{group.question()}</h3><ul class="cards">{cards}</ul></section> }
                    .into_any()
            });
            groups.collect_view().into_any()
        })
    };
    view! {
        <dialog class="gallery" node_ref=dialog aria-labelledby="examples-title" on:close=move |_| close()>
            <div class="drawer-head">
                <h2 id="examples-title" tabindex="-1" autofocus=true>"Examples"</h2>
                <button on:click=move |_| close()>"Close"</button>
            </div>
            {groups}
        </dialog>
    }
}

//! The buttons in the lower right corner of the picture: the question that most visitors have, and *Fit*.

use flitscope::page::{PageStateStoreFields, Place, Shown};
use leptos::prelude::*;

use crate::ui::command::menu::Items;
use crate::ui::command::{Command, Menu};
use crate::ui::controls::popover::Popover;
use crate::ui::form::network::LayoutField;
use crate::ui::stage::side_by_side::PaneCount;
use crate::ui::state::page::Page;

/// *Why is a worm blocked?*, while no panel is open, and the appearance of the picture.
#[component]
pub fn Corner() -> impl IntoView {
    let page = expect_context::<Page>();
    let asks =
        move || page.shown.get() == Shown::Nothing && page.state.place().get() == Place::Explore;
    let why = Command::by_id("why").expect("the table has it");
    // A selection, or a task, has other buttons; the picture keeps its keys.
    let is_there = move || {
        let is_hidden = matches!(page.shown.get(), Shown::Inspector | Shown::Task(_));
        page.state.place().get() == Place::Explore && !is_hidden
    };
    view! {
        <div class="corner">
            <Show when=asks>
                <button id="why" class="float" type="button" title=why.title() on:click=move |_| why.act(page)>{why.name}</button>
            </Show>
            <Show when=is_there>
                <Popover id="picture" name="Appearance of the picture" class="opens float fit" label=|| "Fit">
                    <Items menus=&[Menu::Picture] />
                    <PaneCount />
                    <LayoutField />
                </Popover>
            </Show>
        </div>
    }
}

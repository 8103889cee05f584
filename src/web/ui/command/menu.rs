//! Menus made of commands.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{Command, Menu};
use crate::ui::state::page::Page;
use browser::popovers;

/// The commands of menus, with the heading of each.
#[component]
pub fn Items(menus: &'static [Menu]) -> impl IntoView {
    let groups = menus.iter().map(|menu| {
        let heading = menu.heading();
        let items = menu
            .commands()
            .map(|command| view! { <Item command /> }.into_any());
        view! {
            {(!heading.is_empty()).then(|| view! { <h3>{heading}</h3> })}
            {items.collect_view()}
        }
        .into_any()
    });
    view! { <div class="menu" on:keydown=|event| move_focus(&event)>{groups.collect_view()}</div> }
}

#[component]
pub fn Item(command: &'static Command) -> impl IntoView {
    let page = expect_context::<Page>();
    let act = move |_| {
        // Who changes the picture or the time often does so more than once.
        if !matches!(command.menu, Menu::Picture | Menu::Time) {
            popovers::close_open();
        }
        command.act(page);
    };
    view! {
        <button
            id=command.id
            class="item"
            type="button"
            title=command.about
            disabled=move || !(command.applies)(page)
            aria-pressed=move || command.is_on.map(|is_on| is_on(page).to_string())
            on:click=act
        >
            {(!command.icon.is_empty()).then(|| view! { <Icon path=command.icon /> })}
            <span>{command.name}{move || command.now.and_then(|now| now(page)).map(|now| view! { <small>{now}</small> })}</span>
            {(!command.shown.is_empty()).then(|| view! { <kbd>{command.shown}</kbd> })}
        </button>
    }
}

/// A command as a button of a bar, with its icon alone.
#[component]
pub fn IconButton(
    command: &'static Command,
    #[prop(optional)] class: &'static str,
) -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <button id=command.id class=format!("action icon {class}") type="button" title=command.title() aria-label=command.name on:click=move |_| command.act(page)>
            <Icon path=command.icon />
        </button>
    }
}

#[component]
pub fn Icon(#[prop(into)] path: Signal<&'static str>) -> impl IntoView {
    view! { <svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d=path /></svg> }
}

/// Moves the focus between the buttons of a menu by the arrow keys.
fn move_focus(event: &ev::KeyboardEvent) {
    let is_down = match &*event.key() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return,
    };
    let target = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    let Some(target) = target.filter(|target| target.tag_name() == "BUTTON") else {
        return;
    };
    let menu = target.closest(".menu").ok().flatten();
    // Fails only for an invalid selector.
    let Some(buttons) = menu.and_then(|menu| menu.query_selector_all("button:enabled").ok()) else {
        return;
    };
    let buttons: Vec<_> = (0..buttons.length())
        .filter_map(|n| buttons.get(n))
        .collect();
    let Some(now) = buttons.iter().position(|button| **button == **target) else {
        return;
    };
    event.prevent_default();
    event.stop_propagation();
    let count = buttons.len();
    let next = if is_down { now + 1 } else { now + count - 1 } % count;
    // Fails only for an element that cannot have the focus.
    let _ = buttons[next].unchecked_ref::<HtmlElement>().focus();
}

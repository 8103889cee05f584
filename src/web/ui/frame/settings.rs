//! The settings in the bar: each group opens its small form, and the load has a slider.

use flitscope::page::{PageState, PageStateStoreFields, Place, labels};
use flitscope::routing::{self, written};
use flitscope::topology::title_of;
use leptos::prelude::*;
use reactive_stores::Store;

use super::messages::message_fields;
use super::network_menu::network_menu;
use crate::ui::controls::part::part;
use crate::ui::controls::popover::Popover;

use crate::ui::form::scenario::{count_of_warnings, routing_field};
use crate::ui::form::traffic::RateSlider;
use crate::ui::state::page::Page;

/// The groups of settings that the place, or the step of a lesson, allows.
#[component]
pub fn Settings() -> impl IntoView {
    let page = expect_context::<Page>();
    let scenario = page.state.scenario();
    view! {
        <Show when=move || has_settings(page)>
            <div class="settings" role="region" aria-label="Settings">
                <Show when=move || page.allows("network")>
                    <Popover id="set-network" name="Network" class="opens network" label=move || title_of(&scenario.read().network)>
                        {part(network_menu)}
                    </Popover>
                </Show>
                <Show when=move || page.allows("routing")>
                    <Popover id="set-routing" name="Routing" class="opens" label=move || routing_name(page.state)>
                        {part(routing_field)}
                    </Popover>
                </Show>
                <Show when=move || page.allows_any(&OF_MESSAGES)>
                    <Popover id="set-messages" name="Lanes and messages" class="opens" label=move || messages_label(page)>
                        {part(message_fields)}
                    </Popover>
                </Show>
                <Show when=move || page.allows_any(&["rate", "traffic"])><RateSlider /></Show>
            </div>
        </Show>
    }
}

/// Whether the place, or the step of a lesson, allows a setting.
pub fn has_settings(page: Page) -> bool {
    match page.state.place().get() {
        Place::Explore => true,
        Place::Lessons => page.allows_any(&NAMES),
        _ => false,
    }
}

/// Names that lessons use for settings.
const NAMES: [&str; 9] = [
    "network",
    "routing",
    "switching",
    "vcs",
    "buffer",
    "length",
    "rate",
    "traffic",
    "all",
];

/// Those of lanes and messages.
const OF_MESSAGES: [&str; 6] = ["switching", "vcs", "buffer", "length", "traffic", "all"];

/// The lanes and the messages in a few words, with the number of warnings.
fn messages_label(page: Page) -> impl IntoView {
    let scenario = page.state.scenario();
    let warnings = move || {
        let count = count_of_warnings(page);
        (count > 0).then(|| {
            let title = if count == 1 {
                "1 warning".to_owned()
            } else {
                format!("{count} warnings")
            };
            view! { <span class="warned" title=title.clone() aria-label=title>"!"</span> }
        })
    };
    let words = move || {
        let scenario = scenario.read();
        let lanes = match scenario.vcs {
            1 => "1 lane".to_owned(),
            vcs => format!("{vcs} lanes"),
        };
        format!("{lanes} · {}", labels::length(&scenario))
    };
    view! { {words}{warnings} }
}

fn routing_name(state: Store<PageState>) -> &'static str {
    let id = state.scenario().read().routing.clone();
    if written::script_of(&id).is_some() {
        return "Your routing function";
    }
    let known = routing::family_of(&id);
    known.map_or("Routing", |family| family.entry.name())
}

//! The settings in one line over the stage: each opens its own small form in place, and the injection
//! rate is a slider.

use flitscope::page::{Place, Setting, labels};
use flitscope::routing::{self, written};
use flitscope::sim::switching;
use leptos::prelude::*;

use super::undo::UndoButtons;
use crate::ui::controls::popover::Popover;
use crate::ui::form::fields::Field;
use crate::ui::form::network::NetworkFields;
use crate::ui::form::scenario::{RoutingField, VcsField, Warnings, count_of_warnings};
use crate::ui::form::switching::{BufferField, ModeField};
use crate::ui::form::traffic::{RateSlider, TrafficFields};
use crate::ui::state::page::{Page, Panel};

/// All that is needed to tell one experiment from another, and *Edit* for the rest.
#[component]
pub fn SettingsLine() -> impl IntoView {
    let page = expect_context::<Page>();
    let toggle = move |panel: Panel| {
        page.panel
            .update(|open| *open = if *open == panel { Panel::None } else { panel });
    };
    let edits = move || (page.panel.get() == Panel::Settings).to_string();
    let scenario = page.scenario;
    // A lesson has its own scenes, and names what may be changed.
    let explores = move || page.place.get() == Place::Explore;
    view! {
        <section class="settings" aria-label="Settings">
            <Show when=explores>
                <button class="examples" type="button" title="Examples to begin with" on:click=move |_| toggle(Panel::Examples)>
                    "Examples"
                </button>
            </Show>
            <Show when=move || page.allows("network")>
                <Popover id="set-network" name="Network settings" class="chip" label=move || labels::network(&scenario.read().network)>
                    <NetworkFields />
                </Popover>
            </Show>
            <Show when=move || page.allows("routing")>
                <Popover id="set-routing" name="Routing settings" class="chip" label=move || routing_name(page)>
                    <RoutingField />
                </Popover>
            </Show>
            <Show when=move || page.allows("vcs")>
                <Popover id="set-vcs" name="Virtual channel settings" class="chip" label=move || format!("V {}", scenario.read().vcs)>
                    <VcsField />
                </Popover>
            </Show>
            <Show when=move || page.offers(Setting::Buffer) && page.allows("buffer")>
                <Popover id="set-buffer" name="Buffer settings" class="chip" label=move || format!("B {}", scenario.read().buffer)>
                    <BufferField />
                </Popover>
            </Show>
            <Show when=move || page.allows("switching")>
                <Popover id="set-switching" name="Switching settings" class="chip" label=move || switching_name(page)>
                    <ModeField />
                </Popover>
            </Show>
            <Show when=move || page.allows_any(&["rate", "traffic"])>
                <span class="rate">
                    <span aria-hidden="true">"λ"</span>
                    <RateSlider />
                    <Popover id="set-traffic" name="Traffic settings" class="chip" label=move || labels::rate(scenario.read().traffic.rate)>
                        <TrafficFields />
                    </Popover>
                </span>
            </Show>
            <Show when=move || page.allows("length")>
                <Popover id="set-length" name="Length settings" class="chip" label=move || labels::length(&scenario.read())>
                    <Field field="length" label="Message length M" unit="flits" help="A number, or exp:16 for exponential lengths of mean 16." />
                </Popover>
            </Show>
            <Show when=move || { count_of_warnings(page) > 0 }>
                <Popover id="warnings" name="Warnings" class="chip warned" label=move || warnings_in_words(page)>
                    <Warnings />
                </Popover>
            </Show>
            <Show when=explores>
                <button id="edit" type="button" aria-pressed=edits title="All settings" on:click=move |_| toggle(Panel::Settings)>
                    "Edit"
                </button>
            </Show>
            <UndoButtons />
        </section>
    }
}

fn warnings_in_words(page: Page) -> String {
    match count_of_warnings(page) {
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    }
}

fn routing_name(page: Page) -> &'static str {
    let id = page.scenario.read().routing.clone();
    if written::script_of(&id).is_some() {
        return "Your routing function";
    }
    let known = routing::FAMILIES.iter().find(|f| f.entry.id == id);
    known.map_or("Routing", |family| family.entry.name)
}

fn switching_name(page: Page) -> &'static str {
    let id = page.scenario.read().get("switching");
    let known = switching::FAMILIES.iter().find(|f| f.entry.id == id);
    known.map_or("Switching", |family| family.entry.name)
}

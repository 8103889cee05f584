//! The settings in one line above the stage: each opens its own small form in place, and the injection
//! rate has a slider.

use browser::canvas::use_size;
use flitscope::page::{Action, PageState, PageStateStoreFields, Panel, Place, Setting, labels};
use flitscope::routing::{self, written};
use flitscope::sim::switching;
use flitscope::topology::title_of;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;
use wasm_bindgen::JsCast;

use super::undo::UndoButtons;
use crate::ui::controls::part::{Fetched, part};
use crate::ui::controls::popover::Popover;
use crate::ui::form::fields::Field;
use crate::ui::form::network::network_fields;
use crate::ui::form::scenario::{count_of_warnings, routing_field, vcs_field, warnings};
use crate::ui::form::switching::{buffer_field, mode_field};
use crate::ui::form::traffic::{RateSlider, traffic_fields};
use crate::ui::state::page::Page;

/// The settings in which most experiments differ, and *Edit* for the rest.
#[component]
pub fn SettingsLine() -> impl IntoView {
    let page = expect_context::<Page>();
    let toggle = move |panel: Panel| {
        let is_open = page.state.panel().get_untracked() == panel;
        page.act(Action::Panel(if is_open { Panel::None } else { panel }));
    };
    let edits = move || (page.state.panel().get() == Panel::Settings).to_string();
    let scenario = page.state.scenario();
    // A lesson has its own scenes, so examples and *Edit* are for Explore only.
    let explores = move || page.state.place().get() == Place::Explore;
    let line = NodeRef::<html::Div>::new();
    keep_on_one_line(page, line);
    view! {
        <div node_ref=line class="settings" role="region" aria-label="Settings">
            <Show when=explores>
                <button class="examples" type="button" title="Examples to begin with" on:click=move |_| toggle(Panel::Examples)>
                    "Examples"
                </button>
            </Show>
            <Show when=move || page.allows("network")>
                <Popover id="set-network" name="Network settings" class="chip" label=move || title_of(&scenario.read().network)>
                    {part(network_fields)}
                </Popover>
            </Show>
            <Show when=move || page.allows("routing")>
                <Popover id="set-routing" name="Routing settings" class="chip" label=move || routing_name(page.state)>
                    {part(routing_field)}
                </Popover>
            </Show>
            <Show when=move || page.allows("vcs")>
                <Popover id="set-vcs" name="Virtual channels per channel, V" class="chip" label=move || in_words_or_short(labels::vcs(scenario.read().vcs), format!("V {}", scenario.read().vcs))>
                    {part(vcs_field)}
                </Popover>
            </Show>
            <Show when=move || page.offers(Setting::Buffer) && page.allows("buffer")>
                <Popover id="set-buffer" name="Buffer of each virtual channel, B" class="chip" label=move || in_words_or_short(labels::buffer(scenario.read().buffer), format!("B {}", scenario.read().buffer))>
                    {part(buffer_field)}
                </Popover>
            </Show>
            <Show when=move || page.allows("switching")>
                <Popover id="set-switching" name="Switching settings" class="chip" label=move || switching_name(page.state)>
                    {part(mode_field)}
                </Popover>
            </Show>
            <Show when=move || page.allows_any(&["rate", "traffic"])>
                <span class="rate">
                    <span aria-hidden="true">"λ"</span>
                    <RateSlider />
                    <Popover id="set-traffic" name="Traffic settings" class="chip" label=move || labels::rate(scenario.read().traffic.rate)>
                        {part(traffic_fields)}
                    </Popover>
                </span>
            </Show>
            <Show when=move || page.allows("length")>
                <Popover id="set-length" name="Length settings" class="chip" label=move || labels::length(&scenario.read())>
                    {part(length_field)}
                </Popover>
            </Show>
            <Show when=move || { count_of_warnings(page) > 0 }>
                <Popover id="warnings" name="Warnings" class="chip warned" label=move || warnings_label(page)>
                    {part(warnings)}
                </Popover>
            </Show>
            <Show when=explores>
                <button id="edit" type="button" aria-pressed=edits title="All settings" on:click=move |_| toggle(Panel::Settings)>
                    "Edit"
                </button>
            </Show>
            <Show when=explores>
                <button id="compare" type="button" title="Keeps the latency curve of these settings, to compare it with that of others" on:click=move |_| page.act(Action::KeepCurve)>
                    "Compare"
                </button>
            </Show>
            <UndoButtons />
        </div>
    }
}

#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn length_field() -> Fetched {
    Ok(|| view! { <Field field="length" /> }.into_any())
}

/// Shows symbols in place of words while the settings would not fit one line with them.
fn keep_on_one_line(page: Page, line: NodeRef<html::Div>) {
    let size = use_size(line);
    let fit = move || {
        let Some(line) = line.try_get_untracked().flatten() else {
            return;
        };
        let is_short = |short: bool| {
            // Fails only for an invalid class name.
            let _ = line.class_list().toggle_with_force("in-symbols", short);
        };
        is_short(false);
        let last = line.last_element_child();
        let last = last.and_then(|last| last.dyn_into::<web_sys::HtmlElement>().ok());
        // Those of one line are centered, so that their tops differ by less than their height.
        is_short(
            last.is_some_and(|last| last.offset_top() >= line.offset_top() + last.offset_height()),
        );
    };
    Effect::new(move |_| {
        size.track();
        page.state.scenario().track();
        page.state.place().track();
        page.warnings.track();
        // After the labels have changed.
        request_animation_frame(fit);
    });
}

/// Words where there is room for them, otherwise the symbol with its value; assistive technology reads the words.
fn in_words_or_short(words: String, short: String) -> impl IntoView {
    view! { <span class="words" data-short=short>{words}</span> }
}

fn warnings_label(page: Page) -> String {
    match count_of_warnings(page) {
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    }
}

fn routing_name(state: Store<PageState>) -> &'static str {
    let id = state.scenario().read().routing.clone();
    if written::script_of(&id).is_some() {
        return "Your routing function";
    }
    let known = routing::family_of(&id);
    known.map_or("Routing", |family| family.entry.name)
}

fn switching_name(state: Store<PageState>) -> &'static str {
    let id = state.scenario().read().get("switching");
    let known = switching::FAMILIES.iter().find(|f| f.entry.id == id);
    known.map_or("Switching", |family| family.entry.name)
}

//! The form: generated from the registers, one control per parameter.

use flitscope::scenario::{PRESETS, Preset};
use flitscope::{routing, traffic};
use leptos::prelude::*;

use super::about::About;
use super::fields::{Field, Menu};
use super::network::NetworkFields;
use super::switching::{DelayFields, PortFields, SwitchingFields};
use super::traffic::{MulticastFields, RateSlider, SendForm};
use crate::ui::state::page::Page;
use flitscope::page::PageState;

/// What the form edits.
#[component]
pub fn ScenarioForm() -> impl IntoView {
    let page = expect_context::<Page>();
    let routing_entry = move || {
        let id = page.scenario.read().routing.clone();
        let family = routing::FAMILIES
            .iter()
            .find(|family| family.entry.id == id);
        &family.unwrap_or(&routing::FAMILIES[0]).entry
    };
    view! {
        <PresetMenu />
        <h2>"Network"</h2>
        <NetworkFields />
        <h2>"Routing"</h2>
        <RoutingField />
        <About entry=Signal::derive(routing_entry) />
        <Field field="vcs" label="Virtual channels V" unit="" help="Virtual channels per physical channel, 1 to 16. How many are needed for freedom from deadlock depends on the routing: see the tab Deadlock analysis." />
        <Warnings />
        <h2>"Switching"</h2>
        <SwitchingFields />
        <h2>"Traffic"</h2>
        <Menu
            field="traffic.pattern"
            label="Destinations"
            options=traffic::FAMILIES.iter().map(|f| (f.entry.id, f.entry.name)).collect()
        />
        <Field field="traffic.rate" label="Injection rate λ" unit="messages/node/cycle" help="Mean rate of the Poisson source at every node; 0 for none." />
        <RateSlider />
        <Field field="length" label="Message length M" unit="flits" help="A number, or exp:16 for exponential lengths of mean 16." />
        <Field field="traffic.broadcast" label="Broadcasts β" unit="" help="Fraction of the random messages that go to every other node, 0 to 1." />
        <MulticastFields />
        <SendForm />
        <details>
            <summary>"Ports, delays and seed"</summary>
            <PortFields />
            <DelayFields />
            <Field field="seed" label="Seed" unit="" help="The same seed gives the same run, everywhere." />
        </details>
    }
}

/// The routing functions that are defined on the network.
#[component]
fn RoutingField() -> impl IntoView {
    let page = expect_context::<Page>();
    let network = Memo::new(move |_| page.scenario.read().network.clone());
    let options = move || {
        let _ = network.get();
        let topology = page.study.read_untracked().topology.clone();
        let offered = routing::defined_on(&*topology).map(|family| {
            let id = family.entry.id;
            let is_chosen = move || page.scenario.read().routing == id;
            view! { <option value=id prop:selected=is_chosen>{family.entry.name}</option> }
        });
        offered.collect_view()
    };
    let choose = move |id: String| {
        if let Err(problem) = page.set("routing", &id) {
            page.problems.set(vec![problem]);
        }
    };
    view! {
        <div class="field">
            <label for="routing">"Routing"</label>
            <select id="routing" on:change:target=move |e| choose(e.target().value())>{options}</select>
        </div>
    }
}

#[component]
fn PresetMenu() -> impl IntoView {
    let page = expect_context::<Page>();
    let current = Memo::new(move |_| {
        let link = page.scenario.read().to_link();
        let preset = PRESETS.iter().find(|preset| preset.link == link);
        preset.map_or("", |preset| preset.id)
    });
    let summary = move || {
        let preset = Preset::named(&current.read());
        preset.map_or(
            "Your own scenario; the address holds all of it.",
            |preset| preset.summary,
        )
    };
    let choose = move |value: String| {
        if let Some(preset) = Preset::named(&value) {
            let state = PageState::read(&preset.query()).state;
            page.show(state.scenario, preset.name);
            page.message_view.set(state.message_view);
            page.beside.set(state.side_by_side);
            page.arrangement.set(state.arrangement);
            page.over.overlay.set(state.overlay);
            page.over.pair.set(state.pair);
            page.player.speed.set(preset.speed);
            page.player.play_from(preset.start);
        }
    };
    let options = PRESETS
        .iter()
        .map(|preset| view! { <option value=preset.id>{preset.name}</option> }.into_any());
    view! {
        <div class="field">
            <label for="preset">"Examples"</label>
            <select id="preset" aria-describedby="preset-summary" prop:value=current on:change:target=move |e| choose(e.target().value())>
                <option value="">"Your own scenario"</option>
                {options.collect_view()}
            </select>
            <p id="preset-summary" class="help">{summary}</p>
        </div>
    }
}

/// What to know before trusting what one sees.
#[component]
fn Warnings() -> impl IntoView {
    let page = expect_context::<Page>();
    let lines = move || {
        let study = page.study.read();
        let packets = "Packets wait in infinite queues: Measure shows them, the picture does \
                       not, and routing, switching, channels, buffers, delays and ports do not \
                       apply";
        let of_packets = study.packet.as_ref().map(|_| packets.to_owned());
        let warnings = study.warnings.iter().cloned();
        of_packets
            .into_iter()
            .chain(warnings)
            .map(|line| view! { <p class="warning">{line}"."</p> }.into_any())
            .collect_view()
    };
    view! { <div role="status">{lines}</div> }
}

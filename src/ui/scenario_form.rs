//! The form: generated from the registers, one control per parameter.

use flitscope::scenario::PRESETS;
use flitscope::{routing, traffic};
use leptos::prelude::*;

use super::about::About;
use super::fields::{Field, Menu};
use super::network_form::NetworkFields;
use super::over::Subject;
use super::state::{Lab, Shown};
use super::switching_form::{DelayFields, PortFields, SwitchingFields};
use super::traffic_form::{MulticastFields, RateSlider, SendForm};

/// What the form edits.
#[component]
pub fn ScenarioForm() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let routing_entry = move || {
        let id = lab.scenario.read().routing.clone();
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
        <Field field="vcs" label="Virtual channels V" unit="" help="Lanes per channel, 1 to 16. How many it takes to be free of deadlock depends on the routing; the tab Deadlock? knows." />
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
    let lab = expect_context::<Lab>();
    let network = Memo::new(move |_| lab.scenario.read().network.clone());
    let options = move || {
        let _ = network.get();
        let topology = lab.study.read_untracked().topology.clone();
        let offered = routing::at_home(&*topology).map(|family| {
            let id = family.entry.id;
            let is_chosen = move || lab.scenario.read().routing == id;
            view! { <option value=id prop:selected=is_chosen>{family.entry.name}</option> }
        });
        offered.collect_view()
    };
    let choose = move |id: String| {
        if let Err(problem) = lab.set("routing", &id) {
            lab.problems.set(vec![problem]);
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
    let lab = expect_context::<Lab>();
    let current = Memo::new(move |_| {
        let link = lab.scenario.read().to_link();
        let index = PRESETS.iter().position(|preset| preset.link == link);
        index.map_or_else(String::new, |index| index.to_string())
    });
    let summary = move || {
        let index = current.read().parse::<usize>().ok();
        index.map_or("Your own scenario; the address holds all of it.", |i| {
            PRESETS[i].summary
        })
    };
    let choose = move |value: String| {
        if let Some(preset) = value.parse::<usize>().ok().and_then(|i| PRESETS.get(i)) {
            lab.show(preset.scenario(), preset.name);
            lab.shown
                .set(Shown::from_name(preset.view).unwrap_or_default());
            let beside = preset.view.strip_prefix("side=");
            let specs = beside.map(|specs| specs.split(';').map(str::to_owned).collect());
            lab.beside.set(specs.unwrap_or_default());
            lab.over
                .subject
                .set(Subject::from_name(preset.view).unwrap_or_default());
            lab.player.play_from(0);
        }
    };
    let options = PRESETS.iter().enumerate().map(|(index, preset)| {
        view! { <option value=index.to_string()>{preset.name}</option> }.into_any()
    });
    view! {
        <div class="field">
            <label for="preset">"Begin with"</label>
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
    let lab = expect_context::<Lab>();
    let lines = move || {
        let study = lab.study.read();
        let packets = "Packets wait in queues without end: Measure shows them, the picture does \
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

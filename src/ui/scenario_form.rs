//! The form: generated from the registers, one control per parameter.
//!
//! Each control keeps what was typed. What cannot be used stays in its box, with the
//! sentence that says why, and the scenario stays as it was.

use std::time::Duration;

use flitscope::catalog::{Control, Param, Settings};
use flitscope::scenario::{MOST_NODES_IN_PAGE, PRESETS, Scenario};
use flitscope::topology::{self, NodeId, parse_spec, write_spec};
use flitscope::{routing, traffic};
use leptos::prelude::*;

use super::about::About;
use super::state::Lab;

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
        <h2>"Routing and switching"</h2>
        <Menu
            field="routing"
            label="Routing"
            options=routing::FAMILIES.iter().map(|f| (f.entry.id, f.entry.name)).collect()
        />
        <About entry=Signal::derive(routing_entry) />
        <div class="row">
            <Field field="vcs" label="Virtual channels V" unit="" help="Lanes per channel, 1 to 16. Rings need two to be free of deadlock." />
            <Field field="buffer" label="Buffer B" unit="flits" help="Flits that each virtual channel can hold." />
        </div>
        <Warnings />
        <h2>"Traffic"</h2>
        <Menu
            field="traffic.pattern"
            label="Destinations"
            options=traffic::FAMILIES.iter().map(|f| (f.entry.id, f.entry.name)).collect()
        />
        <Field field="traffic.rate" label="Injection rate λ" unit="messages/node/cycle" help="Mean rate of the Poisson source at every node; 0 for none." />
        <RateSlider />
        <Field field="length" label="Message length M" unit="flits" help="A number, or exp:16 for exponential lengths of mean 16." />
        <SendForm />
        <details>
            <summary>"Timing, ports and seed"</summary>
            <div class="row">
                <Field field="timing.router" label="Router delay" unit="cycles" help="Extra cycles per hop for a header." />
                <Field field="ports.injection" label="Injection ports" unit="" help="Channels from a processor into its router." />
            </div>
            <div class="row">
                <Field field="timing.injection" label="Injection delay" unit="cycles" help="Extra cycles for a header between queue and router." />
                <Field field="timing.ejection" label="Ejection delay" unit="cycles" help="Extra cycles for a header between router and processor." />
            </div>
            <div class="row">
                <Field field="ports.ejection" label="Ejection ports" unit="" help="Empty: as many as can be in use at once." />
                <Field field="seed" label="Seed" unit="" help="The same seed gives the same run, everywhere." />
            </div>
        </details>
    }
}

#[component]
fn PresetMenu() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let current = move || {
        let scenario = lab.scenario.read();
        let index = PRESETS
            .iter()
            .position(|preset| preset.scenario() == *scenario);
        index.map_or_else(String::new, |index| index.to_string())
    };
    let summary = move || {
        let index = current().parse::<usize>().ok();
        index.map_or("Your own scenario; the address holds all of it.", |i| {
            PRESETS[i].summary
        })
    };
    let choose = move |value: String| {
        if let Some(preset) = value.parse::<usize>().ok().and_then(|i| PRESETS.get(i)) {
            lab.show(preset.scenario());
            lab.player.play_from(0);
        }
    };
    let options = PRESETS.iter().enumerate().map(|(index, preset)| {
        view! { <option value=index.to_string()>{preset.name}</option> }
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

/// The topology, and a control for each of its parameters.
#[component]
fn NetworkFields() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let family = Memo::new(move |_| {
        let spec = lab.scenario.read().network.clone();
        let family = parse_spec(&spec).map(|(family, _)| family.entry.id);
        family.unwrap_or(topology::FAMILIES[0].entry.id)
    });
    let entry = move || {
        let entries = topology::FAMILIES.iter().map(|family| &family.entry);
        entries
            .clone()
            .find(|entry| entry.id == family.get())
            .unwrap_or(&topology::FAMILIES[0].entry)
    };
    let choose = move |id: String| {
        let chosen = topology::FAMILIES
            .iter()
            .find(|family| family.entry.id == id);
        if let Some(chosen) = chosen
            && let Err(problem) = lab.set("network", &write_spec(chosen, &Settings::default()))
        {
            lab.problems.set(vec![problem]);
        }
    };
    let options = topology::FAMILIES.iter().map(|family| {
        view! { <option value=family.entry.id>{family.entry.name}</option> }
    });
    let params = move || {
        let params = entry().params.iter();
        params
            .map(|param| view! { <ParamField param /> })
            .collect_view()
    };
    view! {
        <div class="field">
            <label for="topology">"Topology"</label>
            <select id="topology" prop:value=move || family.get() on:change:target=move |e| choose(e.target().value())>
                {options.collect_view()}
            </select>
            <p class="help">{move || entry().summary}</p>
        </div>
        <div class="row">{params}</div>
        <About entry=Signal::derive(entry) />
    }
}

/// A parameter of the network.
#[component]
fn ParamField(param: &'static Param) -> impl IntoView {
    let lab = expect_context::<Lab>();
    let control: &'static Control = param.control();
    let read = move |scenario: &Scenario| {
        let settings = parse_spec(&scenario.network).map(|(_, settings)| settings);
        let text = settings
            .ok()
            .and_then(|s| s.get(control.id).map(str::to_owned));
        text.unwrap_or_else(|| control.default.to_owned())
    };
    let write = move |text: &str| {
        let spec = lab.scenario.get_untracked().network;
        let (family, mut settings) = parse_spec(&spec).map_err(|error| error.to_string())?;
        settings.set(control.id, text);
        lab.set("network", &write_spec(family, &settings))
    };
    let label = format!("{} {}", control.label, control.symbol);
    view! {
        <TextField
            id=format!("network-{}", control.id)
            label
            unit=control.unit
            help=format!("{} Accepts {}; the page draws up to {MOST_NODES_IN_PAGE} nodes.", control.help, param.allowed())
            read
            write
        />
    }
}

/// A field of the scenario.
#[component]
fn Field(
    field: &'static str,
    label: &'static str,
    unit: &'static str,
    help: &'static str,
) -> impl IntoView {
    let lab = expect_context::<Lab>();
    view! {
        <TextField
            id=field.replace('.', "-")
            label=label.to_owned()
            unit
            help=help.to_owned()
            read=move |scenario: &Scenario| scenario.get(field)
            write=move |text: &str| lab.set(field, text).map_err(|told| with_label(&told, label))
        />
    }
}

/// After so long a pause what was typed takes effect; Enter and leaving the box are quicker.
const PAUSE_IN_TYPING: Duration = Duration::from_millis(500);

/// Replaces the name that a field has in files by that of its control.
fn with_label(told: &str, label: &str) -> String {
    match told.split_once(" must ") {
        Some((field, allowed)) if !field.contains(' ') => format!("{label} must {allowed}"),
        _ => told.to_owned(),
    }
}

/// A box that keeps what was typed, with what is wrong about it underneath.
#[component]
fn TextField<Read, Write>(
    id: String,
    label: String,
    unit: &'static str,
    help: String,
    read: Read,
    write: Write,
) -> impl IntoView
where
    Read: Fn(&Scenario) -> String + Copy + Send + Sync + 'static,
    Write: Fn(&str) -> Result<(), String> + Copy + 'static,
{
    let lab = expect_context::<Lab>();
    let current = Memo::new(move |_| read(&lab.scenario.read()));
    let text = RwSignal::new(current.get_untracked());
    let problem = RwSignal::new(None::<String>);
    let typing = StoredValue::new(false);
    Effect::new(move |_| {
        let now = current.get();
        // While a person types "0.010", the scenario's "0.01" must not replace it.
        if !typing.get_value() {
            text.set(now);
            problem.set(None);
        }
    });
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let apply = move || {
        if let Some(handle) = pending.try_update_value(Option::take).flatten() {
            handle.clear();
            problem.set(write(&text.get_untracked()).err());
        }
    };
    let typed = move |value: String| {
        text.set(value);
        typing.set_value(true);
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        // Not at every key: "0" on the way to "0.02" would stop all traffic.
        pending.set_value(set_timeout_with_handle(apply, PAUSE_IN_TYPING).ok());
    };
    let left = move |_| {
        apply();
        typing.set_value(false);
        if problem.read_untracked().is_none() {
            text.set(current.get_untracked());
        }
    };
    let note = format!("{id}-note");
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id.clone()>{label} <small>{unit}</small></label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                title=help
                aria-describedby=note.clone()
                aria-invalid=move || problem.read().is_some().to_string()
                prop:value=text
                on:input:target=move |event| typed(event.target().value())
                on:change=move |_| apply()
                on:blur=left
            />
            <p id=note class="problem" role="status">{problem}</p>
        </div>
    }
}

/// A choice from a register.
#[component]
fn Menu(
    field: &'static str,
    label: &'static str,
    options: Vec<(&'static str, &'static str)>,
) -> impl IntoView {
    let lab = expect_context::<Lab>();
    let id = field.replace('.', "-");
    let choose = move |menu: web_sys::HtmlSelectElement| {
        if let Err(problem) = lab.set(field, &menu.value()) {
            lab.problems.set(vec![with_label(&problem, label)]);
            menu.set_value(&lab.scenario.read_untracked().get(field));
        }
    };
    let options = options
        .into_iter()
        .map(|(id, name)| view! { <option value=id>{name}</option> });
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select id=id prop:value=move || lab.scenario.read().get(field) on:change:target=move |e| choose(e.target())>
                {options.collect_view()}
            </select>
        </div>
    }
}

/// The injection rate by hand, from a hundredth of the network's capacity up to it.
#[component]
fn RateSlider() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let capacity = move || flitscope::sweep::capacity(&lab.study.read());
    let share = move || (lab.scenario.read().traffic.rate / capacity() * 100.0).round();
    let in_words = move || match lab.scenario.read().traffic.rate / capacity() {
        0.0 => "no random traffic".to_owned(),
        share if share < 0.01 => "below 1 % of capacity".to_owned(),
        share if share > 1.0 => "more than capacity".to_owned(),
        share => format!("{:.0} % of capacity", share * 100.0),
    };
    let slide = move |text: String| {
        if let Ok(percent) = text.parse::<f64>() {
            let rate = (percent / 100.0 * capacity()).min(1.0);
            // A rate within the slider's range is always accepted.
            let _ = lab.set(
                "traffic.rate",
                &format!("{rate:.3e}")
                    .parse::<f64>()
                    .map_or_else(|_| "0".to_owned(), |r| r.to_string()),
            );
        }
    };
    view! {
        <label class="slider">
            <input
                type="range"
                min="0"
                max="100"
                aria-label="Injection rate as a share of capacity"
                prop:value=move || share().to_string()
                on:input:target=move |event| slide(event.target().value())
            />
            <small>{in_words}</small>
        </label>
    }
}

/// Sends a message from node to node without a pointer.
#[component]
fn SendForm() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let from = RwSignal::new(String::new());
    let to = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    Effect::new(move |before: Option<Option<NodeId>>| {
        let source = lab.focus.read().source;
        match source {
            Some(node) => from.set(lab.study.read().topology.label(node)),
            // It has been used, or let go.
            None if before.flatten().is_some() => from.set(String::new()),
            None => {}
        }
        source
    });
    let note = NodeRef::<leptos::html::P>::new();
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let topology = lab.study.get_untracked().topology.clone();
        let ends = topology
            .node("source", &from.get_untracked())
            .and_then(|source| {
                let destination = topology.node("destination", &to.get_untracked())?;
                Ok((source, destination))
            });
        let sent = ends.map_err(|error| error.to_string());
        problem.set(sent.and_then(|(a, b)| lab.send(a, b)).err());
        if let Some(note) = note.get_untracked() {
            request_animation_frame(move || note.scroll_into_view_with_bool(false));
        }
    };
    let count = move || lab.scenario.read().messages.len();
    view! {
        <form class="send" on:submit=send aria-label="Send one message">
            <div class="row">
                <div class="field">
                    <label for="send-from">"Source"</label>
                    <input id="send-from" type="text" autocomplete="off" placeholder="node" bind:value=from aria-describedby="send-note" />
                </div>
                <div class="field">
                    <label for="send-to">"Destination"</label>
                    <input id="send-to" type="text" autocomplete="off" placeholder="node" bind:value=to aria-describedby="send-note" />
                </div>
                <button type="submit">"Send"</button>
            </div>
            <p id="send-note" node_ref=note class="problem" role="status">{problem}</p>
            <Show when=move || { count() > 0 }>
                <p class="help">
                    {move || format!("{} sent by hand. ", count())}
                    <button type="button" class="link" on:click=move |_| lab.clear_messages()>"Remove them"</button>
                </p>
            </Show>
        </form>
    }
}

/// What to know before trusting what one sees.
#[component]
fn Warnings() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let lines = move || {
        let warnings = lab.study.read().warnings.clone();
        warnings
            .into_iter()
            .map(|line| view! { <p class="warning">{line}"."</p> })
            .collect_view()
    };
    view! { <div role="status">{lines}</div> }
}

//! Menus and fields for the scenario of a curve: its network, routing, virtual channels and messages,
//! and the whole scenario as a link.

use browser::text_field::{Name, TextField};
use flitscope::catalog::{self, Settings};
use flitscope::laboratory::{Experiment, Subject};
use flitscope::scenario::Scenario;
use flitscope::{routing, topology, traffic};
use leptos::prelude::*;

use super::state::LaboratoryState;
use crate::ui::controls::menu::{Menu, Options, entries, of_entry};

/// The scenario of a curve, if its subject is a scenario.
fn scenario_at(state: LaboratoryState, index: usize) -> Option<Scenario> {
    let experiment = state.experiment.read();
    match &experiment.curves.get(index)?.subject {
        Subject::Scenario(scenario) => Some((**scenario).clone()),
        Subject::Model { .. } => None,
    }
}

/// The scenario with one field changed, or the reason why it cannot be built.
fn changed(
    state: LaboratoryState,
    index: usize,
    field: &str,
    text: &str,
) -> Result<Scenario, String> {
    let mut scenario = untrack(|| scenario_at(state, index)).ok_or("the curve is gone")?;
    if field == "network" {
        let changed = scenario.change_network(text);
        changed.map_err(|error| error.reason())?;
    } else {
        scenario.set(field, text).map_err(|error| error.reason())?;
    }
    let built = scenario.build_in_page();
    built.map_err(|error| error.reason())?;
    Ok(scenario)
}

/// Replaces the scenario of a curve; `typing` is the field in which the user types, if any.
fn put(state: LaboratoryState, index: usize, typing: Option<&str>, scenario: Scenario) {
    let change = |experiment: &mut Experiment| {
        if let Some(curve) = experiment.curves.get_mut(index) {
            curve.subject = Subject::Scenario(Box::new(scenario));
        }
    };
    match typing {
        Some(field) => state.type_into(&format!("{index} {field}"), change),
        None => state.change(change),
    }
}

/// Fields of a scenario with their labels and help.
const BOXES: [(&str, &str, &str); 4] = [
    (
        "network",
        "Network",
        "A network such as torus:8x8, mesh:10x10 or hypercube:6.",
    ),
    (
        "vcs",
        "Virtual channels V",
        "Virtual channels of a physical channel.",
    ),
    (
        "buffer",
        "Buffer B",
        "Flits that a virtual channel can hold.",
    ),
    ("length", "Message length M", "Flits of a message."),
];

/// Menus and fields for the main settings, and the whole scenario as a link.
#[component]
pub fn ScenarioFields(index: usize) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let scenario = Memo::new(move |_| scenario_at(state, index));
    let get = move |field: &'static str| {
        Signal::derive(move || {
            let scenario = scenario.get();
            scenario.map_or(String::new(), |scenario| scenario.get(field))
        })
    };
    let refused = RwSignal::new(None::<String>);
    let choose = move |field: &'static str, text: String| match changed(state, index, field, &text)
    {
        Ok(scenario) => {
            refused.set(None);
            put(state, index, None, scenario);
        }
        Err(problem) => refused.set(Some(problem)),
    };
    let write = move |field: &'static str| {
        Callback::new(move |text: String| {
            let scenario = changed(state, index, field, text.trim())?;
            put(state, index, Some(field), scenario);
            Ok(())
        })
    };
    let boxes = BOXES.map(|(field, label, help)| {
        let name = Name {
            id: format!("curve-{index}-{field}"),
            label: label.to_owned(),
            unit: "",
            help: help.to_owned(),
        };
        view! { <TextField name current=get(field) write=write(field) /> }
    });
    let [network, vcs, buffer, length] = boxes;
    let family = move || {
        let network = get("network").get();
        network.split(':').next().unwrap_or_default().to_owned()
    };
    let choose_family = move |id: String| {
        if let Some(family) = catalog::family(topology::FAMILIES, &id) {
            choose(
                "network",
                topology::write_spec(family, &Settings::default()),
            );
        }
    };
    let routings = Memo::new(move |_| {
        let scenario = scenario.get();
        let network = scenario.and_then(|scenario| topology::from_spec(&scenario.network).ok());
        let defined = network
            .iter()
            .flat_map(|network| routing::defined_on(&**network));
        defined
            .map(|family| of_entry(&family.entry))
            .collect::<Options>()
    });
    view! {
        <div class="params">
            <Menu
                id=format!("curve-{index}-family")
                label="Kind of network"
                options=entries(topology::FAMILIES)
                chosen=Signal::derive(family)
                choose=choose_family
            />
            {network}
            <Menu
                id=format!("curve-{index}-routing")
                label="Routing"
                options=routings
                chosen=get("routing")
                choose=move |id| choose("routing", id)
            />
            {vcs}
            {buffer}
            {length}
            <Menu
                id=format!("curve-{index}-pattern")
                label="Destinations"
                options=entries(traffic::FAMILIES)
                chosen=get("traffic.pattern")
                choose=move |id| choose("traffic.pattern", id)
            />
        </div>
        <p class="problem" role="status">{refused}</p>
        <details>
            <summary>"The whole scenario, as a link"</summary>
            <LinkField index />
        </details>
    }
}

/// The field for the whole scenario as a link.
#[component]
fn LinkField(index: usize) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let link = Signal::derive(move || {
        let scenario = scenario_at(state, index);
        scenario.map_or(String::new(), |scenario| scenario.to_link())
    });
    let write = Callback::new(move |text: String| {
        // A whole address is accepted as well as its query.
        let query = text.rsplit('?').next().unwrap_or_default().trim();
        let opened = Scenario::from_link(query).whole();
        let opened = opened.map_err(|problem| problem.to_string())?;
        let field = format!("{index} scenario");
        state.type_into(&field, |experiment| {
            if let Some(curve) = experiment.curves.get_mut(index) {
                curve.subject = Subject::Scenario(Box::new(opened.scenario));
            }
        });
        Ok(())
    });
    let name = Name {
        id: format!("curve-{index}-scenario"),
        label: "Scenario".to_owned(),
        unit: "",
        help: "The part of the network's address after the question mark, or the whole address."
            .to_owned(),
    };
    view! { <TextField name current=link write /> }
}

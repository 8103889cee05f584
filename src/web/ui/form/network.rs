//! The topology and its parameters.

use browser::popovers;
use flitscope::catalog::{self, Param, Settings};
use flitscope::page::{Action, Dock, PageStateStoreFields, Panel, Setting, ViewStoreFields};
use flitscope::scenario::MOST_NODES_IN_PAGE;
use flitscope::topology::{self, Arrangement, parse_spec, write_spec};
use leptos::prelude::*;

use super::fields::PAUSE_IN_TYPING;
use crate::ui::controls::about::About;
use crate::ui::controls::menu::{Menu, Options, entries};
use crate::ui::controls::param_field::ParamField;
use crate::ui::state::page::Page;

/// The menu of topologies, and a control for each parameter of the chosen one.
#[component]
pub fn NetworkFields() -> impl IntoView {
    let page = expect_context::<Page>();
    let family = Memo::new(move |_| {
        let spec = page.state.scenario().read().network.clone();
        let family = parse_spec(&spec).map(|(family, _)| family.entry.id);
        family.unwrap_or(topology::FAMILIES[0].entry.id)
    });
    let entry = move || {
        let family = catalog::family(topology::FAMILIES, family.get());
        &family.unwrap_or(&topology::FAMILIES[0]).entry
    };
    let choose = move |id: String| {
        if let Some(chosen) = catalog::family(topology::FAMILIES, &id) {
            page.act(Action::set(
                "network",
                &write_spec(chosen, &Settings::default()),
            ));
        }
    };
    let params = move || {
        let params = entry().params.iter();
        let field = |param: &'static Param| match param {
            Param::Text(_) => view! { <DrawButton /> }.into_any(),
            _ => view! { <TopologyParam param /> }.into_any(),
        };
        params.map(field).collect_view()
    };
    view! {
        <Menu
            id="topology"
            label="Topology"
            options=entries(topology::FAMILIES)
            chosen=Signal::derive(move || family.get().to_owned())
            choose
            locked=Signal::derive(move || page.locks("network"))
        >
            <p class="help">{move || entry().summary()}</p>
        </Menu>
        <div class="row">{params}</div>
        <About kind="topology" entry=Signal::derive(entry) />
    }
}

/// Button that opens the network editor in the dock, in place of a field for a parameter that is a text.
#[component]
fn DrawButton() -> impl IntoView {
    let page = expect_context::<Page>();
    let draw = move |_| {
        page.act(Action::Dock(Dock::Network));
        page.act(Action::Panel(Panel::None));
        popovers::close_open();
    };
    view! {
        <p class="actions">
            <button id="draw-network" type="button" hidden=move || !page.allows("script") on:click=draw>"Draw your own network"</button>
        </p>
    }
}

/// Menu of layouts, if the topology offers more than one.
#[component]
pub fn LayoutField() -> impl IntoView {
    let page = expect_context::<Page>();
    let offered = Memo::new(move |_| page.state.built().read().topology.arrangements());
    let arrangement = move || page.state.view().arrangement().get();
    let options = Signal::derive(move || {
        let offers = offered.get().iter();
        let options = offers.map(|offer| (offer.id().into(), offer.name().into()));
        options.collect::<Options>()
    });
    let choose = move |id: String| {
        if let Some(chosen) = Arrangement::from_id(&id) {
            page.act(Action::Arrange(chosen));
        }
    };
    view! {
        <Show when=move || page.offers(Setting::Layout)>
            <Menu
                id="drawing"
                label="Layout"
                options
                chosen=Signal::derive(move || arrangement().id().to_owned())
                choose
                locked=Signal::derive(move || page.locks("view"))
            >
                <p class="help">{move || arrangement().summary()}</p>
            </Menu>
        </Show>
    }
}

/// The field of a parameter of the topology.
#[component]
fn TopologyParam(param: &'static Param) -> impl IntoView {
    let page = expect_context::<Page>();
    let settings = move || {
        let parsed = parse_spec(&page.state.scenario().read().network);
        parsed.map_or_else(|_| Settings::default(), |(_, settings)| settings)
    };
    let write = move |text: String| {
        let spec = page.now(|state| state.scenario.network.clone());
        let (family, mut settings) = parse_spec(&spec).map_err(|error| error.to_string())?;
        settings.set(param.control().id, text);
        page.set("network", &write_spec(family, &settings))
    };
    let write = Callback::new(write);
    let sizes = matches!(param, Param::Radices(_)).then(|| {
        let id = param.control().id;
        let current = Signal::derive(move || settings().get(id).unwrap_or_default().to_owned());
        view! { <Sizes current write /> }
    });
    view! {
        {sizes}
        <ParamField
            of="network"
            param
            note=format!("; the page draws up to {MOST_NODES_IN_PAGE} nodes")
            settings=Signal::derive(settings)
            write
            pause=PAUSE_IN_TYPING
            locked=Signal::derive(move || page.locks("network"))
            steps=true
        />
    }
}

/// A stepper for each of a list of sizes joined by an x.
#[component]
fn Sizes(current: Signal<String>, write: Callback<String, Result<(), String>>) -> impl IntoView {
    const NAMES: [&str; 3] = ["Columns", "Rows", "Planes"];
    let page = expect_context::<Page>();
    let sizes = move || {
        let sizes = current
            .read()
            .split('x')
            .map(|size| size.parse::<i64>().ok())
            .collect::<Option<Vec<_>>>();
        sizes
            .filter(|sizes| sizes.len() <= NAMES.len())
            .unwrap_or_default()
    };
    let count = Memo::new(move |_| sizes().len());
    let change = move |place: usize, by: i64| {
        let mut changed = untrack(sizes);
        if let Some(size) = changed.get_mut(place) {
            *size += by;
        }
        let texts: Vec<_> = changed.iter().map(ToString::to_string).collect();
        if let Err(problem) = write.run(texts.join("x")) {
            page.notify(problem);
        }
    };
    let steppers = move || {
        let steppers = (0..count.get()).map(|place| {
            let name = NAMES[place];
            let value = move || sizes().get(place).copied();
            let is_locked = move || page.locks("network");
            view! {
                <span class="size" role="group" aria-label=name>
                    {name}
                    <button type="button" class="icon" aria-label=format!("{name}: one less") disabled=is_locked on:click=move |_| change(place, -1)>"−"</button>
                    <b>{value}</b>
                    <button type="button" class="icon" aria-label=format!("{name}: one more") disabled=is_locked on:click=move |_| change(place, 1)>"+"</button>
                </span>
            }
            .into_any()
        });
        steppers.collect_view()
    };
    view! { <div class="sizes">{steppers}</div> }
}

//! All settings: generated from the registers, one control per parameter.

use flitscope::catalog::{Param, Settings, find_with_settings};
use flitscope::page::{Action, Dock, PageState, PageStateStoreFields, Panel};
use flitscope::routing::{self, written};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use super::fields::{Field, PAUSE_IN_TYPING};
use super::network::{LayoutField, NetworkFields};
use super::switching::{DelayFields, ModeField, PortFields, SelectionField};
use super::traffic::{
    BurstFields, ClosedLoopFields, MulticastFields, RateSlider, SendForm, SurgeFields, TraceField,
    TrafficFields,
};
use crate::ui::controls::about::About;
use crate::ui::controls::menu::{Menu, Options, of_entry};
use crate::ui::controls::param_field::ParamField;
use crate::ui::controls::part::Fetched;
use crate::ui::state::page::Page;

/// [`SettingsPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn settings_panel() -> Fetched {
    Ok(|| view! { <SettingsPanel /> }.into_any())
}

/// The form of all settings, in place of the inspector.
#[component]
fn SettingsPanel() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let routing_entry = move || {
        let family = routing::family_of(&state.scenario().read().routing);
        &family.unwrap_or(&routing::FAMILIES[0]).entry
    };
    view! {
        <div class="form">
            <Warnings />
            <LockedLine />
            <h3>"Network"</h3>
            <NetworkFields />
            <h3>"Routing"</h3>
            <RoutingField />
            <Show when=move || written::script_of(&state.scenario().read().routing).is_none()>
                <About kind="routing" entry=Signal::derive(routing_entry) />
            </Show>
            <VcsField />
            <h3>"Switching"</h3>
            <ModeField />
            <h3>"Traffic"</h3>
            <TrafficFields />
            <RateSlider />
            <Field field="length" />
            <SendForm />
            <TraceField />
            <details>
                <summary>"Bursts and surge"</summary>
                <BurstFields />
                <SurgeFields />
            </details>
            <details>
                <summary>"Requests and replies"</summary>
                <ClosedLoopFields />
            </details>
            <details>
                <summary>"Broadcasts and multicasts"</summary>
                <Field field="traffic.broadcast" />
                <MulticastFields />
            </details>
            <details>
                <summary>"Selection, layout, ports, delays and seed"</summary>
                <SelectionField />
                <LayoutField />
                <PortFields />
                <DelayFields />
                <Field field="seed" />
            </details>
        </div>
    }
}

/// Names what the link locks, since locked fields are only grey.
#[component]
fn LockedLine() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let line = move || {
        let locked = state.restrictions().read().locked;
        (!locked.is_empty())
            .then(|| format!("The link that you opened locks {}.", locked.in_words()))
    };
    view! { <p class="help" role="status">{line}</p> }
}

/// Text field for the number of virtual channels per channel.
#[component]
pub fn VcsField() -> impl IntoView {
    view! {
        <Field field="vcs" />
    }
}

/// [`RoutingField`] and what the chosen function does, fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn routing_field() -> Fetched {
    Ok(|| {
        let state = expect_context::<Store<PageState>>();
        // Functions of the user's own have no description.
        let help = move || {
            let family = routing::family_of(&state.scenario().read().routing);
            family.map(|family| family.entry.help())
        };
        view! {
            <RoutingField />
            <p class="help">{help}</p>
        }
        .into_any()
    })
}

/// Menu of the routing functions that are defined on the network.
#[component]
pub fn RoutingField() -> impl IntoView {
    let page = expect_context::<Page>();
    let family = Memo::new(move |_| {
        let family = routing::family_of(&page.state.scenario().read().routing);
        family.map(|family| family.entry.id)
    });
    let is_own =
        Memo::new(move |_| written::script_of(&page.state.scenario().read().routing).is_some());
    let network = Memo::new(move |_| page.state.scenario().read().network.clone());
    let options = Memo::new(move |_| {
        network.track();
        let study = page.now(|state| state.built.clone());
        let offered = routing::defined_on(&*study.topology);
        let own = is_own
            .get()
            .then(|| ("".into(), "Your routing function".into()));
        let offered = offered.map(|family| of_entry(&family.entry));
        own.into_iter().chain(offered).collect::<Options>()
    });
    let params = move || {
        let family = family.get().and_then(routing::family_of);
        let params = family.map_or(&[][..], |family| family.entry.params);
        // A text names a part of one network, such as a node, and has no field.
        let params = params
            .iter()
            .filter(|param| !matches!(param, Param::Text(_)));
        let fields = params.map(|param| view! { <RoutingParam param /> });
        fields.collect_view()
    };
    let write = move |_| {
        page.act(Action::Dock(Dock::Script));
        page.act(Action::Panel(Panel::None));
    };
    view! {
        <Menu
            id="routing"
            label="Routing"
            options
            chosen=Signal::derive(move || family.get().unwrap_or_default().to_owned())
            choose=move |id: String| page.act(Action::set("routing", &id))
            locked=Signal::derive(move || page.locks("routing"))
        >
            <Show when=move || page.allows("script")>
                <button id="write-own" type="button" on:click=write>"Write your own"</button>
            </Show>
        </Menu>
        {params}
    }
}

/// The field of a parameter of the routing function.
#[component]
fn RoutingParam(param: &'static Param) -> impl IntoView {
    let page = expect_context::<Page>();
    let parsed = |id: &str| find_with_settings(routing::FAMILIES, "routing", id);
    let settings = move || {
        let parsed = parsed(&page.state.scenario().read().routing);
        parsed.map_or_else(|_| Settings::default(), |(_, settings)| settings)
    };
    let write = move |text: String| {
        let id = page.now(|state| state.scenario.routing.clone());
        let (family, mut settings) = parsed(&id).map_err(|error| error.to_string())?;
        settings.set(param.control().id, text);
        page.set("routing", &family.entry.with_settings(&settings))
    };
    view! {
        <ParamField
            of="routing"
            param
            settings=Signal::derive(settings)
            write=Callback::new(write)
            pause=PAUSE_IN_TYPING
            locked=Signal::derive(move || page.locks("routing"))
            steps=true
        />
    }
}

/// Returns the number of warnings. Tracks them.
pub fn count_of_warnings(page: Page) -> usize {
    let study = page.state.built().read();
    page.warnings.read().len() + usize::from(study.packet.is_some())
}

/// Warnings about the validity of what is shown.
#[component]
pub fn Warnings() -> impl IntoView {
    let page = expect_context::<Page>();
    let lines = move || {
        let study = page.state.built().read();
        let packets = "Packets wait in infinite queues: Measure shows them, the picture does \
                       not, and routing, switching, channels, buffers, delays and ports do not \
                       apply";
        let of_packets = study.packet.as_ref().map(|_| packets.to_owned());
        let warnings = page.warnings.get();
        of_packets
            .into_iter()
            .chain(warnings)
            .map(|line| view! { <p class="warning">{line}"."</p> }.into_any())
            .collect_view()
    };
    view! { <div role="status">{lines}</div> }
}

//! Random traffic, and messages sent by hand.

use browser::{files, popovers};
use flitscope::page::{Action, PageState, PageStateStoreFields, Setting};
use flitscope::scenario::MOST_TERMINALS_IN_PAGE;
use flitscope::topology::NodeId;
use flitscope::traffic::worst_case;
use flitscope::{multicast, traffic};
use leptos::prelude::*;
use reactive_stores::Store;

use super::fields::{Field, FieldMenu};
use crate::ui::controls::menu::{Menu, Options, entries};
use crate::ui::state::page::Page;
use crate::ui::state::trace::open_trace;

/// Destination pattern and injection rate of random traffic.
#[component]
pub fn TrafficFields() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let pattern = Memo::new(move |_| state.scenario().read().traffic.pattern.clone());
    view! {
        <FieldMenu field="traffic.pattern" label="Destinations" options=entries(traffic::FAMILIES) />
        <Show when=move || pattern.read().starts_with("permutation:")>
            <p class="help">"A permutation that was given as a list."</p>
        </Show>
        <Show when=move || *pattern.read() == worst_case::ID>
            <WorstCase />
        </Show>
        <Field field="traffic.rate" />
    }
}

/// A button that opens a file of messages, which replace all traffic.
#[component]
pub fn TraceField() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_locked = move || page.locks("messages");
    view! {
        <div class="field">
            <p class="actions">
                <label class="file-button" title="A file of at most 5,000 messages, or drop it on the picture">
                    "Open trace"
                    <input
                        id="open-trace"
                        type="file"
                        accept=".csv,.txt,text/csv,text/plain"
                        disabled=is_locked
                        on:change:target=move |event| open_trace(page, files::chosen(&event.target()))
                    />
                </label>
            </p>
            <p class="help">"Lines of time,from,to,flits in place of the traffic above."</p>
        </div>
    }
}

/// Bursts of the random sources.
#[component]
pub fn BurstFields() -> impl IntoView {
    view! {
        <Field field="traffic.burst.on" />
        <Field field="traffic.burst.share" />
    }
}

/// Another rate at the beginning.
#[component]
pub fn SurgeFields() -> impl IntoView {
    view! {
        <Field field="traffic.surge.rate" />
        <Field field="traffic.surge.cycles" />
    }
}

#[component]
pub fn ClosedLoopFields() -> impl IntoView {
    let classes = vec![
        ("shared".into(), "Shared with requests".into()),
        ("separate".into(), "Their own half".into()),
    ];
    view! {
        <Field field="traffic.closed.outstanding" />
        <Field field="traffic.closed.reply" />
        <Field field="traffic.closed.service" />
        <Field field="traffic.closed.queue" />
        <FieldMenu field="traffic.closed.classes" label="Virtual channels of replies" options=classes />
    }
}

/// The channel that worst-case traffic loads most, and a comparison with uniform traffic.
#[component]
fn WorstCase() -> impl IntoView {
    let page = expect_context::<Page>();
    let sentence = move || {
        let study = page.state.built().read();
        let topology = &*study.topology;
        let found = page
            .state
            .scenario()
            .read()
            .worst_case(topology, MOST_TERMINALS_IN_PAGE);
        found.map_or_else(
            |error| format!("{error}."),
            |found| found.in_words(topology, &study.design.network),
        )
    };
    let keep = move |_| {
        let study = page.now(|state| state.built.clone());
        let topology = &*study.topology;
        let scenario = page.now(|state| state.scenario.clone());
        let found = scenario.worst_case(topology, MOST_TERMINALS_IN_PAGE);
        let kept = found.map_err(|error| format!("{error}."));
        let kept = kept.and_then(|found| {
            let pattern = traffic::listed(&*found.pattern(topology), topology);
            page.set("traffic.pattern", &pattern)
        });
        if let Err(problem) = kept {
            page.notify(problem);
        }
    };
    let race = move |_| {
        popovers::close_open();
        page.compare_under("uniform");
    };
    view! {
        <p class="help" id="worst-case">{sentence}</p>
        <p class="actions"><button type="button" id="keep-permutation" title="Sends this permutation whatever the routing function, so that others can be compared under it" on:click=keep>"Keep this permutation"</button></p>
        <Show when=move || page.allows("all")>
            <p class="actions"><button type="button" id="race-uniform" title="Simulates both at several loads, and plots two curves" on:click=race>"Race against uniform traffic"</button></p>
        </Show>
    }
}

/// Slider for the injection rate, from 0 to 100 % of the network's capacity.
#[component]
pub fn RateSlider() -> impl IntoView {
    let page = expect_context::<Page>();
    let capacity = move || flitscope::sweep::capacity(&page.state.built().read());
    let share = move || (page.state.scenario().read().traffic.rate / capacity() * 100.0).round();
    let label = move || match page.state.scenario().read().traffic.rate / capacity() {
        0.0 => "no random traffic".to_owned(),
        share if share < 0.01 => "below 1 % of capacity".to_owned(),
        share if share > 1.0 => "more than capacity".to_owned(),
        share => format!("{:.0} % of capacity", share * 100.0),
    };
    let short = move || match page.state.scenario().read().traffic.rate / capacity() {
        share if share > 1.0 => "> 100 %".to_owned(),
        share if share > 0.0 && share < 0.01 => "< 1 %".to_owned(),
        share => format!("{:.0} %", share * 100.0),
    };
    let slide = move |text: String| {
        if let Ok(percent) = text.parse::<f64>() {
            let rate = (percent / 100.0 * capacity()).min(1.0);
            // A rate within the slider's range is always accepted.
            let _ = page.set(
                "traffic.rate",
                &format!("{rate:.3e}")
                    .parse::<f64>()
                    .map_or_else(|_| "0".to_owned(), |r| r.to_string()),
            );
        }
    };
    view! {
        <label class="slider" title=label>
            "Load"
            <input
                type="range"
                min="0"
                max="100"
                disabled=move || page.locks("traffic.rate")
                aria-label="Load, as a share of capacity"
                aria-valuetext=label
                prop:value=move || share().to_string()
                on:input:target=move |event| slide(event.target().value())
            />
            <output>{short}</output>
        </label>
    }
}

/// Random multicasts: number of destinations, share of all messages, and algorithm.
#[component]
pub fn MulticastFields() -> impl IntoView {
    const ALGORITHM: &str = "traffic.multicast.algorithm";
    let page = expect_context::<Page>();
    let options = Memo::new(move |_| {
        let own = page.multicast_algorithm();
        let mut specs = multicast::variants(&*page.state.built().read().topology);
        if !specs.contains(&own) {
            specs.push(own);
        }
        let options = specs.into_iter().map(|spec| {
            let name = multicast::name_of(&spec);
            (spec.into(), name.into())
        });
        options.collect::<Options>()
    });
    view! {
        <Field field="traffic.multicast.destinations" />
        <Show when=move || page.offers(Setting::MulticastShare)>
            <Field field="traffic.multicast.fraction" />
        </Show>
        <Show when=move || page.offers(Setting::Multicasts)>
            <Menu
                id="multicast-algorithm"
                label="Multicast algorithm"
                options
                chosen=Signal::derive(move || page.multicast_algorithm())
                choose=move |spec: String| page.act(Action::set(ALGORITHM, &spec))
                locked=Signal::derive(move || page.locks(ALGORITHM))
            />
        </Show>
    }
}

/// Form that sends a message between two nodes without a pointer.
#[component]
pub fn SendForm() -> impl IntoView {
    let page = expect_context::<Page>();
    let from = RwSignal::new(String::new());
    let to = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    Effect::new(move |before: Option<Option<NodeId>>| {
        let source = page.state.focus().read().source;
        match source {
            Some(node) => from.set(page.state.built().read().topology.label(node)),
            // The source was used or deselected.
            None if before.flatten().is_some() => from.set(String::new()),
            None => {}
        }
        source
    });
    let note = NodeRef::<leptos::html::P>::new();
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let topology = page.now(|state| state.built.topology.clone());
        let ends = topology
            .node("source", &from.get_untracked())
            .and_then(|source| {
                let destination = topology.node("destination", &to.get_untracked())?;
                Ok((source, destination))
            });
        let sent = ends.map_err(|error| error.to_string());
        problem.set(sent.and_then(|(a, b)| page.send(a, b)).err());
        if let Some(note) = note.get_untracked() {
            request_animation_frame(move || note.scroll_into_view_with_bool(false));
        }
    };
    let count = move || page.state.scenario().read().messages.len();
    let is_locked = move || page.locks("messages");
    view! {
        <form class="send" on:submit=send aria-label="Send one message">
            <div class="row">
                <div class="field">
                    <label for="send-from">"Source"</label>
                    <input id="send-from" type="text" autocomplete="off" placeholder="node" disabled=is_locked bind:value=from aria-describedby="send-note" />
                </div>
                <div class="field">
                    <label for="send-to">"Destination"</label>
                    <input id="send-to" type="text" autocomplete="off" placeholder="node" disabled=is_locked bind:value=to aria-describedby="send-note" />
                </div>
                <button type="submit" disabled=is_locked>"Send"</button>
            </div>
            <p id="send-note" node_ref=note class="problem" role="status">{problem}</p>
            <Show when=move || { count() > 0 }>
                <p class="help">
                    {move || format!("{} sent by hand. ", count())}
                    <button type="button" class="link" disabled=is_locked on:click=move |_| page.act(Action::ClearMessages)>"Remove them"</button>
                </p>
            </Show>
        </form>
    }
}

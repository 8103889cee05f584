//! The picture of the network: its static and moving layers, its input, and the messages above it.

mod callouts;
pub mod export;
pub mod film;
pub mod layers;
mod matrix;
mod paint;
pub mod pane;
mod pointer;
pub mod side_by_side;
pub mod spacetime;
mod tools;

use browser::alive::Alive;
use browser::popovers;
use flitscope::scenario::Scenario;
use flitscope::scene::{self, Camera, Phase, Thing};
use flitscope::topology::{NodeId, Point, Port};
use leptos::prelude::*;
use leptos::{ev, html};
use reactive_stores::Store;

use super::controls::part::part;
use super::overlay::panel::Cures;
use super::stage::{
    callouts::callouts,
    layers::Screen,
    matrix::matrix_pane,
    pointer::PointerInput,
    side_by_side::beside,
    tools::{HeatLegend, StageTools},
};
use super::state::{page::Page, player::Player, trace::drop_trace};
use flitscope::page::{Action, Overlay, PageState, PageStateStoreFields, Place, ViewStoreFields};

/// The network, or several panes of it on one clock, with messages above that do not cover it.
#[component]
pub fn Stage() -> impl IntoView {
    let page = expect_context::<Page>();
    // The dock leaves the picture the height at which nodes have names, if the network is not too large for them.
    let least_height = move || {
        let height = page.has_tall_dock().then(|| page.least_stage_height());
        height.map(|pixels| format!("{pixels:.0}px"))
    };
    view! {
        <div class="said">
            <Hint />
            <Show when=move || !page.is_split()><Verdict /></Show>
        </div>
        <div class="stage-box" class:split=move || page.is_split() style:--named=least_height>
            <Show when=move || page.is_split() fallback=|| view! { <Single /> }>{part(beside)}</Show>
        </div>
    }
}

/// The tools of the picture, and a summary of it in a sentence.
#[component]
pub fn UnderStage() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <div class="under-stage">
            <StageTools />
            <HeatLegend />
            <div class="told-lines">
                <p class="summary">
                    <span id="stage-summary">{move || page.run.telling(|teller| teller.summary())}</span>
                    " "
                    // A lesson measures over a longer run than the picture shows, and tells what it measures.
                    <Show when=move || page.state.place().get() != Place::Lessons>
                        <span id="rates" title="Accepted traffic in flits/node/cycle and mean latency in cycles, over recent cycles">{move || rates(page.player)}</span>
                    </Show>
                </p>
                <p id="told" class="told-step" aria-live="polite" title=move || caption(page)>{move || caption(page)}</p>
            </div>
        </div>
    }
}

/// Describes recent throughput and latency in a few words.
fn rates(player: Player) -> String {
    let trend = player.trend.read();
    let latency = trend
        .latency
        .map_or(String::new(), |cycles| format!(", latency {cycles:.1}"));
    format!("Accepted {:.3}{latency}.", trend.accepted)
}

/// The key to the marks of the picture.
#[component]
pub fn StageKey() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let is_one_way = Memo::new(move |_| {
        let built = state.built().read();
        let network = &built.design.network;
        let ends = |channel| (network.to(channel), network.from(channel));
        let mut ends = network.channel_ids().map(ends);
        ends.any(|(to, from)| network.between(to, from).is_none())
    });
    view! {
        <div class="stage-key" class:one-way=is_one_way class:several=move || state.built().read().design.multicasts.is_some() inner_html=KEY></div>
    }
}

/// One network, with the channel matrix beside it.
#[component]
fn Single() -> impl IntoView {
    let page = expect_context::<Page>();
    let element = NodeRef::<html::Div>::new();
    let screen = Screen::new(page, page.run, element);
    screen.keep_in_view();
    provide_context(screen);
    view! {
        <div class="stage-place">
            <Network screen element id="worms" name="Network" told="stage-summary" />
            <Show when=move || page.state.place().get() == Place::Home><div class="callouts" aria-hidden="true">{part(callouts)}</div></Show>
        </div>
        <Show when=move || page.shows_matrix()><div class="matrix-place">{part(matrix_pane)}</div></Show>
    }
}

/// A drawing of the network that handles mouse, touch and keyboard input.
#[component]
pub fn Network(
    /// The run that is shown, and the size of the picture.
    screen: Screen,
    /// The element whose size `screen` follows.
    element: NodeRef<html::Div>,
    /// Id of the canvas with the moving layer.
    #[prop(into)]
    id: String,
    /// Accessible name.
    #[prop(into)]
    name: Signal<String>,
    /// Id of the element that describes the picture.
    #[prop(into)]
    told: String,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let resting = NodeRef::<html::Canvas>::new();
    let heat = NodeRef::<html::Canvas>::new();
    let moving = NodeRef::<html::Canvas>::new();
    screen.keep_resting(resting);
    screen.keep_heat(heat);
    screen.keep_moving(moving);

    let input = PointerInput::new(page, screen);
    let alive = Alive::new();
    let spoken = RwSignal::new(None::<String>);
    let on_key = move |event: ev::KeyboardEvent| {
        let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key());
        if is_plain && handle_key(page, &event.key()) {
            event.prevent_default();
            event.stop_propagation();
            let at = page.state.focus().get_untracked().selected;
            spoken.set(match at {
                Some(Thing::Node(node)) => Some(untrack(|| {
                    let run = screen.run();
                    run.telling(|teller| teller.node_in_a_sentence(node))
                })),
                _ => None,
            });
        }
    };
    // With the default camera, a touch drag scrolls the page; otherwise it moves the picture.
    let is_near = move || page.look.camera.get() != Camera::default();

    view! {
        <div
            class="stage"
            class:near=is_near
            node_ref=element
            tabindex="0"
            role="application"
            aria-label=move || format!("{}. {HOW}", name.read())
            aria-describedby=told
            on:pointerdown=move |event| input.press(&event)
            on:pointermove=move |event| input.follow(&event)
            on:pointerup=alive.guarded(move |event| input.release(&event))
            on:pointercancel=alive.guarded(move |event| input.lose(&event))
            on:pointerleave=alive.guarded(move |_| input.leave())
            on:wheel=move |event| input.wheel(&event)
            on:touchstart=move |event| input.touch(&event)
            on:keydown=on_key
            on:dragover=|event: ev::DragEvent| event.prevent_default()
            on:drop=move |event| drop_trace(page, &event)
        >
            <canvas node_ref=resting aria-hidden="true" />
            <canvas node_ref=heat aria-hidden="true" />
            <canvas id=id node_ref=moving aria-hidden="true" />
        </div>
        <p class="unseen" aria-live="polite">{spoken}</p>
    }
}

/// The keyboard commands of the picture.
const HOW: &str = "Arrow keys move between nodes, i starts a message at the node and Enter sends \
                   it to the node reached, digits follow a port, Escape cancels.";

/// Returns the caption of the picture: in presentation mode, a description of the overlay or of the
/// selected thing; otherwise, while paused, a description of the last step.
fn caption(page: Page) -> Option<String> {
    if page.look.presenting.get() {
        if page.state.view().overlay().get() != Overlay::Traffic {
            return Some(page.overlay_in_a_sentence());
        }
        let thing = page.state.focus().read().selected;
        if let Some(thing) = thing {
            let told = page.run.telling(|teller| teller.tell(thing));
            return Some(format!("{}: {}", told.title, told.text));
        }
    }
    if page.player.playing.get() {
        return None;
    }
    let before = page.player.before.get()?;
    let study = page.state.built().read();
    let snapshot = page.player.snapshot.read();
    let (topology, design) = (&*study.topology, &study.design);
    Some(match page.player.phase.get() {
        Phase::Move => scene::narrate(topology, design, &before, &snapshot),
        phase => phase.told(topology, design, &before, &snapshot),
    })
}

/// Handles a key; returns `false` if it has no meaning in the picture.
fn handle_key(page: Page, key: &str) -> bool {
    let focus = page.state.focus().get_untracked();
    let here = match focus.selected {
        Some(Thing::Node(node)) => Some(node),
        _ => None,
    };
    let direction = match key {
        "ArrowRight" => Point::new(1.0, 0.0),
        "ArrowLeft" => Point::new(-1.0, 0.0),
        "ArrowUp" => Point::new(0.0, -1.0),
        "ArrowDown" => Point::new(0.0, 1.0),
        "Enter" if page.state.view().overlay().get_untracked() == Overlay::Multicast => {
            match here {
                Some(node) => page.toggle_destination(node),
                None => step_to(page, NodeId(0)),
            }
            return true;
        }
        "i" if page.state.view().overlay().get_untracked() == Overlay::Multicast => {
            if let Some(node) = here {
                page.multicast_from(node);
            }
            return true;
        }
        "Enter" => {
            match (focus.source, here) {
                (Some(from), Some(to)) if from != to => {
                    page.act(Action::CancelMessage);
                    page.send_or_say(from, to);
                }
                (None, Some(_)) => page.act(Action::BeginMessage),
                _ => step_to(page, here.unwrap_or(NodeId(0))),
            }
            return true;
        }
        "i" => {
            if here.is_none() {
                step_to(page, NodeId(0));
            }
            page.act(Action::BeginMessage);
            return true;
        }
        "Escape" if popovers::close_open() => return true,
        "Escape" => {
            page.look.presenting.set(false);
            page.select(None);
            return true;
        }
        digit => {
            let port = digit.parse::<u8>().ok().filter(|_| digit.len() == 1);
            let study = page.state.built().get_untracked();
            let to = here.zip(port).and_then(|(here, port)| {
                let is_port = port < study.topology.degree();
                let port = is_port.then_some(Port(port));
                port.and_then(|port| study.topology.neighbor(here, port))
            });
            if let Some(to) = to {
                step_to(page, to);
            }
            return to.is_some();
        }
    };
    let layout = page.layout.get_untracked();
    let to = here.map(|node| layout.node_towards(node, direction).unwrap_or(node));
    step_to(page, to.unwrap_or(NodeId(0)));
    true
}

/// Selects a node, keeping a chosen source, and centers a camera that is not the default one on it.
fn step_to(page: Page, node: NodeId) {
    page.act(Action::Mark(Thing::Node(node)));
    let camera = page.look.camera.get_untracked();
    if camera != Camera::default() {
        let center = Some(page.layout.read_untracked().node(node));
        page.look.camera.set(Camera { center, ..camera });
    }
}

/// The line above the picture: the next step while a source is chosen, the progress of a seek, a
/// notice, or a tip.
#[component]
fn Hint() -> impl IntoView {
    let page = expect_context::<Page>();
    let text = move || {
        let focus = page.state.focus().get();
        if let Some(node) = focus.source {
            let address = page.state.built().read().topology.address(node);
            let how = if focus.aim.is_some() {
                "Let go over the destination."
            } else {
                "Now choose the destination, or Esc."
            };
            return Some(format!("Source {address}. {how}"));
        }
        if page.player.is_far() {
            let goal = page.player.goal.get().unwrap_or_default();
            let cycle = page.player.cycle.get();
            return Some(format!(
                "Computing: {cycle} of {goal} cycles. Pause stops here."
            ));
        }
        // A notice disappears when time advances.
        let notice = page.state.notice().get();
        let is_new = |notice: &(String, u64)| page.player.cycle.get() <= notice.1;
        if let Some((notice, _)) = notice.filter(is_new) {
            return Some(notice);
        }
        let scenario = page.state.scenario().read();
        let is_silent = scenario.traffic.rate == 0.0 && scenario.messages.is_empty();
        let is_elsewhere = page.state.place().get() != Place::Explore;
        let tip = if is_elsewhere || page.state.view().overlay().get() != Overlay::Traffic {
            return None;
        } else if is_silent {
            "No messages yet: drag from one node to another, or set a rate."
        } else if page.is_first_visit && focus.selected.is_none() && page.player.playing.get() {
            "Click a worm to ask why it waits; drag from node to node to send one."
        } else {
            return None;
        };
        Some(tip.to_owned())
    };
    view! { <p class="hint" role="status">{text}</p> }
}

/// The verdict on the run: that worms have deadlocked, why they no longer can, or that the run has
/// ended.
#[component]
fn Verdict() -> impl IntoView {
    let page = expect_context::<Page>();
    let text = move || {
        // In presentation mode the text is large; a brief verdict leaves the picture its size.
        let is_brief = page.look.presenting.get();
        let verdict = page.run.telling(|teller| {
            let brief = is_brief.then(|| teller.deadlock_in_brief()).flatten();
            brief.or_else(|| teller.verdict())
        });
        let cured = page.state.cured().read();
        let is_here = |cured: &&(Scenario, String)| cured.0 == *page.state.scenario().read();
        let why = cured.as_ref().filter(is_here).map(|(_, why)| why.clone());
        let told: Vec<_> = why.into_iter().chain(verdict).collect();
        (!told.is_empty()).then(|| told.join(" "))
    };
    let is_bad = Memo::new(move |_| page.player.snapshot.read().deadlock.is_some());
    view! {
        <p class="verdict" class:bad=move || is_bad.get() role="status">{text}</p>
        <Show when=move || is_bad.get()><Cures /></Show>
    }
}

/// The key to the marks of the picture, as HTML.
const KEY: &str = include_str!("stage_key.html");

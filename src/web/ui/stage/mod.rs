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

use browser::alive::Alive;
use browser::canvas::use_size;

use flitscope::scene::{self, Camera, Phase, Thing};
use flitscope::topology::{NodeId, Point, Port};
use leptos::prelude::*;
use leptos::{ev, html};

use super::controls::part::part;
use super::stage::{
    callouts::callouts, layers::Screen, matrix::matrix_pane, pointer::PointerInput,
    side_by_side::beside,
};
use super::state::{page::Page, trace::drop_trace};
use flitscope::page::{Action, PageStateStoreFields, Place, ViewStoreFields};

/// The network, or several panes of it on one clock.
#[component]
pub fn Stage() -> impl IntoView {
    let page = expect_context::<Page>();
    let element = NodeRef::<html::Div>::new();
    let size = use_size(element);
    Effect::new(move |_| {
        let size = size.get();
        // It has none while it is hidden.
        if size.width > 0.0 {
            let now = (size.width as f32, size.height as f32);
            page.look.ground.maybe_update(|ground| {
                let is_other = *ground != now;
                *ground = now;
                is_other
            });
        }
    });
    view! {
        <div node_ref=element class="stage-box" class:split=move || page.is_split()>
            <Show when=move || page.is_split() fallback=|| view! { <Single /> }>{part(beside)}</Show>
        </div>
    }
}

/// The marks of the picture, in one line.
#[component]
fn Legend(screen: Screen) -> impl IntoView {
    let marks = Memo::new(move |_| screen.legend());
    let items = move || {
        let items = marks
            .get()
            .into_iter()
            .map(|(icon, name)| view! { <li><span inner_html=icon></span>{name}</li> }.into_any());
        items.collect_view()
    };
    view! { <ul class="legend-line" aria-label="What the picture shows">{items}</ul> }
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
            <Show when=move || page.state.place().get() != Place::Home><Legend screen /></Show>
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
    #[prop(into)] name: Signal<String>,
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
            class:gliding=move || page.player.share.get() < 1.0 && page.player.phase.get() == Phase::Move
            data-nodes=move || screen.outermost()
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
/// selected thing; otherwise of what is pointed at, or, while paused, of the last step.
pub fn caption(page: Page) -> Option<String> {
    if page.look.presenting.get() {
        if !page.state.view().overlay().get().is_none() {
            return Some(page.overlay_in_a_sentence());
        }
        let thing = page.state.focus().read().selected;
        if let Some(thing) = thing {
            return Some(
                page.run
                    .telling(|teller| teller.tell(thing))
                    .in_a_sentence(),
            );
        }
    }
    if let Some(thing) = page.state.focus().read().pointed {
        return Some(page.tell(thing).in_a_sentence());
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
        "Enter" | "i" if page.state.view().overlay().get_untracked().has_plan() => {
            match here {
                Some(node) if key == "i" => page.multicast_from(node),
                Some(node) => page.toggle_destination(node),
                None if key == "Enter" => step_to(page, NodeId(0)),
                None => {}
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
        "Escape" if focus.source.is_some() => {
            page.act(Action::CancelMessage);
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

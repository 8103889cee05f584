//! The picture of the network: a layer that rests and one that moves, and the pointer.

use flitscope::scene::{self, Moment};
use flitscope::topology::{NodeId, Point};
use leptos::prelude::*;
use leptos::{ev, html};

use super::inspector::summary;
use super::paint::{View, paint};
use super::pixels::{context, fit, use_size};
use super::state::Lab;
use super::theme::CurrentPalette;

/// The network, drawn; nodes are chosen by click, or by arrow keys and Enter.
#[component]
pub fn Stage() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let palette = expect_context::<CurrentPalette>().0;
    let frame = NodeRef::<html::Div>::new();
    let resting = NodeRef::<html::Canvas>::new();
    let moving = NodeRef::<html::Canvas>::new();
    let size = use_size(frame);
    let view = Memo::new(move |_| View::fit(lab.layout.read().bounds(), size.get()));

    Effect::new(move |_| {
        let Some(canvas) = resting.get() else { return };
        fit(&canvas, size.get());
        if let Some(context) = context(&canvas) {
            let shapes = scene::network(&*lab.study.read().topology, &lab.layout.read());
            paint(&context, view.get(), &palette.read(), &shapes);
        }
    });
    Effect::new(move |_| {
        let Some(canvas) = moving.get() else { return };
        fit(&canvas, size.get());
        let Some(context) = context(&canvas) else {
            return;
        };
        let layout = lab.layout.read();
        let moment = Moment {
            share: lab.player.share.get(),
            buffer: lab.study.read().design.buffer,
        };
        let mut shapes = scene::focus(&layout, lab.focus.get());
        shapes.extend(scene::worms(&layout, &lab.player.snapshot.read(), moment));
        paint(&context, view.get(), &palette.read(), &shapes);
    });

    let point_of = move |event: &ev::PointerEvent| {
        let frame = frame.get_untracked()?;
        let rect = frame.get_bounding_client_rect();
        let x = f64::from(event.client_x()) - rect.left();
        let y = f64::from(event.client_y()) - rect.top();
        Some(view.get_untracked().grid(x, y))
    };
    let on_move = move |event: ev::PointerEvent| {
        if let Some(point) = point_of(&event) {
            point_at(lab, point);
        }
    };
    let on_leave = move |_| {
        lab.focus.update(|focus| focus.channel = None);
    };
    let on_down = move |event: ev::PointerEvent| {
        let node = point_of(&event).and_then(|point| lab.layout.read_untracked().node_at(point));
        match node {
            Some(node) => {
                lab.focus.update(|focus| focus.node = Some(node));
                lab.choose_node(node);
            }
            None => lab.focus.update(|focus| focus.source = None),
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if walk(lab, &event.key()) {
            event.prevent_default();
            event.stop_propagation();
        }
    };

    view! {
        <div
            class="stage"
            node_ref=frame
            tabindex="0"
            role="application"
            aria-label="Network. Arrow keys go from node to node, Enter chooses the source and then the destination of a message."
            aria-describedby="stage-summary"
            on:pointermove=on_move
            on:pointerleave=on_leave
            on:pointerdown=on_down
            on:keydown=on_key
        >
            <canvas node_ref=resting aria-hidden="true" />
            <canvas id="worms" node_ref=moving aria-hidden="true" />
            <Hint />
            <Verdict />
        </div>
        <p id="stage-summary" class="summary">{move || summary(lab)}</p>
    }
}

/// Notes what is under the pointer, if that changed.
fn point_at(lab: Lab, point: Point) {
    let layout = lab.layout.read_untracked();
    let node = layout.node_at(point);
    let channel = if node.is_some() {
        None
    } else {
        layout.channel_at(point)
    };
    let now = lab.focus.get_untracked();
    // What is pointed at stays selected until something else is.
    let mut next = now;
    if node.is_some() || channel.is_some() {
        next.node = node;
        next.channel = channel;
    }
    if next != now {
        lab.focus.set(next);
    }
}

/// Moves the selected node; false for keys that mean nothing here.
fn walk(lab: Lab, key: &str) -> bool {
    let direction = match key {
        "ArrowRight" => Point::new(1.0, 0.0),
        "ArrowLeft" => Point::new(-1.0, 0.0),
        "ArrowUp" => Point::new(0.0, -1.0),
        "ArrowDown" => Point::new(0.0, 1.0),
        "Enter" => {
            if let Some(node) = lab.focus.get_untracked().node {
                lab.choose_node(node);
            } else {
                lab.focus.update(|focus| focus.node = Some(NodeId(0)));
            }
            return true;
        }
        "Escape" => {
            lab.focus.set(scene::Focus::default());
            return true;
        }
        _ => return false,
    };
    let from = lab.focus.get_untracked().node;
    let layout = lab.layout.read_untracked();
    let to = match from {
        Some(node) => layout.node_towards(node, direction).unwrap_or(node),
        None => NodeId(0),
    };
    lab.focus.update(|focus| {
        focus.node = Some(to);
        focus.channel = None;
    });
    true
}

/// What to do next, while a source is chosen.
#[component]
fn Hint() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let text = move || {
        if let Some(node) = lab.focus.read().source {
            let address = lab.study.read().topology.address(node);
            return Some(format!(
                "Source {address}. Now choose the destination, or Esc."
            ));
        }
        let scenario = lab.scenario.read();
        let is_silent = scenario.traffic.rate == 0.0 && scenario.messages.is_empty();
        is_silent.then(|| {
            "Nothing is sent yet: click a source and a destination, or set a rate.".to_owned()
        })
    };
    view! { <p class="hint" role="status">{text}</p> }
}

/// Says that worms have locked.
#[component]
fn Verdict() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let text = move || {
        let snapshot = lab.player.snapshot.read();
        let deadlock = snapshot.deadlock.as_ref()?;
        let worms: Vec<_> = deadlock.worms.iter().map(|id| id.0.to_string()).collect();
        Some(format!(
            "Deadlock since cycle {}: messages {} wait for each other in a circle.",
            deadlock.cycle,
            worms.join(" → ")
        ))
    };
    view! { <p class="verdict" role="status">{text}</p> }
}

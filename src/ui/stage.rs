//! The picture of the network: a layer that rests and one that moves, and the pointer.

use flitscope::scene::{self, Moment};
use flitscope::topology::{NodeId, Point};
use leptos::prelude::*;
use leptos::{ev, html};

use super::inspector::{node_in_words, summary, verdict};
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
            buffer: lab.study.read().design.room(),
        };
        let topology = lab.study.read().topology.clone();
        let snapshot = lab.player.snapshot.read();
        let mut shapes = scene::queues(&*topology, &layout, &snapshot);
        shapes.extend(scene::focus(&*topology, &layout, lab.focus.get()));
        shapes.extend(scene::worms(&layout, &snapshot, moment));
        paint(&context, view.get(), &palette.read(), &shapes);
    });

    let spoken = RwSignal::new(None::<String>);
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
        // A click is not a visit: the arrow keys go on to mean cycles.
        event.prevent_default();
        let node = point_of(&event).and_then(|point| lab.layout.read_untracked().node_at(point));
        if let Some(node) = node {
            lab.focus.update(|focus| focus.node = Some(node));
            lab.choose_node(node);
        } else {
            lab.focus.update(|focus| focus.source = None);
            lab.follow_holder();
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if walk(lab, &event.key()) {
            event.prevent_default();
            event.stop_propagation();
            spoken.set(
                lab.focus
                    .get_untracked()
                    .node
                    .map(|node| node_in_words(lab, node)),
            );
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
        <p class="unseen" aria-live="polite">{spoken}</p>
        <p id="stage-summary" class="summary">{move || summary(lab)}</p>
        <div class="stage-key" inner_html=KEY></div>
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
        if lab.player.is_far() {
            let goal = lab.player.goal.get().unwrap_or_default();
            let cycle = lab.player.cycle.get();
            return Some(format!(
                "Computing: cycle {cycle} of {goal}. Pause stops here."
            ));
        }
        let notice = lab.notice.get();
        if notice.is_some() {
            return notice;
        }
        let scenario = lab.scenario.read();
        let is_silent = scenario.traffic.rate == 0.0 && scenario.messages.is_empty();
        is_silent.then(|| {
            "Nothing is sent yet: click a source and a destination, or set a rate.".to_owned()
        })
    };
    // A notice is news only until time goes on.
    Effect::new(move |before: Option<u64>| {
        let cycle = lab.player.cycle.get();
        if before.is_some_and(|before| before < cycle) && lab.player.goal.get_untracked().is_none()
        {
            lab.notice.set(None);
        }
        cycle
    });
    view! { <p class="hint" role="status">{text}</p> }
}

/// Says that worms have locked, or that nothing is left to do.
#[component]
fn Verdict() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let text = move || verdict(lab);
    let is_bad = move || lab.player.snapshot.read().deadlock.is_some();
    view! { <p class="verdict" class:bad=is_bad role="status">{text}</p> }
}

/// What the parts of the picture mean.
const KEY: &str = include_str!("stage_key.html");

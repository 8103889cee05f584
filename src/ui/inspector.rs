//! What is pointed at, in words: who holds a channel, what a node sends, why a header waits.

use flitscope::scenario::Study;
use flitscope::sim::{HeaderState, Snapshot, WormView};
use flitscope::topology::{ChannelId, NodeId};
use leptos::prelude::*;

use super::readings::Readings;
use super::state::Lab;

/// `1 worm`, `2 worms`.
fn count(number: u64, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// The whole network in a sentence, also for those who cannot see it.
pub fn summary(lab: Lab) -> String {
    let snapshot = lab.player.snapshot.read();
    let waiting: u32 = snapshot.queued.iter().sum();
    format!(
        "Cycle {}: {}, {} blocked, {} queued, {} delivered.",
        snapshot.cycle,
        count(snapshot.worms.len() as u64, "worm"),
        snapshot.blocked(),
        count(waiting.into(), "message"),
        snapshot.counters.delivered,
    )
}

/// A node in a sentence, for those who walk by keys and cannot see it.
pub fn node_in_words(lab: Lab, node: NodeId) -> String {
    let study = lab.study.read_untracked();
    let snapshot = lab.player.snapshot.read_untracked();
    let network = &study.design.network;
    let held = |&channel: &ChannelId| snapshot.holders(channel).next().is_some();
    let channels = network.channels_of(node).count();
    format!(
        "Node {}, {} queued, {} of {} held",
        study.topology.address(node),
        snapshot.queued[node.0 as usize],
        network.channels_of(node).filter(held).count(),
        count(channels as u64, "channel"),
    )
}

/// How the run ended, if it did: in a deadlock, or with everything delivered.
pub fn verdict(lab: Lab) -> Option<String> {
    const MOST_TOLD: usize = 6;
    let snapshot = lab.player.snapshot.read();
    if let Some(deadlock) = &snapshot.deadlock {
        let worms = deadlock.worms.iter().filter_map(|id| snapshot.worm(*id));
        let waits = worms.take(MOST_TOLD).filter_map(|worm| {
            let for_worm = blockers(&snapshot, worm).first().copied()?;
            Some(format!("message {} waits for {for_worm}", worm.message.0))
        });
        let more = if deadlock.worms.len() > MOST_TOLD {
            ", …"
        } else {
            ""
        };
        let waits = waits.collect::<Vec<_>>().join(", ");
        return Some(format!(
            "Deadlock since cycle {}: {waits}{more}.",
            deadlock.cycle
        ));
    }
    let is_random = lab.study.read().design.is_random();
    let last = snapshot.last_delivery?;
    let is_over = snapshot.counters.generated == snapshot.counters.delivered;
    let orders = lab.study.read().design.orders.len() as u64;
    (!is_random && is_over && snapshot.counters.generated == orders).then(|| {
        format!(
            "All delivered. The last, message {}, took {} over {} with {}.",
            last.message.0,
            count(last.arrived - last.generated, "cycle"),
            count(last.hops.into(), "channel"),
            count(last.length.into(), "flit"),
        )
    })
}

/// The messages that hold what a blocked header wants.
fn blockers(snapshot: &Snapshot, worm: &WormView) -> Vec<u64> {
    let HeaderState::Blocked { wants } = &worm.header else {
        return Vec::new();
    };
    let holders = wants.iter().filter_map(|lane| {
        let mut held = snapshot.holders(lane.channel);
        held.find(|(vc, ..)| *vc == lane.vc)
    });
    let mut holders: Vec<_> = holders.map(|(_, worm, _)| worm.message.0).collect();
    holders.dedup();
    holders
}

/// A node as drawings and as scenarios write it, where these differ: `0110 (6)`.
fn named(study: &Study, node: NodeId) -> String {
    let (address, label) = (study.topology.address(node), study.topology.label(node));
    if address.trim_matches(['(', ')']) == label {
        address
    } else {
        format!("{address} ({label})")
    }
}

/// The channel or node that is pointed at or selected.
#[component]
pub fn Inspector() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let content = move || {
        let focus = lab.focus.get();
        match (focus.channel, focus.node) {
            (Some(channel), _) => channel_view(lab, channel).into_any(),
            (None, Some(node)) => node_view(lab, node).into_any(),
            (None, None) => view! {
                <p class="muted">
                    "A message travels as a worm of flits: the header finds the way, the body follows, the tail frees each channel behind it. Point at a channel to see who holds it; choose two nodes to send a message."
                </p>
            }
            .into_any(),
        }
    };
    view! {
        <section class="panel inspector" aria-label="Selection" tabindex="0">
            <Readings />
            <div class="selected">{content}</div>
        </section>
    }
}

fn channel_view(lab: Lab, channel: ChannelId) -> impl IntoView {
    let study = lab.study.get();
    let network = &study.design.network;
    let address = |node: NodeId| named(&study, node);
    let (from, to) = (network.from(channel), network.to(channel));
    let port = study.topology.port_name(network.port(channel));
    let snapshot = lab.player.snapshot.get();
    let rows = channel_rows(lab, &snapshot, channel);
    view! {
        <h2>{format!("Channel {} → {}", address(from), address(to))} <small>{port}</small></h2>
        <ul class="lanes">{rows}</ul>
    }
}

fn node_view(lab: Lab, node: NodeId) -> impl IntoView {
    let study = lab.study.get();
    let network = &study.design.network;
    let snapshot = lab.player.snapshot.get();
    let queued = snapshot.queued.get(node.0 as usize).copied().unwrap_or(0);
    let channels = network.channels_of(node).map(|channel| {
        let to = study.topology.address(network.to(channel));
        let port = study.topology.port_name(network.port(channel));
        let rows = channel_rows(lab, &snapshot, channel);
        view! { <li><b>{format!("→ {to}")}</b> " " <small>{port}</small><ul class="lanes">{rows}</ul></li> }
    });
    view! {
        <h2>{format!("Node {}", named(&study, node))} <small>{format!("{queued} in its queue")}</small></h2>
        <ul class="channels">{channels.collect_view()}</ul>
    }
}

/// One line per virtual channel of a channel.
fn channel_rows(lab: Lab, snapshot: &Snapshot, channel: ChannelId) -> impl IntoView + use<> {
    let study = lab.study.get();
    let holders: Vec<_> = snapshot.holders(channel).collect();
    let rows = (0..study.design.vcs).map(|vc| {
        let holder = holders.iter().find(|(lane, ..)| *lane == vc);
        let (class, text) = match holder {
            None => ("free".to_owned(), "free".to_owned()),
            Some((_, worm, flits)) => {
                let class = format!("hue-{}", worm.message.0 % 6);
                (class, holder_text(lab, snapshot, worm, *flits))
            }
        };
        view! { <li class=class><b>{format!("VC {vc}")}</b> " " {text}</li> }
    });
    rows.collect_view()
}

fn holder_text(lab: Lab, snapshot: &Snapshot, worm: &WormView, flits: u32) -> String {
    let study = lab.study.get();
    let address = |node: NodeId| study.topology.address(node);
    let state = match &worm.header {
        HeaderState::Moving => "moving".to_owned(),
        HeaderState::Storing => "waits for its tail: store-and-forward".to_owned(),
        HeaderState::Arrived => "arriving".to_owned(),
        HeaderState::Blocked { wants } => match wants.first() {
            None => "waiting for an ejection port".to_owned(),
            Some(first) => {
                let to = address(study.design.network.to(first.channel));
                let lanes: Vec<_> = wants.iter().map(|lane| lane.vc.to_string()).collect();
                let holders: Vec<_> = blockers(snapshot, worm)
                    .iter()
                    .map(u64::to_string)
                    .collect();
                format!(
                    "blocked: needs VC {} of the channel to {to}, held by {}",
                    lanes.join(" or "),
                    holders.join(" and ")
                )
            }
        },
    };
    format!(
        "held by message {} ({} → {}), {} here, {state}",
        worm.message.0,
        address(worm.from),
        address(worm.to),
        count(flits.into(), "flit"),
    )
}

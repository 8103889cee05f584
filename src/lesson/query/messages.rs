//! Queries about a single message.

use super::{Group, Message, MessageAt, Outcome, query, value, values, whole};
use crate::error::LessonError;
use crate::run::SceneRun;
use engine::sim::{Delivery, HeaderState, Location, MessageId, WormView};

pub(super) const GROUP: Group = Group {
    name: "One message",
    queries: &[
        query(
            "arrival(0)",
            "The cycle in which the tail of a message arrived.",
            Message(|run, message| value(delivery(run, message)?.map(|d| d.arrived))),
        ),
        query(
            "latency(0)",
            "Cycles from its generation to the arrival of its tail.",
            Message(|run, message| value(delivery(run, message)?.map(|d| d.arrived - d.generated))),
        ),
        query(
            "zero_load(0)",
            "The latency that it would have alone in the network.",
            Message(|run, message| value(delivery(run, message)?.map(|d| alone(run, &d)))),
        ),
        query(
            "delay(0)",
            "By how many cycles others delayed it: its latency less that alone.",
            Message(|run, message| {
                let delay = |d: Delivery| (d.arrived - d.generated).saturating_sub(alone(run, &d));
                value(delivery(run, message)?.map(delay))
            }),
        ),
        query(
            "hops(0)",
            "Channels that its header was given so far.",
            Message(|run, message| {
                let id = known(run, message)?;
                let arrived = delivery(run, message)?.map(|d| i64::from(d.hops));
                value(
                    arrived.unwrap_or_else(|| run.journeys(|all| whole(all.of(id).channels.len()))),
                )
            }),
        ),
        query(
            "path(0)",
            "The nodes that its header has reached, its source first.",
            Message(|run, message| {
                let journey = run.journeys(|all| known(run, message).map(|id| all.of(id)))?;
                let network = &run.built().design.network;
                let first = journey
                    .channels
                    .first()
                    .map(|&channel| network.from(channel));
                let rest = journey.channels.iter().map(|&channel| network.to(channel));
                values(first.into_iter().chain(rest).map(|node| run.label(node)))
            }),
        ),
        query(
            "length(0)",
            "Its length [flits].",
            Message(|run, message| {
                let flits = order(run, message)?.map(|order| i64::from(order.length));
                let worm = worm(run, message, run.cycle())?.map(|worm| i64::from(worm.length));
                let arrived = delivery(run, message)?.map(|d| i64::from(d.length));
                value(flits.or(worm).or(arrived))
            }),
        ),
        query(
            "source(0)",
            "The node that sent it.",
            Message(|run, message| value(ends(run, message)?.map(|ends| ends.0))),
        ),
        query(
            "destination(0)",
            "The node that it goes to.",
            Message(|run, message| value(ends(run, message)?.map(|ends| ends.1))),
        ),
        query(
            "holds(0)",
            "The channels that it holds, from its header to its tail; `holds(0, 12)` after 12 cycles of the run.",
            MessageAt(|run, message, cycle| {
                let worm = worm(run, message, cycle)?;
                let segments = worm.iter().flat_map(|worm| &worm.segments);
                let channels = segments.filter_map(|segment| match segment.place {
                    Location::Channel(lane) => Some(run.channel_name(lane.channel)),
                    _ => None,
                });
                values(channels)
            }),
        ),
        query(
            "wants(0)",
            "The channels of which its blocked header waits for one; `wants(0, 12)` after 12 cycles of the run.",
            MessageAt(|run, message, cycle| values(wanted(run, message, cycle)?)),
        ),
        query(
            "waits_for(0)",
            "The messages that hold what its blocked header waits for.",
            MessageAt(|run, message, cycle| {
                let id = known(run, message)?;
                let snapshot = run.at(cycle);
                let lanes = match worm(run, message, cycle)?.map(|worm| worm.header) {
                    Some(HeaderState::Blocked { wants }) => wants,
                    _ => Vec::new(),
                };
                let holds = |worm: &&WormView| {
                    worm.message != id && worm.segments.iter().any(|segment| {
                        matches!(segment.place, Location::Channel(lane) if lanes.contains(&lane))
                    })
                };
                let holders = snapshot.worms.iter().filter(holds);
                values(holders.map(|worm| whole(worm.message.0)))
            }),
        ),
        query(
            "is_blocked(0)",
            "Whether its header is blocked; `is_blocked(0, 12)` after 12 cycles of the run.",
            MessageAt(|run, message, cycle| {
                let worm = worm(run, message, cycle)?;
                value(worm.is_some_and(|worm| matches!(worm.header, HeaderState::Blocked { .. })))
            }),
        ),
        query(
            "blocked_since(0)",
            "The cycle since which its header is blocked.",
            Message(|run, message| {
                let id = known(run, message)?;
                value(run.journeys(|all| all.of(id).blocked_since))
            }),
        ),
        query(
            "blocked_for(0)",
            "For how many cycles its header was blocked in all.",
            Message(|run, message| {
                let id = known(run, message)?;
                value(run.journeys(|all| all.of(id).blocked_for))
            }),
        ),
    ],
};

/// Checks that a message has been generated or ordered, and returns its id.
fn known(run: &SceneRun, message: i64) -> Outcome<MessageId> {
    let generated = run.now(|simulator| simulator.counters().generated);
    let orders = run.built().design.orders.len() as u64;
    let all = generated.max(orders);
    let number = u64::try_from(message).ok().filter(|&number| number < all);
    number.map(MessageId).ok_or_else(|| {
        let allowed = match all {
            0 => "one that is sent, and none is".to_owned(),
            all => format!("one of the {all} so far, from 0 to {}", all - 1),
        };
        LessonError::rejected("message", allowed, &message.to_string())
    })
}

/// Returns the last delivery of a message.
fn delivery(run: &SceneRun, message: i64) -> Outcome<Option<Delivery>> {
    let id = known(run, message)?;
    Ok(run.deliveries(|all| all.iter().rfind(|d| d.message == id).copied()))
}

/// Returns the latency of the message alone in the network, by the formula in the documentation of `sim`.
fn alone(run: &SceneRun, delivery: &Delivery) -> u64 {
    let design = &run.built().design;
    let (hops, length) = (u64::from(delivery.hops), u64::from(delivery.length));
    let timing = &design.timing;
    let router = u64::from(timing.router);
    let ends = u64::from(timing.injection) + u64::from(timing.ejection);
    if design.switching == engine::sim::Switching::StoreAndForward {
        hops * (length + router) + ends
    } else {
        hops * (1 + router) + length - 1 + ends
    }
}

fn worm(run: &SceneRun, message: i64, cycle: u64) -> Outcome<Option<WormView>> {
    let id = known(run, message)?;
    Ok(run
        .at(cycle)
        .worms
        .into_iter()
        .find(|worm| worm.message == id))
}

pub(super) fn wanted(run: &SceneRun, message: i64, cycle: u64) -> Outcome<Vec<String>> {
    let mut channels = Vec::new();
    if let Some(HeaderState::Blocked { wants }) = worm(run, message, cycle)?.map(|worm| worm.header)
    {
        for lane in wants {
            let name = run.channel_name(lane.channel);
            if !channels.contains(&name) {
                channels.push(name);
            }
        }
    }
    Ok(channels)
}

/// Returns the order of a message if all messages are ordered and each has one destination.
fn order(run: &SceneRun, message: i64) -> Outcome<Option<engine::sim::Order>> {
    let MessageId(number) = known(run, message)?;
    let design = &run.built().design;
    let counted = !run.is_endless() && design.orders.iter().all(|order| order.to.len() == 1);
    Ok(design
        .orders
        .get(number as usize)
        .filter(|_| counted)
        .cloned())
}

/// Returns the source and destination of a message.
fn ends(run: &SceneRun, message: i64) -> Outcome<Option<(String, String)>> {
    let names = |from, to| (run.label(from), run.label(to));
    if let Some(order) = order(run, message)? {
        return Ok(Some(names(order.from, order.to[0])));
    }
    if let Some(arrived) = delivery(run, message)? {
        return Ok(Some(names(arrived.from, arrived.to)));
    }
    Ok(worm(run, message, run.cycle())?.map(|worm| names(worm.from, worm.to)))
}

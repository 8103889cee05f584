//! A deadlock within a knot: a shortest cycle of channels if there is one, otherwise messages that
//! wait for several others.

use std::collections::BTreeMap;

use super::configuration::Configuration;
use super::flows::{Flows, Next, StateId, lanes_of};
use super::knot::is_within;
use super::lanes::Lanes;
use super::walks::Held;
use crate::routing::dependency::Digraph;
use crate::routing::{Candidate, VcSet, VirtualChannel};
use crate::topology::ChannelId;

/// A deadlock of messages that hold one lane of a knot each.
pub(super) fn within(flows: &Flows, knot: &Lanes) -> Option<Configuration> {
    let held = cycle(flows, knot).unwrap_or_else(|| one_each(flows, knot));
    let messages = held.iter().map(|held| held.message(flows));
    let messages = messages.collect::<Option<_>>()?;
    Some(Configuration { messages }.reduced())
}

/// A channel and a set of its VCs for which alone a header waits.
type Wanted = (ChannelId, u16);

/// The waits of headers that wait for a single channel, each with the lanes that can be held
/// meanwhile.
fn waits(flows: &Flows, knot: &Lanes) -> BTreeMap<Wanted, BTreeMap<ChannelId, u16>> {
    let mut waits: BTreeMap<Wanted, BTreeMap<ChannelId, u16>> = BTreeMap::new();
    each_wait(flows, knot, |channel, vcs, _, _, group| {
        if let Some(wanted) = of_one_channel(group) {
            *waits.entry(wanted).or_default().entry(channel).or_default() |= vcs.0;
        }
    });
    waits
}

/// The channel and VCs of a group of offers; `None` if the group spans several channels.
fn of_one_channel(group: &[Candidate]) -> Option<Wanted> {
    let channel = group.first()?.channel;
    let is_one = group.iter().all(|offer| offer.channel == channel);
    let vcs = group.iter().fold(0, |vcs, offer| vcs | offer.vcs.0);
    is_one.then_some((channel, vcs))
}

/// Visits all pairs of a held lane of a knot and a subsequent wait for lanes of the knot: channel,
/// VCs, the states before and after, the index of the group in the latter, and the group.
fn each_wait<'f>(
    flows: &'f Flows,
    knot: &Lanes,
    mut visit: impl FnMut(ChannelId, VcSet, [StateId; 2], usize, &'f [Candidate]),
) {
    for state in 0..flows.len() as StateId {
        flows.each_next(state, knot, |channel, vcs, next| {
            let mut at = |next| {
                for (place, group) in flows.groups(next).enumerate() {
                    if is_within(group, knot) {
                        visit(channel, vcs, [state, next], place, group);
                    }
                }
            };
            match next {
                Next::State(next) => at(next),
                Next::EndOfLeg => flows.onward(channel).for_each(at),
                Next::Arrived => {}
            }
        });
    }
}

/// A shortest cycle of channels in which all wanted lanes of a channel are held by messages that
/// wait for those of the next.
fn cycle(flows: &Flows, knot: &Lanes) -> Option<Vec<Held>> {
    let waits = waits(flows, knot);
    let nodes: Vec<Wanted> = waits.keys().copied().collect();
    let graph = Digraph::new(nodes.len() as u32, |node, next| {
        let (channel, vcs) = nodes[node as usize];
        let ahead = (0..).zip(waits.values()).filter(|(_, holders)| {
            let can_be_held = holders.get(&channel).copied().unwrap_or(0);
            vcs & !can_be_held == 0
        });
        next.extend(ahead.map(|(next, _)| next));
    });
    let cycle = graph.shortest_cycle()?;
    let following = cycle.iter().skip(1).chain(cycle.first());
    let pairs: BTreeMap<Wanted, Wanted> = cycle
        .iter()
        .zip(following)
        .map(|(&node, &next)| (nodes[node as usize], nodes[next as usize]))
        .collect();
    let mut found: BTreeMap<VirtualChannel, Held> = BTreeMap::new();
    each_wait(flows, knot, |channel, vcs, [first, last], group, wanted| {
        let Some(wanted) = of_one_channel(wanted) else {
            return;
        };
        for (&(_, held), _) in pairs
            .range((channel, 0)..=(channel, u16::MAX))
            .filter(|(_, next)| **next == wanted)
        {
            for vc in VcSet(held & vcs.0).iter() {
                let lane = VirtualChannel { channel, vc };
                // Messages that start in this state are the easiest to send.
                let is_better =
                    |known: &Held| !flows.is_source(known.first) && flows.is_source(first);
                if found.get(&lane).is_none_or(is_better) {
                    found.insert(
                        lane,
                        Held {
                            first,
                            lanes: vec![lane],
                            last,
                            group,
                        },
                    );
                }
            }
        }
    });
    Some(found.into_values().collect())
}

/// For every lane of a knot, a message that holds it and waits for as few lanes as possible.
fn one_each(flows: &Flows, knot: &Lanes) -> Vec<Held> {
    let mut found: BTreeMap<VirtualChannel, (usize, Held)> = BTreeMap::new();
    each_wait(flows, knot, |channel, vcs, [first, last], group, wanted| {
        let wanted = lanes_of(wanted).len();
        for vc in vcs.iter() {
            let lane = VirtualChannel { channel, vc };
            if found.get(&lane).is_none_or(|(fewest, _)| wanted < *fewest) {
                let held = Held {
                    first,
                    lanes: vec![lane],
                    last,
                    group,
                };
                found.insert(lane, (wanted, held));
            }
        }
    });
    found.into_values().map(|(_, held)| held).collect()
}

//! Constructs a scenario in which the messages of a given deadlock reach it.
//!
//! Every message has a prescribed path and as many flits as fill the channels that it holds. The messages are timed so
//! that all of them request the last of their channels in about the same cycle. The router delay is longer than any
//! difference between them, so it keeps each message in place until the others have arrived.

use std::collections::BTreeMap;

use super::played::{Witness, deadlocks};
use crate::scenario::{BuiltScenario, CyclesOrAuto, Message, Ports, Scenario, Timing, lane_text};
use engine::routing::deadlock::{Configuration, Stuck};
use engine::routing::{Candidates, Hop, VirtualChannel};
use engine::sim::{Design, Switching};
use engine::topology::{ChannelId, NodeId};

/// The largest number of messages in a witness.
const MOST_MESSAGES: usize = 512;

/// The largest number of injection ports of a node.
const MOST_PORTS: usize = 255;

/// The witness of a deadlock, if its simulation deadlocks.
pub(super) fn of(
    found: &Configuration,
    scenario: &Scenario,
    built: &BuiltScenario,
) -> Option<Witness> {
    let design = &*built.design;
    if found.messages.len() > MOST_MESSAGES {
        return None;
    }
    // The intermediate node of a message that only has the second of two legs is its source.
    let has_legs = design.routing.legs() > 1;
    let by = |message: &Stuck| has_legs.then(|| message.by.unwrap_or(message.from));
    let buffer = i64::from(design.buffer);
    let length = |message: &Stuck| match design.switching {
        Switching::Wormhole => count(message.held).max(1) * buffer,
        _ => scenario.length.mean().round() as i64,
    };
    let longest = found.messages.iter().map(length).max()?;
    // The flits of a message share the bandwidth of their channels with other messages.
    let delay = longest * i64::from(design.vcs) + 8;
    let each_hop = match design.switching {
        Switching::StoreAndForward => longest + delay,
        _ => 1 + delay,
    };
    let hops = |message: &Stuck| count(message.walk.len());
    let most_hops = found.messages.iter().map(hops).max()?;
    let topology = &*built.topology;
    let walks = apart(&found.messages, design);
    let messages = found
        .messages
        .iter()
        .zip(&walks)
        .map(|(message, walk)| Message {
            at: (most_hops - hops(message)) * each_hop,
            from: topology.label(message.from),
            to: vec![topology.label(message.to)],
            length: Some(length(message)),
            by: by(message).map(|by| topology.label(by)),
            via: walk
                .iter()
                .map(|&lane| lane_text(topology, &design.network, lane))
                .collect(),
        });
    let mut witness = scenario.clone();
    witness.messages = messages.collect();
    witness.messages.sort_by_key(|message| message.at);
    witness.traffic.rate = 0.0;
    witness.timing = Timing {
        injection: 0,
        ejection: 0,
        router: delay,
        startup: 0,
        preparation: CyclesOrAuto::Cycles(0),
    };
    witness.ports = Ports {
        injection: count(ports(found)?),
        ejection: None,
    };
    let cycles = (most_hops + 3) * each_hop + 2 * longest;
    let cycle = deadlocks(&witness, cycles as u64)?;
    Some(Witness {
        scenario: witness,
        cycle,
    })
}

/// The virtual channels that the messages take, with those of the same source on different ones of its
/// first channel: the only link of a terminal would otherwise delay them.
fn apart(messages: &[Stuck], design: &Design) -> Vec<Vec<VirtualChannel>> {
    let Design {
        network, routing, ..
    } = design;
    let mut walks: Vec<_> = messages
        .iter()
        .map(|message| message.walk.clone())
        .collect();
    if routing.asks_arrival() {
        return walks;
    }
    let mut taken: BTreeMap<ChannelId, usize> = BTreeMap::new();
    for (message, walk) in messages.iter().zip(&mut walks) {
        let is_passed = message.held < walk.len();
        let Some(first) = walk.first_mut().filter(|_| is_passed) else {
            continue;
        };
        let (to, leg) = match message.by {
            Some(by) => (by, 0),
            None => (message.to, routing.legs() - 1),
        };
        let mut offers = Candidates::default();
        routing.candidates(network, Hop::new(message.from, to, leg), &mut offers);
        let mut offers = offers.as_slice().iter();
        let offered = offers.find(|offer| offer.channel == first.channel);
        let offered: Vec<_> = offered
            .into_iter()
            .flat_map(|offer| offer.lanes())
            .collect();
        let nth = taken.entry(first.channel).or_default();
        if let Some(lane) = offered.get(*nth % offered.len().max(1)) {
            *first = *lane;
        }
        *nth += 1;
    }
    walks
}

/// The number of injection ports with which no two messages of a node use the same one: messages take them in turn.
fn ports(found: &Configuration) -> Option<usize> {
    let mut hops: Vec<_> = found.messages.iter().collect();
    hops.sort_by_key(|message| std::cmp::Reverse(message.walk.len()));
    (1..=MOST_PORTS).find(|ports| {
        let mut used: BTreeMap<(NodeId, usize), u32> = BTreeMap::new();
        for (nth, message) in hops.iter().enumerate() {
            *used.entry((message.from, nth % ports)).or_default() += 1;
        }
        used.values().all(|&count| count == 1)
    })
}

/// Converts a number of channels or ports, which is small.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

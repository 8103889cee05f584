//! Checks a proof of freedom from deadlock.

use std::collections::BTreeSet;

use flitscope::routing::deadlock::Escapes;
use flitscope::routing::{Adaptivity, Candidate, Candidates, Hop, RoutingFunction};
use flitscope::topology::{Network, NodeId};

/// Asserts that every header is offered an escape, and that every message holding a lane waits,
/// wherever it has moved since, for an escape of a lower round than that lane: waits for escapes
/// form no cycle.
pub fn assert_proves(escapes: &Escapes, network: &Network, routing: &dyn RoutingFunction) {
    let last = routing.legs() - 1;
    let terminals = network.terminals();
    // Messages of one leg, and those of two legs through every node.
    for to in terminals.iter() {
        let serves = |&from: &NodeId| from != to && routing.serves(from, to);
        for from in terminals.iter().filter(serves) {
            let start = Hop::new(from, to, last);
            follow(escapes, network, routing, start, None);
            let nodes = (0..network.nodes()).map(NodeId);
            for by in nodes.filter(|&by| last > 0 && by != from) {
                if routing.goes_by(from, by, to) {
                    let then_to = (by != to).then_some(to);
                    follow(escapes, network, routing, Hop::new(from, by, 0), then_to);
                }
            }
        }
    }
}

/// Follows a message over every lane it may take, with the lowest round among the lanes taken so
/// far.
fn follow(
    escapes: &Escapes,
    network: &Network,
    routing: &dyn RoutingFunction,
    start: Hop,
    then_to: Option<NodeId>,
) {
    if !routing.reaches(network, start) {
        return;
    }
    let last = routing.legs() - 1;
    let key = |hop: Hop| (hop.here, hop.to, hop.leg, hop.came);
    let mut seen = BTreeSet::new();
    let mut open = vec![(start, u32::MAX)];
    while let Some((hop, lowest)) = open.pop() {
        if !seen.insert((key(hop), lowest)) {
            continue;
        }
        let mut offers = Candidates::default();
        routing.candidates(network, hop, &mut offers);
        let offers = offers.as_slice();
        let size = match routing.adaptivity() {
            Adaptivity::Oblivious => 1,
            _ => offers.len(),
        };
        // A message in a dead end waits for no other.
        assert!(
            !offers.is_empty() || !routing.always_arrives(),
            "nothing is offered: {hop:?}"
        );
        for group in offers.chunks(size.max(1)) {
            let escape = escape(escapes, group);
            assert!(escape < lowest, "{hop:?} waits for {escape} with {lowest}");
        }
        for lane in offers.iter().flat_map(|offer| offer.lanes()) {
            let here = network.to(lane.channel);
            let lowest = lowest.min(escapes.round(lane));
            let mut next = Hop { here, ..hop };
            if routing.asks_arrival() {
                next = next.over(lane);
            }
            match then_to.filter(|_| here == hop.to && hop.leg < last) {
                Some(to) => open.push((Hop::new(here, to, last), lowest)),
                None if here != hop.to => open.push((next, lowest)),
                None => {}
            }
        }
    }
}

fn escape(escapes: &Escapes, group: &[Candidate]) -> u32 {
    let lane = escapes.among(group).expect("a group is not empty");
    escapes.round(lane)
}

//! The routing states in which headers can be.

use std::collections::BTreeSet;

use engine::routing::{Candidates, Hop, RoutingFunction};
use engine::topology::Network;

/// Every node that a message can reach on a leg, bound for every end of the leg; in networks without
/// switches, every pair of nodes.
pub fn reachable(network: &Network, routing: &dyn RoutingFunction) -> Vec<Hop> {
    let mut all = Vec::new();
    for leg in 0..routing.legs() {
        for to in routing.ends(network, leg) {
            let starts: Vec<_> = routing.starts(network, to, leg).collect();
            let mut seen: BTreeSet<_> = starts.iter().map(|hop| hop.here).collect();
            let mut open = starts;
            while let Some(hop) = open.pop() {
                all.push(hop);
                let mut offers = Candidates::default();
                routing.candidates(network, hop, &mut offers);
                for offer in offers.as_slice() {
                    let here = network.to(offer.channel);
                    // Only switches are reached that are not starts.
                    if here != to && !network.terminals().contains(here) && seen.insert(here) {
                        open.push(Hop { here, ..hop });
                    }
                }
            }
        }
    }
    all
}

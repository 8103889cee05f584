//! A table as plain data, which the program that compiled it sends to the programs that use it.
//!
//! The data contain the offers of each state, in the order in which the states are visited: exploring in the same order
//! visits the same states. Equal offers are stored once.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::{Deserialize, Serialize};

use super::table::{Facts, Offer, Table};
use crate::routing::{RoutingFunction as _, VcSet};
use crate::topology::{Network, Port};

/// A [`Table`] without its network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    vcs: u8,
    asks_arrival: bool,
    facts: Facts,
    /// The distinct lists of offers.
    offers: Vec<Vec<Offer>>,
    /// Runs of consecutive states with equal offers: the number of states, and their index in
    /// `offers`.
    runs: Vec<(u32, u32)>,
}

impl Table {
    /// The table as plain data.
    pub fn record(&self, network: &Network) -> Recorded {
        let mut known: BTreeMap<Vec<Offer>, u32> = BTreeMap::new();
        let (mut list, mut runs) = (Vec::new(), Vec::<(u32, u32)>::new());
        let again = Self::of::<Infallible>(network, self.vcs, self.asks_arrival(), |hop, out| {
            let offers = self.answer(hop).unwrap_or_default().to_vec();
            let place = *known.entry(offers).or_insert_with_key(|offers| {
                list.push(offers.clone());
                list.len() as u32 - 1
            });
            match runs.last_mut() {
                Some((count, last)) if *last == place => *count += 1,
                _ => runs.push((1, place)),
            }
            self.candidates(network, hop, out);
            Ok(())
        });
        drop(again);
        Recorded {
            vcs: self.vcs,
            asks_arrival: self.asks_arrival(),
            facts: *self.facts(),
            offers: list,
            runs,
        }
    }

    /// Rebuilds the table from its record; `None` if the record does not fit the network.
    pub fn replay(network: &Network, recorded: &Recorded) -> Option<Self> {
        let runs = recorded.runs.iter();
        let mut places =
            runs.flat_map(|&(count, place)| std::iter::repeat_n(place, count as usize));
        let table = Self::of::<()>(network, recorded.vcs, recorded.asks_arrival, |hop, out| {
            let place = places.next().ok_or(())?;
            for &offer in recorded.offers.get(place as usize).ok_or(())? {
                let mut channels = network.channels_of(hop.here);
                let channel = channels.find(|&channel| network.port(channel) == Port(offer.port));
                let channel = channel.ok_or(())?;
                let vcs = VcSet(offer.vcs);
                if offer.is_escape {
                    out.offer_escape(channel, vcs);
                } else {
                    out.offer(channel, vcs);
                }
            }
            Ok(())
        });
        if recorded
            .facts
            .root
            .is_some_and(|root| root.0 >= network.nodes())
        {
            return None;
        }
        let table = table.ok()?.with_facts(recorded.facts);
        // Offers that are left belong to states that this network does not have.
        places.next().is_none().then_some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::{self, Hop, RoutingFunction};
    use crate::topology::{self, NodeId};

    fn table_of(network: &Network, routing: &dyn RoutingFunction, vcs: u8) -> Table {
        let asks = routing.asks_arrival();
        let table = Table::of::<()>(network, vcs, asks, |hop, out| {
            routing.candidates(network, hop, out);
            Ok(())
        });
        table.expect("nothing is refused")
    }

    #[test]
    fn a_table_survives_serialization() {
        for (network, id, vcs) in [
            ("mesh:4x4", "dimension-order", 1),
            ("mesh:4x3", "odd-even", 2),
            ("torus:4x4", "duato", 3),
            ("hypercube:3", "unrestricted", 16),
        ] {
            let topology = topology::from_spec(network).expect("a network");
            let network = Network::new(&*topology);
            let routing = routing::from_id(id, &*topology, vcs).expect("it is defined there");
            let facts = Facts {
                is_free: Some(true),
                pairs: 7,
                root: Some(NodeId(3)),
                ..Facts::default()
            };
            let table = table_of(&network, &*routing, vcs).with_facts(facts);
            let recorded = table.record(&network);
            let read = Table::replay(&network, &recorded).expect("it has just been recorded");
            assert_eq!(read.record(&network), recorded);
            assert_eq!(read.facts(), &facts);
            for to in topology.node_ids() {
                for here in topology.node_ids().filter(|&here| here != to) {
                    let hop = Hop::new(here, to, 0);
                    assert!(table.answer(hop).is_some());
                    assert_eq!(read.answer(hop), table.answer(hop));
                }
            }
        }
    }

    #[test]
    fn a_record_of_another_network_is_refused() {
        let network = |spec: &str| Network::new(&*topology::from_spec(spec).expect("a network"));
        let ring = topology::from_spec("ring:4").expect("a network");
        let routing = routing::from_id("shortest", &*ring, 1).expect("it is defined there");
        let recorded = table_of(&network("ring:4"), &*routing, 1).record(&network("ring:4"));
        for other in ["ring:3", "ring:5", "mesh:2x3", "torus-uni:4"] {
            assert!(
                Table::replay(&network(other), &recorded).is_none(),
                "{other}"
            );
        }
    }
}

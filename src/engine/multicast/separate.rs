//! Separate addressing: one unicast message per destination.

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route};
use crate::catalog::{Entry, Family, Source};
use crate::topology::NodeId;

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry {
        id: "separate",
        name: "Separate addressing",
        summary: "one message per destination, on any topology",
        help: "The source sends a separate message to every destination, in the order given. It \
               works everywhere and is the baseline for all others: the source pays one start-up \
               after the other, and the channels around it carry every copy.",
        sources: &[Source {
            cite: "McKinley, Xu, Esfahanian & Ni 1994",
            work: "Unicast-based multicast communication in wormhole-routed networks, \
                   IEEE TPDS 5(12)",
        }],
        params: &[],
    },
    build: |_, _| Ok(Box::new(Separate)),
};

#[derive(Debug)]
struct Separate;

impl MulticastAlgorithm for Separate {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        let worms = to.iter().map(|&to| PlannedWorm {
            from,
            after: None,
            route: Route::Routed,
            deliver: vec![to],
        });
        Plan::of(worms)
    }
}

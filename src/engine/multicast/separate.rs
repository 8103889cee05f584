//! Separate addressing: one unicast message per destination.

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route, TEXTS};
use crate::catalog::{Entry, Family};
use crate::topology::NodeId;

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "separate", &[]),
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

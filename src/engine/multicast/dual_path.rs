//! Dual-path multicast (Lin & Ni 1991): one worm up the labels, one down.
//!
//! One worm visits the destinations with higher labels than the source in ascending order, another
//! one those with lower labels in descending order; the label routing R leads each from one
//! destination to the next. Each worm stays in an acyclic network, so they cannot deadlock as long
//! as no other traffic holds its channels and every node can receive both at once.

use super::{MulticastAlgorithm, MulticastFamily, Plan, TEXTS, along_labels};
use crate::catalog::{Entry, Family};
use crate::topology::{Labeling, NodeId};

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "dual-path", &[]),
    build: |topology, _| match Labeling::new(topology) {
        Some(labeling) => Ok(Box::new(DualPath { labeling })),
        None => topology.refuse("dual-path multicast", "choose a mesh or hypercube"),
    },
};

#[derive(Debug)]
pub(super) struct DualPath {
    pub(super) labeling: Labeling,
}

impl MulticastAlgorithm for DualPath {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        Plan::of(along_labels::dual_path(&self.labeling, from, to))
    }

    fn base(&self) -> Option<&'static str> {
        Some("label")
    }

    fn preparation(&self) -> u32 {
        2
    }
}

//! Multi-path multicast (Lin & Ni 1991): worms via several neighbors of the source.
//!
//! The destinations with higher labels than the source, and those with lower ones, are each divided
//! among the neighbors on that side. Every part is served by a worm that visits its neighbor first
//! and then one destination after the other by the label routing R.
//!
//! - *In two dimensions* a source has at most two neighbors on a side. Destinations whose x is at
//!   most that of the left neighbor are reached via this neighbor, the others via the right one:
//!   four worms, about one per quadrant.
//! - *In n dimensions* a neighbor serves the destinations from its own label up to, but excluding,
//!   that of the next neighbor: at most 2n worms. This is Lin & Ni's rule for hypercubes.

use super::{
    MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, TEXTS, along_labels, dual_path,
};
use crate::catalog::{Entry, Family};
use crate::topology::sorted::order_of;
use crate::topology::{Labeling, Lattice, NodeId};

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "multi-path", &[]),
    build: |topology, _| match Labeling::new(topology) {
        Some(labeling) => {
            let plane = topology
                .mesh()
                .filter(|lattice| lattice.dimensions() == 2)
                .cloned();
            Ok(Box::new(MultiPath {
                labeling: labeling.clone(),
                plane,
                legs: dual_path::DualPath { labeling },
            }))
        }
        None => topology.refuse("multi-path multicast", "choose a mesh or hypercube"),
    },
};

#[derive(Debug)]
struct MultiPath {
    labeling: Labeling,
    /// The lattice of a two-dimensional mesh.
    plane: Option<Lattice>,
    legs: dual_path::DualPath,
}

impl MultiPath {
    /// Appends the worms to the labels on one side, given in the order in which a worm visits them.
    fn worms(&self, from: NodeId, labels: &[u32], out: &mut Vec<PlannedWorm>) {
        let Some(&farthest) = labels.last() else {
            return;
        };
        let here = self.labeling.label(from);
        // Neighbors are in ascending order of labels, but the nearest label must come first.
        let rises = farthest > here;
        let neighbors = self.labeling.neighbors(here).iter().copied();
        let mut by: Vec<u32> = neighbors
            .filter(|&label| label != here && (label > here) == rises)
            .collect();
        if !rises {
            by.reverse();
        }
        match (&self.plane, &*by) {
            (_, [] | [_]) => out.extend(along_labels::worm(&self.labeling, from, None, labels)),
            (Some(plane), &[one, other]) => {
                let x = |label| plane.coordinate(self.labeling.node(label), 0);
                let (left, right) = if x(one) < x(other) {
                    (one, other)
                } else {
                    (other, one)
                };
                let (lefts, rights): (Vec<_>, Vec<_>) =
                    labels.iter().partition(|&&label| x(label) <= x(left));
                for (by, labels) in [(left, lefts), (right, rights)] {
                    out.extend(along_labels::worm(&self.labeling, from, Some(by), &labels));
                }
            }
            (_, by) => {
                let mut labels = labels;
                for (index, &first) in by.iter().enumerate() {
                    let end = by.get(index + 1).map_or(labels.len(), |next| {
                        labels.partition_point(|label| label.abs_diff(here) < next.abs_diff(here))
                    });
                    let (part, rest) = labels.split_at(end);
                    out.extend(along_labels::worm(&self.labeling, from, Some(first), part));
                    labels = rest;
                }
            }
        }
    }
}

impl MulticastAlgorithm for MultiPath {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        let mut worms = Vec::with_capacity(4);
        for labels in along_labels::halves(&self.labeling, from, to) {
            self.worms(from, &labels, &mut worms);
        }
        // If ports are few, the longest path should start first.
        let lengths = worms.iter().map(|worm| u64::MAX - worm.path().len() as u64);
        let order: Vec<_> = order_of(lengths).collect();
        let mut worms: Vec<_> = worms.into_iter().map(Some).collect();
        Plan::of(order.into_iter().filter_map(|place| worms[place].take()))
    }

    fn base(&self) -> Option<&'static str> {
        Some("label")
    }

    fn led_by(&self) -> Option<&dyn MulticastAlgorithm> {
        Some(&self.legs)
    }

    fn preparation(&self) -> u32 {
        4
    }
}

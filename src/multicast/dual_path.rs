//! Dual-path multicast (Lin & Ni 1991): one worm up the labels, one down.
//!
//! The destinations with higher labels than the source are visited in ascending order, those
//! with lower labels in descending order, each worm led from one to the next by the label
//! routing R. Both worms stay in a network without cycles, so they cannot lock each other as
//! long as nothing else holds its channels and every node can take both at once.

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route};
use crate::catalog::{BuildError, Entry, Family, Source};
use crate::topology::{Labeling, NodeId};

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry {
        id: "dual-path",
        name: "Dual path",
        summary: "two worms at most: to higher labels, and to lower ones",
        help: "All nodes are numbered along one path through the network, a snake in a mesh \
               and the Gray code in a hypercube. One worm visits the destinations behind the \
               source on that path, another one those before it, both with shortcuts. Two \
               start-ups reach any number of destinations, at the price of long paths.",
        sources: &[
            Source {
                cite: "Lin & Ni 1991",
                work: "Deadlock-free multicast wormhole routing in multicomputer networks, ISCA",
            },
            Source {
                cite: "Lin, McKinley & Ni 1994",
                work: "Deadlock-free multicast wormhole routing in 2-D mesh multicomputers, \
                       IEEE TPDS 5(8)",
            },
        ],
        params: &[],
    },
    build: |topology, _| match Labeling::new(topology) {
        Some(labeling) => Ok(Box::new(DualPath { labeling })),
        None => Err(BuildError::Unsupported {
            what: "dual-path multicast".to_owned(),
            place: topology.spec(),
            instead: "choose a mesh or hypercube".to_owned(),
        }),
    },
};

/// A worm each way.
#[derive(Debug)]
struct DualPath {
    labeling: Labeling,
}

impl DualPath {
    /// The worm that visits labels in this order, each farther from the source's.
    fn worm(&self, from: NodeId, labels: &[u32]) -> Option<PlannedWorm> {
        let mut here = self.labeling.label(from);
        let mut path = vec![from];
        for &label in labels {
            while here != label {
                here = self.labeling.next(here, label);
                path.push(self.labeling.node(here));
            }
        }
        let deliver = labels.iter().map(|&label| self.labeling.node(label));
        (!labels.is_empty()).then(|| PlannedWorm {
            from,
            after: None,
            route: Route::Path(path),
            deliver: deliver.collect(),
        })
    }
}

impl MulticastAlgorithm for DualPath {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        let source = self.labeling.label(from);
        let labels = to.iter().map(|&node| self.labeling.label(node));
        let (mut higher, mut lower): (Vec<_>, Vec<_>) = labels.partition(|&label| label > source);
        higher.sort_unstable();
        lower.sort_unstable();
        lower.reverse();
        let worms = [higher, lower].map(|labels| self.worm(from, &labels));
        Plan {
            worms: worms.into_iter().flatten().collect(),
        }
    }

    fn is_path_based(&self) -> bool {
        true
    }

    fn preparation(&self) -> u32 {
        2
    }
}

//! Label routing R (Lin & Ni 1991): along the labels, with the largest possible step at each hop.
//!
//! Nodes are numbered along a Hamiltonian path. Towards a higher label, a header takes the channel
//! to the neighbor with the greatest label not above the destination's; towards a lower one, to the
//! neighbor with the least label not below it. Labels only rise or only fall along a path, so there
//! is no cycle and one VC suffices. In a two-dimensional mesh the path is a shortest one; in a
//! hypercube it can be longer.

use crate::catalog::{Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet};
use crate::topology::{ChannelId, Labeling, Network};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "label", &[]),
    build: Build::new(|topology, vcs, _| match Labeling::new(topology) {
        Some(labeling) => {
            let mesh = topology.mesh();
            Ok(Box::new(LabelOrder {
                is_minimal: mesh.is_some_and(|mesh| mesh.dimensions() <= 2),
                labeling,
                all: VcSet::range(0, vcs.count),
            }))
        }
        None => topology.refuse("label routing", "choose a mesh or hypercube"),
    }),
};

#[derive(Debug)]
struct LabelOrder {
    labeling: Labeling,
    is_minimal: bool,
    all: VcSet,
}

impl RoutingFunction for LabelOrder {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    fn is_label_based(&self) -> bool {
        true
    }

    fn class(&self, network: &Network, channel: ChannelId) -> Option<&'static str> {
        let label = |node| self.labeling.label(node);
        let rises = label(network.from(channel)) < label(network.to(channel));
        Some(if rises { "H" } else { "L" })
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let label = |node| self.labeling.label(node);
        let next = self.labeling.next(label(hop.here), label(hop.to));
        let channel = network.between(hop.here, self.labeling.node(next));
        out.offer(channel.expect("labels lead over channels"), self.all);
    }
}

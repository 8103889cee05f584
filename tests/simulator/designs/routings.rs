//! Minimal adaptive routing on any topology, with and without escape lanes.

use engine::routing::{self, Adaptivity, Candidates, Hop, Least, RoutingFunction, VcSet};
use engine::topology::{Network, Topology};

/// Every shortest path is allowed.
#[derive(Debug)]
pub struct Adaptive {
    topology: Box<dyn Topology>,
    kind: Kind,
    /// Lanes for adaptive use.
    free: VcSet,
    /// The lane reserved for dimension order.
    escape: VcSet,
    dimension_order: Box<dyn RoutingFunction>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All lanes of all channels that lead nearer: soon deadlocks.
    Unrestricted,
    /// The last lane is reserved for dimension order (Duato 1993) and offered after the others.
    EscapeLast,
    /// The same, offered before the others, which must make no difference.
    EscapeFirst,
}

impl Kind {
    pub fn on(self, topology: Box<dyn Topology>, vcs: u8) -> Adaptive {
        let dimension_order = routing::from_id("dimension-order", &*topology, 1);
        let free = match self {
            Self::Unrestricted => vcs,
            Self::EscapeLast | Self::EscapeFirst => vcs - 1,
        };
        Adaptive {
            topology,
            kind: self,
            free: VcSet::range(0, free),
            escape: VcSet::range(free, vcs),
            dimension_order: dimension_order.expect("it is defined on every topology"),
        }
    }
}

impl Adaptive {
    fn offer_escape(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let mut offers = Candidates::default();
        self.dimension_order.candidates(network, hop, &mut offers);
        for offer in offers.as_slice() {
            out.offer_escape(offer.channel, self.escape);
        }
    }
}

impl RoutingFunction for Adaptive {
    fn least(&self) -> Least<'_> {
        // It is not known of any of them, so the simulator looks for deadlocks.
        Least::Known(None)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        if self.kind == Kind::EscapeFirst {
            self.offer_escape(network, hop, out);
        }
        let distance = |node| self.topology.distance(node, hop.to);
        let leads_nearer = |&channel: &_| distance(network.to(channel)) < distance(hop.here);
        if !self.free.is_empty() {
            for channel in network.channels_of(hop.here).filter(leads_nearer) {
                out.offer(channel, self.free);
            }
        }
        if self.kind == Kind::EscapeLast {
            self.offer_escape(network, hop, out);
        }
    }
}

//! Functions that offer one channel at every node, whatever the virtual channel.

use crate::routing::{Candidates, Hop, Least, RoutingFunction, VcSet};
use crate::topology::{Network, NodeId, Port};

/// A function of the port that a header takes at a node towards another one. Channels must be taken in an
/// order, so that no cycle of dependencies forms and one VC suffices.
struct OneChannel<F> {
    port: F,
    all: VcSet,
}

pub(super) fn one_channel(
    vcs: u8,
    port: impl Fn(NodeId, NodeId) -> Port + Send + Sync + 'static,
) -> Box<dyn RoutingFunction> {
    let all = VcSet::range(0, vcs);
    Box::new(OneChannel { port, all })
}

impl<F: Fn(NodeId, NodeId) -> Port + Send + Sync> RoutingFunction for OneChannel<F> {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let port = (self.port)(hop.here, hop.to);
        out.offer(network.channel(hop.here, port), self.all);
    }
}

/// The port of the lowest bit that is set, where port i flips bit i.
pub(super) fn lowest_bit(differing: u32) -> Port {
    Port(differing.trailing_zeros() as u8)
}

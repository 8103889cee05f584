//! Networks under dimension-order routing with a few messages, for tests.

use engine::multicast;
use engine::routing;
use engine::sim::{Design, Multicasts, Order};
use engine::topology::{self, Network, NodeId, Topology};

/// A message: its cycle, source, destinations and length.
pub(in crate::scene) type Sent<'a> = (u64, u32, &'a [u32], u32);

/// Builds a network with `vcs` virtual channels in which messages are sent.
pub(in crate::scene) fn design(
    network: &str,
    vcs: u8,
    sent: &[Sent],
) -> (Box<dyn Topology>, Design) {
    let topology = topology::from_spec(network).expect("a network in range");
    let routing = routing::from_id("dimension-order", &*topology, vcs);
    let orders = sent.iter().map(|&(at, from, to, length)| Order {
        at,
        from: NodeId(from),
        to: to.iter().copied().map(NodeId).collect(),
        length,
    });
    let design = Design {
        vcs,
        orders: orders.collect(),
        ..Design::idle(
            Network::new(&*topology),
            routing.expect("it is defined on every topology"),
        )
    };
    (topology, design)
}

/// As [`design`] with one virtual channel, where an algorithm plans messages to several nodes.
pub(in crate::scene) fn multicasts(
    network: &str,
    algorithm: &str,
    sent: &[Sent],
) -> (Box<dyn Topology>, Design) {
    let (topology, design) = design(network, 1, sent);
    let algorithm = multicast::from_spec("algorithm", algorithm, &*topology);
    let multicasts = Multicasts {
        algorithm: algorithm.expect("it is defined on the network"),
        broadcast: 0.0,
        fraction: 1.0,
        router_copies: false,
        destinations: 1,
    };
    let design = Design {
        multicasts: Some(multicasts),
        ..design
    };
    (topology, design)
}

//! Prescribed paths of the messages of a random scenario.

use engine::routing::{Candidates, Hop};
use engine::sim::{Design, Order};
use engine::topology;
use proptest::prelude::*;
use study::scenario::{Scenario, lane_text};

/// The choices of a path, before the network is known.
#[derive(Debug, Clone)]
pub struct AnyPath {
    /// The intermediate node of a routing function of two legs.
    by: prop::sample::Index,
    /// The virtual channel of each hop, among those offered. The path may end before its
    /// destination.
    hops: Vec<prop::sample::Index>,
}

pub fn any_path() -> impl Strategy<Value = AnyPath> {
    let hops = prop::collection::vec(any::<prop::sample::Index>(), 1..7);
    let parts = (any::<prop::sample::Index>(), hops);
    parts.prop_map(|(by, hops)| AnyPath { by, hops })
}

/// Prescribes a path to each message that has some, from the offers of the routing function.
pub fn prescribe(scenario: &mut Scenario, paths: &[Option<AnyPath>]) {
    if paths.iter().all(Option::is_none) {
        return;
    }
    let topology = topology::from_spec(&scenario.network).expect("a network of the list");
    // A scenario lists messages in any order, a design by time.
    for (place, path) in paths.iter().enumerate() {
        let Some(path) = path else { continue };
        let mut alone = scenario.clone();
        alone.messages = vec![scenario.messages[place].clone()];
        let design = alone.build().expect("it is in range").design;
        let message = &mut scenario.messages[place];
        (message.by, message.via) = path.texts(&*topology, &design);
    }
}

impl AnyPath {
    /// The intermediate node and the virtual channels of the only order of a design.
    fn texts(
        &self,
        topology: &dyn topology::Topology,
        design: &Design,
    ) -> (Option<String>, Vec<String>) {
        let (network, routing) = (&design.network, &*design.routing);
        let [Order { from, to, .. }] = &*design.orders else {
            panic!("there is one message");
        };
        let (from, to) = (*from, to[0]);
        if !design.delivers(from, to) {
            return (None, Vec::new());
        }
        let last = routing.legs() - 1;
        let mut hop = Hop::new(from, to, last);
        let mut by = None;
        if last > 0 {
            let all = routing.intermediates(network, from, to);
            let node = routing.intermediate(from, to, self.by.index(all as usize) as u32);
            by = Some(topology.label(node));
            if node != from {
                hop = Hop::new(from, node, 0);
            }
        }
        let mut via = Vec::new();
        let mut candidates = Candidates::default();
        for choice in &self.hops {
            if hop.here == hop.to {
                break;
            }
            candidates.clear();
            routing.candidates(network, hop, &mut candidates);
            let offers = candidates.as_slice().iter();
            let offered: Vec<_> = offers.flat_map(|offer| offer.lanes()).collect();
            if offered.is_empty() {
                break;
            }
            let lane = offered[choice.index(offered.len())];
            via.push(lane_text(topology, network, lane));
            hop.here = network.to(lane.channel);
            if routing.asks_arrival() {
                hop = hop.over(lane);
            }
            if hop.here == hop.to && hop.to != to {
                hop = Hop::new(hop.here, to, last);
            }
        }
        (by, via)
    }
}

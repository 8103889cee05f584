//! Flows between sources and lanes per message of a source, with one port for all that are alike.

mod alike;
mod counted;
mod passages;
mod rates;
mod rings;

use crate::catalog::BuildError;
use crate::routing::RoutingFunction;
use crate::topology::{Network, Topology};

use counted::{Counted, Ring};
use passages::Passages;
pub(super) use rates::Rates;

/// The flows of a network, with one port for all ports that are alike.
#[derive(Debug)]
pub(super) struct Flows {
    /// For each class of ports, the number of its members.
    pub(super) members: Vec<f64>,
    /// For each class of lanes, the dimension of its channels.
    pub(super) dimension: Vec<u8>,
    /// Messages through a port per message of a source that sends; sources come first, then lanes.
    pub(super) rate: Vec<f64>,
    /// The start of each lane's inputs in `inputs`, and the end of the last ones.
    first_input: Vec<usize>,
    pub(super) inputs: Vec<Input>,
    /// The start of each port's outputs in `outputs`, and the end of the last ones.
    first_output: Vec<usize>,
    outputs: Vec<Output>,
    /// The lanes, each after all those to which it leads.
    pub(super) order: Vec<usize>,
    /// The ring of each lane.
    pub(super) rings: Vec<Ring>,
    /// The mean number of channels of a message.
    pub(super) hops: f64,
    /// Whether worms of different lanes meet on a channel.
    pub(super) is_shared: bool,
}

/// A port from which messages enter a lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input {
    /// The port.
    pub(super) port: usize,
    /// Messages from it into the lane.
    pub(super) rate: f64,
    /// Messages on the other lane of the channel that a message from here first meets there \[17\].
    pub(super) met: f64,
}

/// A lane that messages take after a port.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    /// The lane.
    pub(super) lane: usize,
    /// The share of the port's messages that take it.
    pub(super) share: f64,
    /// The index of the port among the inputs of the lane, in `inputs`.
    pub(super) input: usize,
}

impl Flows {
    /// Counts the flows of a routing function with a single path between any two terminals.
    pub(super) fn of(
        topology: &dyn Topology,
        network: &Network,
        routing: &dyn RoutingFunction,
        rates: &Rates,
    ) -> Result<Self, BuildError> {
        let counted = Counted::of(topology, network, routing, rates, None)?;
        let class = alike::classes(&counted);
        Ok(Self::merged(&counted, &class))
    }

    /// The share of passages through lanes that depend on where the message came from.
    pub(super) fn remembered(
        topology: &dyn Topology,
        network: &Network,
        routing: &dyn RoutingFunction,
        rates: &Rates,
    ) -> Result<f64, BuildError> {
        let passages = Some(Passages::default());
        let counted = Counted::of(topology, network, routing, rates, passages)?;
        Ok(counted.remembered())
    }

    /// The number of classes of sources.
    pub(super) fn sources(&self) -> usize {
        self.members.len() - self.lanes()
    }

    /// The number of classes of lanes.
    pub(super) fn lanes(&self) -> usize {
        self.rings.len()
    }

    /// The indices of a lane's inputs.
    pub(super) fn inputs_of(&self, lane: usize) -> std::ops::Range<usize> {
        self.first_input[lane]..self.first_input[lane + 1]
    }

    /// The lanes after a port.
    pub(super) fn outputs_of(&self, port: usize) -> &[Output] {
        &self.outputs[self.first_output[port]..self.first_output[port + 1]]
    }

    /// One port for each class, with the flows of its first member.
    fn merged(counted: &Counted, class: &[usize]) -> Self {
        let classes = class.iter().max().map_or(0, |last| last + 1);
        let mut first = vec![usize::MAX; classes];
        let mut members = vec![0.0; classes];
        for (port, &class) in class.iter().enumerate() {
            first[class] = first[class].min(port);
            members[class] += 1.0;
        }
        let sources = first.iter().filter(|&&port| port < counted.sources).count();
        let share = 1.0 / counted.unit as f64;
        let mut merged = Self {
            members,
            dimension: Vec::new(),
            rate: Vec::new(),
            first_input: vec![0],
            inputs: Vec::new(),
            first_output: vec![0],
            outputs: Vec::new(),
            order: Vec::new(),
            rings: Vec::new(),
            hops: counted.hops(),
            is_shared: false,
        };
        for &port in &first {
            merged.rate.push(counted.count[port] as f64 * share);
        }
        // The count and the meetings identify the flow among those from one class.
        let mut keys = Vec::new();
        for &port in &first[sources..] {
            for flow in &counted.inputs[port] {
                keys.push((class[flow.port], flow.count, flow.met));
                merged.is_shared |= flow.met > 0;
                merged.inputs.push(Input {
                    port: class[flow.port],
                    rate: flow.count as f64 * share,
                    met: flow.met as f64 * share,
                });
            }
            merged.first_input.push(merged.inputs.len());
            merged.rings.push(counted.rings[port]);
            merged.dimension.push(counted.dimension[port]);
        }
        for (from, &port) in first.iter().enumerate() {
            for flow in &counted.outputs[port] {
                let lane = class[flow.port] - sources;
                let key = (from, flow.count, flow.met);
                let mut places = merged.inputs_of(lane);
                let input = places.find(|&place| keys[place] == key);
                merged.outputs.push(Output {
                    lane,
                    share: flow.count as f64 / counted.count[port] as f64,
                    input: input.expect("lanes that are alike have equal flows from equal ports"),
                });
            }
            merged.first_output.push(merged.outputs.len());
        }
        let lanes = counted.order.iter().map(|&port| class[port] - sources);
        let mut is_listed = vec![false; merged.lanes()];
        for lane in lanes {
            if !is_listed[lane] {
                is_listed[lane] = true;
                merged.order.push(lane);
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::super::Platoon;
    use super::super::solve::{Lengths, Terms, solve};
    use super::*;
    use crate::{routing, topology, traffic};

    fn counted(network: &str, vcs: u8, pattern: &str) -> Counted {
        let topology = topology::from_spec(network).expect(network);
        let function = routing::from_id("dimension-order", &*topology, vcs).expect(network);
        let channels = Network::new(&*topology);
        let pattern = traffic::from_id(pattern, &*topology, 1).expect(pattern);
        let rates = Rates::of(channels.terminals(), &*pattern);
        Counted::of(&*topology, &channels, &*function, &rates, None).expect(network)
    }

    fn flows(network: &str, vcs: u8) -> Flows {
        let counted = counted(network, vcs, "uniform");
        Flows::merged(&counted, &alike::classes(&counted))
    }

    /// By enumeration of all paths in the reference version of the model.
    #[test]
    fn what_lanes_remember_is_what_the_reference_finds() {
        for (network, pattern, share) in [
            ("mesh:8x8", "uniform", 0.0),
            ("hypercube:6", "uniform", 0.0),
            ("mesh:8x8", "hotspot", 0.0),
            ("mesh:8x8", "transpose", 0.0),
            ("mesh:8x8", "bit-complement", 0.09375),
            ("hypercube:6", "transpose", 0.229_166_67),
        ] {
            let found = Platoon::remembered(network, "dimension-order", 1, pattern).expect(network);
            assert!((found - share).abs() < 1e-6, "{network} {pattern}: {found}");
        }
    }

    #[test]
    fn ports_that_are_alike_are_one() {
        for (network, sources, lanes) in [
            ("hypercube:6", 1, 6),
            // Reflections leave a quarter of a mesh.
            ("mesh:8x8", 16, 56),
            ("mesh:7", 4, 6),
        ] {
            let flows = flows(network, 1);
            assert_eq!(
                [flows.sources(), flows.lanes()],
                [sources, lanes],
                "{network}"
            );
        }
    }

    #[test]
    fn all_messages_enter_a_lane_through_its_inputs_and_none_are_lost() {
        for (network, vcs) in [("hypercube:5", 1), ("mesh:5x4", 1), ("torus:5x5", 2)] {
            let flows = flows(network, vcs);
            for lane in 0..flows.lanes() {
                let inputs = flows.inputs[flows.inputs_of(lane)].iter();
                let sum: f64 = inputs.map(|input| input.rate).sum();
                let rate = flows.rate[flows.sources() + lane];
                assert!((sum - rate).abs() < 1e-12, "{network}, {lane}");
            }
            for source in 0..flows.sources() {
                let shares = flows.outputs_of(source).iter().map(|output| output.share);
                assert!(
                    (shares.sum::<f64>() - 1.0).abs() < 1e-12,
                    "{network}, {source}"
                );
            }
            let topology = topology::from_spec(network).expect(network);
            assert!(
                (flows.hops - topology.mean_distance()).abs() < 1e-12,
                "{network}"
            );
        }
    }

    #[test]
    fn one_port_for_all_that_are_alike_has_the_solution_of_each() {
        for (network, vcs, pattern, rate) in [
            ("hypercube:4", 1, "uniform", 0.015),
            ("mesh:4x4", 1, "uniform", 0.02),
            ("mesh:5x3", 1, "uniform", 0.02),
            ("mesh:4x4", 1, "hotspot", 0.01),
            ("mesh:4x4", 1, "transpose", 0.01),
            ("torus-uni:4x4", 2, "uniform", 0.01),
            ("torus:6x6", 2, "uniform", 0.02),
        ] {
            let counted = counted(network, vcs, pattern);
            let each: Vec<_> = (0..counted.count.len()).collect();
            let each = Flows::merged(&counted, &each);
            let class = alike::classes(&counted);
            let merged = Flows::merged(&counted, &class);
            // A dateline leaves no two lanes of a one-way torus alike.
            assert!(merged.lanes() <= each.lanes(), "{network}");
            let terms = Terms {
                lengths: Lengths::fixed(16.0),
                lasts: true,
                slack: 0.0,
                without: None,
            };
            let [each, merged] = [each, merged].map(|flows| {
                let (found, _) = solve(&flows, terms, rate, None).expect("a low load");
                let parts = found.wait.into_iter().zip(found.service);
                parts.collect::<Vec<_>>()
            });
            for (source, (wait, service)) in each.into_iter().enumerate() {
                let (theirs, of_class) = merged[class[source]];
                assert!((wait - theirs).abs() < 1e-6, "{network}, {source}");
                assert!(
                    (service[0] - of_class[0]).abs() < 1e-6,
                    "{network}, {source}"
                );
            }
        }
    }
}

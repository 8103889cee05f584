//! Comparison of all multicast algorithms that are defined on a network.

use crate::scenario::{Message, Scenario, error::ScenarioError};
use engine::catalog::Settings;
use engine::multicast::{FAMILIES, MulticastFamily};
use engine::sim::Simulator;
use engine::topology::{NodeId, Topology};

/// The result of one algorithm for a multicast without other traffic.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedAlgorithm {
    /// Specification, as in scenarios: `qualified-groups`.
    pub spec: String,
    pub name: &'static str,
    /// Channels that its worms cross in total.
    pub channels: u32,
    /// Channels that its longest worm crosses.
    pub longest: u32,
    pub worms: u32,
    /// The longest sequence of start-ups, given the injection ports.
    pub startups: u32,
    /// Time from the start to the last arrival \[cycles\]; `None` if worms deadlock.
    pub latency: Option<u64>,
    /// Standard deviation of the arrival times \[cycles\].
    pub spread: Option<f64>,
}

/// The algorithms that are defined on a topology, with their default settings.
fn families(topology: &dyn Topology) -> impl Iterator<Item = &'static MulticastFamily> {
    let defined_on =
        |family: &&MulticastFamily| (family.build)(topology, &Settings::default()).is_ok();
    FAMILIES.iter().filter(defined_on)
}

impl Scenario {
    /// Plans a multicast with every algorithm defined on the network, and simulates it without
    /// other traffic, but with the delays, ports and failed links of the scenario. The scenario's
    /// own algorithm keeps its settings.
    pub fn compare_algorithms(
        &self,
        topology: &dyn Topology,
        from: NodeId,
        to: &[NodeId],
    ) -> Result<Vec<ComparedAlgorithm>, ScenarioError> {
        let own = self.traffic.multicast.algorithm.as_deref();
        let label = |&node: &NodeId| topology.label(node);
        let message = Message {
            at: 0,
            from: topology.label(from),
            to: to.iter().map(label).collect(),
            length: None,
            via: Vec::new(),
            by: None,
        };
        let compared = families(topology).map(|family| {
            let id = family.entry.id;
            let is_own = |spec: &&str| spec.split(':').next() == Some(id);
            let spec = own.filter(is_own).unwrap_or(id);
            let alone = self.alone(message.clone()).planned_by(spec);
            let built = alone.build()?;
            let design = &built.design;
            let multicasts = design.multicasts.as_ref();
            let algorithm = &multicasts.expect("an algorithm is named").algorithm;
            let plan = algorithm.plan(from, to, 0);
            let laid = plan.clone().laid(&design.network, &*design.routing);
            let (worms, startups) = if design.router_copies() {
                (1, 1)
            } else {
                let ports = u32::from(design.ports.injection);
                (plan.worms.len() as u32, plan.startups(ports))
            };
            let mut simulator = Simulator::new(design.clone());
            let mut arrivals = Vec::with_capacity(to.len());
            while !simulator.is_over() && simulator.deadlock().is_none() {
                if simulator.skip_idle(u64::from(u32::MAX)) == 0 {
                    simulator.step();
                }
                let deliveries = simulator.deliveries().iter();
                let copies = deliveries.filter(|d| plan.relays.binary_search(&d.to).is_err());
                arrivals.extend(copies.map(|delivery| delivery.arrived));
            }
            let is_whole = arrivals.len() == to.len();
            Ok(ComparedAlgorithm {
                spec: spec.to_owned(),
                name: family.entry.name(),
                channels: laid.channels(topology),
                longest: laid.longest(topology),
                worms,
                startups,
                latency: arrivals.iter().max().copied().filter(|_| is_whole),
                spread: is_whole.then(|| deviation(&arrivals)),
            })
        });
        compared.collect()
    }
}

/// Population standard deviation of at least one number.
fn deviation(numbers: &[u64]) -> f64 {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<u64>() as f64 / n;
    let squares = numbers
        .iter()
        .map(|&x| (x as f64 - mean) * (x as f64 - mean));
    (squares.sum::<f64>() / n).sqrt()
}

//! Dependencies that the worms of multicasts add to the channel dependency graph.
//!
//! A worm with an explicit path holds the channels behind it while it asks for the next, on any
//! virtual channel. The pairs of successive channels are found by planning multicasts from every
//! node to each single node, each pair of nodes and all nodes. This is exact for path-based
//! algorithms whose paths between two destinations do not depend on the others. Two channels follow
//! each other either on the path to one destination, which a worm from the start of the first
//! channel to this destination alone shows, or at a destination on the path to the next one, which
//! a worm to these two shows. An algorithm whose division of the destinations depends on their
//! number is examined together with the algorithm that leads its worms; the added dependencies are
//! then those of its worms and possibly a few more.
//!
//! **Synchronous replication in routers.** A plan can also be used as one tree: nodes copy flits as
//! they arrive instead of receiving the message and sending it again, and no branch advances unless
//! all can. At a fork a header claims all of its channels at once or none. A worm that holds a
//! channel x thus already has every channel claimed on the path to x, and may have to wait for any
//! other channel y of the tree, unless y was claimed at the end of a channel above x. Two trees can
//! each hold channels that the other needs, which is how broadcasts of the nCUBE-2 could deadlock
//! (Lin, McKinley & Ni 1994). The channels of a tree depend on more than two of its destinations.
//! In networks with few nodes all trees to three destinations are planned too, for several values
//! of `nth`, which shows all dependencies of larger trees. In larger networks some pairs may be
//! missing: a cycle found is real, but not every cycle is found.
//!
//! Ejection ports are *not* part of the graph. A worm that delivers copies along its path holds
//! such ports, and the analysis assumes that no node runs out of them.

use super::{MulticastAlgorithm, Plan, Route, Tree};
use crate::catalog::BuildError;
use crate::routing::RoutingFunction;
use crate::routing::dependency::Graph;
use crate::topology::{ChannelId, Network, NodeId};

/// The size of the largest network for which multicasts are planned \[nodes\].
pub const MOST_NODES_PLANNED: u32 = 144;

/// The size of the largest network for which trees to all sets of three destinations are planned
/// \[nodes\].
const FEW_NODES: u32 = 16;

/// The number of plans for each of these sets, for algorithms that rotate or randomize.
const FEW_TURNS: u64 = 16;

/// The number of broadcasts planned from every node, for algorithms that rotate or randomize.
const TURNS: u64 = 32;

/// The remark on ejection ports in verdicts about worms that deliver along their paths.
pub const PORTS: &str = "Each worm that delivers along its path holds an ejection port, so every \
                         node needs one for each virtual channel that leads to it.";

/// How relays forward a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relay {
    /// A node receives the whole message and sends it again.
    Received,
    /// Routers copy the message as it arrives, with all branches in step.
    RouterCopies,
}

/// Adds the dependencies of an algorithm's worms to those that a routing function allows.
///
/// Worms routed by the function add nothing unless they are replicated; they are then assumed to
/// take its first candidates.
///
/// # Errors
/// Rejects networks with more than [`MOST_NODES_PLANNED`] nodes if multicasts have to be planned.
pub fn add_dependencies(
    graph: &mut Graph,
    network: &Network,
    routing: &dyn RoutingFunction,
    algorithm: &dyn MulticastAlgorithm,
    relay: Relay,
) -> Result<(), BuildError> {
    if relay == Relay::Received && algorithm.base().is_none() {
        return Ok(());
    }
    let nodes = network.nodes();
    if nodes > MOST_NODES_PLANNED {
        return Err(BuildError::rejected(
            "the network of a dependency graph",
            format!("of at most {MOST_NODES_PLANNED} nodes with multicasts"),
            format!("of {nodes}"),
        ));
    }
    let mut found = Found::new(network);
    let mut plan = |from, to: &[NodeId], nth| match relay {
        Relay::Received => {
            for algorithm in [Some(algorithm), algorithm.led_by()].into_iter().flatten() {
                found.follow(network, &algorithm.plan(from, to, nth));
            }
        }
        Relay::RouterCopies => {
            let plan = algorithm.plan(from, to, nth);
            found.follow_tree(network, &plan.laid(network, routing));
        }
    };
    let terminals = network.terminals();
    let others = |from| terminals.iter().filter(move |&node| node != from);
    for from in terminals.iter() {
        let to: Vec<_> = others(from).collect();
        let mut nth = 0;
        for (index, &one) in to.iter().enumerate() {
            plan(from, &[one], nth);
            for &other in &to[..index] {
                plan(from, &[one, other], nth);
                nth += 1;
            }
        }
        if relay == Relay::RouterCopies && nodes <= FEW_NODES {
            let all = 0..to.len();
            let all = all.flat_map(|i| (0..=i).flat_map(move |j| (0..=j).map(move |k| [i, j, k])));
            for places in all {
                // Repeated places yield smaller sets.
                let mut set = places.map(|place| to[place]).to_vec();
                set.dedup();
                (0..FEW_TURNS).for_each(|nth| plan(from, &set, nth));
            }
        }
        for nth in (0..TURNS).filter(|_| to.len() > 2) {
            plan(from, &to, nth);
        }
    }
    found.add_to(graph);
    Ok(())
}

/// A set of pairs of channels.
struct Found {
    channels: usize,
    /// A bit for every pair of a channel held and a channel wanted.
    pairs: Vec<u64>,
    is_used: Vec<bool>,
}

impl Found {
    fn new(network: &Network) -> Self {
        let channels = network.channels() as usize;
        Self {
            channels,
            pairs: vec![0; (channels * channels).div_ceil(64)],
            is_used: vec![false; channels],
        }
    }

    fn pair(&mut self, held: ChannelId, wanted: ChannelId) {
        let bit = held.0 as usize * self.channels + wanted.0 as usize;
        self.pairs[bit / 64] |= 1 << (bit % 64);
    }

    /// Adds the pairs of every worm with an explicit path.
    fn follow(&mut self, network: &Network, plan: &Plan) {
        let paths = plan.worms.iter().filter(|worm| worm.route != Route::Routed);
        for worm in paths {
            let mut before = None;
            for hop in worm.path().windows(2) {
                let channel = channel(network, hop);
                self.is_used[channel.0 as usize] = true;
                if let Some(before) = before.replace(channel) {
                    self.pair(before, channel);
                }
            }
        }
    }

    /// Adds the pairs of all worms together, as one tree.
    fn follow_tree(&mut self, network: &Network, plan: &Plan) {
        let tree = Tree::of(network, plan);
        let mut is_above = vec![false; tree.places().len()];
        for (place, held) in tree.places().iter().enumerate() {
            let Some(channel) = held.by else {
                continue;
            };
            self.is_used[channel.0 as usize] = true;
            // The channels claimed at places above, including the source, have already been
            // granted.
            let above = || tree.way_back(place).skip(1);
            above().for_each(|above| is_above[above] = true);
            for wanted in tree.places() {
                if let Some(next) = wanted.by
                    && !is_above[wanted.from]
                {
                    self.pair(channel, next);
                }
            }
            above().for_each(|above| is_above[above] = false);
        }
    }

    fn add_to(&self, graph: &mut Graph) {
        for (channel, _) in (0..).zip(&self.is_used).filter(|(_, is_used)| **is_used) {
            graph.add_channel(ChannelId(channel));
        }
        for held in 0..self.channels {
            for wanted in 0..self.channels {
                let bit = held * self.channels + wanted;
                if self.pairs[bit / 64] >> (bit % 64) & 1 == 1 {
                    graph.add(ChannelId(held as u32), ChannelId(wanted as u32));
                }
            }
        }
    }
}

fn channel(network: &Network, hop: &[NodeId]) -> ChannelId {
    let channel = network.between(hop[0], hop[1]);
    channel.expect("nodes of a path are neighbors")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::{self, VirtualChannel};
    use crate::{multicast, topology};

    /// The number of dependencies of worms alone, with one virtual channel, and the length of a
    /// shortest cycle.
    fn alone(spec: &str, algorithm: &str, relay: Relay) -> (usize, Option<usize>) {
        let topology = topology::from_spec(spec).expect("a network in range");
        let network = Network::new(&*topology);
        let routing = routing::from_id("dimension-order", &*topology, 1);
        let routing = routing.expect("it is defined everywhere");
        let algorithm = multicast::from_spec("algorithm", algorithm, &*topology);
        let algorithm = algorithm.expect("it is defined there");
        let mut graph = Graph::empty(&network, 1);
        add_dependencies(&mut graph, &network, &*routing, &*algorithm, relay)
            .expect("the network is small");
        let cycle = graph.analyze().cycle;
        (graph.dependencies().len(), cycle.map(|cycle| cycle.len()))
    }

    /// Visits every node with every non-empty set of others.
    fn every_set(network: &Network, visit: &mut dyn FnMut(NodeId, &[NodeId])) {
        let nodes = || (0..network.nodes()).map(NodeId);
        for from in nodes() {
            let others: Vec<_> = nodes().filter(|&node| node != from).collect();
            for set in 1_u32..1 << others.len() {
                let to = others.iter().enumerate();
                let to = to.filter(|(bit, _)| set >> bit & 1 == 1);
                visit(from, &to.map(|(_, &node)| node).collect::<Vec<_>>());
            }
        }
    }

    /// All path-based algorithms, on networks where they are defined.
    const PATH_BASED: &[(&str, &str)] = &[
        ("mesh:3x3", "dual-path"),
        ("mesh:2x2x2", "dual-path"),
        ("hypercube:3", "dual-path"),
        ("mesh:3x3", "column-path"),
        ("mesh:4x2", "column-path"),
        ("mesh-hypercube:2x4", "mesh-hypercube"),
        ("mesh-hypercube:4x2", "mesh-hypercube"),
        ("mesh:3x3", "multi-path"),
        ("mesh:4x2", "multi-path"),
        ("hypercube:3", "multi-path"),
        ("mesh:3x3", "qualified-groups"),
        ("mesh:4x2", "qualified-groups:0"),
        ("mesh:3x3", "qualified-groups:0.1:e-cube"),
    ];

    #[test]
    fn worms_of_path_based_algorithms_alone_never_wait_in_a_cycle() {
        let larger = [
            ("mesh:4x4", "dual-path"),
            ("mesh:5x5", "multi-path"),
            ("mesh:3x3x2", "multi-path"),
            ("hypercube:4", "multi-path"),
            ("mesh:5x5", "column-path"),
            ("mesh:5x5", "qualified-groups"),
            ("mesh:5x5", "qualified-groups:0.5:e-cube"),
            ("mesh-hypercube:3x8", "mesh-hypercube"),
        ];
        for &(spec, algorithm) in PATH_BASED.iter().chain(&larger) {
            let (count, cycle) = alone(spec, algorithm, Relay::Received);
            assert!(
                count > 0 && cycle.is_none(),
                "{algorithm} on {spec}: {cycle:?}"
            );
        }
    }

    /// Algorithms that another one leads may show somewhat more dependencies than exist.
    #[test]
    fn plans_for_two_destinations_show_all_dependencies() {
        for &(spec, name) in PATH_BASED {
            let topology = topology::from_spec(spec).expect("a network in range");
            let network = Network::new(&*topology);
            let algorithm = multicast::from_spec("algorithm", name, &*topology);
            let algorithm = algorithm.expect("it is defined there");
            let mut found = Found::new(&network);
            every_set(&network, &mut |from, to| {
                found.follow(&network, &algorithm.plan(from, to, 0));
            });
            let mut graph = Graph::empty(&network, 1);
            found.add_to(&mut graph);
            let routing = routing::from_id("dimension-order", &*topology, 1);
            let routing = routing.expect("it is defined everywhere");
            let mut shown = Graph::empty(&network, 1);
            add_dependencies(
                &mut shown,
                &network,
                &*routing,
                &*algorithm,
                Relay::Received,
            )
            .expect("the network is small");
            let (existing, shown) = (graph.dependencies(), shown.dependencies());
            let missing = existing.iter().find(|pair| !shown.contains(pair));
            assert_eq!(missing, None, "{name} on {spec}");
            let is_exact = algorithm.led_by().is_none();
            let (fewer, more) = (existing.len(), shown.len());
            assert!(
                fewer == more || !is_exact && more <= 2 * fewer,
                "{name}: {fewer}, {more}"
            );
        }
    }

    /// Broadcasts of neighbors can each hold channels that the other needs.
    #[test]
    fn binomial_trees_deadlock_with_copies_in_routers_but_not_with_relays() {
        for (spec, cycle) in [
            ("hypercube:1", None),
            ("hypercube:2", Some(2)),
            ("hypercube:4", Some(2)),
        ] {
            for base in ["fixed", "round-robin", "random"] {
                let algorithm = format!("binomial-broadcast:{base}");
                let (_, found) = alone(spec, &algorithm, Relay::RouterCopies);
                assert_eq!(found, cycle, "{spec}, {base}");
                assert_eq!(alone(spec, &algorithm, Relay::Received), (0, None));
            }
        }
    }

    #[test]
    fn trees_to_three_destinations_show_all_dependencies() {
        for (spec, algorithm) in [
            ("hypercube:3", "binomial-broadcast:fixed"),
            ("hypercube:3", "binomial-broadcast"),
            ("mesh-hypercube:2x4", "mesh-hypercube"),
            ("mesh-hypercube:1x8", "mesh-hypercube"),
        ] {
            let topology = topology::from_spec(spec).expect("a network in range");
            let network = Network::new(&*topology);
            let tree = multicast::from_spec("algorithm", algorithm, &*topology);
            let tree = tree.expect("it is defined there");
            let routing = routing::from_id("dimension-order", &*topology, 1);
            let routing = routing.expect("it is defined everywhere");
            let mut found = Found::new(&network);
            every_set(&network, &mut |from, to| {
                for nth in 0..3 {
                    let plan = tree.plan(from, to, nth);
                    found.follow_tree(&network, &plan.laid(&network, &*routing));
                }
            });
            let mut graph = Graph::empty(&network, 1);
            found.add_to(&mut graph);
            let count = graph.dependencies().len();
            assert_eq!(
                alone(spec, algorithm, Relay::RouterCopies).0,
                count,
                "{spec}"
            );
        }
    }

    /// The tree from 0 in a square: 0 → 1 and 0 → 2 at once, then 1 → 3 from the end of the first.
    #[test]
    fn a_branch_waits_for_channels_that_were_not_claimed_before() {
        let topology = topology::from_spec("hypercube:2").expect("a network in range");
        let network = Network::new(&*topology);
        let tree = multicast::from_spec("algorithm", "binomial-broadcast:fixed", &*topology);
        let tree = tree.expect("it is defined there");
        let routing = routing::from_id("dimension-order", &*topology, 1);
        let routing = routing.expect("it is defined everywhere");
        let plan = tree.plan(NodeId(0), &[1, 2, 3].map(NodeId), 0);
        let mut found = Found::new(&network);
        found.follow_tree(&network, &plan.laid(&network, &*routing));
        let mut graph = Graph::empty(&network, 1);
        found.add_to(&mut graph);
        let name =
            |lane: VirtualChannel| (network.from(lane.channel).0, network.to(lane.channel).0);
        let pairs = graph.dependencies().into_iter();
        let pairs: Vec<_> = pairs.map(|(a, b)| (name(a), name(b))).collect();
        assert_eq!(pairs, [((0, 1), (1, 3)), ((0, 2), (1, 3))]);
    }
}

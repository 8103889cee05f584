//! Multicast algorithms: sending one message to many nodes.
//!
//! A multicast algorithm turns a source and a set of destinations into a [`Plan`]: worms that
//! deliver copies along their paths. A worm that does not start at the source is released once
//! another worm has delivered the message to its start node.

mod along_labels;
mod binomial;
mod chain_halving;
mod column_path;
mod dependencies;
mod dual_path;
mod grouping;
mod mesh_hypercube;
mod multi_path;
mod plan;
mod qualified_groups;
mod separate;
mod tree;
mod variants;

use std::fmt;

use crate::catalog::{self, BuildError, Family, Settings, quoted};
use crate::topology::{NodeId, Topology};

pub use dependencies::{MOST_NODES_PLANNED, PORTS, Relay, add_dependencies};
pub use grouping::{Cut, Group, Grouping, Rectangle};
pub use qualified_groups::threshold_of;
pub use tree::{Stop, Tree};
pub use variants::{name_of, variants};

/// The worms of one multicast.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// The worms, ordered such that none waits for a later one. Worms that start from one node in
    /// the same step are in the order in which they leave it.
    pub worms: Vec<PlannedWorm>,
    /// Nodes that are not destinations and receive a copy only to forward it, ascending.
    pub relays: Vec<NodeId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedWorm {
    /// The start node: the source, or a node that another worm delivers to.
    pub from: NodeId,
    /// The index of the worm that delivers the message to `from`; `None` at the source.
    pub after: Option<usize>,
    /// The route of the worm.
    pub route: Route,
    /// The nodes that receive a copy, in path order; the last one is at the end of the path. Never
    /// empty.
    pub deliver: Vec<NodeId>,
}

/// The route of a worm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// To its only destination, as chosen by the routing function.
    Routed,
    /// Along these nodes, beginning with the start node, over any virtual channel. Successive nodes
    /// are adjacent.
    Path(Vec<NodeId>),
}

/// Plans multicasts on one topology.
pub trait MulticastAlgorithm: Send + Sync {
    /// Plans a multicast from a node to at least one other; the destinations must be distinct and
    /// differ from the source.
    ///
    /// `nth` is the number of multicasts planned before this one in a run, for algorithms that
    /// rotate or randomize their choices.
    fn plan(&self, from: NodeId, to: &[NodeId], nth: u64) -> Plan;

    /// The routing function that the paths of the worms conform to, for path-based algorithms;
    /// `None` if the routing function of the scenario routes all worms.
    ///
    /// Such worms cannot deadlock over channels together with messages routed by this function.
    /// They can deadlock with messages of another function, or if ejection ports run out.
    fn base(&self) -> Option<&'static str> {
        None
    }

    /// The algorithm that leads the worms from one destination to the next, if it is a different
    /// one. Plans for few destinations then do not show all dependencies of plans for many.
    fn led_by(&self) -> Option<&dyn MulticastAlgorithm> {
        None
    }

    /// The time that a node needs to divide destinations into worms, as assumed by the paper of the
    /// algorithm \[cycles\].
    fn preparation(&self) -> u32 {
        0
    }

    /// Whether nodes forward the message, so that plans are trees that could also be replicated in
    /// routers.
    fn forks(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn MulticastAlgorithm + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a multicast algorithm")
    }
}

/// Builds a multicast algorithm for a topology.
pub type BuildMulticast =
    fn(&dyn Topology, &Settings) -> Result<Box<dyn MulticastAlgorithm>, BuildError>;

/// Names, help and sources of the algorithms.
const TEXTS: &str = include_str!("catalog.md");

/// A catalog entry of a multicast algorithm.
pub type MulticastFamily = Family<BuildMulticast>;

/// All multicast algorithms, in menu order.
pub const FAMILIES: &[MulticastFamily] = &[
    separate::FAMILY,
    dual_path::FAMILY,
    multi_path::FAMILY,
    column_path::FAMILY,
    qualified_groups::FAMILY,
    mesh_hypercube::FAMILY,
    binomial::FAMILY,
    chain_halving::U_MESH,
    chain_halving::U_TORUS,
    chain_halving::U_CUBE,
];

/// Builds the algorithm of a specification such as `binomial-broadcast:fixed`.
pub fn from_spec(
    field: &str,
    spec: &str,
    topology: &dyn Topology,
) -> Result<Box<dyn MulticastAlgorithm>, BuildError> {
    let (family, settings) = catalog::parse_spec(FAMILIES, field, spec)?;
    (family.build)(topology, &settings).map_err(|error| match error {
        BuildError::Unsupported { .. } => {
            let allowed = format!(
                "{} on {}",
                catalog::one_of(&defined_on(topology)),
                topology.short_name()
            );
            BuildError::rejected(field, allowed, quoted(spec))
        }
        other => other,
    })
}

/// The default algorithm of a topology, with its id: the first one defined there of the spanning
/// binomial tree (if every message is a broadcast), dual path, the four-way algorithm of the
/// mesh-hypercube and separate addressing.
pub fn suited(
    topology: &dyn Topology,
    only_broadcasts: bool,
) -> (&'static str, Box<dyn MulticastAlgorithm>) {
    let binomial = only_broadcasts.then_some(&binomial::FAMILY);
    let families = binomial.into_iter().chain([
        &dual_path::FAMILY,
        &mesh_hypercube::FAMILY,
        &separate::FAMILY,
    ]);
    let mut built = families.filter_map(|family| {
        let algorithm = (family.build)(topology, &Settings::default());
        Some((family.entry.id, algorithm.ok()?))
    });
    built.next().expect("one by one is possible everywhere")
}

/// The first algorithm defined on the topology whose plans are trees that routers can replicate.
pub fn copied_by_routers(
    topology: &dyn Topology,
) -> Option<(&'static str, Box<dyn MulticastAlgorithm>)> {
    FAMILIES.iter().find_map(|family| {
        let algorithm = (family.build)(topology, &Settings::default()).ok()?;
        algorithm.forks().then_some((family.entry.id, algorithm))
    })
}

/// Parses the destinations of a message.
///
/// # Errors
/// Rejects an empty list, the source itself, repeated nodes and texts that name no terminal; the
/// error names `field`.
pub fn destinations(
    field: &str,
    texts: &[String],
    from: NodeId,
    topology: &dyn Topology,
) -> Result<Vec<NodeId>, BuildError> {
    let nodes = texts.iter().map(|text| topology.terminal(field, text));
    let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
    let rejected = |allowed, given| Err(BuildError::rejected(field, allowed, given));
    if nodes.is_empty() {
        return rejected("one node or more", quoted(""));
    }
    if nodes.contains(&from) {
        return rejected("another node than its source", topology.label(from));
    }
    let mut sorted: Vec<u32> = nodes.iter().map(|node| node.0).collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(nodes),
        Some(pair) => rejected(
            "different nodes",
            format!("{} twice", topology.label(NodeId(pair[0]))),
        ),
    }
}

/// The ids of the algorithms that are defined on a topology, in menu order.
pub fn defined_on(topology: &dyn Topology) -> Vec<&'static str> {
    let defined =
        |family: &&MulticastFamily| (family.build)(topology, &Settings::default()).is_ok();
    let families = FAMILIES.iter().filter(defined);
    families.map(|family| family.entry.id).collect()
}

//! How one message reaches many nodes.
//!
//! A multicast algorithm turns a source and a set of destinations into a [`Plan`]: worms that
//! deliver copies on their way, some of them released only when another has brought the
//! message to the node from which they start.

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
pub use grouping::{Cut, Group, Grouping, Place};
pub use qualified_groups::threshold_of;
pub use tree::{Stop, Tree};
pub use variants::{name_of, variants};

/// The worms of one multicast.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// In an order in which a worm never waits for a later one. Worms that start from one
    /// node in one step are in the order in which they leave it.
    pub worms: Vec<PlannedWorm>,
    /// Nodes that are no destinations and get a copy only to send it on, ascending.
    pub relays: Vec<NodeId>,
}

/// One worm of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedWorm {
    /// Where it starts: the source, or a node that another worm delivers to.
    pub from: NodeId,
    /// The worm that brings the message to `from`; `None` at the source.
    pub after: Option<usize>,
    /// How it travels.
    pub route: Route,
    /// The nodes that take a copy, in the order in which it reaches them, the last one at
    /// the end of its path. Never empty.
    pub deliver: Vec<NodeId>,
}

/// How a worm finds its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// To its only destination, as the routing function leads it.
    Routed,
    /// Along these nodes, the first where it starts, successive ones adjacent, over any
    /// virtual channel.
    Path(Vec<NodeId>),
}

/// Plans multicasts on one topology.
pub trait MulticastAlgorithm: Send + Sync {
    /// A plan from a node to others, all different from it and from each other, at least one.
    ///
    /// `nth` is the number of multicasts planned before this one in a run, for algorithms
    /// that take turns or draw lots.
    fn plan(&self, from: NodeId, to: &[NodeId], nth: u64) -> Plan;

    /// The routing function whose paths its worms follow where the algorithm lays paths; `None`
    /// where the scenario's routing function leads all of them.
    ///
    /// Together with messages that this function leads, such worms cannot deadlock over channels.
    /// With those of another function they can, and so they can where ejection ports run out.
    fn base(&self) -> Option<&'static str> {
        None
    }

    /// The algorithm that leads its worms from one destination to the next, if that is another
    /// one. Plans for few destinations then do not show all that happens with many.
    fn led_by(&self) -> Option<&dyn MulticastAlgorithm> {
        None
    }

    /// Cycles that a node needs to divide destinations into worms, as its paper charges them.
    fn preparation(&self) -> u32 {
        0
    }

    /// Whether nodes send on what they have received, so that its plans are trees that routers
    /// could as well copy.
    fn forks(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn MulticastAlgorithm + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a multicast algorithm")
    }
}

/// Builds an algorithm for a topology.
pub type BuildMulticast =
    fn(&dyn Topology, &Settings) -> Result<Box<dyn MulticastAlgorithm>, BuildError>;

/// A register line of a multicast algorithm.
pub type MulticastFamily = Family<BuildMulticast>;

/// Every multicast algorithm, in the order of the menu.
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

/// Builds the algorithm that a specification such as `binomial-broadcast:fixed` names.
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

/// The default algorithm: the spanning binomial tree if every message is a broadcast, else dual
/// path, else separate addressing; the first of them that is defined on the topology.
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

/// The first algorithm defined on the topology whose plans are trees for copies in routers.
pub fn copied_by_routers(
    topology: &dyn Topology,
) -> Option<(&'static str, Box<dyn MulticastAlgorithm>)> {
    FAMILIES.iter().find_map(|family| {
        let algorithm = (family.build)(topology, &Settings::default()).ok()?;
        algorithm.forks().then_some((family.entry.id, algorithm))
    })
}

/// Reads the destinations of a message: nodes other than its source and than each other, at
/// least one.
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

/// The ids of the algorithms that are defined on a topology.
pub fn defined_on(topology: &dyn Topology) -> Vec<&'static str> {
    let defined =
        |family: &&MulticastFamily| (family.build)(topology, &Settings::default()).is_ok();
    let families = FAMILIES.iter().filter(defined);
    families.map(|family| family.entry.id).collect()
}

//! Topologies: nodes and the links between them.
//!
//! A topology numbers its nodes from 0, and the ports of every node from 0; a port either
//! leads to a neighbor or, at a border, nowhere. Each direction of a link is a channel of
//! its own. Code that runs every cycle uses the flat tables of [`Network`] instead.
//!
//! A topology also exposes its geometry where it has one: coordinates, address bits, labels,
//! shortest paths, cuts. Algorithms depend on that geometry rather than on a kind of network, so
//! every algorithm that the geometry allows works on a new topology.

mod chordal_ring;
mod complete;
mod folded_hypercube;
mod geometry;
pub mod graph;
mod hypercube;
mod lattices;
mod mesh_hypercube;
mod network;
pub mod sorted;
pub mod switched;
mod terminals;

use std::any::Any;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::catalog::{self, BuildError, Control, Family, Param, Settings, quoted};

pub use folded_hypercube::FoldedHypercube;
pub use geometry::{
    Arrangement, Bisection, Coordinates, Direction, Half, Labeling, Lattice, PathLabels, PathPorts,
    Point, ShortestPaths, disjoint_paths, each_bit, labeling,
};
pub use mesh_hypercube::MeshHypercube;
pub use network::Network;
pub use terminals::Terminals;

/// Index of a node, `0..nodes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// Index of a unidirectional physical channel of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChannelId(pub u32);

/// Index of an outgoing port of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port(pub u8);

/// Largest number of nodes of a network.
pub const MOST_NODES: u32 = 1 << 16;

/// An interconnection network as the literature defines it.
pub trait Topology: Any + Send + Sync {
    /// Number of nodes N.
    fn nodes(&self) -> u32;

    /// Number of ports per node towards the network, without injection and ejection ports.
    fn degree(&self) -> u8;

    /// The neighbor at a port; `None` at a border.
    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId>;

    /// Whether a node is a switch, which only routes and neither sends nor receives messages of its
    /// own. All other nodes are terminals, of which there are at least two.
    fn is_switch(&self, _node: NodeId) -> bool {
        false
    }

    /// Number of nodes of a group, in networks whose nodes or terminals form equal groups of
    /// consecutive numbers.
    fn group_size(&self) -> Option<u32> {
        None
    }

    /// Number of hops on a shortest path.
    fn distance(&self, from: NodeId, to: NodeId) -> u32;

    /// The largest distance between terminals \[hops\].
    fn diameter(&self) -> u32;

    /// The mean distance \[hops\] over ordered pairs of distinct terminals; 0 for a single node.
    fn mean_distance(&self) -> f64;

    /// The node as written in scenarios and on the command line: `3,2` or, by default, `6`, its
    /// number.
    fn label(&self, node: NodeId) -> String {
        node.0.to_string()
    }

    /// The node as written in the literature: `(3,2)` or `0110`; by default the label.
    fn address(&self, node: NodeId) -> String {
        self.label(node)
    }

    /// The parts of the address that hops change one at a time, coordinates or bits, as many for each
    /// node.
    fn address_digits(&self, node: NodeId) -> Vec<String> {
        vec![self.address(node).trim_matches(['(', ')']).to_owned()]
    }

    /// A node whose address is the longest: by default the last one, since addresses usually grow with
    /// the number of the node.
    fn longest_address(&self) -> NodeId {
        NodeId(self.nodes() - 1)
    }

    /// Parses a label as [`Topology::label`] writes it; `None` if no node has it.
    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let number = text.trim().parse().ok();
        number.filter(|&number| number < self.nodes()).map(NodeId)
    }

    /// Description of the labels that [`Topology::parse_label`] accepts, phrased to follow
    /// "must be …".
    fn labels_allowed(&self) -> String {
        format!("a node from 0 to {}", self.nodes() - 1)
    }

    /// Human-readable direction of a port: `+x`, `bit 2`.
    fn port_name(&self, port: Port) -> String;

    /// The dimension of a port, from 0. In meshes and tori, both directions of a dimension share
    /// it; in hypercubes, it is the bit, and complement links and links between levels come after
    /// the bits.
    fn dimension(&self, port: Port) -> u8 {
        port.0
    }

    /// The lattice of coordinates, if every link leads to the next node along a dimension and the
    /// ports are those of the lattice.
    fn lattice(&self) -> Option<&Lattice> {
        None
    }

    /// The dimension n of a binary n-cube: port i flips bit i of a node's number, and there are no
    /// other ports.
    fn cube_dimension(&self) -> Option<u32> {
        None
    }

    /// Numbers of the nodes along Hamiltonian paths, for label-based algorithms.
    fn path_labels(&self) -> Option<PathLabels> {
        None
    }

    /// All shortest paths, in closed form where one is known.
    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::by_distance(self)
    }

    /// Whether messages that take any shortest path on any virtual channel cannot deadlock; `None` if
    /// this is unknown without an analysis. By default it is known only where every path has one hop.
    fn are_shortest_paths_free(&self) -> Option<bool> {
        (self.diameter() <= 1).then_some(true)
    }

    /// The bisection, if a closed form is proved for it: see [`Bisection`] for the convention.
    fn known_bisection(&self) -> Option<u32> {
        None
    }

    /// Divisions into two parts that cut few channels, though the parts need not be equal and others may
    /// cut fewer; for an irregular network an arbitrary one, by default in the middle of the node
    /// numbers.
    fn natural_cuts(&self) -> Vec<Half> {
        let middle = self.nodes() / 2;
        let halves = Half::by("the middle".to_owned(), self.nodes(), |node| {
            node.0 < middle
        });
        vec![halves]
    }

    /// Whether a drawing omits the links of a port while they carry nothing.
    fn is_hidden_at_rest(&self, _port: Port) -> bool {
        false
    }

    /// Arrangements in which the network can be drawn, the usual one first.
    fn arrangements(&self) -> &'static [Arrangement] {
        &[Arrangement::Plain]
    }

    /// Position of the node in a drawing, in units of the distance between neighbors in a grid.
    /// An arrangement that is not offered counts as the plain one.
    fn position(&self, node: NodeId, arrangement: Arrangement) -> Point;

    /// A second position, at which a drawing ends the channels that lead to the node. Networks whose
    /// paths lead from one side to the other draw each terminal on both.
    fn receiving_end(&self, _node: NodeId, _arrangement: Arrangement) -> Option<Point> {
        None
    }

    /// Whether the network is user-defined. It is then a given, and an error that refuses an algorithm
    /// names those that are defined on it.
    fn is_user_defined(&self) -> bool {
        false
    }

    /// The specification, such as `hypercube:6`, which [`from_spec`] reads; that of a user-defined
    /// network contains its whole text.
    fn spec(&self) -> String;

    /// Short human-readable name, by default the specification.
    fn short_name(&self) -> String {
        self.spec()
    }
}

/// Prints the short name only, so that the page needs no strings for the tables of a topology.
impl fmt::Debug for dyn Topology + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.short_name())
    }
}

impl dyn Topology {
    /// The lattice of a mesh, which has no rings.
    pub fn mesh(&self) -> Option<&Lattice> {
        self.lattice().filter(|lattice| lattice.rings().is_none())
    }

    /// Whether the dimensions are rings, which need a dateline.
    pub fn has_rings(&self) -> bool {
        self.lattice()
            .is_some_and(|lattice| lattice.rings().is_some())
    }

    /// Downcasts to the only kind of topology that an algorithm is defined on. Properties that
    /// several kinds share are methods of [`Topology`].
    pub fn as_a<T: Topology>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// Refuses an algorithm that is not defined on this topology; `instead` is a requirement that is not
    /// met, or an alternative.
    pub fn refuse<T>(
        &self,
        what: impl Into<String>,
        instead: impl Into<String>,
    ) -> Result<T, BuildError> {
        Err(BuildError::Unsupported {
            what: what.into(),
            place: self.short_name(),
            instead: instead.into(),
        })
    }

    /// Parses a node; the error describes the labels of this network.
    pub fn node(&self, field: &str, text: &str) -> Result<NodeId, BuildError> {
        self.parse_label(text).ok_or_else(|| {
            BuildError::rejected(
                field,
                format!("{} in {}", self.labels_allowed(), self.short_name()),
                quoted(text),
            )
        })
    }

    /// Parses a terminal; the error describes the labels of this network, or rejects a switch.
    pub fn terminal(&self, field: &str, text: &str) -> Result<NodeId, BuildError> {
        let node = self.node(field, text)?;
        if !self.is_switch(node) {
            return Ok(node);
        }
        Err(BuildError::rejected(
            field,
            format!("a node that sends and receives in {}", self.short_name()),
            format!("the switch {}", quoted(text)),
        ))
    }

    pub fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes()).map(NodeId)
    }

    /// Human-readable names of the dimensions in ascending order: `x`, `bit 2`, `level`.
    pub fn dimension_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for port in self.ports() {
            if usize::from(self.dimension(port)) == names.len() {
                let name = self.port_name(port);
                let name = name.trim_start_matches(['+', '−']).trim_end_matches(" up");
                names.push(name.to_owned());
            }
        }
        names
    }

    /// All ports of a node.
    pub fn ports(&self) -> impl Iterator<Item = Port> + use<> {
        (0..self.degree()).map(Port)
    }
}

/// Names, help and sources of the families.
const TEXTS: &str = include_str!("catalog.md");

/// A registered family of topologies.
pub type TopologyFamily = Family<Build>;

type Make = fn(&Settings) -> Result<Box<dyn Topology>, BuildError>;

/// The constructor of a topology, and the form of its specification.
#[derive(Debug)]
pub struct Build {
    make: Make,
    /// Separates the values of a specification: a comma, as in the literature on networks of
    /// switches, or an x.
    separator: char,
}

impl Build {
    const fn new(make: Make) -> Self {
        Self {
            make,
            separator: ',',
        }
    }

    const fn joined_by_x(self) -> Self {
        Self {
            separator: 'x',
            ..self
        }
    }
}

/// All families of topologies, in menu order.
pub const FAMILIES: &[TopologyFamily] = &[
    lattices::MESH,
    lattices::TORUS,
    lattices::UNIDIRECTIONAL,
    hypercube::FAMILY,
    folded_hypercube::FAMILY,
    mesh_hypercube::FAMILY,
    lattices::RING,
    chordal_ring::FAMILY,
    complete::FAMILY,
    switched::CROSSBAR,
    switched::BUTTERFLY,
    switched::CLOS,
    switched::FAT_TREE,
    switched::TREE,
    switched::DRAGONFLY,
    switched::FLATTENED_BUTTERFLY,
    switched::HYPERX,
    switched::CONCENTRATED_MESH,
    graph::FAMILY,
];

/// Splits a specification such as `mesh:10x10` or `dragonfly:2,4,2` into its family and settings.
///
/// Several values are separated by commas or, unless one of them contains it, by `x`. Values at the end may be
/// omitted if their default is the smallest value, which adds nothing to the network.
pub fn parse_spec(spec: &str) -> Result<(&'static TopologyFamily, Settings), BuildError> {
    let (id, sizes) = spec.trim().split_once(':').unwrap_or((spec.trim(), ""));
    let family = catalog::find(FAMILIES, "network", id)?;
    let mut settings = Settings::default();
    match family.entry.params {
        [Param::Radices(radices)] if !sizes.is_empty() => settings.set(radices.control.id, sizes),
        [Param::Text(text)] => settings.set(text.control.id, sizes),
        params => {
            let separators: &[char] = match family.build.separator {
                'x' => &['x', '×', ','],
                _ if params
                    .iter()
                    .any(|param| matches!(param, Param::Radices(_))) =>
                {
                    &[',']
                }
                _ => &[',', 'x', '×'],
            };
            let values: Vec<_> = sizes.split(separators).collect();
            let omitted = params.get(values.len()..).unwrap_or_default();
            let is_complete = values.len() <= params.len() && omitted.iter().all(is_optional);
            if sizes.is_empty() || !is_complete {
                return Err(BuildError::rejected(
                    "network",
                    format!("written as {}", spec_form(family)),
                    quoted(spec),
                ));
            }
            for (param, value) in params.iter().zip(values) {
                settings.set(param.control().id, value);
            }
        }
    }
    Ok((family, settings))
}

/// Writes the specification that [`parse_spec`] reads.
pub fn write_spec(family: &TopologyFamily, settings: &Settings) -> String {
    let params = family.entry.params.iter();
    let values = params.map(|param| {
        let Control { id, default, .. } = *param.control();
        let value = settings.get(id).unwrap_or(default);
        (value, is_optional(param) && value == default)
    });
    let mut values: Vec<_> = values.collect();
    while values.pop_if(|&mut (_, is_omitted)| is_omitted).is_some() {}
    let values: Vec<_> = values.into_iter().map(|(value, _)| value).collect();
    let separator = family.build.separator.to_string();
    format!("{}:{}", family.entry.id, values.join(&separator))
}

/// Whether a specification may omit a parameter: if its default is its smallest value.
fn is_optional(param: &Param) -> bool {
    match param {
        Param::Integer(integer) => integer.control.default == integer.min.to_string(),
        _ => false,
    }
}

/// Builds the network that a specification such as `mesh:10x10` names.
pub fn from_spec(spec: &str) -> Result<Box<dyn Topology>, BuildError> {
    let (family, settings) = parse_spec(spec)?;
    (family.build.make)(&settings)
}

/// Short human-readable name of the network of a specification: the specification itself, unless
/// it contains a whole network text.
pub fn short_name_of(spec: &str) -> String {
    let Some(text) = graph::text_of(spec) else {
        return spec.to_owned();
    };
    let sketch = graph::Sketch::parse(text);
    sketch.map_or_else(
        |_| "your network".to_owned(),
        |sketch| graph::short_name(sketch.nodes().len()),
    )
}

/// The title of the network of a specification: `Torus 8×8`, `Hypercube n = 6`; an unusable specification as it is.
pub fn title_of(spec: &str) -> String {
    let Ok((family, _)) = parse_spec(spec) else {
        return spec.to_owned();
    };
    if graph::text_of(spec).is_some() {
        return catalog::capitalized(&short_name_of(spec));
    }
    let sizes = spec.split_once(':').map_or("", |(_, sizes)| sizes);
    let name = family.entry.name();
    match family.entry.params {
        [param] if sizes.parse::<u32>().is_ok() => {
            format!("{name} {} = {sizes}", param.control().symbol)
        }
        params if params.len() > 1 && family.build.separator == ',' => {
            let values = sizes.split(',').zip(params);
            let values = values.map(|(value, param)| {
                let Control { symbol, label, .. } = *param.control();
                let name = if symbol.is_empty() { label } else { symbol };
                [name, " = ", value].concat()
            });
            let values: Vec<_> = values.collect();
            format!("{name} {}", values.join(", ").replace('x', "×"))
        }
        _ => format!("{name} {}", sizes.replace('x', "×")),
    }
}

/// The network of a specification within a sentence: its title, or `your network of 6 nodes`.
pub fn name_in_a_sentence(spec: &str) -> String {
    match graph::text_of(spec) {
        Some(_) => short_name_of(spec),
        None => title_of(spec),
    }
}

/// The default specification of a family, such as `mesh:8x8`, as an example.
fn spec_form(family: &TopologyFamily) -> String {
    format!("{}, for example", write_spec(family, &Settings::default()))
}

/// Mean over ordered pairs of distinct nodes, from the sum over all ordered pairs; 0 if there are
/// none.
fn mean_over_pairs(total: f64, nodes: u32) -> f64 {
    let pairs = f64::from(nodes) * (f64::from(nodes) - 1.0);
    if pairs > 0.0 { total / pairs } else { 0.0 }
}

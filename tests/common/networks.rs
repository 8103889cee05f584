//! Networks on which all laws are checked. `laws/topology.rs` checks that no family is missing.

use engine::topology::{self, Topology};

/// Sizes of every family: the smallest, odd and even ones, unequal ones, and those that drawings
/// tile.
pub const ALL: &[&str] = &[
    "mesh:2",
    "mesh:3",
    "mesh:7",
    "mesh:2x2",
    "mesh:3x3",
    "mesh:4x3",
    "mesh:3x2x2",
    "mesh:5x4",
    "mesh:2x3x2x3",
    "mesh:6x6",
    "mesh:10x10",
    "torus:2",
    "torus:3",
    "torus:4",
    "torus:5",
    "torus:2x2",
    "torus:2x3",
    "torus:4x2",
    "torus:3x3",
    "torus:2x2x3",
    "torus:4x4",
    "torus:5x4",
    "torus:2x3x4",
    "torus:6x6",
    "torus:4x4x4",
    "torus:4x3x5x2",
    "ring:3",
    "ring:4",
    "ring:5",
    "ring:6",
    "ring:9",
    "ring:64",
    "chordal-ring:4x2",
    "chordal-ring:6x3",
    "chordal-ring:9x3",
    "chordal-ring:10x2",
    "chordal-ring:16x4",
    "chordal-ring:25x5",
    "chordal-ring:36x6",
    "chordal-ring:40x5",
    "complete:2",
    "complete:3",
    "complete:5",
    "complete:7",
    "complete:32",
    "torus-uni:2",
    "torus-uni:3",
    "torus-uni:4",
    "torus-uni:7",
    "torus-uni:2x2",
    "torus-uni:3x3",
    "torus-uni:2x5",
    "torus-uni:3x4",
    "torus-uni:3x4x2",
    "torus-uni:4x4x4",
    "hypercube:1",
    "hypercube:2",
    "hypercube:3",
    "hypercube:4",
    "hypercube:5",
    "hypercube:8",
    "folded-hypercube:2",
    "folded-hypercube:3",
    "folded-hypercube:4",
    "folded-hypercube:5",
    "folded-hypercube:6",
    "mesh-hypercube:1x2",
    "mesh-hypercube:1x4",
    "mesh-hypercube:2x2",
    "mesh-hypercube:4x2",
    "mesh-hypercube:2x4",
    "mesh-hypercube:3x4",
    "mesh-hypercube:3x8",
    "mesh-hypercube:5x4",
    "mesh-hypercube:9x32",
    "crossbar:2",
    "crossbar:8",
    "butterfly:2,1",
    "butterfly:2,2",
    "butterfly:2,3",
    "butterfly:3,2",
    "butterfly:2,3,1",
    "butterfly:2,3,2",
    "butterfly:4,3",
    "butterfly:2,4,3",
    "clos:1,2,1",
    "clos:2,2,2",
    "clos:3,3,4",
    "clos:5,3,2",
    "fat-tree:2,1",
    "fat-tree:2,2",
    "fat-tree:2,3",
    "fat-tree:3,2",
    "fat-tree:4,2,2",
    "fat-tree:4,3,4",
    "fat-tree:4,3",
    "tree:2,3",
    "tree:3,2",
    "dragonfly:1,2,1",
    "dragonfly:2,2,1",
    "dragonfly:1,3,2",
    "dragonfly:2,4,2",
    "flattened-butterfly:2,3,2",
    "flattened-butterfly:4,2,4",
    "flattened-butterfly:3,3,1",
    "hyperx:2,1",
    "hyperx:3x2,2",
    "hyperx:4x3,3",
    "hyperx:2x2x3,1",
    "cmesh:2,2",
    "cmesh:3x2,2",
    "cmesh:4x4,4",
    SQUARE,
    PETERSEN,
    ONE_WAY,
    FAT_TREE,
    TREE,
    PLACED,
];

/// The example of a user-defined network.
const SQUARE: &str = "graph:a - b\na - c\nb - d\nc - d";

/// Ten nodes with three links each and a diameter of two hops.
pub const PETERSEN: &str = "graph:0 - 1\n0 - 2\n0 - 3\n1 - 4\n1 - 5\n2 - 6\n4 - 6\n2 - 7\n5 - 7\n3 - 8\n4 - 8\n7 - 8\n3 - 9\n5 - 9\n6 - 9";

/// Unidirectional rings with a bidirectional shortcut.
pub const ONE_WAY: &str = "graph:a -> b\na - d\nb -> c\nc -> d\nd -> e\nf -> a\ne -> f";

/// Two leaves with two terminals each, and two switches above them.
pub const FAT_TREE: &str = "graph:t0 - l0\nl0 - t1\nt2 - l1\nl1 - t3\nl0 - s0\nl1 - s0\nl0 - s1\nl1 - s1\nswitch l0\nswitch l1\nswitch s0\nswitch s1";

/// A tree in which one inner node is a switch, and names are of several kinds.
pub const TREE: &str =
    "graph:root - 1,0\nroot - 1,1\n1,0 - x.1\n1,0 - x.2\n1,1 - y_1\nx.1 - z\nswitch 1,1";

/// Some nodes have positions, also left of the origin, and others have none.
pub const PLACED: &str = "graph:a - b\na - c\nb - c\nb - d\nd - e\na @ -2 0\nb @ 0 0.5\nd @ 3 -1";

pub fn build(spec: &str) -> Box<dyn Topology> {
    topology::from_spec(spec).expect("a specification in range")
}

/// The networks of at most this many nodes.
pub fn up_to(nodes: u32) -> impl Iterator<Item = &'static str> {
    let all = ALL.iter().copied();
    all.filter(move |spec| build(spec).nodes() <= nodes)
}

/// The largest network of every family with at most this many nodes, for slow tests.
pub fn largest_up_to(nodes: u32) -> impl Iterator<Item = &'static str> {
    topology::FAMILIES.iter().filter_map(move |family| {
        let of_family = up_to(nodes).filter(|spec| family_of(spec) == family.entry.id);
        of_family.max_by_key(|spec| build(spec).nodes())
    })
}

/// The id of the family of a specification.
pub fn family_of(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}

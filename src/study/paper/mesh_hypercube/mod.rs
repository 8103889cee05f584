//! Al-Mahadeen & Omari: adaptive wormhole routing in the mesh-hypercube.
//!
//! The paper has no measurements. Its figures are pictures, which are live here, and its
//! statements are about all pairs of nodes, so all pairs are checked.

mod figures;
mod statements;

use super::{Column, Computed, Item, Paper, Published, Row, Scene, Varied, equations};
use engine::catalog::Source;
use engine::model::Erratum;
use engine::multicast::{self, MulticastAlgorithm};
use engine::topology::{self, MeshHypercube, Topology};

pub(super) const PAPER: Paper = Paper {
    id: "mesh-hypercube",
    source: Source {
        cite: "Al-Mahadeen & Omari",
        work: "Adaptive wormhole routing in mesh-hypercube network",
    },
    published: Published {
        title: "Adaptive wormhole routing in mesh-hypercube network",
        venue: "Journal of Applied Sciences 4, 568–574",
        year: Some(2004),
        doi: "10.3923/jas.2004.568.574",
    },
    synopsis: "How can messages to one node and to many be routed in a mesh-hypercube, adaptively \
               and without deadlock? The paper numbers the nodes of each cube along a Hamiltonian \
               path and lets a message pass through ascending or descending numbers only, once it \
               has changed levels. It argues that a shortest path of this kind always exists, that \
               no cycle of waiting can close, and that a message needs at most as many hops as the \
               diameter. A message to many leaves in four directions and is divided again at every \
               level with destinations. The paper contains no measurements: all its statements can \
               be checked by counting.",
    system: "MH(m,n) is m cubes of n nodes in a line: a node (L,X) has a link to each node of its \
             level whose address differs in one bit, and to the node of the same address one level \
             up and one down. All links are bidirectional; a router can use all of them at once, \
             and a header can name several destinations, each of which takes a copy as the worm \
             passes. Wormhole switching.",
    scenes: &[
        Scene {
            title: "MH(3,8) under load",
            link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&lam=0.02",
            caption: "Three cubes of eight nodes in a line; messages change levels first.",
        },
        Scene {
            title: "All routes between two nodes",
            link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&show=routes&pair=1,0>3,7",
            caption: "Numbers beside the nodes are their labels: after the levels, a message passes \
                      through ascending labels only, or descending ones.",
        },
        Scene {
            title: "Mixed orders deadlock",
            link: "t=mesh-hypercube:3x8&r=mh-hybrid&vc=1&M=12&show=deadlock",
            caption: "Levels and cube in any order: four channels wait for each other.",
        },
    ],
    models: &[],
    equations: equations::MESH_HYPERCUBE,
    symbols: equations::MESH_HYPERCUBE_SYMBOLS,
    errata: ERRATA,
    items: &[
        figures::FIGURE_1,
        figures::FIGURE_2,
        figures::FIGURE_3,
        figures::FIGURE_4,
        figures::FIGURE_5,
        statements::NETWORK,
        statements::UNICAST,
        statements::DEADLOCK,
        statements::MULTICAST,
    ],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        place: "Figure 2, third path",
        printed: "(1,111) → (3,111) → (3,111)",
        used: "(1,111) → (2,111) → (3,111)",
        why: "levels 1 and 3 are not joined, and a node is not joined to itself",
    },
    Erratum {
        place: "Figure 2, in the text",
        printed: "all shortest paths",
        used: "as many as can be node-disjoint",
        why: "of the 60 shortest paths between these nodes the figure shows four, the number that \
              can be used at once",
    },
    Erratum {
        place: "Figure 4, up-path",
        printed: "labels 0, 2, 5, 7",
        used: "labels 0, 1, 2, 5, 6, 7, say, or the single hop from 0 to 7",
        why: "0 and 2 are the addresses 000 and 011, 5 and 7 are 111 and 100: two bits apart each, \
              so no channel joins them",
    },
    Erratum {
        place: "multicast, step 3",
        printed: "a node that is a destination takes a copy; otherwise it forwards three",
        used: "it forwards in both cases",
        why: "in the example (1,4) is a destination and forwards, as it must",
    },
    Erratum {
        place: "analysis, multicast in one cube",
        printed: "at most log n hops",
        used: "at most n − 1",
        why: "a worm visits its destinations in the order of their labels, and with all of them it \
              follows the Hamiltonian path",
    },
    Erratum {
        place: "proposition 2",
        printed: "the unicast algorithm cannot deadlock",
        used: "for mesh first and cube first; not for mixed orders",
        why: "ascending or descending labels fix the order within a cube, not between cube and \
              mesh: of the three orders that the text mentions, the third allows cycles",
    },
];

/// The common fields of the items of this paper.
const ITEM: Item = Item {
    id: "",
    name: "",
    caption: "",
    claim: "",
    conclusions: &[],
    scenes: &[],
    remark: "",
    axes: ["", ""],
    varied: Varied::Other,
    rows: Vec::new,
};

/// A statement with a number in it, as printed and as counted.
fn row(statement: impl Into<String>, printed: Option<u32>, counted: u32) -> Row {
    const COUNT: &str = "count";
    Row {
        series: String::new(),
        label: statement.into(),
        x: None,
        printed: printed
            .map(|number| (Column::closed(COUNT), f64::from(number)))
            .into_iter()
            .collect(),
        computed: vec![self::counted(COUNT, counted)],
        task: None,
    }
}

fn counted(name: &'static str, count: u32) -> Computed {
    Computed::counted(name, f64::from(count))
}

fn network(levels: u32, nodes: u32) -> Box<dyn Topology> {
    let spec = format!("mesh-hypercube:{levels}x{nodes}");
    topology::from_spec(&spec).expect("a network in range")
}

/// The topology as a mesh-hypercube, which has levels and labels.
fn levels(topology: &dyn Topology) -> &MeshHypercube {
    topology.as_a().expect("it is a mesh-hypercube")
}

fn four_way(topology: &dyn Topology) -> Box<dyn MulticastAlgorithm> {
    let algorithm = multicast::from_spec("algorithm", "mesh-hypercube", topology);
    algorithm.expect("it is defined on every mesh-hypercube")
}

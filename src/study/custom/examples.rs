//! Example scripts: the registered functions as scripts, and some scripts with a fault.
//!
//! A table cannot draw random numbers, so randomized functions have no script: Valiant's routing and
//! ROMM, which also route via an intermediate node, O1TURN and the random shortest path.

use engine::topology::{Direction, FoldedHypercube, MeshHypercube, Network, Topology};

/// A registered function in the script language.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Its id, which links contain.
    pub id: &'static str,
    /// Id of the registered function with the same offers.
    pub twin: &'static str,
    pub title: &'static str,
    /// The networks on which it works.
    pub place: Networks,
    pub text: &'static str,
}

/// The networks on which a script works.
#[derive(Debug, Clone, Copy)]
pub struct Networks {
    /// Their name, as the end of "works on …".
    pub name: &'static str,
    has: fn(&dyn Topology) -> bool,
}

impl Networks {
    /// Whether a network is among them.
    pub fn has(&self, topology: &dyn Topology) -> bool {
        (self.has)(topology)
    }
}

/// A script with a fault in it.
#[derive(Debug, Clone, Copy)]
pub struct Exercise {
    /// Its id, which links contain.
    pub id: &'static str,
    pub title: &'static str,
    /// The property that the script should have, and a hint at what is wrong.
    pub task: &'static str,
    /// The network that shows its fault.
    pub network: &'static str,
    /// The number of virtual channels that it is meant for.
    pub vcs: u8,
    pub text: &'static str,
}

const ANY: Networks = Networks {
    name: "any network",
    has: |_| true,
};
const BIDIRECTIONAL: Networks = Networks {
    name: "networks with bidirectional links",
    has: |topology| {
        let network = Network::new(topology);
        let mut channels = network.channel_ids();
        channels.all(|channel| {
            let (from, to) = (network.from(channel), network.to(channel));
            network.between(to, from).is_some()
        })
    },
};
const MESH: Networks = Networks {
    name: "meshes",
    has: |topology| topology.mesh().is_some(),
};
const MESH_2D: Networks = Networks {
    name: "meshes of two dimensions",
    has: |topology| topology.mesh().is_some_and(|mesh| mesh.dimensions() == 2),
};
const MESH_OR_CUBE: Networks = Networks {
    name: "meshes and hypercubes",
    has: |topology| topology.mesh().is_some() || topology.cube_dimension().is_some(),
};
const HYPERCUBE: Networks = Networks {
    name: "hypercubes",
    has: |topology| topology.cube_dimension().is_some(),
};
const TORUS: Networks = Networks {
    name: "tori and rings",
    has: |topology| {
        let lattice = topology.lattice();
        lattice.is_some_and(|lattice| lattice.rings() == Some(Direction::Both))
    },
};
const TORUS_UNI: Networks = Networks {
    name: "unidirectional tori",
    has: |topology| {
        let lattice = topology.lattice();
        lattice.is_some_and(|lattice| lattice.rings() == Some(Direction::Up))
    },
};
const FOLDED: Networks = Networks {
    name: "folded hypercubes",
    has: |topology| topology.as_a::<FoldedHypercube>().is_some(),
};
const MESH_HYPERCUBE: Networks = Networks {
    name: "mesh-hypercubes",
    has: |topology| topology.as_a::<MeshHypercube>().is_some(),
};

/// The registered functions, in the order of the menu.
pub const EXAMPLES: &[Example] = &[
    Example {
        id: "dimension-order",
        twin: "dimension-order",
        title: "Dimension order",
        place: MESH_OR_CUBE,
        text: include_str!("examples/dimension-order.rhai"),
    },
    Example {
        id: "dimension-order-torus",
        twin: "dimension-order",
        title: "Dimension order on a torus",
        place: TORUS,
        text: include_str!("examples/dimension-order-torus.rhai"),
    },
    Example {
        id: "dimension-order-torus-uni",
        twin: "dimension-order",
        title: "Dimension order on a unidirectional torus",
        place: TORUS_UNI,
        text: include_str!("examples/dimension-order-torus-uni.rhai"),
    },
    Example {
        id: "e-cube",
        twin: "dimension-order",
        title: "E-cube",
        place: HYPERCUBE,
        text: include_str!("examples/e-cube.rhai"),
    },
    Example {
        id: "levels-first",
        twin: "dimension-order",
        title: "Levels first, then e-cube",
        place: MESH_HYPERCUBE,
        text: include_str!("examples/levels-first.rhai"),
    },
    Example {
        id: "duato",
        twin: "duato",
        title: "Duato, fully adaptive",
        place: MESH_OR_CUBE,
        text: include_str!("examples/duato.rhai"),
    },
    Example {
        id: "duato-torus",
        twin: "duato",
        title: "Duato on a torus",
        place: TORUS,
        text: include_str!("examples/duato-torus.rhai"),
    },
    Example {
        id: "label",
        twin: "label",
        title: "Label routing",
        place: MESH_OR_CUBE,
        text: include_str!("examples/label.rhai"),
    },
    Example {
        id: "mh-mesh-first",
        twin: "mh-mesh-first",
        title: "Mesh-hypercube, mesh first",
        place: MESH_HYPERCUBE,
        text: include_str!("examples/mh-mesh-first.rhai"),
    },
    Example {
        id: "mh-cube-first",
        twin: "mh-cube-first",
        title: "Mesh-hypercube, cube first",
        place: MESH_HYPERCUBE,
        text: include_str!("examples/mh-cube-first.rhai"),
    },
    Example {
        id: "mh-hybrid",
        twin: "mh-hybrid",
        title: "Mesh-hypercube, hybrid",
        place: MESH_HYPERCUBE,
        text: include_str!("examples/mh-hybrid.rhai"),
    },
    Example {
        id: "folded",
        twin: "folded",
        title: "The folded rule",
        place: FOLDED,
        text: include_str!("examples/folded.rhai"),
    },
    Example {
        id: "west-first",
        twin: "west-first",
        title: "West first",
        place: MESH_2D,
        text: include_str!("examples/west-first.rhai"),
    },
    Example {
        id: "north-last",
        twin: "north-last",
        title: "North last",
        place: MESH_2D,
        text: include_str!("examples/north-last.rhai"),
    },
    Example {
        id: "negative-first",
        twin: "negative-first",
        title: "Negative first",
        place: MESH,
        text: include_str!("examples/negative-first.rhai"),
    },
    Example {
        id: "odd-even",
        twin: "odd-even",
        title: "Odd-even",
        place: MESH_2D,
        text: include_str!("examples/odd-even.rhai"),
    },
    Example {
        id: "dimension-reversal",
        twin: "dimension-reversal",
        title: "Dimension reversals",
        place: MESH_OR_CUBE,
        text: include_str!("examples/dimension-reversal.rhai"),
    },
    Example {
        id: "xy-yx",
        twin: "xy-yx",
        title: "XY or YX",
        place: MESH_2D,
        text: include_str!("examples/xy-yx.rhai"),
    },
    Example {
        id: "shortest",
        twin: "shortest",
        title: "Shortest path, one table",
        place: ANY,
        text: include_str!("examples/shortest.rhai"),
    },
    Example {
        id: "up-down",
        twin: "up-down",
        title: "Up*/down*",
        place: BIDIRECTIONAL,
        text: include_str!("examples/up-down.rhai"),
    },
    Example {
        id: "distance-classes",
        twin: "distance-classes",
        title: "Distance classes",
        place: ANY,
        text: include_str!("examples/distance-classes.rhai"),
    },
    Example {
        id: "unrestricted",
        twin: "unrestricted",
        title: "Unrestricted",
        place: ANY,
        text: include_str!("examples/unrestricted.rhai"),
    },
];

/// Faulty scripts, which the user repairs.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        id: "wrong-way",
        title: "Around a ring",
        task: "Every message should arrive, by the shorter way around. Find the pairs of nodes \
               between which none does, and fix the function.",
        network: "ring:8",
        vcs: 2,
        text: include_str!("examples/faulty/wrong-way.rhai"),
    },
    Exercise {
        id: "no-way-out",
        title: "Every shortest path",
        task: "Messages should never deadlock, and still have the choice of every shortest path. Two \
               virtual channels are enough.",
        network: "mesh:4x4",
        vcs: 2,
        text: include_str!("examples/faulty/no-way-out.rhai"),
    },
    Exercise {
        id: "one-dateline",
        title: "A torus with a dateline",
        task: "Messages should never deadlock, on any torus with two virtual channels. Look at \
               where the cycle is.",
        network: "torus:6x6",
        vcs: 2,
        text: include_str!("examples/faulty/one-dateline.rhai"),
    },
];

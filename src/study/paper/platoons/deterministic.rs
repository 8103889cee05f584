//! Tables of the models of deterministic routing beside simulation.

use super::{Computed, Measurand, Row, SHARE, System, row};
use crate::paper::{Item, Varied};

pub(super) const HYPERCUBES: Item = Item {
    id: "table-1",
    name: "Table 1",
    caption: "Latency from generation in hypercubes under e-cube routing, one virtual channel, at \
              shares of the load at which the simulation saturates.",
    claim: "Within 1.2 % up to 80 % of saturation and 3.3 % at 90 %, whatever the number of \
            dimensions and the length of messages.",
    remark: "The equations were found by looking at the 6-cube with messages of 32 flits; the other \
             systems were not looked at. Between 90 and 95 % the source queue is several times as \
             long as the way through the network, and an error of 1 % in the load at which it \
             diverges is one of 10 to 20 % in the wait.",
    conclusions: &[],
    scenes: &[],
    axes: [SHARE, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: || table(CUBES),
};

pub(super) const MESHES: Item = Item {
    id: "table-2",
    name: "Table 2",
    caption: "The same for meshes under dimension-order routing.",
    claim: "Within 1 % up to 80 % of saturation and 3.4 % at 90 %.",
    remark: "The mesh of 8×8 nodes and 16 flits was looked at while the equations were found. The \
             model saturates about 3 % too early: close to saturation its platoons, which are long \
             in the middle of a mesh, lengthen each other more than those of the simulation.",
    conclusions: &[],
    scenes: &[],
    axes: [SHARE, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: || table(GRIDS),
};

pub(super) const TORI: Item = Item {
    id: "table-3",
    name: "Table 3",
    caption: "The same for tori with two virtual channels and a dateline.",
    claim: "Within 1 % up to 50 % of saturation, 5 % up to 80 %, and 10 % at 90 %.",
    remark: "Here the two lanes of a channel share its cycles. The model counts how often pairs of \
             worms meet on a channel; where meetings and waits are both frequent, as in three \
             dimensions at 80 % of saturation, larger groups matter and the model is up to 10 % \
             high. With long messages in small one-way rings it is too low at 95 %, because it \
             leaves out that the times of successive messages of a source are correlated. The torus \
             of 4×4×4 nodes with 25 flits, both of 8×8 nodes with 16, were looked at while the \
             equations were found.",
    conclusions: &[],
    scenes: &[],
    axes: [SHARE, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: || table(RINGS),
};

pub(super) const SATURATION: Item = Item {
    id: "saturation",
    name: "Saturation",
    caption: "The load at which the model loses its steady state, in flits, beside the throughput that \
              the simulation accepts when one and a half times as much is offered.",
    claim: "",
    remark: "Only networks whose nodes are alike are compared: in a mesh, sources near the center are \
             full while those at the corners still accept what they are offered, so that an \
             overloaded mesh accepts more than the load at which its first source saturates. An \
             overloaded torus or cube need not accept what it could carry, either.",
    conclusions: &[],
    scenes: &[],
    axes: ["network", "throughput [flits/node/cycle]"],
    varied: Varied::Other,
    rows: saturations,
};

/// Hypercubes with the loads at which they saturate.
pub(super) const CUBES: &[System] = &[
    system("hypercube:6", 32, 0.019_713),
    system("hypercube:6", 200, 0.003_194),
    system("hypercube:5", 24, 0.028_5),
    system("hypercube:8", 32, 0.017_184),
];

pub(super) const GRIDS: &[System] = &[
    system("mesh:8x8", 16, 0.013_548),
    system("mesh:8x8", 32, 0.006_986),
    system("mesh:10x10", 16, 0.010_289),
    system("mesh:6x6", 24, 0.012_6),
];

pub(super) const RINGS: &[System] = &[
    system("torus-uni:4x4x4", 25, 0.008_325),
    system("torus-uni:4x4x4", 12, 0.017_032),
    system("torus-uni:8x8", 16, 0.005_874),
    system("torus:8x8", 16, 0.018_739),
    system("torus:8x8", 32, 0.009_542),
];

const fn system(network: &'static str, flits: u32, saturation: f64) -> System {
    System {
        network,
        flits,
        saturation,
    }
}

/// The shares of saturation in a table.
pub(super) const SHARES: [f64; 5] = [0.25, 0.5, 0.7, 0.8, 0.9];

fn table(systems: &[System]) -> Vec<Row> {
    let rows = systems.iter().flat_map(|system| {
        let loads = SHARES.map(|share| system.load(share));
        let computed = Computed::curve("model", &system.model(), &loads);
        let rows = SHARES.into_iter().zip(loads).zip(computed);
        rows.map(|((share, load), computed)| {
            let task = system.task(load, Measurand::Latency);
            row(system.name(), share, vec![computed], task)
        })
    });
    rows.collect()
}

fn saturations() -> Vec<Row> {
    let rows = [CUBES, RINGS].concat().into_iter().map(|system| {
        let mut computed = Computed::saturation("model", &system.model());
        let flits = f64::from(system.flits);
        computed.value = computed.value.map(|rate| rate * flits);
        Row {
            series: String::new(),
            label: system.name(),
            x: None,
            printed: Vec::new(),
            computed: vec![computed],
            task: Some(system.task(system.load(1.5), Measurand::Accepted)),
        }
    });
    rows.collect()
}

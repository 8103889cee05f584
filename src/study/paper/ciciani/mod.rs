//! Ciciani, Colajanni & Paolucci 1998: deterministic wormhole routing in k-ary n-cubes.

mod figure_10;
mod figure_6;
mod figure_7;
mod figure_8;
mod figure_9;
mod table_2;
mod table_3;
mod table_4;

use super::{Computed, Measurand, Paper, Published, Row, Scene, Task, equations};
use crate::scenario::Scenario;
use engine::model::CicianiTorusUni;
use engine::traffic::Length;

pub(super) use table_2::PRINTED_TABLE as PRINTED_TABLE_2;
pub(super) use table_3::PRINTED_TABLE as PRINTED_TABLE_3;
pub(super) use table_4::PRINTED_TABLE as PRINTED_TABLE_4;

pub(super) const PAPER: Paper = Paper {
    id: "ciciani",
    source: CicianiTorusUni::SOURCE,
    published: Published {
        title: "Performance evaluation of deterministic wormhole routing in k-ary n-cubes",
        venue: "Parallel Computing 24, 2053–2075",
        year: Some(1998),
        doi: "10.1016/S0167-8191(98)00094-5",
    },
    synopsis: "Can the latency of wormhole routing be written down in closed form, without \
               iteration, for tori and hypercubes alike? Following a message backwards, from its \
               destination to its source, the paper determines at each link how much time the \
               message still needs, and adds the wait that one message of another flow may cause. \
               The result is a recursion of a few lines for unidirectional tori with any three \
               radices, for bidirectional tori and for hypercubes. It is within a few percent of \
               the printed simulations until the network is nearly saturated, where it is too low; \
               and it shows that of tori with equally many nodes, those with equal radices are \
               best.",
    system: "A k-ary n-cube with dimension-order routing: unidirectional rings of k₀, k₁ and k₂ \
             nodes, bidirectional rings of k nodes each, or a cube of 2ⁿ nodes. Wormhole switching \
             with buffers of a single flit; in rings, two virtual channels prevent deadlock. Nodes \
             generate messages at random, with uniform destinations; lengths are fixed or \
             exponential. Loads are printed in bits per cycle and node, so a load of 1/τ with \
             messages of L bits is (1/τ)/L messages, and a message has L/W flits.",
    scenes: &[
        Scene {
            title: "Table 3: bidirectional 6-ary 3-cube",
            link: "t=torus:6x6x6&M=12&lam=0.01",
            caption: "216 nodes, messages of 12 flits. At this load 32 % of the messages wait for \
                      another; a waiting worm keeps all the channels it has.",
        },
        Scene {
            title: "Table 2: unidirectional 16-ary 3-cube",
            link: "t=torus-uni:16x16x16&M=25&lam=0.0005",
            caption: "4096 nodes on unidirectional rings, messages of 25 flits, 1/τ = 0.10.",
        },
        Scene {
            title: "Table 4: 10-cube",
            link: "t=hypercube:10&vc=1&M=200&lam=0.001",
            caption: "1024 nodes, messages of 200 flits on channels of one wire, 1/τ = 0.20.",
        },
        Scene {
            title: "Figure 6: 20×10×5",
            link: "t=torus-uni:20x10x5&M=25&lam=0.0014",
            caption: "The same number of nodes as 10×10×10. The long rings come first, and they \
                      fill up first.",
        },
    ],
    models: &["ciciani-torus-uni", "ciciani-torus-bi", "ciciani-hypercube"],
    equations: equations::CICIANI,
    symbols: equations::CICIANI_SYMBOLS,
    errata: &[],
    items: &[
        table_2::ITEM,
        table_3::ITEM,
        table_4::ITEM,
        figure_6::ITEM,
        figure_6::SATURATION,
        figure_7::ITEM,
        figure_8::ITEM,
        figure_9::ITEM,
        figure_10::ITEM,
    ],
};

/// A simulation of messages of fixed length by the routing of the paper.
fn task(network: &str, flits: u32, load: f64, measurand: Measurand) -> Task {
    let mut scenario = Scenario::on(network);
    // E-cube routing needs one virtual channel, rings need two against deadlock.
    scenario.vcs = if network.starts_with("hypercube") {
        1
    } else {
        2
    };
    scenario.length = Length::Fixed(flits);
    scenario.traffic.rate = load;
    Task {
        scenario,
        measurand,
    }
}

/// A point of a curve, with its model and optional simulation.
struct Point<'a> {
    series: String,
    label: String,
    x: f64,
    model: &'a str,
    network: &'a str,
    flits: u32,
    load: f64,
    is_simulated: bool,
}

impl Point<'_> {
    fn row(self) -> Row {
        let task = task(self.network, self.flits, self.load, Measurand::Network);
        Row {
            series: self.series,
            label: self.label,
            x: Some(self.x),
            printed: Vec::new(),
            computed: vec![Computed::predicted("model", self.model, self.load)],
            task: self.is_simulated.then_some(task),
        }
    }
}

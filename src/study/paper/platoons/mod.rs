//! Wormhole latency up to saturation: the models of platoons and of shared channels, and the effects
//! that published models leave out. They are our own.

mod ablation;
mod adaptive;
mod broadcast;
mod deterministic;
mod extensions;

use super::{Computed, Measurand, Paper, Published, Row, Scene, Task, equations};
use crate::scenario::Scenario;
use engine::catalog::Source;
use engine::traffic::Length;

pub(super) const PAPER: Paper = Paper {
    id: "platoons",
    source: Source {
        cite: "Flitscope",
        work: "Wormhole latency up to saturation: what the models left out",
    },
    published: Published {
        title: "Wormhole latency up to saturation: what the models left out",
        venue: "derived for this program, not published elsewhere",
        year: None,
        doi: "",
    },
    synopsis: "Why do models of wormhole latency miss the simulation long before saturation, and what \
               has to be in the equations for them to hold to the knee of the curve? Printing every \
               wait of a simulation shows five effects. A worm that waited behind another enters its \
               lane in the cycle after it and, if it takes the same lane next, meets there all that \
               came meanwhile, at the start of their service: worms travel in platoons. A lane is \
               free again M + 1 cycles after its header came, not M. Worms of one input never block \
               each other. A message that waited in its source meets another network than one that \
               did not. And a broadcast ends with its last copy. With these, and without any constant \
               fitted to a simulation, hypercubes under e-cube routing and meshes are within about \
               1 % up to 80 % of saturation. Tori and adaptive hypercubes are less exact, and where \
               each model fails is said below its table.",
    system: "Wormhole switching with buffers of a single flit and routers without delay, uniform \
             destinations, messages of one length generated at random; Tables 6 to 8 have larger \
             buffers, other traffic patterns and exponential lengths. Each node has one injection \
             port and ejects without waiting; under Duato's routing it has one injection port for \
             each channel. The flows over all lanes are counted from the routing function, so that \
             one model is for every deterministic function whose channels depend on each other in no \
             cycle. A fixed point over all lanes then gives the times for which they are held.",
    scenes: &[
        Scene {
            title: "Platoons in a 6-cube",
            link: "t=hypercube:6&vc=1&M=32&lam=0.016&c=1200&view=curve",
            caption: "80 % of saturation. Worms of 32 flits that waited for the same channel go on \
                      one right behind the other.",
        },
        Scene {
            title: "A mesh",
            link: "t=mesh:8x8&vc=1&M=16&lam=0.0105&c=1500&view=curve",
            caption: "64 nodes, 16 flits, about 80 % of saturation.",
        },
        Scene {
            title: "Shared channels of a torus",
            link: "t=torus:8x8&M=16&lam=0.013&c=1500&view=curve",
            caption: "Two virtual channels and a dateline: worms share the cycles of a channel.",
        },
        Scene {
            title: "An adaptive 6-cube",
            link: "t=hypercube:6&r=duato&vc=4&M=32&pi=6&lam=0.03&c=1200&view=curve",
            caption: "Duato's routing with four virtual channels and six injection ports.",
        },
    ],
    models: &[
        "platoon",
        "platoon-dateline",
        "platoon-duato",
        "platoon-broadcast",
    ],
    equations: equations::PLATOONS,
    symbols: equations::PLATOONS_SYMBOLS,
    errata: &[],
    items: &[
        ablation::CUBE,
        ablation::MESH,
        ablation::PUBLISHED,
        deterministic::HYPERCUBES,
        deterministic::MESHES,
        deterministic::TORI,
        deterministic::SATURATION,
        adaptive::ITEM,
        broadcast::ITEM,
        extensions::BUFFERS,
        extensions::PATTERNS,
        extensions::LENGTHS,
        extensions::MEMORY,
    ],
};

/// A network with one injection port.
#[derive(Debug, Clone, Copy)]
struct System {
    network: &'static str,
    flits: u32,
    /// The load [messages/node/cycle] at which our simulation saturates, whose shares are the loads of
    /// a table.
    saturation: f64,
}

impl System {
    fn name(self) -> String {
        format!("{}, M = {}", self.network, self.flits)
    }

    /// The virtual channels of dimension-order routing.
    fn vcs(self) -> i64 {
        if self.network.starts_with("torus") {
            2
        } else {
            1
        }
    }

    /// The model, in the syntax of the command line.
    fn model(self) -> String {
        let id = if self.vcs() == 2 {
            "platoon-dateline"
        } else {
            "platoon"
        };
        format!("{id} network={} length={}", self.network, self.flits)
    }

    /// A share of the load at which it saturates, to four digits.
    fn load(self, share: f64) -> f64 {
        let load = format!("{:.3e}", share * self.saturation);
        load.parse().expect("a number was written")
    }

    fn task(self, load: f64, measurand: Measurand) -> Task {
        let mut scenario = Scenario::on(self.network);
        scenario.vcs = self.vcs();
        scenario.length = Length::Fixed(self.flits);
        scenario.traffic.rate = load;
        Task {
            scenario,
            measurand,
        }
    }
}

/// The axis of tables whose rows are shares of saturation.
const SHARE: &str = "load [% of saturation]";

/// The row of a share of saturation.
fn row(series: String, share: f64, computed: Vec<Computed>, task: Task) -> Row {
    let percent = share * 100.0;
    Row {
        series,
        label: format!("{percent:.0} %"),
        x: Some(percent),
        printed: Vec::new(),
        computed,
        task: Some(task),
    }
}

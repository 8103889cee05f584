//! Tables of what goes beyond single-flit buffers, uniform traffic and one length, and of longer memory.

use super::deterministic::{CUBES, GRIDS, RINGS, SHARES};
use super::{Computed, Measurand, Row, Scenario, Task, row};
use crate::paper::{Item, Varied};
use engine::traffic::Length;

/// The loads of these tables.
const OF_THE_MODEL: &str = "load [% of the load at which the model saturates]";

pub(super) const BUFFERS: Item = Item {
    id: "table-6",
    name: "Table 6",
    caption: "Latency from generation with buffers of B flits, and the model with single-flit buffers \
              beside it.",
    claim: "Within 2 % up to 90 % of saturation in hypercubes and meshes with buffers of up to a quarter \
            of the message; with half of it within 3.1 % up to 80 % and 10 % at 90 %. In a torus within \
            4 % up to 70 %, and 8 % high at 80 %.",
    remark: "A worm that waits moves closer together in larger buffers: of what delays its header, each \
             lane takes up B − 1 cycles before the lanes behind it stand still, once for every worm. The \
             equations need no other change and no new constant. They hold for buffers of up to half of \
             a message; larger ones come close to virtual cut-through, in which lanes no longer wait for \
             each other.",
    conclusions: &[],
    scenes: &[],
    axes: [OF_THE_MODEL, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: || table(BUFFERED),
};

pub(super) const PATTERNS: Item = Item {
    id: "table-7",
    name: "Table 7",
    caption: "Latency from generation under traffic patterns with a single destination for each node, or \
              a hot spot.",
    claim: "Within 1 % up to 80 % of saturation and 4 % at 90 %, where the way ahead of a message does not \
            depend on the way that it came and the lane that saturates has many sources.",
    remark: "Flows are counted from the pattern. The model gives a lane one delay beyond it. Under the bit \
             complement on a mesh 9 % of the passages from lane to lane depend on where the message came \
             from, and latency is 4 % high at 70 % of saturation and 23 % at 90 %. Beside the hot spot of \
             a hypercube, few sources share the lane that saturates, and their queues grow together, which the model leaves out: it is 4 % low \
             at 80 % and 20 % at 90 %.",
    conclusions: &[],
    scenes: &[],
    axes: [OF_THE_MODEL, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: || table(PATTERNED),
};

pub(super) const LENGTHS: Item = Item {
    id: "table-8",
    name: "Table 8",
    caption: "Latency from generation with exponential message lengths, rounded up to whole flits.",
    claim: "Within 1 % up to 80 % of saturation in a hypercube, and 8 % low at 90 %; in a mesh 6 % high at \
            70 %.",
    remark: "A short worm leaves a lane before its header has arrived, and its successor waits for it \
             further on; both are in the equations. The waits of worms that follow each other are \
             correlated for longer than the model assumes, so that meshes saturate early: latency is 10 % \
             high at 80 % of saturation and 19 % at 90 %.",
    conclusions: &[],
    scenes: &[],
    axes: [OF_THE_MODEL, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: || table(VARIED),
};

pub(super) const MEMORY: Item = Item {
    id: "memory",
    name: "Longer memory",
    caption: "Latency from generation at shares of the load at which the simulation saturates: the model \
              as in the other tables, with memory over one message, in tori none, and with memory over \
              several messages.",
    claim: "With memory over several messages meshes saturate 1 % early instead of 3.1 to 3.6 %, and a one-way \
            torus of 4×4×4 nodes is within 2.4 % up to 95 % of saturation instead of 19 % low.",
    remark: "A wait that is long delays the next message, and that delays the one after it. With [37] to \
             [48] the terms of the mesh of 8×8 nodes agree with the simulation lane by lane, and the \
             latency within the network up to 95 % of saturation. It is not the default: at 95 % latency \
             is 6 % low there, because sources that share a lane are backlogged together, which no term \
             describes; in the 6-cube it is 2 % further off, and in tori of two dimensions it is too high. There the \
             waits are too long anyway: a message goes at most halfway round a ring, so that one that has \
             come far goes less far, while the model gives a lane one delay beyond it. Equations that tell \
             how far a message has come were tried and not kept: in two dimensions they came out low.",
    conclusions: &[],
    scenes: &[],
    axes: ["load [% of saturation]", "latency from generation [cycles]"],
    varied: Varied::Other,
    rows: remembered,
};

/// A network and traffic, and the load at which the model saturates.
#[derive(Debug)]
struct Case {
    network: &'static str,
    /// M, or its mean [flits].
    flits: u32,
    buffer: u32,
    pattern: &'static str,
    is_fixed: bool,
    saturation: f64,
}

const fn buffered(network: &'static str, flits: u32, buffer: u32, saturation: f64) -> Case {
    Case {
        network,
        flits,
        buffer,
        pattern: "uniform",
        is_fixed: true,
        saturation,
    }
}

const fn patterned(
    network: &'static str,
    flits: u32,
    pattern: &'static str,
    saturation: f64,
) -> Case {
    Case {
        pattern,
        ..buffered(network, flits, 1, saturation)
    }
}

const fn varied(network: &'static str, flits: u32, saturation: f64) -> Case {
    Case {
        is_fixed: false,
        ..buffered(network, flits, 1, saturation)
    }
}

const BUFFERED: &[Case] = &[
    buffered("hypercube:6", 32, 4, 0.020_176),
    buffered("hypercube:6", 16, 8, 0.041_799),
    buffered("mesh:8x8", 16, 4, 0.013_806),
    buffered("torus:6x6", 16, 4, 0.026_839),
];

const PATTERNED: &[Case] = &[
    patterned("mesh:8x8", 16, "transpose", 0.007_58),
    patterned("mesh:8x8", 16, "hotspot", 0.009_742),
    patterned("mesh:8x8", 16, "bit-complement", 0.009_018),
    patterned("hypercube:6", 32, "bit-complement", 0.030_258),
    patterned("hypercube:6", 32, "hotspot", 0.007_901),
];

const VARIED: &[Case] = &[
    varied("hypercube:6", 16, 0.034_067),
    varied("mesh:8x8", 16, 0.011_758),
];

impl Case {
    fn name(&self) -> String {
        let Self { network, flits, .. } = self;
        if self.buffer > 1 {
            format!("{network}, M = {flits}, B = {}", self.buffer)
        } else if self.is_fixed {
            format!("{network}, M = {flits}, {}", self.pattern)
        } else {
            format!("{network}, mean of {flits}")
        }
    }

    fn is_torus(&self) -> bool {
        self.network.starts_with("torus")
    }

    /// The model, in the syntax of the command line.
    fn model(&self) -> String {
        let Self { network, flits, .. } = self;
        if self.is_torus() {
            return format!("platoon-dateline network={network} length={flits}");
        }
        let lengths = if self.is_fixed {
            "fixed"
        } else {
            "exponential"
        };
        let pattern = self.pattern;
        format!("platoon network={network} pattern={pattern} length={flits} lengths={lengths}")
    }

    fn task(&self, load: f64) -> Task {
        let mut scenario = Scenario::on(self.network);
        scenario.vcs = if self.is_torus() { 2 } else { 1 };
        scenario.buffer = self.buffer.into();
        scenario.length = if self.is_fixed {
            Length::Fixed(self.flits)
        } else {
            Length::Exponential(self.flits.into())
        };
        self.pattern.clone_into(&mut scenario.traffic.pattern);
        scenario.traffic.rate = load;
        Task {
            scenario,
            measurand: Measurand::Latency,
        }
    }
}

fn table(cases: &[Case]) -> Vec<Row> {
    let rows = cases.iter().flat_map(|case| {
        let loads = SHARES.map(|share| {
            let load = format!("{:.3e}", share * case.saturation);
            load.parse().expect("a number was written")
        });
        let single = case.model();
        let mut curves = Vec::new();
        if case.buffer > 1 {
            let model = format!("{single} buffer={}", case.buffer);
            curves.push(Computed::curve("model", &model, &loads));
            curves.push(Computed::curve("single-flit model", &single, &loads));
        } else {
            curves.push(Computed::curve("model", &single, &loads));
        }
        let tasks = loads.map(|load| case.task(load));
        beside(&case.name(), &SHARES, tasks, curves)
    });
    rows.collect()
}

/// Rows of one curve of simulation and several of models.
fn beside(
    name: &str,
    shares: &[f64],
    tasks: impl IntoIterator<Item = Task>,
    curves: Vec<Vec<Computed>>,
) -> Vec<Row> {
    let mut curves: Vec<_> = curves.into_iter().map(Vec::into_iter).collect();
    let rows = shares.iter().zip(tasks).map(|(&share, task)| {
        let computed = curves.iter_mut().filter_map(Iterator::next).collect();
        row(name.to_owned(), share, computed, task)
    });
    rows.collect()
}

fn remembered() -> Vec<Row> {
    const SHARES: [f64; 5] = [0.5, 0.7, 0.8, 0.9, 0.95];
    let systems = [GRIDS[0], CUBES[0], RINGS[0], RINGS[3]];
    let rows = systems.into_iter().flat_map(|system| {
        let loads = SHARES.map(|share| system.load(share));
        let model = system.model();
        let longer = format!("{model} memory=several-messages");
        let curves = vec![
            Computed::curve("default model", &model, &loads),
            Computed::curve("model with longer memory", &longer, &loads),
        ];
        let tasks = loads.map(|load| system.task(load, Measurand::Latency));
        beside(&system.name(), &SHARES, tasks, curves)
    });
    rows.collect()
}

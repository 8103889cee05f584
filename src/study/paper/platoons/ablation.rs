//! Curves of the model without each of its effects.

use super::{Computed, Measurand, Row, System};
use crate::paper::{Item, Varied};

pub(super) const CUBE: Item = Item {
    id: "figure-1",
    name: "Figure 1",
    caption: "Latency from generation in the 6-cube with messages of 32 flits: the whole model, the \
              model without one effect at a time, and our simulation.",
    claim: "Platoons, tear-down and ports decide the shape of the curve.",
    remark: "Without platoons, worms that waited together are taken to come by chance to the next \
             lane, and latency is far too low. Without the cycle of tear-down, lanes have 3 % more \
             capacity. If messages of one port could wait for each other, waits would be counted \
             that never occur. Memory, which is that the times of successive worms are correlated, \
             and the other service of a message that waited concern the source queue. In a cube \
             both add 1 to 2 % close to saturation, and there the model without either is the \
             closer one: what they overestimate is not known yet.",
    conclusions: &[],
    scenes: &[],
    axes: [
        "λ [messages/node/cycle]",
        "latency from generation [cycles]",
    ],
    varied: Varied::Load,
    rows: || rows(SIX_CUBE),
};

pub(super) const MESH: Item = Item {
    id: "figure-2",
    name: "Figure 2",
    caption: "The same for the mesh of 8×8 nodes with messages of 16 flits.",
    claim: "In a mesh every effect is needed, memory and first service close to saturation.",
    remark: "Half of the flits that enter a channel in the middle of a row come from the channel \
             before it, so that platoons stay together over many hops. A message has 16 flits, so \
             that the cycle of tear-down is 6 % of the time for which it holds a lane.",
    conclusions: &[],
    scenes: &[],
    axes: [
        "λ [messages/node/cycle]",
        "latency from generation [cycles]",
    ],
    varied: Varied::Load,
    rows: || rows(GRID),
};

pub(super) const PUBLISHED: Item = Item {
    id: "figure-3",
    name: "Figure 3",
    caption: "Network latency in the 8-cube with messages of 32 flits, without the source queue: the \
              model of platoons, that of Ciciani et al. (1998), and our simulation.",
    claim: "The published model is too low from half of saturation on.",
    remark: "Its header waits for half of one message, whatever that message has to wait for, and its \
             equations have a solution long after the network is saturated.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ [messages/node/cycle]", "network latency [cycles]"],
    varied: Varied::Load,
    rows: published,
};

const SIX_CUBE: System = System {
    network: "hypercube:6",
    flits: 32,
    saturation: 0.019_713,
};

const EIGHT_CUBE: System = System {
    network: "hypercube:8",
    flits: 32,
    saturation: 0.017_184,
};

const GRID: System = System {
    network: "mesh:8x8",
    flits: 16,
    saturation: 0.013_548,
};

/// The shares of saturation in a figure.
const SHARES: [f64; 7] = [0.2, 0.4, 0.6, 0.7, 0.8, 0.88, 0.94];

/// Names of the columns, with the effect that each leaves out.
const VARIANTS: [(&str, &str); 6] = [
    ("model", "nothing"),
    ("model without platoons", "platoons"),
    ("model without tear-down", "tear-down"),
    ("model without ports", "ports"),
    ("model without memory", "memory"),
    ("model without first service", "first-service"),
];

fn rows(system: System) -> Vec<Row> {
    let loads = SHARES.map(|share| system.load(share));
    let columns = VARIANTS.map(|(name, effect)| {
        let model = match effect {
            "nothing" => system.model(),
            _ => format!("{} without={effect}", system.model()),
        };
        Computed::curve(name, &model, &loads)
    });
    let rows = loads.into_iter().enumerate().map(|(place, load)| {
        let computed = columns.iter().map(|column| column[place].clone());
        point(system, load, computed.collect(), Measurand::Latency)
    });
    rows.collect()
}

fn published() -> Vec<Row> {
    let system = EIGHT_CUBE;
    let theirs = format!("ciciani-hypercube n=8 length={}", system.flits);
    let rows = SHARES.map(|share| {
        let load = system.load(share);
        let computed = vec![
            Computed::part("model", &system.model(), load, "T_net"),
            Computed::predicted("model of Ciciani et al.", &theirs, load),
        ];
        point(system, load, computed, Measurand::Network)
    });
    rows.into()
}

fn point(system: System, load: f64, computed: Vec<Computed>, measurand: Measurand) -> Row {
    Row {
        series: String::new(),
        label: load.to_string(),
        x: Some(load),
        printed: Vec::new(),
        computed,
        task: Some(system.task(load, measurand)),
    }
}

//! Table 4: the 10-cube.

use super::{Computed, Quantity, Row, published, task};
use crate::paper::Item;

pub(super) const ITEM: Item = Item {
    id: "table-4",
    name: "Table 4",
    caption: "Latency in the hypercube of 1024 nodes against the traffic 1/τ in bits per node and \
              cycle; messages of L = 200 bits on channels of one wire: 200 flits. The simulation \
              is Dally's of 1990, repeated.",
    claim: "The model is close to the simulation, always below it, and off by more than 10 % only \
            at very high traffic; at 1/τ = 0.5 the network is saturated.",
    remark: "The printed simulation is the network latency: ours of that is within a few per cent, \
             while from generation on it is several times as long at the last load. The model \
             stays below, ever more so with the load: who waits in a hypercube waits longer than \
             the half of a message that the conflict equation allows for, since the message ahead \
             may be blocked itself. It has no saturation of its own and is called saturated long \
             after the network is.",
    conclusions: &[],
    scenes: &[],
    axes: ["1/τ [bits/node/cycle]", "latency [cycles]"],
    rows,
};

/// L/W \[flits\].
const FLITS: u32 = 200;

/// The printed model.
const PRINTED: [f64; 7] = [212.0, 220.0, 237.0, 257.0, 268.0, 280.0, 293.0];

fn rows() -> Vec<Row> {
    let of = |series: &str, quantity: Quantity| {
        let points = published("Table 4").points.iter().zip(PRINTED);
        let rows = points.map(|(&(load, simulation), model)| {
            let bits = load * f64::from(FLITS);
            Row {
                series: series.to_owned(),
                label: format!("{bits:.2}"),
                x: Some(bits),
                printed: vec![("model", model), ("simulation", simulation)],
                computed: vec![Computed::predicted(
                    "model",
                    "ciciani-hypercube n=10 length=200",
                    load,
                )],
                task: Some(task("hypercube:10", FLITS, load, quantity)),
            }
        });
        rows.collect::<Vec<_>>()
    };
    let mut rows = of("network latency", Quantity::Network);
    rows.extend(of("from generation", Quantity::Latency));
    rows
}

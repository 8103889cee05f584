//! Table 3: the bidirectional 6-ary 3-cube.

use super::{Computed, Measurand, Row, task};
use crate::paper::{Column, Item, PrintedLatency, PrintedTable, Varied};
use engine::traffic::Length;

pub(super) const ITEM: Item = Item {
    id: "table-3",
    name: "Table 3",
    caption: "Latency in the bidirectional 6×6×6 torus against the load 1/τ_E in messages per node \
              and cycle; L = 96 bits, W = 8: 12 flits, according to the text the mean of an \
              exponential distribution.",
    claim: "The model is close to the simulation: within 5 % at most loads, and off by more \
            than 10 % only at 0.04.",
    remark: "The printed simulation is the network latency, without the source queue, of messages \
             of exactly 12 flits: ours agrees within a few percent throughout, while exponential \
             lengths, as in the text, are slower by a tenth or more. At 0.04 the network is far \
             beyond saturation and accepts less than it is offered; the printed number is finite \
             only because it excludes the queue, which grows without bound. The rows 0.016, 0.02 \
             and 0.04 of the printed model cannot follow from its equations, whose latency is \
             convex in the load, as any sum of such waits is; the printed column is not.",
    conclusions: &[],
    scenes: &[],
    axes: ["1/τ_E [messages/node/cycle]", "latency [cycles]"],
    varied: Varied::Load,
    rows,
};

/// L/W \[flits\].
const FLITS: u32 = 12;

pub(in crate::paper) const PRINTED_TABLE: PrintedTable = PrintedTable {
    item: "Ciciani et al. 1998, Table 3",
    network: "torus:6x6x6",
    length: FLITS,
    latency: PrintedLatency::Network,
    points: &[
        (0.001, 15.77),
        (0.002, 16.02),
        (0.005, 16.87),
        (0.01, 18.42),
        (0.016, 21.16),
        (0.02, 23.16),
        (0.04, 40.06),
    ],
    remark: "The text says that lengths are exponential, but the printed numbers are those of \
             messages of exactly 12 flits, without the source queue. The last load is beyond \
             saturation: the network accepts less than it is offered, and the printed number is \
             finite only because the queue is left out.",
};

/// The printed values of the model.
const PRINTED: [f64; 7] = [15.66, 15.88, 16.57, 17.90, 20.33, 21.69, 35.64];

fn rows() -> Vec<Row> {
    let of = |series: &str, length: Length| {
        let points = PRINTED_TABLE.points.iter().zip(PRINTED);
        let rows = points.map(|(&(load, simulation), model)| {
            let mut task = task("torus:6x6x6", FLITS, load, Measurand::Network);
            task.scenario.length = length;
            Row {
                series: series.to_owned(),
                label: load.to_string(),
                x: Some(load),
                printed: vec![
                    (Column::closed("model"), model),
                    (Column::simulated("simulation"), simulation),
                ],
                computed: vec![Computed::predicted(
                    "model",
                    "ciciani-torus-bi k=6 n=3 length=12",
                    load,
                )],
                task: Some(task),
            }
        });
        rows.collect::<Vec<_>>()
    };
    [
        of("fixed lengths", Length::Fixed(FLITS)),
        of("exponential lengths", Length::Exponential(f64::from(FLITS))),
    ]
    .concat()
}

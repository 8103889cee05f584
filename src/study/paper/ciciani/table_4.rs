//! Table 4: the 10-cube.

use super::{Computed, Measurand, Row, task};
use crate::paper::{Column, Item, PrintedLatency, PrintedTable, Varied};

pub(super) const ITEM: Item = Item {
    id: "table-4",
    name: "Table 4",
    caption: "Latency in the hypercube of 1024 nodes against the traffic 1/τ in bits per node and \
              cycle; messages of L = 200 bits on channels of one wire: 200 flits. The simulation \
              is quoted from Dally (1990).",
    claim: "The model is close to the simulation, always below it, and off by more than 10 % only \
            at very high traffic; at 1/τ = 0.5 the network is saturated.",
    remark: "The printed simulation is the network latency: ours agrees within a few percent, \
             while the latency from generation is several times as long at the last load. The \
             model is too low, increasingly so with the load: a message that waits in a hypercube \
             waits longer than the half message that the conflict equation assumes, since the \
             message ahead may itself be blocked. The model itself never saturates, and counts as \
             saturated long after the network is.",
    conclusions: &[],
    scenes: &[],
    axes: ["1/τ [bits/node/cycle]", "latency [cycles]"],
    varied: Varied::Other,
    rows,
};

/// L/W \[flits\].
const FLITS: u32 = 200;

pub(in crate::paper) const PRINTED_TABLE: PrintedTable = PrintedTable {
    item: "Ciciani et al. 1998, Table 4",
    network: "hypercube:10",
    length: FLITS,
    latency: PrintedLatency::Network,
    points: &[
        (0.000_25, 214.0),
        (0.000_5, 224.0),
        (0.001, 246.0),
        (0.001_5, 272.0),
        (0.001_75, 292.0),
        (0.002, 312.0),
        (0.002_25, 342.0),
    ],
    remark: "Loads are in messages per 200 cycles. The printed latency excludes the source queue, \
             and so does ours beside it, with V = 1 and B = 1. Measured from generation it is far \
             higher at the last loads.",
};

/// The printed values of the model.
const PRINTED: [f64; 7] = [212.0, 220.0, 237.0, 257.0, 268.0, 280.0, 293.0];

fn rows() -> Vec<Row> {
    let of = |series: &str, measurand: Measurand| {
        let points = PRINTED_TABLE.points.iter().zip(PRINTED);
        let rows = points.map(|(&(load, simulation), model)| {
            let bits = load * f64::from(FLITS);
            Row {
                series: series.to_owned(),
                label: format!("{bits:.2}"),
                x: Some(bits),
                printed: vec![
                    (Column::closed("model"), model),
                    (Column::simulated("simulation"), simulation),
                ],
                computed: vec![Computed::predicted(
                    "model",
                    "ciciani-hypercube n=10 length=200",
                    load,
                )],
                task: Some(task("hypercube:10", FLITS, load, measurand)),
            }
        });
        rows.collect::<Vec<_>>()
    };
    let mut rows = of("network latency", Measurand::Network);
    rows.extend(of("from generation", Measurand::Latency));
    rows
}

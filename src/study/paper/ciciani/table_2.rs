//! Table 2: the unidirectional 16-ary 3-cube.

use super::{Computed, Measurand, Row, task};
use crate::paper::{Column, Item, PrintedLatency, PrintedTable, Varied};

pub(super) const ITEM: Item = Item {
    id: "table-2",
    name: "Table 2",
    caption: "Latency in the unidirectional 16×16×16 torus against the traffic 1/τ in bits per \
              node and cycle; messages of L = 200 bits, W = 8 bits a flit: 25 flits. The \
              simulation and the second analysis are quoted from Dally (1990).",
    claim: "The model is within 5 % of Dally's simulation at most loads and within 10 % at the \
            last, and closer to it than Dally's own analysis.",
    remark: "The heading states buffers of one flit. With those our network is slower than the \
             printed one from the second load on and saturates near 1/τ = 0.25; with four flits it \
             is within 4 % of the print up to 0.20 and 7 % above at 0.25, so the printed \
             simulation had deeper buffers than the table states. The meaning of 148 at 0.29 is \
             unclear: there the mean still depends on the length of the run. The model has no \
             buffers: a message that finds a channel taken waits for half of one message, which is \
             too little where a blocked worm keeps every channel it holds, and about right where \
             buffers of four flits absorb most of it. Dally's analysis is quoted as printed; the \
             paper does not describe it in enough detail to evaluate it again.",
    conclusions: &[],
    scenes: &[],
    axes: ["1/τ [bits/node/cycle]", "latency [cycles]"],
    varied: Varied::Other,
    rows,
};

/// L/W \[flits\].
const FLITS: u32 = 25;

pub(in crate::paper) const PRINTED_TABLE: PrintedTable = PrintedTable {
    item: "Ciciani et al. 1998, Table 2",
    network: "torus-uni:16x16x16",
    length: FLITS,
    latency: PrintedLatency::Total,
    points: &[
        (0.000_25, 51.0),
        (0.000_5, 55.0),
        (0.000_75, 61.0),
        (0.001, 70.0),
        (0.001_25, 84.0),
        (0.001_45, 148.0),
    ],
    remark: "The table repeats a simulation by Dally (1990), loads in messages per 200 cycles; it \
             is compared with the latency that includes the source queue. With buffers of a single \
             flit we get 51, 58, 70 and 100 and saturate near the fifth load: the printed values \
             require deeper buffers, and agree with B = 4.",
};

/// The printed values of the model and of Dally's analysis.
const PRINTED: [(f64, f64); 6] = [
    (52.0, 52.0),
    (56.0, 57.0),
    (63.0, 66.0),
    (73.0, 78.0),
    (92.0, 90.0),
    (133.0, 125.0),
];

fn rows() -> Vec<Row> {
    let of = |series: &str, buffer: i64, measurand: Measurand| {
        let points = PRINTED_TABLE.points.iter().zip(PRINTED);
        let rows = points.map(|(&(load, simulation), (model, analysis))| {
            let mut task = task("torus-uni:16x16x16", FLITS, load, measurand);
            task.scenario.buffer = buffer;
            let bits = load * 200.0;
            Row {
                series: series.to_owned(),
                label: format!("{bits:.2}"),
                x: Some(bits),
                printed: vec![
                    (Column::closed("model"), model),
                    (Column::simulated("simulation"), simulation),
                    (Column::closed("Dally's analysis"), analysis),
                ],
                computed: vec![Computed::predicted(
                    "model",
                    "ciciani-torus-uni k=16x16x16 length=25",
                    load,
                )],
                task: Some(task),
            }
        });
        rows.collect::<Vec<_>>()
    };
    [
        of("B = 1, network latency", 1, Measurand::Network),
        of("B = 1, from generation", 1, Measurand::Latency),
        of("B = 4, network latency", 4, Measurand::Network),
        of("B = 4, from generation", 4, Measurand::Latency),
    ]
    .concat()
}

//! Figure 6: shapes of unidirectional tori with equally many nodes.

use super::{Computed, Point, Row};
use crate::paper::{Item, Varied};

pub(super) const ITEM: Item = Item {
    id: "figure-6",
    name: "Figure 6",
    caption: "Latency in unidirectional tori of 1000 and of 4096 nodes, by shape; messages of 25 \
              flits.",
    claim: "The symmetric shape is best. Other shapes differ little unless they are extreme, and \
            ascending radices, k0 ≤ k1 ≤ k2, are slightly better than descending ones.",
    remark: "The figure shows curves without numbers; L = 200 and W = 8 are taken from Table 2. In \
             the model the order of the shapes is as stated. In simulation with buffers of one \
             flit the symmetric shape is also best, by more than in the model; but ascending \
             radices are no better than descending ones at medium loads and worse towards \
             saturation: the model neglects that a worm waiting in its last dimension, which is \
             then the longest, keeps its channels in all other dimensions.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ [messages/node/cycle]", "latency [cycles]"],
    varied: Varied::Load,
    rows,
};

pub(super) const SATURATION: Item = Item {
    id: "figure-6-saturation",
    name: "Figure 6, where its curves end",
    caption: "The load beyond which the model of each shape has no steady state.",
    claim: "",
    remark: "The paper shows curves and states no limits; these follow from its equations, where a \
             root becomes imaginary.",
    conclusions: &[],
    scenes: &[],
    axes: ["shape", "saturation λ [messages/node/cycle]"],
    varied: Varied::Other,
    rows: saturation_rows,
};

/// The shapes, each with its simulated loads.
const SHAPES: [(&str, &[f64]); 6] = [
    ("10x10x10", &[0.0006, 0.001, 0.0014, 0.0016]),
    ("5x10x20", &[0.0006, 0.001, 0.0014, 0.0016]),
    ("20x10x5", &[0.0006, 0.001, 0.0014, 0.0016]),
    ("2x5x100", &[0.0002]),
    ("32x16x8", &[0.0002, 0.0006]),
    ("4x32x32", &[0.0002]),
];

const LOADS: [f64; 8] = [
    0.0002, 0.0006, 0.001, 0.0014, 0.0016, 0.0018, 0.0022, 0.0026,
];

fn rows() -> Vec<Row> {
    let rows = SHAPES.iter().flat_map(|&(shape, simulated)| {
        LOADS.iter().map(move |&load| {
            Point {
                series: shape.replace('x', "×"),
                label: load.to_string(),
                x: load,
                model: &model(shape),
                network: &format!("torus-uni:{shape}"),
                flits: 25,
                load,
                is_simulated: simulated.contains(&load),
            }
            .row()
        })
    });
    rows.collect()
}

fn saturation_rows() -> Vec<Row> {
    let rows = SHAPES.iter().map(|(shape, _)| Row {
        series: String::new(),
        label: shape.replace('x', "×"),
        x: None,
        printed: Vec::new(),
        computed: vec![Computed::saturation("saturation", &model(shape))],
        task: None,
    });
    rows.collect()
}

fn model(shape: &str) -> String {
    format!("ciciani-torus-uni k={shape} length=25")
}

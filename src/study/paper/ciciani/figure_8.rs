//! Figure 8: message lengths in a hypercube.

use super::{Point, Row};
use crate::paper::{Item, Varied};

pub(super) const ITEM: Item = Item {
    id: "figure-8",
    name: "Figure 8",
    caption: "Latency in a hypercube with as many nodes as the torus of Figure 7, for messages of \
              12, 25 and 50 flits.",
    claim: "In large networks, messages of small and medium length take as long in a hypercube as \
            in a torus with bidirectional links.",
    remark: "Neither numbers nor the size are printed; 4096 nodes are assumed as in Figure 7. At \
             low load the two differ by their mean paths, 6 channels against 12, which is a \
             quarter of the latency of the shortest messages and less than a tenth of that of the \
             longest. A hypercube has twice the links per node, and carries several times the \
             load.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ [messages/node/cycle]", "latency [cycles]"],
    varied: Varied::Load,
    rows,
};

/// Loads \[flits/node/cycle\]; the second and the third are simulated.
const LOADS: [f64; 5] = [0.05, 0.15, 0.3, 0.5, 0.7];

fn rows() -> Vec<Row> {
    let rows = [12_u32, 25, 50].into_iter().flat_map(|flits| {
        let rows = LOADS.into_iter().enumerate().map(move |(nth, work)| {
            let load = (work / f64::from(flits) * 1e4).round() / 1e4;
            Point {
                series: format!("{flits} flits"),
                label: load.to_string(),
                x: load,
                model: &format!("ciciani-hypercube n=12 length={flits}"),
                network: "hypercube:12",
                flits,
                load,
                is_simulated: (1..3).contains(&nth),
            }
            .row()
        });
        rows.collect::<Vec<_>>()
    });
    rows.collect()
}

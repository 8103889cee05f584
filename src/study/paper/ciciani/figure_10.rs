//! Figure 10: hypercubes of growing size under three loads.

use super::{Point, Row};
use crate::paper::{Item, Varied};

pub(super) const ITEM: Item = Item {
    id: "figure-10",
    name: "Figure 10",
    caption: "Latency against the number of nodes 2ⁿ of hypercubes, where each node generates a \
              message of 25 flits every τ_E = 100, 50 or 20 cycles.",
    claim: "A hypercube of any size sustains one message per node every 50 cycles.",
    remark: "The figure shows curves without numbers. A channel of a hypercube carries λ/2 \
             messages per cycle whatever n is, so in the model the latency grows by half a channel \
             and a little waiting per dimension, and at τ_E = 50 it never saturates. In simulation \
             the network saturates at 1024 nodes: messages of 25 flits every 50 cycles are 1/τ = \
             0.5 flits per cycle and node, the very load at which the paper calls the hypercube of \
             Table 4 saturated. The model neglects that a blocked message blocks others, an effect \
             that grows with the number n of dimensions in sequence.",
    conclusions: &[],
    scenes: &[],
    axes: ["nodes", "latency [cycles]"],
    varied: Varied::Nodes,
    rows,
};

const SIMULATED: [u32; 4] = [4, 6, 8, 10];

fn rows() -> Vec<Row> {
    let rows = [100_u32, 50, 20].into_iter().flat_map(|between| {
        let rows = (3..=12).map(move |n| {
            let nodes = 1_u32 << n;
            Point {
                series: format!("τ_E = {between}"),
                label: format!("2^{n} = {nodes}"),
                x: f64::from(nodes),
                model: &format!("ciciani-hypercube n={n} length=25"),
                network: &format!("hypercube:{n}"),
                flits: 25,
                load: 1.0 / f64::from(between),
                is_simulated: SIMULATED.contains(&n),
            }
            .row()
        });
        rows.collect::<Vec<_>>()
    });
    rows.collect()
}

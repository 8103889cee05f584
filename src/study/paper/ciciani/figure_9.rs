//! Figure 9: tori of growing size under three loads.

use super::{Point, Row};
use crate::paper::{Item, Varied};

pub(super) const ITEM: Item = Item {
    id: "figure-9",
    name: "Figure 9",
    caption: "Latency against the number of nodes k³ of symmetric tori, unidirectional and \
              bidirectional, where each node generates a message of 25 flits every τ_E = 1000, 700 \
              or 300 cycles.",
    claim: "A unidirectional torus sustains one message per node every 300 cycles only below 300 nodes.",
    remark: "The figure shows curves without numbers. The load of a channel grows with the radix, \
             so at constant τ_E every torus saturates at some size. In the model the \
             unidirectional torus at τ_E = 300 still has a steady state at 512 nodes; simulated \
             with buffers of one flit its latency is much higher already at 343, and it is \
             saturated at 512, in agreement with the statement.",
    conclusions: &[],
    scenes: &[],
    axes: ["nodes", "latency [cycles]"],
    varied: Varied::Nodes,
    rows,
};

const RADICES: [u32; 9] = [4, 5, 6, 7, 8, 10, 12, 14, 16];

const SIMULATED: [u32; 5] = [4, 6, 7, 8, 10];

fn rows() -> Vec<Row> {
    let curves = ["unidirectional", "bidirectional"]
        .into_iter()
        .flat_map(|kind| [1000_u32, 700, 300].map(|between| (kind, between)));
    let rows = curves.flat_map(|(kind, between)| {
        let rows = RADICES.into_iter().map(move |k| {
            let (model, network) = match kind {
                "unidirectional" => (
                    format!("ciciani-torus-uni k={k}x{k}x{k} length=25"),
                    format!("torus-uni:{k}x{k}x{k}"),
                ),
                _ => (
                    format!("ciciani-torus-bi k={k} n=3 length=25"),
                    format!("torus:{k}x{k}x{k}"),
                ),
            };
            Point {
                series: format!("{kind}, τ_E = {between}"),
                label: format!("{k}³ = {}", k.pow(3)),
                x: f64::from(k.pow(3)),
                model: &model,
                network: &network,
                flits: 25,
                load: 1.0 / f64::from(between),
                is_simulated: SIMULATED.contains(&k),
            }
            .row()
        });
        rows.collect::<Vec<_>>()
    });
    rows.collect()
}

//! Figure 7: message lengths in unidirectional and bidirectional tori.

use super::{Point, Row};
use crate::paper::{Item, Varied};

pub(super) const ITEM: Item = Item {
    id: "figure-7",
    name: "Figure 7",
    caption: "Latency in symmetric tori, unidirectional and bidirectional, against the load, for \
              messages of L = 96, 200 and 400 bits, W = 8: 12, 25 and 50 flits.",
    claim: "Bidirectional links pay off, most clearly with medium and long messages.",
    remark: "Neither numbers nor the size of the torus are printed; 16×16×16, the torus of Table \
             2, is assumed. The curves of a longer message are those of a shorter one with loads \
             compressed in proportion, since apart from the path only λT matters. Bidirectional \
             links halve the path and hence the load of a channel.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ [messages/node/cycle]", "latency [cycles]"],
    varied: Varied::Load,
    rows,
};

/// Kinds of torus, each with its loads and its simulated loads \[flits/node/cycle\].
const TORI: [(&str, &[f64], [f64; 2]); 2] = [
    (
        "unidirectional",
        &[0.006, 0.0125, 0.02, 0.025, 0.03, 0.035],
        [0.0125, 0.02],
    ),
    (
        "bidirectional",
        &[0.0125, 0.025, 0.05, 0.075, 0.1, 0.15],
        [0.025, 0.05],
    ),
];

fn rows() -> Vec<Row> {
    let curves = [12_u32, 25, 50]
        .into_iter()
        .flat_map(|flits| TORI.map(|torus| (flits, torus)));
    let rows = curves.flat_map(|(flits, (kind, loads, simulated))| {
        let (model, network) = match kind {
            "unidirectional" => (
                format!("ciciani-torus-uni k=16x16x16 length={flits}"),
                "torus-uni",
            ),
            _ => (format!("ciciani-torus-bi k=16 n=3 length={flits}"), "torus"),
        };
        let rows = loads.iter().map(move |&work| {
            // Rounded, so that loads are short to read and type.
            let load = (work / f64::from(flits) * 1e5).round() / 1e5;
            Point {
                series: format!("{kind}, {flits} flits"),
                label: load.to_string(),
                x: load,
                model: &model,
                network: &format!("{network}:16x16x16"),
                flits,
                load,
                is_simulated: simulated.contains(&work),
            }
            .row()
        });
        rows.collect::<Vec<_>>()
    });
    rows.collect()
}

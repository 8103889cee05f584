//! Figure 3: delay at a link of the N-cube and of the folded hypercube.

use super::figure_2::DIMENSION;
use super::{in_words, packets};
use crate::paper::{Computed, Item, Measurand, Row, Varied};
use engine::sim::packet::Lengths;

pub(super) const ITEM: Item = Item {
    id: "figure-3",
    name: "Figure 3",
    caption: "Delay at a link of the 6-cube and of the folded 6-cube against λ_p, destinations of \
              equal probability.",
    claim: "The delay in the folded hypercube is much less than in the ordinary cube.",
    remark: "The figure shows curves without numbers and does not state N; 6 is assumed, an even \
             number, for which the paper's rule and random shortest paths load links equally. \
             Ordinary links and complement links carry different loads; the model delays of both \
             are averaged, weighted by how often a message crosses them. The simulated delay is \
             that of the average crossing.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ_p [messages/node/unit of time]", "delay at a link [1/μ]"],
    varied: Varied::Load,
    rows,
};

const LOADS: [f64; 8] = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.25];

fn rows() -> Vec<Row> {
    let cubes = [Lengths::Redrawn, Lengths::Kept].map(|lengths| ("hypercube", lengths));
    let folded = [Lengths::Redrawn, Lengths::Kept].map(|lengths| ("folded-hypercube", lengths));
    let curves = cubes.into_iter().chain(folded);
    let rows = curves.flat_map(|(kind, lengths)| {
        LOADS.map(|load| {
            let network = format!("{kind}:{DIMENSION}");
            Row {
                series: format!("{}, {}", kind.replace('-', " "), in_words(lengths)),
                label: load.to_string(),
                x: Some(load),
                printed: Vec::new(),
                computed: computed(kind, load),
                task: Some(packets(
                    &network,
                    "uniform",
                    load,
                    lengths,
                    Measurand::LinkDelay,
                )),
            }
        })
    });
    rows.collect()
}

/// The M/M/1 delay of the average crossing.
fn computed(kind: &str, load: f64) -> Vec<Computed> {
    if kind == "hypercube" {
        let model = format!("aboelaze-ncube n={DIMENSION} mu=1 traffic=uniform");
        return vec![Computed::predicted("M/M/1 delay", &model, load)];
    }
    let of = |name, variant: &str| {
        let model = format!("aboelaze-folded n={DIMENSION} mu=1 variant={variant}");
        Computed::predicted(name, &model, load)
    };
    vec![
        of("M/M/1 delay", "exact"),
        of("M/M/1 delay with the printed rate", "printed"),
    ]
}

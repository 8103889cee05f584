//! Figure 2: delay at a link of the N-cube.

use super::{in_words, packets};
use crate::paper::{Computed, Item, Quantity, Row};
use crate::sim::packet::Lengths;

pub(super) const ITEM: Item = Item {
    id: "figure-2",
    name: "Figure 2",
    caption: "Delay at a link of the 8-cube against the rate λ_p at which nodes generate messages, \
              for destinations of equal probability and of probability k/i at distance i.",
    claim: "Analysis and simulation differ by less than 7 %.",
    remark: "The figure prints curves without numbers and no N; 8 is assumed. M/M/1 is exact if \
             the length of a message is drawn anew at every link, Kleinrock's independence \
             assumption, and simulation with redrawn lengths holds it within its interval. With \
             lengths kept, as real messages have them, a long message delays those behind it at \
             every link: 1 % more delay at light load, and less at heavy load, where messages come \
             in rows spaced by the longest of them. k/i traffic stays nearer and loads links \
             less.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ_p [messages/node/unit of time]", "delay at a link [1/μ]"],
    rows,
};

/// N.
pub(super) const DIMENSION: u32 = 8;

const LOADS: [f64; 7] = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75];

fn rows() -> Vec<Row> {
    let traffic = [("equal probability", "uniform"), ("k/i", "clustered")];
    let curves = traffic
        .into_iter()
        .flat_map(|traffic| [Lengths::Redrawn, Lengths::Kept].map(|lengths| (traffic, lengths)));
    let rows = curves.flat_map(|((name, pattern), lengths)| {
        LOADS.map(|load| {
            let model = format!("aboelaze-ncube n={DIMENSION} mu=1 traffic={pattern}");
            let network = format!("hypercube:{DIMENSION}");
            Row {
                series: format!("{name}, {}", in_words(lengths)),
                label: load.to_string(),
                x: Some(load),
                printed: Vec::new(),
                computed: vec![Computed::part("M/M/1", &model, load, &["T_total", "T"])],
                task: Some(packets(
                    &network,
                    pattern,
                    load,
                    lengths,
                    Quantity::LinkDelay,
                )),
            }
        })
    });
    rows.collect()
}

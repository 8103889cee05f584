//! Figure 2: delay at a link of the N-cube.

use super::{in_words, packets};
use crate::paper::{Computed, Item, Measurand, Row, Varied};
use engine::sim::packet::Lengths;

pub(super) const ITEM: Item = Item {
    id: "figure-2",
    name: "Figure 2",
    caption: "Delay at a link of the 6-cube against the rate λ_p at which nodes generate messages, \
              for destinations of equal probability and of probability k/i at distance i.",
    claim: "Analysis and simulation differ by less than 7 %.",
    remark: "The figure shows curves without numbers and does not state N; 6 is assumed. M/M/1 is \
             exact if the length of a message is drawn anew at every link (Kleinrock's \
             independence assumption). If messages keep their lengths, as real messages do, a \
             message close behind a longer one catches up with it at every link that both take, \
             which costs a percent at light load. At heavy load messages travel in convoys and \
             wait for the longest only once, which saves a few percent. Close to saturation queues \
             fill slowly, and runs that are too short underestimate the delay.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ_p [messages/node/unit of time]", "delay at a link [1/μ]"],
    varied: Varied::Load,
    rows,
};

/// The dimension N, which the paper does not give.
pub(super) const DIMENSION: u32 = 6;

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
                computed: vec![Computed::predicted("M/M/1 delay", &model, load)],
                task: Some(packets(
                    &network,
                    pattern,
                    load,
                    lengths,
                    Measurand::LinkDelay,
                )),
            }
        })
    });
    rows.collect()
}

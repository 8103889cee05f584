//! Aboelaze & Houstis: delay analysis of the N-cube network.

mod figure_2;
mod figure_3;
mod table_1;

use super::{Measurand, Paper, Published, Scene, Task, equations};
use crate::scenario::{Packet, Scenario};
use engine::model::AboelazeNcube;
use engine::sim::packet::Lengths;

pub(super) const PAPER: Paper = Paper {
    id: "aboelaze",
    source: AboelazeNcube::SOURCE,
    published: Published {
        title: "Delay analysis of the N-cube network",
        venue: "Lecture Notes in Computer Science, Springer",
        year: None,
        doi: "10.1007/BFb0038485",
    },
    synopsis: "How long does a message wait at a link of an N-cube whose processors run without a \
               common clock? The paper derives, from symmetry alone, the fraction of all messages \
               that crosses a given link, and then treats each link as an independent queue. It \
               does so for uniform destinations and for destinations that are likelier the nearer \
               they are, and then asks what one more link per node, to the opposite corner, would \
               gain: in this folded cube links carry less load, and delays are shorter. It reports \
               agreement with simulations within 7 %.",
    system: "A cube of 2ᴺ nodes, each of which stores a whole message before forwarding it; queues \
             are infinite. Lengths are exponential with mean 1/μ, sources generate messages at \
             random, and all shortest paths are equally likely. Destinations are uniform, or each \
             node at distance i is chosen with a probability proportional to 1/i. In the folded \
             cube a message with more than ⌈N/2⌉ dimensions to cross first takes the link from its \
             source to the opposite corner.",
    scenes: &[
        Scene {
            title: "The 4-cube, packets in flits",
            link: "t=hypercube:4&r=random-shortest&sw=store-and-forward&vc=4&M=exp:8&lam=0.03",
            caption: "The paper's system in cycles: whole packets wait at every node, lengths are \
                      exponential, shortest paths are drawn at random. The flits are ours; the \
                      tables below are simulated in continuous time, without flits.",
        },
        Scene {
            title: "The folded 4-cube",
            link: "t=folded-hypercube:4&r=folded&vc=1&M=8&lam=0.02",
            caption: "The same network, flit by flit: the complement link first, where that is \
                      shorter.",
        },
    ],
    models: &["aboelaze-ncube", "aboelaze-folded"],
    equations: equations::ABOELAZE,
    symbols: equations::ABOELAZE_SYMBOLS,
    errata: &[],
    items: &[table_1::ITEM, figure_2::ITEM, figure_3::ITEM],
};

/// A simulation of packets with μ = 1.
fn packets(
    network: &str,
    pattern: &str,
    load: f64,
    lengths: Lengths,
    measurand: Measurand,
) -> Task {
    let mut scenario = Scenario::on(network);
    pattern.clone_into(&mut scenario.traffic.pattern);
    scenario.traffic.rate = load;
    scenario.packet = Some(Packet { mu: 1.0, lengths });
    Task {
        scenario,
        measurand,
    }
}

/// The treatment of lengths, in words.
fn in_words(lengths: Lengths) -> &'static str {
    match lengths {
        Lengths::Kept => "lengths kept",
        Lengths::Redrawn => "lengths redrawn",
    }
}

/// The binomial coefficient: the number of subsets with `of` of `n` elements.
fn choose(n: u32, of: u32) -> f64 {
    (0..of).fold(1.0, |product, i| {
        product * f64::from(n - i) / f64::from(i + 1)
    })
}

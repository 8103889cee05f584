//! Aboelaze & Houstis: delay analysis of the N-cube network.

mod figure_2;
mod figure_3;
mod table_1;

use super::{Paper, Quantity, Scene, Task};
use crate::catalog::Source;
use crate::scenario::{Packet, Scenario};
use crate::sim::packet::Lengths;

pub(super) const PAPER: Paper = Paper {
    id: "aboelaze",
    source: Source {
        cite: "Aboelaze & Houstis",
        work: "Delay analysis of the N-cube network",
    },
    asks: "How long does a message wait at a link of a hypercube, if all nodes talk to all, or \
           mostly to those nearby, and what does a link more per node change? Links are M/M/1 \
           queues; the answer is the rate at which messages come to one.",
    system: "An N-cube that stores and forwards messages in continuous time. Nodes generate \
             messages of exponential length as Poisson processes of rate λ_p, which take a random \
             shortest path; every link has a queue without end. In the folded hypercube a link \
             more leads from every node to its complement, and is taken first by messages for \
             more than ⌈N/2⌉ differing bits.",
    scenes: &[
        Scene {
            title: "Packets in a 6-cube",
            link: "t=hypercube:6&mu=1&len=kept&lam=1",
            caption: "There are no flits to see, only queues: measure to have the delay at an \
                      average link.",
        },
        Scene {
            title: "The folded 4-cube",
            link: "t=folded-hypercube:4&r=folded&vc=1&M=8&lam=0.02",
            caption: "The same network, flit by flit: the complement link first, where that is \
                      shorter.",
        },
    ],
    models: &["aboelaze-ncube", "aboelaze-folded"],
    equations: &[],
    symbols: &[],
    errata: &[],
    items: &[table_1::ITEM, figure_2::ITEM, figure_3::ITEM],
};

/// A simulation of packets with μ = 1.
fn packets(network: &str, pattern: &str, load: f64, lengths: Lengths, quantity: Quantity) -> Task {
    let mut scenario = Scenario::on(network);
    pattern.clone_into(&mut scenario.traffic.pattern);
    scenario.traffic.rate = load;
    scenario.packet = Some(Packet { mu: 1.0, lengths });
    Task { scenario, quantity }
}

/// How lengths are treated, in words.
fn in_words(lengths: Lengths) -> &'static str {
    match lengths {
        Lengths::Kept => "lengths kept",
        Lengths::Redrawn => "lengths redrawn",
    }
}

/// The number of subsets of so many of n things.
fn choose(n: u32, of: u32) -> f64 {
    (0..of).fold(1.0, |product, i| {
        product * f64::from(n - i) / f64::from(i + 1)
    })
}

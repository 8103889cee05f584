//! Shahrabi, Ould-Khaoua & Mackenzie 2001: broadcast in the hypercube.

mod channel_rate;
mod figure_1;

use super::{Measurand, Paper, Published, Scene, Task, equations};
use crate::scenario::Scenario;
use engine::model::Shahrabi;
use engine::traffic::Length;

pub(super) const PAPER: Paper = Paper {
    id: "shahrabi",
    source: Shahrabi::SOURCE,
    published: Published {
        title: "Unicast-based broadcast: an analysis for the hypercube with adaptive routing",
        venue: "ACM Symposium on Applied Computing (SAC)",
        year: Some(2001),
        doi: "",
    },
    synopsis: "How long does a broadcast take in a hypercube that routes adaptively, while other \
               messages are in flight? There were models of unicasts, but none of a broadcast that \
               consists of unicasts. The paper treats every channel and every injection channel as \
               a queue, counts what the copies of broadcasts add to its load, and solves the \
               mutual dependence of waiting and service times by iteration. The latency of a \
               broadcast is n times that of one step; the paper finds it close to simulation until \
               the network is nearly saturated.",
    system: "A cube of 2ⁿ nodes with wormhole switching. A channel has V virtual channels: V − 1 \
             that may be taken in any dimension still to be corrected, and one, the escape \
             channel, in the lowest such dimension only, so that nothing can deadlock. Every node \
             has n injection channels with an infinite queue each. Messages of M flits are \
             generated at random; a fraction β of them are broadcasts, the others go to one node \
             each. A broadcast follows a binomial tree: a node that has received it over one \
             dimension sends a copy over each later one. Every broadcast begins with a different \
             dimension, so that all carry the same load.",
    scenes: &[
        Scene {
            title: "6-cube, V = 2, M = 32, β = 0.01",
            link: "t=hypercube:6&r=duato&lam=0.00975&beta=0.01&pi=6",
            caption: "One message in a hundred is a broadcast, but one in six messages over a \
                      channel is a copy of one.",
        },
        Scene {
            title: "A broadcast alone",
            link: "t=hypercube:6&r=duato&mc=binomial-broadcast&pi=6&lam=0.00001&beta=1",
            caption: "Six steps of M + 1 cycles: each node that has the message forwards it over \
                      every later dimension.",
        },
    ],
    models: &["shahrabi-broadcast", "shahrabi-unicast"],
    equations: equations::SHAHRABI,
    symbols: equations::SHAHRABI_SYMBOLS,
    errata: &[],
    items: &[
        figure_1::POINTS,
        figure_1::V2_N6,
        figure_1::V4_N6,
        figure_1::V2_N7,
        figure_1::V4_N7,
        figure_1::V2_N8,
        figure_1::V4_N8,
        channel_rate::ITEM,
    ],
};

/// A parameter set of the paper: n, V, M and β.
#[derive(Debug, Clone, Copy)]
struct Case {
    n: u32,
    vcs: u32,
    flits: u32,
    broadcast: f64,
}

/// The case with an independent simulation: its loads λ_g \[messages/node/cycle\], latencies of
/// broadcasts \[cycles\] and channel rates \[messages/cycle\].
const KNOWN: (Case, [(f64, f64, f64); 4]) = (
    Case {
        n: 6,
        vcs: 2,
        flits: 32,
        broadcast: 0.01,
    },
    [
        (0.004_87, 219.0, 0.002_96),
        (0.009_75, 251.0, 0.005_91),
        (0.014_62, 295.0, 0.008_92),
        (0.018_52, 338.0, 0.011_26),
    ],
);

impl Case {
    /// A variant of the model, in the syntax of the command line.
    fn model(self, variant: &str) -> String {
        let Self {
            n,
            vcs,
            flits,
            broadcast,
        } = self;
        format!(
            "shahrabi-broadcast n={n} length={flits} vcs={vcs} beta={broadcast} delta=1 \
             variant={variant}"
        )
    }

    /// The load, to three digits, at which channels are busy for a fraction of the time: unicasts
    /// cross d̄ channels, broadcasts one channel for every node except the source, and each node
    /// has n channels.
    fn load_at(self, busy: f64) -> f64 {
        let nodes = f64::from(1_u32 << self.n);
        let mean_distance = f64::from(self.n) / 2.0 * nodes / (nodes - 1.0);
        let crossings = (1.0 - self.broadcast) * mean_distance + self.broadcast * (nodes - 1.0);
        let load = busy * f64::from(self.n) / (f64::from(self.flits) * crossings);
        format!("{load:.2e}").parse().expect("a number was written")
    }

    /// The simulation of the case. The Δ of the model is the one cycle between the arrival of a copy
    /// and its release.
    fn task(self, load: f64, measurand: Measurand) -> Task {
        let mut scenario = Scenario::on(&format!("hypercube:{}", self.n));
        "duato".clone_into(&mut scenario.routing);
        scenario.vcs = self.vcs.into();
        scenario.length = Length::Fixed(self.flits);
        scenario.traffic.rate = load;
        scenario.traffic.broadcast = self.broadcast;
        scenario.ports.injection = self.n.into();
        Task {
            scenario,
            measurand,
        }
    }
}

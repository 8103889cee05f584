//! Models of store-and-forward packets in continuous time.

use super::{Failure, Line, Subject, Theory, assume};
use crate::catalog::Settings;
use crate::model::LatencyKind;
use crate::sim::packet::Lengths;
use crate::topology::{FoldedHypercube, Hypercube};

const ABOELAZE: &str = "Aboelaze & Houstis";

pub(super) const NCUBE: Line = Line {
    models: &["aboelaze-ncube"],
    theories: |subject| {
        let cube = subject.study.topology.as_a::<Hypercube>();
        let (dimension, mu) = packets(subject, cube.map(Hypercube::dimension), "hypercubes")?;
        let pattern = &*subject.scenario.traffic.pattern;
        let is_known = ["uniform", "clustered"].contains(&pattern);
        assume(ABOELAZE, 1, is_known, || {
            format!("assumes uniform or clustered traffic, here it is {pattern}")
        })?;
        let settings = Settings::default()
            .with("n", dimension)
            .with("mu", mu)
            .with("traffic", pattern);
        Ok(vec![theory(subject, "aboelaze-ncube", settings)])
    },
};

pub(super) const FOLDED: Line = Line {
    models: &["aboelaze-folded"],
    theories: |subject| {
        let cube = subject.study.topology.as_a::<FoldedHypercube>();
        let cube = cube.map(FoldedHypercube::dimension);
        let (dimension, mu) = packets(subject, cube, "folded hypercubes")?;
        uniform(subject)?;
        let settings = Settings::default().with("n", dimension).with("mu", mu);
        let of = |variant: &str| {
            let settings = settings.clone().with("variant", variant);
            let mut theory = theory(subject, "aboelaze-folded", settings);
            if dimension % 2 == 1 {
                let tie = dimension.div_ceil(2);
                theory.differences.push(format!(
                    "the model sends messages over {tie} hops without the complementary link, \
                     here they take it as often as any other shortest path"
                ));
            }
            theory
        };
        Ok(vec![of("exact"), of("printed")])
    },
};

/// Two nodes, each with a queue of its own to the other.
pub(super) const QUEUE: Line = Line {
    models: &["queue"],
    theories: |subject| {
        let cube = subject.study.topology.as_a::<Hypercube>();
        let pair = cube.filter(|cube| cube.dimension() == 1);
        let pair = pair.map(Hypercube::dimension);
        let (_, mu) = packets(subject, pair, "two nodes, hypercube:1")?;
        uniform(subject)?;
        let settings = Settings::default()
            .with("kind", "mm1")
            .with("service", 1.0 / mu);
        Ok(vec![Theory {
            id: "queue",
            settings,
            predicts: LatencyKind::Latency,
            differences: Vec::new(),
        }])
    },
};

/// n and μ, where packets go through a network that the model knows.
fn packets(
    subject: &Subject,
    dimension: Option<u32>,
    networks: &str,
) -> Result<(u32, f64), Failure> {
    let mu = subject.study.packet.as_ref().map(|design| design.mu);
    match (dimension, mu) {
        (Some(dimension), Some(mu)) => Ok((dimension, mu)),
        (_, mu) => {
            let network = &subject.scenario.network;
            let what = if mu.is_some() { "packets" } else { "flits" };
            let words =
                || format!("is one of packets in {networks}, here there are {what} in {network}");
            assume(ABOELAZE, 0, false, words).map(|()| (0, 0.0))
        }
    }
}

fn uniform(subject: &Subject) -> Result<(), Failure> {
    let pattern = &subject.scenario.traffic.pattern;
    assume(ABOELAZE, 1, pattern == "uniform", || {
        format!("assumes uniform traffic, here it is {pattern}")
    })
}

fn theory(subject: &Subject, id: &'static str, settings: Settings) -> Theory {
    let lengths = subject.study.packet.as_ref().map(|design| design.lengths);
    let kept = "the model draws the length of a message anew for every link (Kleinrock's \
                independence assumption), here it stays the same";
    Theory {
        id,
        settings,
        predicts: LatencyKind::Link,
        differences: match lengths {
            Some(Lengths::Kept) => vec![kept.to_owned()],
            _ => Vec::new(),
        },
    }
}

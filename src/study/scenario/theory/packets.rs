//! Common assumptions of the models of Aboelaze & Houstis: store-and-forward packets in continuous
//! time.

use super::Theory;
use super::assumptions::{Failure, Subject};
use super::parameters::{Parameters, wormhole};
use crate::scenario::{Scenario, packet::Packet};
use engine::catalog::Settings;
use engine::model::LatencyKind;
use engine::sim::packet::Lengths;

pub(super) const ABOELAZE: &str = "Aboelaze & Houstis";

/// n and μ, if the scenario sends packets through a network that the model describes.
pub(super) fn packets(
    subject: &Subject,
    dimension: Option<u32>,
    networks: &str,
) -> Result<(u32, f64), Failure> {
    let mu = subject.built.packet.as_ref().map(|design| design.mu);
    if let (Some(dimension), Some(mu)) = (dimension, mu) {
        return Ok((dimension, mu));
    }
    let network = subject.built.topology.short_name();
    let what = if mu.is_some() { "packets" } else { "flits" };
    Err(Failure {
        after: 0,
        words: format!("is for packets in {networks}, but here there are {what} in {network}"),
        of: ABOELAZE,
    })
}

/// Sets up one of them.
pub(super) fn theory(subject: &Subject, id: &'static str, settings: Settings) -> Theory {
    let lengths = subject.built.packet.as_ref().map(|design| design.lengths);
    let kept = "the model draws the length of a message anew for every link (Kleinrock's \
                independence assumption), but here it stays the same";
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

/// Packets of random length in a network of n dimensions.
pub(super) fn scenario(
    parameters: &Parameters,
    network: &str,
    routing: &str,
    pattern: &str,
) -> Scenario {
    let network = format!("{network}:{}", parameters.text("n"));
    let mut scenario = wormhole(&network, routing, 1);
    pattern.clone_into(&mut scenario.traffic.pattern);
    scenario.packet = Some(Packet {
        mu: parameters.real("mu"),
        lengths: Lengths::Redrawn,
    });
    scenario
}

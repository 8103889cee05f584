//! Settings of the packet simulator, which replaces the flit simulator.

use std::sync::Arc;

use serde::Serialize;

use super::Scenario;
use super::error::{ScenarioError, refuse};
use super::run::Warmup;
use super::text::check_rate;
use engine::catalog::quoted;
use engine::sim::packet::{Design, Lengths, MOST_NODES};
use engine::topology::{Network, Topology};
use engine::traffic::Pattern;

/// The largest λ [messages/node/unit of time]: more than any network can carry at the largest μ.
const MOST_RATE: f64 = 100_000.0;

/// Selects the packet simulator: store-and-forward links with infinite queues, in continuous
/// time.
///
/// `network`, `traffic.pattern` and `seed` have their usual meaning. `traffic.rate` is λ
/// [messages/node/unit of time], and `run.warmup` and `run.cycles` are in units of time;
/// `run.replications` counts independent runs, but the warm-up must be a number and
/// `run.precision` must be absent. The fields of the flit simulator (`routing`, `switching`, `selection`,
/// `vcs`, `buffer`, `length`, `timing`, `ports`) must be valid but change nothing: messages take
/// random shortest paths, and their lengths are exponential.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Packet {
    /// μ [1/unit of time]: a message occupies a link for 1/μ on average.
    pub mu: f64,
    /// Whether a message keeps its length from link to link.
    pub lengths: Lengths,
}

impl Default for Packet {
    fn default() -> Self {
        Self {
            mu: 1.0,
            lengths: Lengths::Kept,
        }
    }
}

impl Scenario {
    /// Checks a load for the simulator that the scenario selects, as [`check_rate`] does for
    /// flits. Packets may be short, so a node may send more than one per unit of time.
    pub fn check_rate(&self, field: &str, rate: f64) -> Result<f64, ScenarioError> {
        if self.packet.is_none() {
            return check_rate(field, rate);
        }
        if (0.0..=MOST_RATE).contains(&rate) {
            return Ok(rate);
        }
        refuse(
            field,
            format!("a number of messages/node/unit of time from 0 to {MOST_RATE}"),
            quoted(&rate.to_string()),
        )
    }

    /// The input of the packet simulator, if the scenario selects it.
    pub(super) fn packet_design(
        &self,
        topology: &Arc<dyn Topology>,
        pattern: &mut Option<Box<dyn Pattern>>,
    ) -> Result<Option<Design>, ScenarioError> {
        /// The largest μ, and the reciprocal of the smallest.
        const MOST_MU: f64 = 1000.0;
        let Some(Packet { mu, lengths }) = self.packet else {
            return Ok(None);
        };
        if !(1.0 / MOST_MU..=MOST_MU).contains(&mu) {
            let allowed = format!("a number from {} to {MOST_MU}", 1.0 / MOST_MU);
            return refuse("packet.mu", allowed, quoted(&mu.to_string()));
        }
        if topology.nodes() > MOST_NODES {
            return refuse(
                "network",
                format!("of at most {MOST_NODES} nodes for packets"),
                format!("{} with {}", topology.short_name(), topology.nodes()),
            );
        }
        if self.traffic.broadcast != 0.0 {
            let given = self.traffic.broadcast.to_string();
            return refuse("traffic.broadcast", "0 for packets", given);
        }
        if !self.traffic.multicast.is_absent() {
            let multicast = &self.traffic.multicast;
            let given = match (&multicast.algorithm, multicast.destinations) {
                (Some(algorithm), _) => algorithm.clone(),
                (None, Some(count)) => format!("{count} destinations"),
                (None, None) => format!("a fraction of {}", multicast.fraction),
            };
            return refuse("traffic.multicast", "absent for packets", quoted(&given));
        }
        if !self.messages.is_empty() {
            let given = format!("{} long", self.messages.len());
            return refuse("messages", "an empty list for packets", given);
        }
        if !self.faults.is_empty() {
            let given = format!("{} long", self.faults.len());
            return refuse("faults", "an empty list for packets", given);
        }
        if self.run.warmup == Warmup::Auto {
            return refuse("run.warmup", "a whole number for packets", "auto");
        }
        if let Some(precision) = self.run.precision {
            let given = precision.to_string();
            return refuse("run.precision", "absent for packets", given);
        }
        Ok(Some(Design {
            topology: topology.clone(),
            network: Network::new(&**topology),
            pattern: pattern.take(),
            rate: self.check_rate("traffic.rate", self.traffic.rate)?,
            mu,
            lengths,
            seed: self.seed,
        }))
    }
}

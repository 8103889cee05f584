//! The results of runs, as reports contain them.

use serde::{Deserialize, Serialize};

use super::estimate::Estimate;
use crate::sim::observe::ChannelLoad;

/// Mean latencies from generation \[cycles\] of the messages that have arrived so far, in a run
/// that cannot tell whether they converge; not estimates of a steady state.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SoFar {
    /// Counterpart of [`Measures::latency`].
    pub latency: Option<f64>,
    /// Counterpart of [`Measures::unicast_latency`].
    #[serde(default)]
    pub unicast_latency: Option<f64>,
    /// Counterpart of [`Measures::multicast_latency`].
    #[serde(default)]
    pub multicast_latency: Option<f64>,
}

/// The results of one or several runs. Latencies are in cycles.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Measures {
    /// Latency from generation to the arrival of the tail flit, including the source queue. If
    /// every message is a multicast, that of the multicasts.
    pub latency: Estimate,
    /// Latency from the head of the injection queue to the arrival of the tail flit.
    pub network_latency: Estimate,
    /// Latency of messages to one node, from generation to the arrival of the tail flit. Absent if
    /// all messages are of one kind, because `latency` then contains it.
    #[serde(default)]
    pub unicast_latency: Option<Estimate>,
    /// Latency of multicasts, from generation to the arrival of the last tail flit. Absent without
    /// multicasts.
    #[serde(default)]
    pub multicast_latency: Option<Estimate>,
    /// Time from the generation of a request to the arrival of the tail flit of its reply. Absent
    /// without requests.
    #[serde(default)]
    pub round_trip: Option<Estimate>,
    /// Means up to the end of a run that is not settled, in place of `latency`, `unicast_latency`
    /// and `multicast_latency`.
    #[serde(default)]
    pub so_far: Option<SoFar>,
    /// Mean over multicasts of the standard deviation of their arrival times \[cycles\].
    #[serde(default)]
    pub arrival_spread: Option<f64>,
    /// Mean number of worms per multicast.
    #[serde(default)]
    pub worms: Option<f64>,
    /// Mean number of channels crossed by these worms per multicast.
    #[serde(default)]
    pub channels: Option<f64>,
    /// Mean over multicasts of the largest number of start-ups in sequence before a destination.
    #[serde(default)]
    pub startups: Option<f64>,
    /// Distribution of the load over the channels.
    #[serde(default)]
    pub channel_load: Option<ChannelLoad>,
    /// Mean number of network channels per message to one node.
    pub hops: Option<f64>,
    /// Offered load [flits/node/cycle].
    pub offered: f64,
    /// Accepted load [flits/node/cycle].
    pub accepted: f64,
    /// Number of messages measured; a multicast counts as one.
    pub messages: u64,
    /// Number of messages not sent because failed links cut off their destination.
    #[serde(default)]
    pub undeliverable: u64,
    /// Fraction of hops on which the header took an escape; absent if routing has no escapes.
    #[serde(default)]
    pub escape_share: Option<f64>,
    pub cycles: u64,
    /// The cycle at which measurement starts; for several runs, the latest.
    pub started: u64,
    /// Whether the latency has settled by then; `None` if there is nothing to settle or too few
    /// messages arrived to tell. For several runs, the majority's answer.
    pub settled: Option<bool>,
    /// The cycle from which on the latency has settled, unless that is too late to be determined.
    /// For several runs, the latest.
    pub settled_at: Option<u64>,
    /// Half-width of the confidence interval of the mean latency, as a fraction of the mean.
    pub precision: Option<f64>,
    /// Whether the interval is as narrow as requested and trusted; `None` if no precision was
    /// requested.
    pub precision_reached: Option<bool>,
    /// The cycle in which the run ended, if more messages were waiting before than a run may hold.
    /// For several runs, the first.
    #[serde(default)]
    pub overrun: Option<u64>,
    /// The cycle in which the run ended early because the network was certainly saturated, which is
    /// the end of all measurements. For several runs, the last of those that ended so.
    #[serde(default)]
    pub saturated_at: Option<u64>,
    pub replications: u32,
    /// Number of channel crossings by flits, including the warm-up.
    pub flit_hops: u64,
    /// Hash of every delivery, including the warm-up; the sum over all runs.
    pub digest: String,
}

impl Measures {
    /// The measures of no run at all, to which known ones can be added.
    pub fn nothing() -> Self {
        Self::default()
    }
}

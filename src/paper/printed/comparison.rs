//! Printed comparisons: figures of papers whose curves are multicast algorithms. What is concluded
//! from them stands in [`claims`](crate::paper::claims()).

use crate::scenario::{CyclesOrAuto, Scenario};
use crate::traffic::Length;

/// A figure whose curves are algorithms.
#[derive(Debug)]
pub struct Comparison {
    /// Paper and figure.
    pub item: &'static str,
    /// The network as its specification is written.
    pub(in crate::paper) network: &'static str,
    /// M \[flits\].
    pub(in crate::paper) length: u32,
    /// How many nodes a multicast goes to.
    pub(in crate::paper) destinations: Option<i64>,
    /// The fraction of broadcasts.
    pub(in crate::paper) broadcast: f64,
    /// V.
    pub(in crate::paper) vcs: i64,
    /// Injection ports.
    pub(in crate::paper) ports: i64,
    /// Start-up \[cycles\].
    pub(in crate::paper) startup: i64,
    /// The curves.
    pub algorithms: &'static [&'static str],
    /// Loads [messages/node/cycle], ascending, from low load to where all have saturated.
    pub loads: &'static [f64],
    /// How the figure is repeated; sentences.
    pub remark: &'static str,
}

impl Comparison {
    /// Whether a scenario repeats it, its load and its own algorithm aside.
    pub fn is_repeated_by(&self, scenario: &Scenario) -> bool {
        let traffic = &scenario.traffic;
        self.network == scenario.network
            && Length::Fixed(self.length) == scenario.length
            && self.destinations == traffic.multicast.destinations
            && self.broadcast.total_cmp(&traffic.broadcast).is_eq()
            && self.vcs == scenario.vcs
            && self.ports == scenario.ports.injection
            && self.startup == scenario.timing.startup
            && (self.startup == 0 || scenario.timing.preparation == CyclesOrAuto::Auto)
            && scenario.switching == "wormhole"
            && scenario.faults.is_empty()
            && scenario.packet.is_none()
            && traffic.multicast.fraction >= 1.0
    }
}

//! Printed comparisons: figures of papers whose curves are multicast algorithms. For the conclusions
//! from them, see [`claims`](crate::paper::claims()).

use crate::scenario::{CyclesOrAuto, Scenario};
use engine::traffic::Length;

/// A figure whose curves are multicast algorithms.
#[derive(Debug)]
pub struct Comparison {
    pub item: &'static str,
    pub(in crate::paper) network: &'static str,
    /// M \[flits\].
    pub(in crate::paper) length: u32,
    /// The number of destinations of a multicast.
    pub(in crate::paper) destinations: Option<i64>,
    pub(in crate::paper) broadcast: f64,
    /// V.
    pub(in crate::paper) vcs: i64,
    /// The number of injection ports.
    pub(in crate::paper) ports: i64,
    /// The start-up time of a worm \[cycles\].
    pub(in crate::paper) startup: i64,
    /// The specifications of the algorithms, one for each curve.
    pub algorithms: &'static [&'static str],
    /// Loads [messages/node/cycle], ascending, from low load to the saturation of all algorithms.
    pub loads: &'static [f64],
    /// Remarks on how the figure is repeated, in sentences.
    pub remark: &'static str,
}

impl Comparison {
    /// Whether a scenario repeats the figure, whatever its load and algorithm.
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

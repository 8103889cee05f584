//! Printed simulations: results for one scenario from the table of a paper, with remarks on why
//! ours differ.

use crate::scenario::Scenario;
use engine::traffic::Length;

/// A column of a printed table of simulation results.
#[derive(Debug)]
pub struct PrintedTable {
    pub item: &'static str,
    pub(in crate::paper) network: &'static str,
    /// M \[flits\].
    pub(in crate::paper) length: u32,
    /// The kind of latency in the column.
    pub latency: PrintedLatency,
    /// Loads [messages/node/cycle] and printed latencies \[cycles\].
    pub points: &'static [(f64, f64)],
    /// Remarks on how to read the column, and where and why ours differs, in sentences.
    pub remark: &'static str,
}

/// The kind of latency that a paper prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedLatency {
    /// Latency from the head of the injection queue.
    Network,
    Total,
}

impl PrintedTable {
    /// Whether a scenario is the simulated one, whatever its load, virtual channels and buffers.
    pub fn is_of(&self, scenario: &Scenario) -> bool {
        self.network == scenario.network
            && Length::Fixed(self.length) == scenario.length
            && scenario.routing == "dimension-order"
            && scenario.dateline
            && scenario.faults.is_empty()
            && scenario.switching == "wormhole"
            && scenario.traffic.pattern == "uniform"
    }

    /// The column header, which names the kind of latency.
    pub fn column_head(&self) -> &'static str {
        match self.latency {
            PrintedLatency::Network => "printed (network)",
            PrintedLatency::Total => "printed (with queue)",
        }
    }

    /// The loads of the table [messages/node/cycle], ascending.
    pub fn loads(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.0).collect()
    }

    /// The printed latency at a load.
    pub fn at(&self, load: f64) -> Option<f64> {
        let mut points = self.points.iter();
        let found = points.find(|point| (point.0 - load).abs() < 1e-9);
        found.map(|point| point.1)
    }
}

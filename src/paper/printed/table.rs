//! Printed simulations: what a paper's table says of a scenario, and why ours differs.

use crate::scenario::Scenario;
use crate::traffic::Length;

/// A column of a table of simulation results.
#[derive(Debug)]
pub struct PrintedTable {
    /// Paper and table.
    pub item: &'static str,
    /// The network as its specification is written.
    pub(in crate::paper) network: &'static str,
    /// M \[flits\].
    pub(in crate::paper) length: u32,
    /// Which latency the column holds.
    pub latency: PrintedLatency,
    /// Load [messages/node/cycle] and printed latency \[cycles\].
    pub points: &'static [(f64, f64)],
    /// How the column is to be read, and where and why ours departs from it; sentences.
    pub remark: &'static str,
}

/// Which latency a paper prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedLatency {
    /// From the head of the injection queue.
    Network,
    /// From generation.
    Total,
}

impl PrintedTable {
    /// Whether a scenario is the one that was simulated, its load, virtual channels and buffers
    /// aside.
    pub fn is_of(&self, scenario: &Scenario) -> bool {
        self.network == scenario.network
            && Length::Fixed(self.length) == scenario.length
            && scenario.routing == "dimension-order"
            && scenario.dateline
            && scenario.faults.is_empty()
            && scenario.switching == "wormhole"
            && scenario.traffic.pattern == "uniform"
    }

    /// The latency that it holds, as the head of a column.
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

    /// What is printed for a load.
    pub fn at(&self, load: f64) -> Option<f64> {
        let mut points = self.points.iter();
        let found = points.find(|point| (point.0 - load).abs() < 1e-9);
        found.map(|point| point.1)
    }
}

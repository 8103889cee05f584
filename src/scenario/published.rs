//! Printed simulations: what a paper's table says of a scenario, and why ours differs.

use super::Scenario;
use crate::traffic::Length;

/// A column of a table of simulation results.
#[derive(Debug)]
pub struct Published {
    /// Paper and table.
    pub item: &'static str,
    /// The network as its specification is written.
    network: &'static str,
    /// M \[flits\].
    length: u32,
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

/// Every table that scenarios of this program meet.
pub const PUBLISHED: &[Published] = &[
    Published {
        item: "Ciciani et al. 1998, Table 2",
        network: "torus-uni:16x16x16",
        length: 25,
        latency: PrintedLatency::Total,
        points: &[
            (0.000_25, 51.0),
            (0.000_5, 55.0),
            (0.000_75, 61.0),
            (0.001, 70.0),
            (0.001_25, 84.0),
            (0.001_45, 148.0),
        ],
        remark: "The table repeats a simulation by Dally (1990), loads in messages per 200 \
                 cycles; it is compared with the latency that includes the source queue. With \
                 buffers of a single flit we get 51, 58, 70 and 100 and saturate near the fifth \
                 load: the print needs deeper buffers, and is met with B = 4.",
    },
    Published {
        item: "Ciciani et al. 1998, Table 3",
        network: "torus:6x6x6",
        length: 12,
        latency: PrintedLatency::Network,
        points: &[
            (0.001, 15.77),
            (0.002, 16.02),
            (0.005, 16.87),
            (0.01, 18.42),
            (0.016, 21.16),
            (0.02, 23.16),
            (0.04, 40.06),
        ],
        remark: "The text says that lengths are exponential, but the printed numbers are those of \
                 messages of exactly 12 flits, without the source queue. The last load is beyond \
                 saturation: the network accepts less than it is offered, and only because the \
                 queue is left out is there a finite number to print.",
    },
    Published {
        item: "Ciciani et al. 1998, Table 4",
        network: "hypercube:10",
        length: 200,
        latency: PrintedLatency::Network,
        points: &[
            (0.000_25, 214.0),
            (0.000_5, 224.0),
            (0.001, 246.0),
            (0.001_5, 272.0),
            (0.001_75, 292.0),
            (0.002, 312.0),
            (0.002_25, 342.0),
        ],
        remark: "Loads are in messages per 200 cycles. The printed latency leaves the source queue \
                 out, and so does ours that stands beside it, with V = 1 and B = 1. Counted from \
                 generation it is far higher at the last loads.",
    },
];

/// The printed simulation of a scenario, its load, virtual channels and buffers aside.
pub fn published(scenario: &Scenario) -> Option<&'static Published> {
    let is_theirs = scenario.routing == "dimension-order"
        && scenario.dateline
        && scenario.faults.is_empty()
        && scenario.switching == "wormhole"
        && scenario.traffic.pattern == "uniform";
    let found = PUBLISHED.iter().find(|published| {
        published.network == scenario.network && Length::Fixed(published.length) == scenario.length
    });
    found.filter(|_| is_theirs)
}

impl Published {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{PRESETS, Preset};

    #[test]
    fn every_table_has_a_preset_at_one_of_its_loads() {
        for table in PUBLISHED {
            let shown = PRESETS.iter().map(Preset::scenario).any(|s| {
                published(&s).is_some_and(|p| p.item == table.item)
                    && table.at(s.traffic.rate).is_some()
            });
            assert!(shown, "{}", table.item);
            assert!(table.loads().is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn another_length_or_routing_is_another_simulation() {
        let table4 = Scenario::from_link("t=hypercube:10&vc=1&M=200&lam=0.001").scenario;
        assert!(published(&table4).is_some());
        let mut longer = table4.clone();
        longer.length = Length::Fixed(100);
        assert!(published(&longer).is_none());
        assert!(published(&table4.switched("store-and-forward")).is_none());
    }
}

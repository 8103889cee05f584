//! The quantities of a chart over the load, and the units of the load.

use serde::{Deserialize, Serialize};

/// The quantity on the vertical axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Quantity {
    /// Latency from generation, including the source queue.
    #[default]
    Latency,
    /// Latency from the head of the source queue.
    NetworkLatency,
    Accepted,
}

/// The unit of the load, and of accepted throughput.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum LoadUnit {
    /// Percent of the capacity of the network.
    #[default]
    Capacity,
    /// Messages per node and cycle.
    Messages,
    /// Flits per node and cycle.
    Flits,
    /// Fractions of the lowest bound on the load that holds for every routing function.
    Bound,
}

/// The axes of a chart over the load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ChartAxes {
    pub quantity: Quantity,
    /// The unit of the horizontal axis.
    pub unit: LoadUnit,
}

impl Quantity {
    /// All quantities with their ids in links and their names in menus.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Latency, "latency", "Latency, with source queue"),
        (
            Self::NetworkLatency,
            "network",
            "Latency, without source queue",
        ),
        (Self::Accepted, "accepted", "Accepted throughput"),
    ];

    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Finds a quantity by its id.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(_, known, _)| *known == id);
        known.map(|(quantity, ..)| *quantity)
    }
}

impl LoadUnit {
    /// All units with their ids in links and their names in menus.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Capacity, "capacity", "% of capacity"),
        (Self::Messages, "messages", "messages/node/cycle"),
        (Self::Flits, "flits", "flits/node/cycle"),
        (Self::Bound, "bound", "fraction of the network's bound"),
    ];

    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Finds a unit by its id.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(_, known, _)| *known == id);
        known.map(|(unit, ..)| *unit)
    }
}

//! A number of cycles that a scenario gives or leaves to the simulator.

use serde::{Serialize, Serializer};

/// A number of cycles, or `auto`, whose meaning each field defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CyclesOrAuto {
    /// The given number of cycles.
    Cycles(i64),
    /// A number of cycles that suits the scenario.
    Auto,
}

impl Default for CyclesOrAuto {
    fn default() -> Self {
        Self::Cycles(0)
    }
}

impl From<i64> for CyclesOrAuto {
    fn from(cycles: i64) -> Self {
        Self::Cycles(cycles)
    }
}

impl Serialize for CyclesOrAuto {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Cycles(cycles) => serializer.serialize_i64(*cycles),
            Self::Auto => serializer.serialize_str("auto"),
        }
    }
}

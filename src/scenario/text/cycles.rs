//! A number of cycles that a scenario gives, or leaves to what it is about.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A number of cycles, or `auto`, which each field defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CyclesOrAuto {
    /// So many.
    Cycles(i64),
    /// As many as suit.
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

impl<'de> Deserialize<'de> for CyclesOrAuto {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberOrAuto)
    }
}

struct NumberOrAuto;

impl Visitor<'_> for NumberOrAuto {
    type Value = CyclesOrAuto;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a whole number or auto")
    }

    fn visit_i64<E: de::Error>(self, cycles: i64) -> Result<CyclesOrAuto, E> {
        Ok(CyclesOrAuto::Cycles(cycles))
    }

    fn visit_u64<E: de::Error>(self, cycles: u64) -> Result<CyclesOrAuto, E> {
        let refused = |_| E::invalid_value(de::Unexpected::Unsigned(cycles), &self);
        let cycles = i64::try_from(cycles);
        cycles.map(CyclesOrAuto::Cycles).map_err(refused)
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<CyclesOrAuto, E> {
        match word {
            "auto" => Ok(CyclesOrAuto::Auto),
            _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
        }
    }
}

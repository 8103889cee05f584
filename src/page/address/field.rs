//! A field of an address outside the scenario, and why a value of it cannot be used.

use super::Address;
use engine::catalog::quoted;
use engine::topology::Topology;

/// A field of an address outside the scenario.
pub(super) struct Field {
    /// Its keys; the first is written, all are read.
    pub(super) keys: &'static [&'static str],
    /// Its name in *Share*, where the link may leave it out; `None` if another control of *Share* decides about it.
    pub(super) in_share: Option<&'static str>,
    /// Parses a value into the state.
    pub(super) read: fn(&mut Address, &dyn Topology, &str) -> Result<(), Refusal>,
    /// Returns the value; `None` if the address can omit it.
    pub(super) write: fn(&Address, &dyn Topology) -> Option<String>,
}

/// The reason why a value cannot be used.
pub(super) enum Refusal {
    /// The value is not allowed.
    Value {
        /// The name of the field.
        field: &'static str,
        /// The allowed values, as the end of "must be …".
        allowed: String,
        instead: String,
    },
    /// A sentence from the module that uses the value, and the fallback.
    Reason(String, &'static str),
}

impl Refusal {
    pub(super) fn new(field: &'static str, allowed: &str, instead: &str) -> Self {
        Self::Value {
            field,
            allowed: allowed.to_owned(),
            instead: instead.to_owned(),
        }
    }

    /// Writes the sentence about a value of a key.
    pub(super) fn in_words(&self, key: &str, given: &str) -> String {
        let (key, given) = (quoted(key), quoted(given));
        match self {
            Self::Value {
                field,
                allowed,
                instead,
            } => format!("{key}={given}: {field} must be {allowed}, not {given}; {instead}"),
            Self::Reason(reason, instead) => format!("{key}={given}: {reason}; {instead}"),
        }
    }
}

//! What a space-time diagram shows, in words and numbers.

use super::Journey;
use crate::sim::{Switching, Timing};
use crate::topology::Topology;

/// A journey as a line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The switching mode.
    pub mode: &'static str,
    /// Cycles until the header arrived.
    pub header: String,
    /// Cycles until the tail arrived.
    pub tail: String,
    /// What the message would take alone: the formula, and with its numbers.
    pub formula: [String; 2],
    /// The value of the formula \[cycles\].
    pub alone: u64,
}

impl Account {
    /// The line of a journey.
    pub fn new(journey: &Journey, switching: Switching, timing: Timing) -> Self {
        let cycles = |time: Option<u64>| time.map_or("not yet".to_owned(), |t| t.to_string());
        let (hops, length) = (journey.hops(), journey.length);
        Self {
            mode: switching.entry().name,
            header: cycles(journey.header_time()),
            tail: cycles(journey.tail_time()),
            formula: switching.formula_alone(hops, length, timing),
            alone: switching.latency_alone(hops, length, timing),
        }
    }
}

impl Journey {
    /// Which message it is, for several diagrams of it.
    pub fn ends_in_words(&self, topology: &dyn Topology) -> String {
        format!(
            "One message alone, from {} to {}: {} flits over {} channels.",
            topology.address(self.from),
            topology.address(self.to),
            self.length,
            self.hops(),
        )
    }

    /// What happened, in a sentence or two.
    pub fn in_words(&self, topology: &dyn Topology) -> String {
        let count = |number: u64, one: &str| {
            let s = if number == 1 { "" } else { "s" };
            format!("{number} {one}{s}")
        };
        let ends = format!(
            "Message {} from {} to {}, {}",
            self.message.0,
            topology.address(self.from),
            topology.address(self.to),
            count(self.length.into(), "flit"),
        );
        let Some((header, tail)) = self.header_time().zip(self.tail_time()) else {
            return format!(
                "{ends}: it left its queue in cycle {} and has not arrived by cycle {}{}.",
                self.headed,
                self.until,
                self.after_waiting()
            );
        };
        format!(
            "{ends} over {}: its header arrives {} after it reached the head of its queue, its \
             tail after {tail}{}.",
            count(self.hops().into(), "channel"),
            count(header, "cycle"),
            self.after_waiting(),
        )
    }

    fn after_waiting(&self) -> String {
        match self.blocked_time() {
            0 => String::new(),
            1 => ", blocked for 1 cycle".to_owned(),
            blocked => format!(", blocked for {blocked} cycles"),
        }
    }
}

//! The contents of a space-time diagram in words and numbers.

use super::journey::Journey;
use crate::scene::explain::time_after;
use engine::sim::{Switching, Timing};
use engine::topology::Topology;

/// Column headings of [`account`]; times are in cycles from the head of the queue.
pub const ACCOUNT: [&str; 4] = ["mode", "header after", "tail after", "alone it takes"];

/// A journey as a row of a table: the switching mode, the arrivals of header and tail, and the time
/// that the message takes alone, as a formula and with its numbers.
pub fn account(journey: &Journey, switching: Switching, timing: Timing) -> [String; 4] {
    let cycles = |time: Option<u64>| time.map_or("not yet".to_owned(), |t| t.to_string());
    let (hops, length) = (journey.hops(), journey.length);
    // The number of channels is unknown until the header has arrived.
    let alone = journey.header_time().map(|_| {
        let [formula, numbers] = switching.formula_alone(hops, length, timing);
        let cycles = switching.latency_alone(hops, length, timing);
        format!("{formula} = {numbers} = {cycles}")
    });
    [
        switching.entry().name().to_owned(),
        cycles(journey.header_time()),
        cycles(journey.tail_time()),
        alone.unwrap_or_else(|| "not known before its header arrives".to_owned()),
    ]
}

impl Journey {
    /// Describes the message, for several diagrams of it.
    pub fn ends_in_words(&self, topology: &dyn Topology) -> String {
        format!(
            "One message alone, from {} to {}: {} flits over {} channels.",
            topology.address(self.from),
            topology.address(self.to),
            self.length,
            self.hops(),
        )
    }

    /// Describes the journey in one or two sentences.
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
        if let Some(cycle) = self.deadlocked {
            return format!(
                "{ends}: it left its queue in cycle {} and will never arrive: deadlock since cycle \
                 {cycle}.",
                self.headed
            );
        }
        let Some((header, tail)) = self.header_time().zip(self.tail_time()) else {
            return format!(
                "{ends}: it left its queue in cycle {} and has not arrived by the {}{}.",
                self.headed,
                time_after(self.until),
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

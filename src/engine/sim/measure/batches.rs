//! A run as a series of batches of equal duration in constant memory.
//!
//! Batches are initially one cycle long. When 1024 are full, adjacent batches are merged, and from
//! then on a batch lasts twice as long, so that a run of any length is a series of 512 to 1024.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::sim::records::{Completion, Delivery};

/// Totals over successive cycles. A message counts in the batch in which it arrives, a multicast in
/// the one in which its last copy arrives; the worms of a multicast do not count individually.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Batch {
    pub cycles: u64,
    /// Number of messages to one node that arrived.
    pub messages: u64,
    /// Sum of their latencies from generation \[cycles\].
    pub latency: u64,
    /// Sum of their latencies from the head of the queue \[cycles\].
    pub network: u64,
    /// Sum of the channels they crossed.
    pub hops: u64,
    /// Number of replies among them.
    pub replies: u64,
    /// Sum of the times from the generation of their requests to their arrival \[cycles\].
    pub round_trips: u64,
    pub multicasts: u64,
    /// Sum of their latencies, from generation to the last arrival \[cycles\].
    pub multicast_latency: u64,
    /// Sum of the standard deviations of their arrival times \[cycles\].
    pub spread: f64,
    /// Sum of the worms that carried them.
    pub worms: u64,
    /// Sum of the channels that these worms crossed.
    pub channels: u64,
    /// Sum of the largest numbers of start-ups in sequence.
    pub startups: u64,
    /// Sum over cycles of the number of messages generated and not delivered.
    pub backlog: u64,
    pub generated: u64,
    /// Number of flits of the messages generated.
    pub offered_flits: u64,
    /// Number of flits that reached a destination.
    pub accepted_flits: u64,
    /// Number of messages not sent because of failed links.
    pub undeliverable: u64,
    /// Number of channels granted to headers.
    pub claims: u64,
    /// Number of those that were granted as an escape.
    pub escapes: u64,
}

/// Successive batches of equal duration.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Series {
    batches: Vec<Batch>,
    width: u64,
}

impl Batch {
    pub(in crate::sim) fn count(&mut self, delivery: &Delivery) {
        if delivery.multicast.is_some() {
            return;
        }
        self.messages += 1;
        self.latency += delivery.arrived - delivery.generated;
        self.network += delivery.arrived - delivery.headed;
        self.hops += u64::from(delivery.hops);
        self.replies += u64::from(delivery.round_trip.is_some());
        self.round_trips += delivery.round_trip.unwrap_or(0);
    }

    pub(in crate::sim) fn complete(&mut self, multicast: &Completion) {
        self.multicasts += 1;
        self.multicast_latency += multicast.arrived - multicast.generated;
        self.spread += multicast.spread;
        self.worms += u64::from(multicast.worms);
        self.channels += u64::from(multicast.channels);
        self.startups += u64::from(multicast.startups);
    }

    pub(super) fn total<'a>(batches: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut total = Self::default();
        for batch in batches {
            total += *batch;
        }
        total
    }
}

impl AddAssign for Batch {
    fn add_assign(&mut self, other: Self) {
        self.cycles += other.cycles;
        self.messages += other.messages;
        self.latency += other.latency;
        self.network += other.network;
        self.hops += other.hops;
        self.replies += other.replies;
        self.round_trips += other.round_trips;
        self.multicasts += other.multicasts;
        self.multicast_latency += other.multicast_latency;
        self.spread += other.spread;
        self.worms += other.worms;
        self.channels += other.channels;
        self.startups += other.startups;
        self.backlog += other.backlog;
        self.generated += other.generated;
        self.offered_flits += other.offered_flits;
        self.accepted_flits += other.accepted_flits;
        self.undeliverable += other.undeliverable;
        self.claims += other.claims;
        self.escapes += other.escapes;
    }
}

impl Series {
    const MOST: usize = 1024;

    pub(in crate::sim) fn new() -> Self {
        Self {
            batches: Vec::with_capacity(Self::MOST),
            width: 1,
        }
    }

    /// Duration of a batch \[cycles\].
    pub(in crate::sim) fn width(&self) -> u64 {
        self.width
    }

    /// Adds a batch that lasted [`Series::width`] cycles; this may double the width.
    pub(in crate::sim) fn push(&mut self, batch: Batch) {
        self.batches.push(batch);
        if self.batches.len() == Self::MOST {
            for pair in 0..Self::MOST / 2 {
                self.batches[pair] = Batch::total(&self.batches[2 * pair..2 * pair + 2]);
            }
            self.batches.truncate(Self::MOST / 2);
            self.width *= 2;
        }
    }

    pub(in crate::sim) fn as_slice(&self) -> &[Batch] {
        &self.batches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_preserves_the_totals() {
        let mut series = Series::new();
        let mut pushed = Batch::default();
        for index in 0..10_000 {
            let batch = Batch {
                cycles: series.width(),
                messages: index,
                ..Batch::default()
            };
            pushed += batch;
            series.push(batch);
            let batches = series.as_slice();
            assert!(batches.len() < Series::MOST);
            assert!(batches.iter().all(|batch| batch.cycles == series.width()));
        }
        assert_eq!(Batch::total(series.as_slice()), pushed);
    }
}

//! Results combined from independent runs of one scenario.
//!
//! Replication 0 uses the seed of the scenario. Replication r uses the r-th output of SplitMix64
//! seeded with it (Steele, Lea & Flood 2014, Fast splittable pseudorandom number generators,
//! OOPSLA): a bijective mix of seed + r·⌊2⁶⁴/φ⌋, φ the golden ratio. So the seeds of a scenario's R
//! replications are distinct, except that one of them equals that of replication 0 with a
//! probability of about R/2⁶⁴.
//!
//! Every replication discards its own warm-up. Latencies are estimated from the means of the
//! replications, which are independent (Student's t with R − 1 degrees of freedom); counts and
//! digests are sums, and so are the backlogs on which the verdict is based.

use serde::{Deserialize, Serialize};

use super::batches::Batch;
use super::drift::Drift;
use super::estimate::Estimate;
use super::measures::{Measures, SoFar};
use super::meter::Record;
use super::saturation::Growth;
use crate::sim::observe::{Carried, ChannelLoad};
use crate::sim::records::Deadlock;

pub fn seed_of(seed: u64, replication: u32) -> u64 {
    if replication == 0 {
        return seed;
    }
    let mut mixed = seed.wrapping_add(u64::from(replication).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The contribution of one run to a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replication {
    pub end: End,
    /// Whether messages were drawn at random.
    pub is_random: bool,
    /// Number of terminals of the network.
    pub nodes: u32,
    /// Whether routing has escape channels.
    pub has_escapes: bool,
    pub record: Record,
    /// Flits carried by each channel.
    pub carried: Carried,
    /// Number of channel crossings by flits, including the warm-up.
    pub flit_hops: u64,
    /// Hash of every delivery, including the warm-up.
    pub digest: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Its cycles were over, or it ended early because it was precise enough.
    Passed,
    /// Nothing was left to do.
    Drained,
    /// Worms waited for each other forever.
    Deadlocked(Deadlock),
    /// More messages were waiting than a run may hold, and enough was measured.
    Overrun {
        /// Number of cycles simulated until then.
        cycle: u64,
    },
    /// The network was certainly saturated, and the run was to end then.
    Saturated {
        /// Number of cycles simulated until then.
        cycle: u64,
    },
}

/// The verdict on one or several runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The network keeps up with the offered load.
    Steady,
    /// All ordered messages have arrived.
    Drained,
    /// The backlog of some source grows without bound.
    Saturated,
    /// The run is too short to tell whether the network is steady or saturated.
    NotSettled,
    /// Worms wait for each other forever.
    Deadlocked(Deadlock),
    /// The cycles were over before all ordered messages had arrived.
    Unfinished,
}

/// The outcome of one or several runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The measurements up to the end of the run.
    pub measures: Measures,
}

impl Outcome {
    /// Combines the replications of one scenario, at least one, in order.
    ///
    /// A latency that includes an ever-growing queue depends only on the length of the run, so it
    /// is absent beyond saturation and if the run is too short to tell. Ordered messages are not a
    /// sample, so measurements of them alone have a mean but no interval.
    pub fn of(replications: &[Replication], precision: Option<f64>) -> Self {
        let verdict = verdict(replications);
        let is_random = replications.iter().any(|r| r.is_random);
        let measured = |of: fn(&Record) -> Estimate| {
            let mut estimate = together(replications, of);
            if !is_random {
                (estimate.ci95, estimate.correlation, estimate.batches) = (None, None, 0);
            }
            estimate.trusted &= is_random && !matches!(verdict, Verdict::Deadlocked(_));
            estimate
        };
        let latency = measured(|record| record.latency);
        let mut network_latency = measured(|record| record.network_latency);
        if certain_ends(replications).count() > 0 {
            // Short runs that end at the same time may all be biased in the same way.
            let is_trusted = |r: &Replication| r.record.network_latency.trusted;
            network_latency.trusted &= replications.iter().all(is_trusted);
        }
        let records = || replications.iter().map(|r| &r.record);
        let total = Batch::total(records().map(|record| &record.total));
        let per_multicast =
            |sum: f64| (total.multicasts > 0).then(|| sum / total.multicasts as f64);
        let nodes = f64::from(replications.first().map_or(1, |r| r.nodes));
        let node_cycles = nodes * total.cycles.max(1) as f64;
        let digests = replications.iter().map(|r| r.digest);
        let settled = settled(replications).filter(|_| is_random);
        let has_escapes = replications.iter().any(|r| r.has_escapes);
        let relative = latency.relative();
        let measures = Measures {
            latency,
            network_latency,
            unicast_latency: (total.multicasts > 0 && total.messages > 0)
                .then(|| measured(|record| record.unicast_latency)),
            multicast_latency: (total.multicasts > 0)
                .then(|| measured(|record| record.multicast_latency)),
            round_trip: (total.replies > 0).then(|| measured(|record| record.round_trip)),
            so_far: None,
            arrival_spread: per_multicast(total.spread),
            worms: per_multicast(total.worms as f64),
            channels: per_multicast(total.channels as f64),
            startups: per_multicast(total.startups as f64),
            channel_load: ChannelLoad::of(replications.iter().map(|r| &r.carried)),
            hops: (total.messages > 0).then(|| total.hops as f64 / total.messages as f64),
            offered: total.offered_flits as f64 / node_cycles,
            accepted: total.accepted_flits as f64 / node_cycles,
            messages: total.messages + total.multicasts,
            undeliverable: total.undeliverable,
            escape_share: (has_escapes && total.claims > 0)
                .then(|| total.escapes as f64 / total.claims as f64),
            cycles: total.cycles,
            started: records().map(|r| r.started).max().unwrap_or(0),
            settled,
            settled_at: records()
                .filter_map(|r| r.settled_at)
                .max()
                .filter(|_| is_random),
            precision: relative,
            precision_reached: precision.filter(|_| is_random).map(|asked| {
                latency.trusted && settled != Some(false) && relative.is_some_and(|p| p <= asked)
            }),
            overrun: overruns(replications).min(),
            saturated_at: certain_ends(replications).max(),
            replications: replications.len() as u32,
            flit_hops: replications.iter().map(|r| r.flit_hops).sum(),
            digest: format!("{:016x}", digests.fold(0, u64::wrapping_add)),
        };
        Self { verdict, measures }.without_means()
    }

    /// Adjusts the outcome for a load that the network cannot carry, whatever the run shows.
    #[must_use]
    pub fn beyond_a_bound(mut self) -> Self {
        if matches!(self.verdict, Verdict::Steady | Verdict::NotSettled) {
            self.verdict = Verdict::Saturated;
            self.measures.so_far = None;
        }
        self.without_means()
    }

    /// Adjusts the outcome for a load at a share ρ of a channel's capacity, where the channel
    /// serves a message in `service` cycles: if ρ is nearly 1, a run may look steady only because
    /// it is too short.
    ///
    /// With a service time of D cycles, the relaxation time of a queue is about D/(1 − ρ)² cycles
    /// (`drift.rs`), and a mean over less than one such time reflects only the beginning. A mean
    /// over fewer than five must have a trusted interval.
    #[must_use]
    pub fn below_a_bound(mut self, share: f64, service: f64) -> Self {
        const ENOUGH: f64 = 5.0;
        let measures = &self.measures;
        let replications = f64::from(measures.replications.max(1));
        let simulated = measures.started as f64 + measures.cycles as f64 / replications;
        let times = simulated * (1.0 - share).powi(2) / service;
        let is_short = times < 1.0 || times < ENOUGH && !measures.latency.trusted;
        if self.verdict == Verdict::Steady && is_short {
            self.verdict = Verdict::NotSettled;
            return self.without_means();
        }
        self
    }

    /// Removes latencies from generation that the verdict makes meaningless.
    fn without_means(mut self) -> Self {
        let measures = &mut self.measures;
        let mean = |estimate: Option<Estimate>| estimate.and_then(|estimate| estimate.mean);
        match self.verdict {
            Verdict::Saturated => {}
            Verdict::NotSettled => {
                measures.so_far = Some(SoFar {
                    latency: measures.latency.mean,
                    unicast_latency: mean(measures.unicast_latency),
                    multicast_latency: mean(measures.multicast_latency),
                });
            }
            _ => return self,
        }
        measures.latency = Estimate::NONE;
        for estimate in [
            &mut measures.unicast_latency,
            &mut measures.multicast_latency,
            &mut measures.round_trip,
        ] {
            *estimate = estimate.map(|_| Estimate::NONE);
        }
        measures.precision = None;
        measures.precision_reached = measures.precision_reached.map(|_| false);
        self
    }
}

fn verdict(replications: &[Replication]) -> Verdict {
    let deadlock = replications.iter().find_map(|r| match &r.end {
        End::Deadlocked(deadlock) => Some(deadlock.clone()),
        _ => None,
    });
    if let Some(deadlock) = deadlock {
        Verdict::Deadlocked(deadlock)
    } else if replications.iter().any(|r| r.is_random) {
        pace(replications)
    } else if replications.iter().all(|r| r.end == End::Drained) {
        Verdict::Drained
    } else {
        Verdict::Unfinished
    }
}

/// Whether the network keeps up with random traffic.
///
/// The question stays open if the total backlog grows but that of no particular source does. It
/// also stays open if the interval of the latency is not trusted and the latency either has not
/// settled within half of the run or is correlated by more than 0.9 over an eightieth of it: the
/// run is then shorter than eight relaxation times.
fn pace(replications: &[Replication]) -> Verdict {
    let records = || replications.iter().map(|r| &r.record);
    let drift = Drift::together(records().map(|record| &record.drift));
    let has_ended = overruns(replications).chain(certain_ends(replications));
    if has_ended.count() > 0 || drift.is_saturated() {
        return Verdict::Saturated;
    }
    let settled = Drift::together(records().map(|record| &record.settled_drift));
    let growth = Growth::together(records().map(|record| record.growth));
    let is_open = |record: &Record| {
        const MOST: f64 = 0.9;
        let goes_on = record.settled == Some(false) && record.settled_at.is_none();
        // An unsettled beginning is itself correlated.
        let correlation = record
            .latency
            .correlation
            .filter(|_| record.settled == Some(true));
        !record.latency.trusted && (goes_on || correlation > Some(MOST))
    };
    let open = records().filter(|record| is_open(record)).count();
    if settled.is_steady() && !growth.is_saturated() && 2 * open <= replications.len() {
        Verdict::Steady
    } else {
        Verdict::NotSettled
    }
}

/// The cycles in which overrun runs ended.
fn overruns(replications: &[Replication]) -> impl Iterator<Item = u64> {
    let ends = replications.iter().map(|replication| &replication.end);
    ends.filter_map(|end| match end {
        End::Overrun { cycle } => Some(*cycle),
        _ => None,
    })
}

/// The cycles in which runs ended because the network was certainly saturated.
fn certain_ends(replications: &[Replication]) -> impl Iterator<Item = u64> {
    let ends = replications.iter().map(|replication| &replication.end);
    ends.filter_map(|end| match end {
        End::Saturated { cycle } => Some(*cycle),
        _ => None,
    })
}

/// A single estimate unchanged; several combined by their means.
fn together(replications: &[Replication], of: fn(&Record) -> Estimate) -> Estimate {
    if let [alone] = replications {
        return of(&alone.record);
    }
    let means = replications.iter().filter_map(|r| of(&r.record).mean);
    Estimate::from_replications(&means.collect::<Vec<_>>())
}

/// Whether most of the replications with enough messages to tell have settled.
fn settled(replications: &[Replication]) -> Option<bool> {
    let answers: Vec<_> = replications
        .iter()
        .filter_map(|r| r.record.settled)
        .collect();
    let yes = answers.iter().filter(|&&settled| settled).count();
    (!answers.is_empty()).then_some(2 * yes >= answers.len())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn replication_seeds_are_distinct_and_the_first_is_the_scenario_seed() {
        assert_eq!(seed_of(1, 0), 1);
        for seed in [0, 1, u64::MAX] {
            let seeds: BTreeSet<_> = (0..1000).map(|r| seed_of(seed, r)).collect();
            assert_eq!(seeds.len(), 1000);
        }
    }

    /// The first outputs of SplitMix64 from 1234567, as published with the generator.
    #[test]
    fn seeds_match_splitmix64() {
        assert_eq!(seed_of(1_234_567, 1), 6_457_827_717_110_365_317);
        assert_eq!(seed_of(1_234_567, 2), 3_203_168_211_198_807_973);
    }
}

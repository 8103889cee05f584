//! Whether the backlog of any source grows: the verdict on a network, source by source.
//!
//! A network keeps up only if every source of it does, and one of a thousand that does not is not
//! seen in their sum. So the messages x that wait at each source are sampled (`sources.rs`), and the
//! mean of the first third of the samples is compared with that of the last. Beyond saturation, x
//! walks at random with a drift; at saturation exactly, without one, reflected at 0. Of such a walk
//! that gains a variance σ² per cycle, the means of the two thirds of T cycles differ by
//!
//! 1. s = σ·√(5T/9), as standard deviation (⅓ between the thirds and ⅓·⅓ of each of them)
//!
//! and of a queue that keeps up by less, because it comes back: its size is that of s only as long as
//! T is about the time 1/(1 − ρ)² services in which it forgets, and chance alone gives z = (x₂ − x₁)/s the
//! tails of a normal number whatever ρ ≤ 1 is. σ² is what the differences of successive samples
//! say, and that of Poisson arrivals at least. With N sources, z the largest, z̄ = Σ(x₂ − x₁)/Σs, and Z of
//! all sources taken as one,
//!
//! 2. z > √(16 + 2·ln N), or z̄ > ½ + 3.5/√N and Z > 4: saturated,
//! 3. else z > √(¼ + ⅝·ln N) or z̄ > 0.4, or fewer than 6 samples: not settled,
//! 4. else steady.
//!
//! ln N is for the largest of many: it keeps the chance of an error about the same for all N. z̄ is 0.42 where all
//! N are at their limit and independent, and scatters about that by 0.7/√N: that much grows what only fills up, however
//! large Z. Verdicts
//! on N queues of Poisson arrivals served one in D cycles, after a quarter of T as warm-up, as the largest z
//! of N and z̄, medians, and below them what one run in ten exceeds:
//!
//! | N | T/D | ρ = 0.8 | 0.9 | 0.95 | 1.00 | 1.02 | 1.05 | 1.10 |
//! |---|---|---|---|---|---|---|---|---|
//! | 1 | 1250 | 0.0 | 0.0 | 0.0 | 0.4 | 0.7 | 1.5 | 2.9 |
//! | | | 0.1 | 0.2 | 0.4 | 1.3 | 1.9 | 2.9 | 4.2 |
//! | 1 | 12 500 | 0.0 | 0.0 | 0.0 | 0.3 | 1.9 | 4.8 | 9.2 |
//! | | | 0.0 | 0.0 | 0.1 | 1.2 | 3.2 | 5.9 | 10.5 |
//! | 64 | 1250 | 0.1 | 0.5 | 1.1 | 2.3 | 2.8 | 3.8 | 5.3 |
//! | | | 0.2 | 0.8 | 1.7 | 2.7 | 3.6 | 4.6 | 5.8 |
//! | 1024 | 1250 | 0.2 | 1.0 | 1.9 | 3.3 | 3.8 | 4.6 | 6.0 |
//! | | | 0.4 | 1.2 | 2.6 | 3.8 | 4.1 | 5.1 | 6.3 |
//!
//! Thresholds (2) are 4, 4.9 and 5.5, thresholds (3) 0.5, 1.7 and 2.1.

use super::sources::Sources;

/// How the backlog of every source grew \[messages\].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drift {
    /// By source: the mean of the last third less that of the first.
    growth: Vec<f64>,
    /// By source: s, by which that scatters where the source is at its limit.
    deviation: Vec<f64>,
    /// The same of all sources together.
    all: [f64; 2],
    /// Samples of each source.
    samples: usize,
    /// N.
    sources: u32,
}

impl Drift {
    /// Fewest samples from which anything is concluded.
    const FEWEST: usize = 6;

    /// Of what is sampled after a cycle, of sources that each generate messages at a rate
    /// \[messages/cycle\].
    pub(super) fn since(cycle: u64, sources: &Sources, rate: f64) -> Self {
        let samples = sources.since(cycle);
        let mut found = Self {
            samples,
            sources: sources.count() as u32,
            ..Self::default()
        };
        if samples < Self::FEWEST {
            return found;
        }
        let every = sources.every() as f64;
        let mut waiting = Vec::with_capacity(samples);
        let mut all = vec![0.0; samples];
        for source in 0..sources.count() {
            waiting.clear();
            waiting.extend(sources.last(source, samples));
            let [growth, deviation] = growth(&waiting, every, rate);
            found.growth.push(growth);
            found.deviation.push(deviation);
            for (sum, waiting) in all.iter_mut().zip(&waiting) {
                *sum += waiting;
            }
        }
        found.all = growth(&all, every, rate * sources.count() as f64);
        found
    }

    /// That of independent replications together: the means of each source.
    pub fn together<'a>(mut replications: impl Iterator<Item = &'a Self>) -> Self {
        let Some(mut all) = replications.next().cloned() else {
            return Self::default();
        };
        for one in replications {
            all.samples = all.samples.min(one.samples);
            for (sum, more) in all.all.iter_mut().zip(&one.all) {
                *sum += more;
            }
            for (sum, more) in all.growth.iter_mut().zip(&one.growth) {
                *sum += more;
            }
            for (sum, more) in all.deviation.iter_mut().zip(&one.deviation) {
                *sum += more;
            }
        }
        all
    }

    /// z of the source that grew most.
    fn worst(&self) -> f64 {
        let shares = self.growth.iter().zip(&self.deviation);
        shares.map(|(growth, s)| growth / s).fold(0.0, f64::max)
    }

    /// z̄.
    fn mean(&self) -> f64 {
        let all: f64 = self.deviation.iter().sum();
        let grown: f64 = self.growth.iter().sum();
        if all > 0.0 { grown / all } else { 0.0 }
    }

    /// Whether a source does not keep up.
    pub fn is_saturated(&self) -> bool {
        let n = f64::from(self.sources.max(1));
        let worst = libm::sqrt(16.0 + 2.0 * libm::log(n));
        let [growth, deviation] = self.all;
        let together = self.mean() > 0.5 + 3.5 / n.sqrt() && growth > 4.0 * deviation;
        self.can_tell() && (self.worst() > worst || together) // (2)
    }

    /// Whether every source keeps up, as far as can be told.
    pub fn is_steady(&self) -> bool {
        const MEAN: f64 = 0.4;
        let n = f64::from(self.sources.max(1));
        let worst = libm::sqrt(0.25 + 0.625 * libm::log(n));
        self.can_tell() && self.worst() <= worst && self.mean() <= MEAN // (3)
    }

    fn can_tell(&self) -> bool {
        self.samples >= Self::FEWEST
    }
}

/// By how much the last third of some samples lies above the first, and s, if messages come at a rate.
fn growth(waiting: &[f64], every: f64, rate: f64) -> [f64; 2] {
    let samples = waiting.len();
    let third = samples / 3;
    let steps = (samples - 1) as f64;
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let drift = (waiting[samples - 1] - waiting[0]) / steps;
    let squares = waiting.windows(2).map(|pair| {
        let step = pair[1] - pair[0] - drift;
        step * step
    });
    let variance = squares.sum::<f64>() / (steps - 1.0) / every;
    let scatter = 5.0 / 9.0 * (variance.max(rate) * every * samples as f64 + 1.0); // (1)
    let growth = mean(&waiting[samples - third..]) - mean(&waiting[..third]);
    [growth, scatter.sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::{PoissonClock, Random};
    use rand_core::SeedableRng;

    /// D.
    const SERVICE: u64 = 16;

    /// Samples of queues of Poisson arrivals that are served one in D cycles, of these utilizations.
    fn queues(utilizations: &[f64], cycles: u64) -> Drift {
        const SAMPLES: u64 = 48;
        let every = cycles / SAMPLES;
        let mut samples = vec![Vec::new(); SAMPLES as usize];
        for (seed, &utilization) in (1..).zip(utilizations) {
            let rate = utilization / SERVICE as f64;
            let mut random = Random::seed_from_u64(seed);
            let mut clock = PoissonClock::new(rate, &mut random);
            // When the queue is empty, and the messages in it by what is left to serve; empty for long before.
            let (mut work, mut now) = (0_u64, 0);
            let warmup = cycles / 4;
            for (index, sample) in (1..).zip(&mut samples) {
                let until = warmup + index * every;
                while clock.cycle() < until {
                    work = work.saturating_sub(clock.cycle() - now) + SERVICE;
                    now = clock.cycle();
                    clock.advance(rate, &mut random);
                }
                work = work.saturating_sub(until - now);
                now = until;
                // The one in service does not wait.
                sample.push(work.div_ceil(SERVICE).saturating_sub(1) as u32);
            }
        }
        let rate = utilizations.iter().sum::<f64>() / utilizations.len() as f64 / SERVICE as f64;
        Drift::since(0, &Sources::sampled(every, &samples), rate)
    }

    #[test]
    fn one_source_of_a_thousand_is_seen() {
        let mut utilizations = vec![0.7; 1024];
        let all = queues(&utilizations, 100_000);
        assert!(all.is_steady() && !all.is_saturated());
        utilizations[300] = 1.15;
        let one = queues(&utilizations, 100_000);
        assert!(one.is_saturated() && !one.is_steady());
        // All together grow by less than 2 % of what is offered.
        let [growth, _] = one.all;
        assert!(growth < 0.02 * 0.7 / 16.0 * 1024.0 * 100_000.0 * 2.0 / 3.0);
    }

    #[test]
    fn a_thousand_sources_that_keep_up_do_not_seem_to_grow() {
        for (utilization, cycles) in [(0.9, 40_000), (0.95, 200_000)] {
            let all = queues(&vec![utilization; 1024], cycles);
            assert!(all.is_steady() && !all.is_saturated(), "{utilization}");
        }
        for utilization in [0.98, 1.0] {
            let all = queues(&vec![utilization; 1024], 20_000);
            assert!(!all.is_steady() && !all.is_saturated(), "{utilization}");
        }
        let beyond = queues(&vec![1.05; 1024], 100_000);
        assert!(beyond.is_saturated());
    }

    #[test]
    fn few_samples_tell_nothing() {
        let drift = Drift::since(0, &Sources::sampled(16, &[vec![0], vec![0]]), 0.01);
        assert!(!drift.is_steady() && !drift.is_saturated());
    }
}

//! Drift of the backlog at every source: the saturation verdict on a network.
//!
//! A network keeps up only if every source does, and one of a thousand that does not is hidden in
//! their sum. So the number x of messages waiting at each source is sampled (`sources.rs`), and the
//! mean of the first third of the samples is compared with that of the last. Beyond saturation, x
//! is a random walk with a drift; exactly at saturation, it is one without a drift, reflected at 0.
//! If the variance of such a walk increases by σ² per cycle, the means of the two thirds of T
//! cycles differ with a standard deviation of
//!
//! 1. s = σ·√(5T/9) (⅓ between the thirds and ⅓·⅓ for each of them).
//!
//! The means of a queue that keeps up differ by less, because it returns to its mean: the
//! difference is of the size of s only while T is about the relaxation time of 1/(1 − ρ)² services,
//! and by chance alone z = (x₂ − x₁)/s has the tails of a normal variable for any ρ ≤ 1. σ² is
//! estimated from the differences of successive samples and is at least that of the arrivals.
//! With N sources, let z be the largest of their values, z̄ = Σ(x₂ − x₁)/Σs, and Z the value for
//! all sources combined into one. The verdict is
//!
//! 2. saturated if z > √(16 + 2·ln N), or if z̄ > ½ + 3.5/√N and Z > 4,
//! 3. otherwise not settled if z > √(¼ + ⅝·ln N), if z̄ > 0.4, or if there are fewer than 6
//!    samples,
//! 4. otherwise steady.
//!
//! The terms in ln N account for the maximum over many sources: they keep the probability of an
//! error about the same for all N. z̄ is 0.42 if all N sources are independent and at their limit,
//! with a standard deviation of 0.7/√N; backlogs that are merely filling up grow by as much,
//! however large Z is. The table shows z for N queues with Poisson arrivals and a service time of D
//! cycles, after a warm-up of T/4: medians, and below them the values that one run in ten exceeds.
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
//!
//! Of bursty sources, successive differences within a burst are alike and underestimate σ², so its
//! lower limit is the variance λ·I of the arrivals over long times (`traffic/arrival.rs`), and a
//! run of fewer than 20 bursts and pauses has no verdict.
//!
//! A run that ends as soon as it is *certainly* saturated looks at its backlogs several times, and
//! must not be misled once in all of them. The difference z of a source at its limit has at most
//! twice the tail of a normal variable: to be large, the reflected walk must leave 0 in the first
//! third and not return, and such paths are those of the walk without reflection and of its mirror
//! image. With σ² estimated from n samples, the tail is that of Student's t with ν = n − 1 degrees
//! of freedom, P(t > u) ≤ (1 + u²/ν)^(−ν/2). If the k-th test may err with probability
//! α/k(k + 1), whose sum over all k is α, and any of N sources may cause the error, the threshold is
//!
//! 5. u(N) = √(ν·((2N·k(k + 1)/α)^(2/ν) − 1)), with α = 10⁻⁴ and n ≥ 32,
//! 6. certainly saturated if z > u(N), or if z̄ > 0.42 + 0.7·u(1)/√N and Z > u(1).
//!
//! The second condition is that of (2): z̄ is largest if all sources are independent, since sources
//! that wait for the same channel share one walk. α is the error of a network exactly at its limit.
//! Of 20,000 runs of one of the queues above at ρ = 1, and of 400 of 64 of them, with eight tests each,
//! none is found certainly saturated.

use serde::{Deserialize, Serialize};

use super::sources::Sources;

/// Growth of the backlog of every source \[messages\].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Drift {
    /// By source: the mean of the last third minus that of the first.
    growth: Vec<f64>,
    /// By source: s, the standard deviation of the growth if the source is at its limit.
    deviation: Vec<f64>,
    /// Growth and s of all sources combined into one.
    all: [f64; 2],
    /// Number of samples of each source.
    samples: usize,
    /// N, the number of sources.
    sources: u32,
}

impl Drift {
    /// Minimum number of samples for a conclusion.
    const FEWEST: usize = 6;

    /// Computes the drift from the samples after `cycle`, for sources whose numbers of messages have
    /// a variance of `arrivals` per cycle over long times.
    pub(super) fn since(cycle: u64, sources: &Sources, arrivals: f64) -> Self {
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
            let [growth, deviation] = growth(&waiting, every, arrivals);
            found.growth.push(growth);
            found.deviation.push(deviation);
            for (sum, waiting) in all.iter_mut().zip(&waiting) {
                *sum += waiting;
            }
        }
        found.all = growth(&all, every, arrivals * sources.count() as f64);
        found
    }

    /// Returns the drift of a run that is too short for any conclusion.
    pub(super) fn inconclusive(self) -> Self {
        Self { samples: 0, ..self }
    }

    /// Combines independent replications source by source.
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

    /// z, the largest ratio of growth to s of any source.
    fn worst(&self) -> f64 {
        let shares = self.growth.iter().zip(&self.deviation);
        shares.map(|(growth, s)| growth / s).fold(0.0, f64::max)
    }

    /// z̄, the ratio of total growth to the sum of s.
    fn mean(&self) -> f64 {
        let all: f64 = self.deviation.iter().sum();
        let grown: f64 = self.growth.iter().sum();
        if all > 0.0 { grown / all } else { 0.0 }
    }

    /// Whether some source does not keep up.
    pub fn is_saturated(&self) -> bool {
        let n = f64::from(self.sources.max(1));
        let worst = libm::sqrt(16.0 + 2.0 * libm::log(n));
        let [growth, deviation] = self.all;
        let together = self.mean() > 0.5 + 3.5 / n.sqrt() && growth > 4.0 * deviation;
        self.has_enough_samples() && (self.worst() > worst || together) // (2)
    }

    /// Whether some source certainly does not keep up, in the `test`-th test of a run, from 1.
    pub fn is_certainly_saturated(&self, test: u32) -> bool {
        /// α, the probability that any test of a run errs.
        const ERROR: f64 = 1e-4;
        const FEWEST: usize = 32;
        if self.samples < FEWEST {
            return false;
        }
        let (n, k) = (f64::from(self.sources.max(1)), f64::from(test));
        let freedom = (self.samples - 1) as f64;
        let threshold = |sources: f64| {
            let odds = 2.0 * sources * k * (k + 1.0) / ERROR;
            libm::sqrt(freedom * (libm::pow(odds, 2.0 / freedom) - 1.0)) // (5)
        };
        let once = threshold(1.0);
        let [growth, deviation] = self.all;
        let together = self.mean() > 0.42 + 0.7 * once / n.sqrt() && growth > once * deviation;
        self.worst() > threshold(n) || together // (6)
    }

    /// Whether every source keeps up, as far as the samples show.
    pub fn is_steady(&self) -> bool {
        const MEAN: f64 = 0.4;
        let n = f64::from(self.sources.max(1));
        let worst = libm::sqrt(0.25 + 0.625 * libm::log(n));
        self.has_enough_samples() && self.worst() <= worst && self.mean() <= MEAN // (3)
    }

    fn has_enough_samples(&self) -> bool {
        self.samples >= Self::FEWEST
    }
}

/// The growth from the first to the last third of the samples, and s, for numbers of messages with a
/// variance of `arrivals` per cycle.
fn growth(waiting: &[f64], every: f64, arrivals: f64) -> [f64; 2] {
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
    let scatter = 5.0 / 9.0 * (variance.max(arrivals) * every * samples as f64 + 1.0); // (1)
    let growth = mean(&waiting[samples - third..]) - mean(&waiting[..third]);
    [growth, scatter.sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::{ArrivalClock, Arrivals, Burst, Random};
    use rand_core::SeedableRng;

    /// D, the service time \[cycles\].
    const SERVICE: u64 = 16;

    /// Samples queues with Poisson arrivals and a service time of D cycles, at the given
    /// utilizations.
    fn queues(utilizations: &[f64], cycles: u64) -> Drift {
        seeded_queues(1, utilizations, cycles)
    }

    fn seeded_queues(first_seed: u64, utilizations: &[f64], cycles: u64) -> Drift {
        bursty_queues(first_seed, utilizations, cycles, None)
    }

    fn bursty_queues(
        first_seed: u64,
        utilizations: &[f64],
        cycles: u64,
        burst: Option<Burst>,
    ) -> Drift {
        const SAMPLES: u64 = 48;
        let every = cycles / SAMPLES;
        let mut samples = vec![Vec::new(); SAMPLES as usize];
        for (seed, &utilization) in (first_seed..).zip(utilizations) {
            let arrivals = Arrivals::new(utilization / SERVICE as f64, burst);
            let mut random = Random::seed_from_u64(seed);
            let mut clock = ArrivalClock::new(&arrivals, &mut random);
            // The remaining work in the queue \[cycles\] at time `now`; the queue is empty
            // initially.
            let (mut work, mut now) = (0_u64, 0);
            let warmup = cycles / 4;
            for (index, sample) in (1..).zip(&mut samples) {
                let until = warmup + index * every;
                while clock.cycle() < until {
                    work = work.saturating_sub(clock.cycle() - now) + SERVICE;
                    now = clock.cycle();
                    clock.advance(&arrivals, &mut random);
                }
                work = work.saturating_sub(until - now);
                now = until;
                // The message in service does not wait.
                sample.push(work.div_ceil(SERVICE).saturating_sub(1) as u32);
            }
        }
        let rate = utilizations.iter().sum::<f64>() / utilizations.len() as f64 / SERVICE as f64;
        let dispersion = burst.map_or(1.0, |burst| burst.dispersion(rate));
        Drift::since(0, &Sources::sampled(every, &samples), rate * dispersion)
    }

    #[test]
    fn one_overloaded_source_among_a_thousand_is_detected() {
        let mut utilizations = vec![0.7; 1024];
        let all = queues(&utilizations, 100_000);
        assert!(all.is_steady() && !all.is_saturated());
        utilizations[300] = 1.15;
        let one = queues(&utilizations, 100_000);
        assert!(one.is_saturated() && !one.is_steady());
        // All sources together grow by less than 2 % of the offered messages.
        let [growth, _] = one.all;
        assert!(growth < 0.02 * 0.7 / 16.0 * 1024.0 * 100_000.0 * 2.0 / 3.0);
    }

    #[test]
    fn verdicts_on_a_thousand_sources_follow_their_utilization() {
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

    /// How many of as many runs are certainly saturated in one of eight tests, each after half as
    /// many more cycles.
    fn certain(runs: u64, sources: usize, utilization: f64) -> u64 {
        let utilizations = vec![utilization; sources];
        let is_certain = |seed: u64| {
            (1..=8).any(|test| {
                let cycles = 1024 * 3_u64.pow(test) / 2_u64.pow(test);
                let first_seed = 1 + (8 * seed + u64::from(test)) * sources as u64;
                seeded_queues(first_seed, &utilizations, cycles).is_certainly_saturated(test)
            })
        };
        (0..runs).map(|seed| u64::from(is_certain(seed))).sum()
    }

    #[test]
    fn sources_at_their_limit_are_never_certainly_saturated() {
        for (runs, sources) in [(2000, 1), (60, 64)] {
            for utilization in [0.97, 1.0] {
                let found = certain(runs, sources, utilization);
                assert_eq!(found, 0, "{sources} sources, {utilization}");
            }
        }
    }

    #[test]
    fn overloaded_sources_are_certainly_saturated_soon() {
        assert_eq!(certain(20, 64, 1.3), 20);
        let one_of = |load: f64, cycles| {
            let mut utilizations = vec![0.7; 64];
            utilizations[30] = load;
            queues(&utilizations, cycles).is_certainly_saturated(8)
        };
        assert!(one_of(1.5, 40_000));
        assert!(!one_of(1.0, 40_000));
    }

    /// Sources at their limit and below it are never certainly saturated and hardly ever saturated,
    /// in runs of 20 bursts and more; with the variance of Poisson arrivals, one run in ten is.
    #[test]
    fn bursts_are_not_taken_for_saturation() {
        let burst = Burst {
            on: 400.0,
            share: 0.25,
        };
        let (mut saturated, mut certain) = (0, 0);
        for run in 0..200 {
            let cycles = 20 * 1600 * (1 + run % 3);
            let drift = bursty_queues(1 + 64 * run, &[0.9; 64], cycles, Some(burst));
            saturated += u32::from(drift.is_saturated());
            certain += u32::from(drift.is_certainly_saturated(1));
        }
        assert!(saturated <= 2, "{saturated}");
        assert_eq!(certain, 0);
    }

    #[test]
    fn overloaded_bursty_sources_are_recognized() {
        let burst = Burst {
            on: 100.0,
            share: 0.25,
        };
        let beyond = bursty_queues(1, &[1.2; 64], 400_000, Some(burst));
        assert!(beyond.is_saturated());
        let below = bursty_queues(1, &[0.6; 64], 400_000, Some(burst));
        assert!(below.is_steady() && !below.is_saturated());
    }

    #[test]
    fn few_samples_are_inconclusive() {
        let drift = Drift::since(0, &Sources::sampled(16, &[vec![0], vec![0]]), 0.01);
        assert!(!drift.is_steady() && !drift.is_saturated() && !drift.is_certainly_saturated(1));
    }
}

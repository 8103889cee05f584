//! Arrivals in continuous time: Poisson, or in bursts.
//!
//! One draw per message instead of one per cycle: the gaps between arrivals of a Poisson source are
//! exponential with mean 1/λ. With a Bernoulli trial per cycle, two messages of a node could never
//! arrive in one cycle, which the models do not assume.
//!
//! **Bursts.** An on/off source is the Markov-modulated process of Dally & Towles (2004, Principles
//! and Practices of Interconnection Networks, section 24.2.2) in continuous time: it is on for an
//! exponential time, off for another one, and generates messages only while it is on, as a Poisson
//! process. Their α and β, the chances per cycle of turning on and off, are the rates
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | T | mean time on | cycles |
//! | s | fraction of time on | 1 |
//! | β | 1/T, rate of turning off | 1/cycle |
//! | α | β·s/(1 − s), rate of turning on | 1/cycle |
//! | λ | mean rate | messages/cycle |
//! | λ/s | rate while on | messages/cycle |
//!
//! This interrupted Poisson process is a renewal process whose gaps are hyperexponential (Kuczura
//! 1973, The interrupted Poisson process as an overflow process, Bell System Technical Journal 52):
//! of rate r₁ with probability p, otherwise of rate r₂, where with h = λ/s
//!
//! 1. r₁ = ½·(h + α + β + √((h − α + β)² + 4·αβ)), r₂ = h·α/r₁,
//! 2. p = (h − r₂)/(r₁ − r₂).
//!
//! So a gap takes two draws, however many pauses it spans. A source starts on with probability s;
//! one that starts off has its first gap after an exponential time of rate α. Over long times, the
//! number of messages has the variance
//!
//! 3. λ·I per cycle, with I = 1 + 2λT·(1 − s)²/s, the index of dispersion,
//!
//! where a Poisson source has I = 1.

//!
//! **A surge.** For its first cycles, a Poisson source may have another rate. The network can then be
//! in a state that the later rate alone does not lead to. With a rate that varies with time, the
//! integral of the rate between two arrivals is exponential with mean 1.

use super::{Random, chance, exponential, open_unit};

/// How bursty a source is: it alternates between an on and an off state, both of exponential
/// duration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Burst {
    /// T, mean time on \[cycles\].
    pub on: f64,
    /// s, fraction of time on, above 0; 1 means a Poisson source.
    pub share: f64,
}

impl Burst {
    /// Mean time from the beginning of one burst to that of the next \[cycles\].
    pub fn period(self) -> f64 {
        self.on / self.share
    }

    /// I, the variance of the number of messages over long times relative to that of a Poisson
    /// source of the same mean rate [messages/cycle].
    pub fn dispersion(self, rate: f64) -> f64 {
        let off = 1.0 - self.share;
        1.0 + 2.0 * rate * self.on * off * off / self.share // (3)
    }
}

/// A time at the beginning of a run in which Poisson sources have another rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surge {
    /// Its rate [messages/cycle], which is positive.
    pub rate: f64,
    /// Its length \[cycles\].
    pub cycles: u64,
}

/// The process by which a source generates messages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrivals {
    /// Exponential gaps of this rate [messages/cycle], which is positive.
    Poisson(f64),
    /// A rate [messages/cycle] during a surge, and the one after it; both are positive.
    Surging(Surge, f64),
    Bursty {
        /// s, the probability of being on.
        share: f64,
        /// α, the rate of turning on [1/cycle].
        turns_on: f64,
        /// r₁ and r₂, the rates of the two kinds of gap [1/cycle].
        rates: [f64; 2],
        /// p, the probability of the first kind.
        first: f64,
    },
}

impl Arrivals {
    /// The process with mean rate `rate` [messages/cycle], which is positive, after a surge if there
    /// is one; sources do not have both bursts and a surge.
    pub fn after(surge: Option<Surge>, rate: f64, burst: Option<Burst>) -> Self {
        match surge {
            Some(surge) => Self::Surging(surge, rate),
            None => Self::new(rate, burst),
        }
    }

    /// The process with mean rate `rate` [messages/cycle], which is positive.
    pub fn new(rate: f64, burst: Option<Burst>) -> Self {
        let Some(Burst { on, share }) = burst.filter(|burst| burst.share < 1.0) else {
            return Self::Poisson(rate);
        };
        let while_on = rate / share;
        let turns_off = 1.0 / on;
        let turns_on = turns_off * share / (1.0 - share);
        let difference = while_on - turns_on + turns_off;
        let root = libm::sqrt(difference * difference + 4.0 * turns_on * turns_off);
        let fast = 0.5 * (while_on + turns_on + turns_off + root); // (1)
        let slow = while_on * turns_on / fast;
        Self::Bursty {
            share,
            turns_on,
            rates: [fast, slow],
            first: (while_on - slow) / root, // (2): the root is r₁ − r₂.
        }
    }

    /// Draws the time from the start of a source to its first message.
    fn start(&self, random: &mut Random) -> f64 {
        match *self {
            Self::Bursty {
                share, turns_on, ..
            } if !chance(random, share) => exponential(turns_on, random) + self.gap(0.0, random),
            _ => self.gap(0.0, random),
        }
    }

    /// Draws the time from a message at `now`, or from the start, to the next.
    fn gap(&self, now: f64, random: &mut Random) -> f64 {
        match *self {
            Self::Surging(Surge { rate, cycles }, later) => {
                let amount = -libm::log(open_unit(random));
                let left = (cycles as f64 - now).max(0.0);
                if amount <= left * rate {
                    amount / rate
                } else {
                    left + (amount - left * rate) / later
                }
            }
            Self::Poisson(rate) => -libm::log(open_unit(random)) / rate,
            Self::Bursty { rates, first, .. } => {
                let kind = usize::from(!chance(random, first));
                exponential(rates[kind], random)
            }
        }
    }
}

/// The next arrival at one node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArrivalClock {
    next: f64,
}

impl ArrivalClock {
    /// Creates a clock and draws its first arrival.
    pub fn new(arrivals: &Arrivals, random: &mut Random) -> Self {
        Self {
            next: arrivals.start(random),
        }
    }

    /// The cycle in which the next message arrives.
    pub fn cycle(self) -> u64 {
        self.next as u64
    }

    /// Delays the next arrival and all later ones by some cycles.
    pub fn delay(&mut self, cycles: u64) {
        self.next += cycles as f64;
    }

    /// Advances to the next arrival.
    pub fn advance(&mut self, arrivals: &Arrivals, random: &mut Random) {
        self.next += arrivals.gap(self.next, random);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::streams;

    const BURST: Burst = Burst {
        on: 100.0,
        share: 0.2,
    };
    const RATE: f64 = 0.05;

    /// The numbers of messages of `sources` sources in each of `windows` windows of `width` cycles.
    fn counts(burst: Option<Burst>, sources: u32, windows: u64, width: u64) -> Vec<Vec<f64>> {
        let arrivals = Arrivals::new(RATE, burst);
        let count = |mut random: Random| {
            let mut clock = ArrivalClock::new(&arrivals, &mut random);
            let mut counts = vec![0.0; windows as usize];
            while clock.cycle() < windows * width {
                counts[(clock.cycle() / width) as usize] += 1.0;
                clock.advance(&arrivals, &mut random);
            }
            counts
        };
        streams(7, sources).into_iter().map(count).collect()
    }

    #[test]
    fn bursts_keep_the_mean_rate_from_the_first_cycle_on() {
        let all = counts(Some(BURST), 2000, 20, 50);
        let cycles = 2000.0 * 50.0;
        for window in 0..20 {
            let messages: f64 = all.iter().map(|counts| counts[window]).sum();
            // Five standard deviations of 2000 independent sources, none above the limit of (3).
            let deviation = (RATE * cycles * BURST.dispersion(RATE)).sqrt();
            let found = (messages - RATE * cycles).abs();
            assert!(found < 5.0 * deviation, "{window}: {messages}");
        }
    }

    /// A literal source, which turns on and off, has the same variance of counts in windows shorter
    /// and longer than a burst as the hyperexponential gaps.
    #[test]
    fn gaps_are_those_of_a_source_that_turns_on_and_off() {
        let Burst { on, share } = BURST;
        let off = on * (1.0 - share) / share;
        let literal = |width: u64, windows: u64, mut random: Random| {
            let mut counts = vec![0.0; windows as usize];
            let (mut now, end) = (0.0, (windows * width) as f64);
            let mut is_on = chance(&mut random, share);
            while now < end {
                let mean = if is_on { on } else { off };
                let until = (now + exponential(1.0 / mean, &mut random)).min(end);
                let next = |at: f64, random: &mut Random| at + exponential(RATE / share, random);
                let mut at = if is_on { next(now, &mut random) } else { until };
                while at < until {
                    counts[at as usize / width as usize] += 1.0;
                    at = next(at, &mut random);
                }
                (now, is_on) = (until, !is_on);
            }
            counts
        };
        let variance = |all: &[Vec<f64>]| {
            let counts: Vec<f64> = all.concat();
            let mean = counts.iter().sum::<f64>() / counts.len() as f64;
            let squares = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>();
            squares / counts.len() as f64
        };
        for width in [10, 100, 10_000] {
            let windows = 40;
            let drawn = variance(&counts(Some(BURST), 400, windows, width));
            let literal: Vec<_> = streams(19, 400)
                .into_iter()
                .map(|random| literal(width, windows, random))
                .collect();
            let expected = variance(&literal);
            assert!((drawn / expected - 1.0).abs() < 0.12, "{drawn} {expected}");
            let limit = RATE * width as f64 * BURST.dispersion(RATE);
            let is_long = width > 1000;
            assert_eq!(
                (drawn / limit - 1.0).abs() < 0.1,
                is_long,
                "{drawn} {limit}"
            );
        }
    }

    #[test]
    fn a_surge_has_its_rate_until_it_ends() {
        let surge = Surge {
            rate: 0.3,
            cycles: 150,
        };
        let arrivals = Arrivals::after(Some(surge), RATE, None);
        let mut counts = [0_u32; 3];
        for mut random in streams(7, 2000) {
            let mut clock = ArrivalClock::new(&arrivals, &mut random);
            while clock.cycle() < 450 {
                counts[clock.cycle() as usize / 150] += 1;
                clock.advance(&arrivals, &mut random);
            }
        }
        for (count, rate) in counts.into_iter().zip([0.3, RATE, RATE]) {
            let mean: f64 = 2000.0 * 150.0 * rate;
            // Five standard deviations.
            let off = (f64::from(count) - mean).abs();
            assert!(off < 5.0 * mean.sqrt(), "{count} {mean}");
        }
    }

    #[test]
    fn a_source_that_is_always_on_is_a_poisson_source() {
        let always = Burst {
            share: 1.0,
            ..BURST
        };
        assert_eq!(Arrivals::new(RATE, Some(always)), Arrivals::Poisson(RATE));
        assert!((always.dispersion(RATE) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extreme_bursts_have_finite_gaps() {
        for (rate, on, share) in [(1e-12, 1.0, 0.001), (1.0, 1e6, 0.001), (1.0, 1.0, 0.999)] {
            let Arrivals::Bursty { rates, first, .. } =
                Arrivals::new(rate, Some(Burst { on, share }))
            else {
                panic!("it is bursty");
            };
            let [fast, slow] = rates;
            assert!(fast.is_finite() && slow > 0.0 && (0.0..=1.0).contains(&first));
            // The mean gap is 1/λ.
            let mean = first / fast + (1.0 - first) / slow;
            assert!((mean * rate - 1.0).abs() < 1e-6, "{mean} {rate}");
        }
    }
}

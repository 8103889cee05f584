//! Duato's adaptive routing in the hypercube, with broadcasts along binomial trees: a mean-field
//! fixed point in which one channel stands for all.
//!
//! **One constant is fitted to simulations: κ = 0.7**, on n = 6, V = 4, M = 32 without broadcasts.
//! It stands for cycles of a channel that are lost when a flit that won one channel loses another.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n, N, V | dimension and injection ports, 2ⁿ nodes, virtual channels: V − 1 adaptive, one for escape | |
//! | M | message length | flits |
//! | λ, β | rate, and the share of broadcasts in it | messages/node/cycle, |
//! | λ_c, d̄ | rate of a channel, mean hops of a unicast | messages/cycle, |
//! | a, e | probability that an adaptive virtual channel, or that for escape, is held | |
//! | r | dimensions that a header has left to correct | |
//! | H | time for which a virtual channel is held | cycles |
//!
//! 22. λ_c = (1 − β)·λ·d̄/n + β·λ·(2ⁿ − 1)/n
//! 23. (V − 1)·a + e = λ_c·H; P(all adaptive virtual channels are held) = a^((V−1)·r)
//! 24. others on the chosen channel: (1 − a^..)·\[(V − 1)·a·r(V − 2)/((V − 1)r − 1) + e\] + a^..·(V − 1);
//!     χ_r = that/(λ_c·H)
//! 25. x_r = λ_new·(M − 1/2)·(χ_r + mean χ)/2, λ_new = λ_c less the flow over the same input
//! 26. stretch(x_1 … x_h) = M·E\[max_r K_r\], P(K_r ≥ j) = x^j·(1 − x^(V−j))/(1 − x^V), for V = 2: x
//! 27. times 1 + κ·mean(x)
//! 28. blocked with probability a^((V−1)r)·e, for H/((V − 1)r + 2)
//! 29. H = M + 1 + stretch + half the waits, of unicasts; M + 1 + stretch of copies
//! 30. each of the n ports is an M/G/1 queue of unicasts and copies
//! 31. broadcast: T_k = max_{j<k}(X_j + T_j), X = start-up + M + stretch + wait, one more cycle for each
//!     relay; distributions on a grid of 1600 points (`tree.rs`)
//!
//! **Where it fails:** with V = 2 the simulated network collapses at loads that the model still takes
//! for steady, and between .036 and .037 for n = 6 and M = 32 it is bistable; with V = 6 latency is 4 %
//! low. At V = 4 and n = 8, it is up to 8 % high near saturation.

mod entry;
mod solve;
mod tree;

use super::{Latency, Model, Part, Prediction};
use solve::{Found, KAPPA};
use tree::Steps;

pub(super) use entry::{BROADCAST, FAMILY};

/// Parameters of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdaptiveCube {
    /// n.
    pub dimension: u32,
    /// M \[flits\].
    pub length: u32,
    /// V.
    pub vcs: u32,
    /// β.
    pub broadcasts: f64,
    /// Start-up of a step of a broadcast \[cycles\].
    pub startup: u32,
}

impl AdaptiveCube {
    /// The most dimensions for which the model has been tried.
    pub const MOST_DIMENSIONS: u32 = 10;

    /// The shortest message: the equations assume that messages are longer than most paths.
    pub const LEAST_LENGTH: u32 = 8;
}

/// The message whose latency is the prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Total {
    Unicast,
    Broadcast,
}

/// The model of a hypercube.
#[derive(Debug)]
struct PlatoonDuato {
    system: AdaptiveCube,
    total: Total,
    /// p_h, from h = 1: a unicast has h hops.
    hops: Vec<f64>,
    /// The share of hops with r dimensions left, from r = 1.
    left: Vec<f64>,
    /// d̄.
    mean_hops: f64,
}

impl PlatoonDuato {
    fn new(system: AdaptiveCube, total: Total) -> Self {
        let n = system.dimension;
        let nodes = f64::from(1_u32 << n);
        let mut choose = 1.0;
        let hops: Vec<_> = (1..=n)
            .map(|h| {
                choose = choose * f64::from(n + 1 - h) / f64::from(h);
                choose / (nodes - 1.0)
            })
            .collect();
        let mean_hops = (1..).zip(&hops).map(|(h, p)| f64::from(h) * p).sum();
        let left = (0..hops.len()).map(|r| hops[r..].iter().sum::<f64>() / mean_hops);
        Self {
            left: left.collect(),
            system,
            total,
            hops,
            mean_hops,
        }
    }

    fn length(&self) -> f64 {
        f64::from(self.system.length)
    }
}

impl Model for PlatoonDuato {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let n = f64::from(self.system.dimension);
        let (length, startup) = (self.length(), f64::from(self.system.startup));
        let rates = self.rates(injection_rate);
        let offered = rates.channel * length;
        // An infinite rate times no share of it is no number.
        if offered.is_nan() || offered >= 1.0 {
            return Prediction::saturated(
                "a channel is offered one flit per cycle or more",
                offered,
            );
        }
        let Some(found) = self.solve(&rates) else {
            return Prediction::saturated(
                "waits and times of transfer grow with each other: no service time solves the \
                 equations",
                rates.channel * length,
            );
        };
        // (30)
        let unicast = length + found.stretch + found.blocked;
        let copy = length + found.copy_stretch + found.copy_blocked;
        let all = rates.first + rates.copies;
        let of_unicasts = if all > 0.0 { rates.first / all } else { 1.0 };
        let mixed = |unicast: f64, copy: f64| of_unicasts * unicast + (1.0 - of_unicasts) * copy;
        let mean = mixed(unicast, copy + startup);
        let varies = [found.stretch, found.copy_stretch].map(|stretch| length * stretch / 2.0);
        let square = mixed(
            unicast * unicast + varies[0],
            (copy + startup) * (copy + startup) + varies[1],
        );
        let utilization = all * mean;
        if utilization >= 1.0 {
            return Prediction::saturated("the injection ports are busy all the time", utilization);
        }
        let wait = all * square / 2.0 / (1.0 - utilization);
        let network = length - 1.0 + self.mean_hops + found.stretch + found.blocked;
        let total = match self.total {
            Total::Unicast => network + wait,
            Total::Broadcast => tree::mean_time(&Steps {
                dimension: self.system.dimension,
                base: length + startup,
                wait,
                utilization,
                stretch: found.copy_stretch,
                length,
            }),
        };
        let mut parts = parts(&found, [network, wait, utilization, copy]);
        if self.total == Total::Broadcast {
            let chain = n * (wait + copy + startup) + n - 1.0;
            let meaning = "n steps of mean length, which the last of all copies exceeds";
            parts.push(Part::new("T_chain", meaning, "cycles", chain));
        }
        parts.push(Part::new(
            "κ",
            "lost cycles of a channel by its load, the one constant fitted to simulations",
            "",
            KAPPA,
        ));
        Prediction::Steady(Latency {
            total,
            parts,
            iterations: found.iterations,
        })
    }

    fn zero_load(&self) -> f64 {
        let n = f64::from(self.system.dimension);
        let startup = f64::from(self.system.startup);
        match self.total {
            Total::Unicast => self.length() - 1.0 + self.mean_hops,
            // A copy is released in the cycle after its parent came.
            Total::Broadcast => n * (self.length() + startup) + n - 1.0,
        }
    }
}

fn parts(found: &Found, [network, wait, utilization, copy]: [f64; 4]) -> Vec<Part> {
    let cycles = "cycles";
    vec![
        Part::new("T_net", "network latency of a unicast", cycles, network),
        Part::new("W_0", "wait for an injection port", cycles, wait),
        Part::new("ρ_S", "utilization of an injection port", "", utilization),
        Part::new("S_b", "time of a copy in its channel", cycles, copy),
        Part::new(
            "U",
            "time that sharing channels adds to a unicast",
            cycles,
            found.stretch,
        ),
        Part::new(
            "W_c",
            "time for which a unicast waits for virtual channels",
            cycles,
            found.blocked,
        ),
        Part::new(
            "H",
            "time for which a virtual channel is held",
            cycles,
            found.held,
        ),
        Part::new(
            "P_a",
            "an adaptive virtual channel is held",
            "",
            found.adaptive,
        ),
        Part::new(
            "P_e",
            "the virtual channel for escape is held",
            "",
            found.escape,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_are_those_of_a_hypercube() {
        let system = AdaptiveCube {
            dimension: 6,
            length: 32,
            vcs: 2,
            broadcasts: 0.0,
            startup: 0,
        };
        let model = PlatoonDuato::new(system, Total::Unicast);
        assert!((model.mean_hops - 192.0 / 63.0).abs() < 1e-12);
        assert!((model.hops.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((model.left.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

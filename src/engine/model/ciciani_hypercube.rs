//! E-cube wormhole routing in the hypercube: the backward flow analysis of Ciciani,
//! Colajanni & Paolucci (1998), eqs 3 and 26-28.
//!
//! A message uses at most one link per dimension, so at the link C_j it can meet only the flows that
//! enter dimension j at the same node: from the source, or from a lower dimension other than its
//! own. All flows into the link add up to λ/2.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n, i, j | dimensions; two of them, from 1 | |
//! | T | message length L/W | flits, cycles |
//! | λ | injection rate 1/τ_E | messages/node/cycle |
//! | T_j | time to go after acquiring the link of dimension j | cycles |
//! | ρ | flits offered to a channel | flits/cycle |
//!
//! 1. T_n = T
//! 2. T_i = T/2^(n−i) + Σ_{j>i} 2^−(j−i)·\[T_j + (1/2 − 2^−(j−i+1))·λ·T_j²/2\]  (eqs 26, 27)
//! 3. T_latency = n/2 + Σ_j 2^−j·\[T_j + (1/2 − 2^−j)·λ·T_j²/2\]  (eq 28)
//!
//! The bracket is the conflict equation (eq 3) with a rival flow of λ/2 minus the message's own flow.
//!
//! (3) is finite at any load: the paper derives no limit and only notes that the network saturates
//! at 1/τ = 0.5. Here, the network counts as saturated if messages would hold a channel all the
//! time, (λ/2)·(T_latency − n/2) ≥ 1, which is late: 1/τ = 0.88 for Table 4. In cubes of few
//! dimensions, in which messages hardly wait, flow conservation is the tighter limit: ρ = λ·T/2
//! must be below one flit per cycle.
//!
//! The path takes n/2 cycles here, while the models of the tori subtract one, so an unloaded
//! message takes one cycle more than d + M − 1; the share 2⁻ⁿ of messages to the source itself
//! takes no time. Both conventions of the paper are kept.

use super::ciciani_torus_uni::conflict;
use super::{Build, Latency, LatencyKind, Load, Model, ModelFamily, Part, Prediction, TEXTS};
use crate::catalog::{Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "ciciani-hypercube",
        &[Param::Integer(DIMENSION), Param::Integer(LENGTH)],
    ),
    build: Build {
        make: |settings| {
            let dimension = settings.integer(&DIMENSION)?;
            let length = settings.integer(&LENGTH)?;
            Ok(Box::new(CicianiHypercube::new(dimension, length)))
        },
        predicts: LatencyKind::Network,
        load: Load::PER_CYCLE,
    },
};

const DIMENSION: Integer = Control::new("n", "n", "Dimension")
    .default("10")
    .help("Address bits; the network has 2ⁿ nodes.")
    .integer(1, 20);

const LENGTH: Integer = Control::new("length", "T", "Message length")
    .unit("flits")
    .default("200")
    .help("L/W: bits of a message divided by wires of a channel.")
    .integer(1, 1_000_000);

/// The model of a hypercube with e-cube routing.
#[derive(Debug)]
pub struct CicianiHypercube {
    dimension: u32,
    /// T, in cycles.
    length: f64,
}

impl CicianiHypercube {
    /// Creates the model of a cube with `dimension` address bits and messages of `length` flits.
    pub fn new(dimension: u32, length: u32) -> Self {
        Self {
            dimension,
            length: f64::from(length),
        }
    }

    /// Mean duration of the header's path, in cycles.
    fn path(&self) -> f64 {
        f64::from(self.dimension) / 2.0
    }
}

impl Model for CicianiHypercube {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate;
        let load = rate * self.length / 2.0; // ρ
        if load >= 1.0 {
            return Prediction::saturated("a channel is offered one flit per cycle or more", load);
        }
        let last = self.dimension as usize - 1;
        let mut times = vec![self.length; last + 1]; // T_1 at index 0; (1)
        for i in (0..last).rev() {
            times[i] = onward(&times[i + 1..], 0.5, rate, self.length); // (2)
        }
        let in_network = onward(&times, 1.0, rate, 0.0); // (3), its n/2 apart
        let held = rate / 2.0 * in_network;
        // Not `held >= 1.0`, since it is NaN if the times overflow, which is saturation, too.
        if held < 1.0 {
            Prediction::Steady(Latency::closed(
                self.path() + in_network,
                parts(load, &times),
            ))
        } else {
            Prediction::saturated(
                "the channels of every dimension are held all the time",
                held,
            )
        }
    }

    fn zero_load(&self) -> f64 {
        let nodes = f64::from(1_u32 << self.dimension);
        self.path() + (1.0 - 1.0 / nodes) * self.length
    }
}

/// Time to go, in cycles, of a flow `share`·λ before the dimensions whose T_j are `later`, each
/// of which it uses with probability 1/2; it is `done` if the flow uses none.
fn onward(later: &[f64], share: f64, rate: f64, done: f64) -> f64 {
    let mut entering = 1.0; // 2^−(j−i): skips those before j, uses j
    let mut time = 0.0;
    for &held in later {
        entering /= 2.0;
        let rivals = 0.5 - share * entering;
        time += entering * conflict(held, rivals * rate, held);
    }
    time + entering * done
}

fn parts(load: f64, times: &[f64]) -> Vec<Part> {
    let load = Part::new("ρ", "flits offered to a channel", "flits/cycle", load);
    let times = (1..).zip(times).map(|(j, &value)| {
        let meaning = format!("time left once the link of dimension {j} is acquired");
        Part::new(format!("T_{j}"), meaning, "cycles", value)
    });
    std::iter::once(load).chain(times).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latency(dimension: u32, length: u32, rate: f64) -> f64 {
        match CicianiHypercube::new(dimension, length).predict(rate) {
            Prediction::Steady(latency) => latency.total,
            saturated @ Prediction::Saturated { .. } => panic!("{dimension}: {saturated:?}"),
        }
    }

    #[test]
    fn two_nodes_never_wait_for_each_other() {
        for rate in [0.0, 0.01, 0.15] {
            assert!((latency(1, 10, rate) - 5.5).abs() < 1e-12);
        }
        assert!((CicianiHypercube::new(1, 10).saturation_rate() - 0.2).abs() < 1e-9);
    }

    #[test]
    fn a_square_matches_the_computation_by_hand() {
        let (t, rate) = (20.0, 0.005);
        let second = t + rate * t * t / 8.0;
        let t1 = 0.5 * (t + second);
        let expected = 1.0 + t1 / 2.0 + second / 4.0;
        assert!((latency(2, 20, rate) - expected).abs() < 1e-12);
    }

    #[test]
    fn messages_meet_only_where_they_enter_a_dimension() {
        // At the last link, the rivals of a message from C_{n−1} are λ/4 in any cube: eq 26 without
        // the surplus.
        let (t, rate) = (200.0, 0.001);
        for dimension in 2..=10 {
            let prediction = CicianiHypercube::new(dimension, 200).predict(rate);
            let parts = &prediction.latency().expect("a low load").parts;
            let before_last = parts[parts.len() - 2].value;
            assert!((before_last - (t + rate * t * t / 16.0)).abs() < 1e-9);
        }
    }
}

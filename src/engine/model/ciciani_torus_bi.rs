//! Dimension-order wormhole routing in a torus of bidirectional rings: the backward flow analysis
//! of Ciciani, Colajanni & Paolucci (1998), eqs 16-25.
//!
//! A message takes one of two directions in each of n dimensions, so 2ⁿ flows of λ/2ⁿ leave a node.
//! A message meets the flows of its node that take the same direction in a ring, and inside the ring
//! those from the other nodes; between dimensions, everything is as in the torus of unidirectional
//! rings, with 1/2ⁿ of the flow.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n, j | dimensions; one of them, from 0 | |
//! | k | nodes of a ring | |
//! | p, q | 1/k and 1 − p: a message skips, or uses, a dimension | |
//! | γ | q/2ⁿ, the flow of one path into a dimension; α = β = γ | λ |
//! | T | message length L/W, the time of the data-trail phase T_DT | flits, cycles |
//! | λ | injection rate 1/τ_E | messages/node/cycle |
//! | φ(c,j) | flow into dimension j straight from dimension c, or from the source (c = −1) | λ |
//! | T_j | time to go when leaving dimension j | cycles |
//! | T_1,j T_2,j | time to go before, and after, acquiring the first link of dimension j | cycles |
//! | ρ | flits offered to a channel, λ·T·k/8 | flits/cycle |
//!
//! 1. T_2,j = T_j + (k/4 − 1)·2ⁿ⁻¹·γ·λ·T_2,j²/2 = 2·T_j / (1 + √(1 − (k − 4)·2ⁿ⁻²·γ·λ·T_j))
//!    (eqs 16, 17, 20, 23)
//! 2. T_1,j = T_2,j + (2ⁿ⁻¹ − 1 + 2ⁿ⁻¹·k/4)·γ·λ·T_2,j²/2  (eqs 18, 21, 24)
//! 3. T_c = p^(n−1−c)·T + Σ_{j>c} p^(j−c−1)·q·\[T_1,j + (q − φ(c,j))·λ·T_1,j²/2ⁿ⁺¹\], where
//!    φ(c,j) = q·p^(j−c−1)·q, and φ(−1,j) = p^j·q; T_{n−1} = T  (eqs 19, 22)
//! 4. T_latency = n·k/4 − 1 + (3) for c = −1 without its first term  (eq 25)
//!
//! The paper has n = 3; any other n is our extension by the same argument: 2ⁿ⁻¹ of the 2ⁿ flows
//! of a node take the same direction in a ring. With k < 4, a message meets no other inside a ring,
//! and k/4 − 1 counts as 0.
//!
//! A negative discriminant in (1) means saturation. In rings of four nodes or fewer, (1) does not
//! limit the load, but a rule of our own does: λ·k/8 messages per cycle cross a channel, each of
//! which holds it for at least T_j, so λ·T_j·k/8 must be below one. In rings of five nodes or more,
//! only (1) of the paper applies, although up to nine nodes its limit is higher than that of our
//! rule.
//!
//! Two conventions of the paper are kept: the share 1/N of messages to the source itself takes no
//! time, and the path-hole phase counts k/4 hops for every ring.

use super::ciciani_torus_uni::{conflict, held_all_the_time};
use super::{Build, Latency, LatencyKind, Load, Model, ModelFamily, Part, Prediction, TEXTS};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "ciciani-torus-bi",
        &[
            Param::Integer(RADIX),
            Param::Integer(DIMENSIONS),
            Param::Integer(LENGTH),
        ],
    ),
    build: Build {
        make: |settings| {
            let radix = settings.integer(&RADIX)?;
            let dimensions = settings.integer(&DIMENSIONS)?;
            let length = settings.integer(&LENGTH)?;
            let nodes = radix.checked_pow(dimensions);
            if nodes.is_none_or(|nodes| nodes > MOST_NODES) {
                let allowed = format!("at most {MOST_NODES}");
                let given = format!("{radix}^{dimensions}");
                return Err(BuildError::rejected("nodes kⁿ", allowed, given));
            }
            Ok(Box::new(CicianiTorusBi::new(radix, dimensions, length)))
        },
        predicts: LatencyKind::Network,
        load: Load::PER_CYCLE,
    },
};

const MOST_NODES: u32 = 1 << 20;

const RADIX: Integer = Control::new("k", "k", "Radix")
    .unit("nodes")
    .default("6")
    .help("Nodes of a ring, the same in every dimension.")
    .integer(2, 1 << 16);

const DIMENSIONS: Integer = Control::new("n", "n", "Dimensions")
    .default("3")
    .help("The paper has 3; others are our extension.")
    .integer(1, 20);

const LENGTH: Integer = Control::new("length", "T", "Message length")
    .unit("flits")
    .default("12")
    .help("L/W: bits of a message divided by wires of a channel.")
    .integer(1, 1_000_000);

/// The model of a torus of bidirectional rings.
#[derive(Debug)]
pub struct CicianiTorusBi {
    /// k.
    radix: f64,
    dimensions: u32,
    /// T, in cycles.
    length: f64,
    /// p.
    skipped: f64,
    /// q.
    used: f64,
    /// 2ⁿ.
    flows: f64,
}

impl CicianiTorusBi {
    /// Creates the model of a torus of `dimensions` dimensions with rings of `radix` nodes and
    /// messages of `length` flits.
    pub fn new(radix: u32, dimensions: u32, length: u32) -> Self {
        let radix = f64::from(radix);
        let skipped = 1.0 / radix;
        Self {
            radix,
            dimensions,
            length: f64::from(length),
            skipped,
            used: 1.0 - skipped,
            flows: f64::from(1_u32 << dimensions),
        }
    }

    /// Duration of the path-hole phase without conflicts, in cycles.
    fn path_hole(&self) -> f64 {
        f64::from(self.dimensions) * self.radix / 4.0 - 1.0
    }

    /// γ.
    fn flow(&self) -> f64 {
        self.used / self.flows
    }

    /// (3): time to go, in cycles, of a flow `share`·λ before the dimensions whose T_1,j are
    /// `later`; it is `done` if the flow enters none.
    fn onward(&self, later: &[f64], share: f64, rate: f64, done: f64) -> f64 {
        let mut straight = 1.0; // p of every dimension skipped so far
        let mut time = 0.0;
        for &first in later {
            let entering = straight * self.used;
            let rivals = (self.used - share * entering) / self.flows; // (q − φ(c,j))/2ⁿ
            time += entering * conflict(first, rivals * rate, first);
            straight *= self.skipped;
        }
        time + straight * done
    }
}

impl Model for CicianiTorusBi {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate;
        let crossings = rate * self.radix / 8.0;
        let load = crossings * self.length; // ρ
        if load >= 1.0 {
            return Prediction::saturated("a channel is offered one flit per cycle or more", load);
        }
        let around = self.flows / 2.0; // 2ⁿ⁻¹ flows of a node in one direction
        let ring = (self.radix - 4.0).max(0.0) / 2.0 * around * self.flow() * rate;
        let entry = (around - 1.0 + around * self.radix / 4.0) * self.flow() * rate;
        let mut before = vec![0.0; self.dimensions as usize];
        let mut parts = Vec::with_capacity(3 * before.len());
        for j in (0..before.len()).rev() {
            let left = self.onward(&before[j + 1..], self.used, rate, self.length); // (3)
            let discriminant = 1.0 - ring * left;
            if discriminant < 0.0 {
                let reason = format!("the rings of dimension {j}: T_2,{j} has no real value");
                return Prediction::saturated(reason, load);
            }
            let held = crossings * left;
            if self.radix <= 4.0 && held >= 1.0 {
                return Prediction::saturated(held_all_the_time(j), held);
            }
            let after = 2.0 * left / (1.0 + discriminant.sqrt()); // (1)
            before[j] = conflict(after, entry, after); // (2)
            parts.push(dimension_parts(j, left, after, before[j]));
        }
        let offered = Part::new("ρ", "flits offered to a channel", "flits/cycle", load);
        let parts = parts.into_iter().rev().flatten();
        Prediction::Steady(Latency::closed(
            self.path_hole() + self.onward(&before, 1.0, rate, 0.0), // (4)
            std::iter::once(offered).chain(parts).collect(),
        ))
    }

    fn zero_load(&self) -> f64 {
        let to_itself = self.skipped.powi(self.dimensions.cast_signed());
        self.path_hole() + (1.0 - to_itself) * self.length
    }
}

fn dimension_parts(j: usize, left: f64, after: f64, before: f64) -> [Part; 3] {
    [
        ("T_", "time left on leaving", left),
        ("T_2,", "time left after the first link of", after),
        ("T_1,", "time left before the first link of", before),
    ]
    .map(|(symbol, meaning, value)| {
        let (symbol, meaning) = (format!("{symbol}{j}"), format!("{meaning} dimension {j}"));
        Part::new(symbol, meaning, "cycles", value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model;

    /// Eqs 16-25 as printed, except for the errata.
    fn printed(k: f64, t_dt: f64, rate: f64) -> f64 {
        let p = 1.0 / k;
        let q = 1.0 - p;
        let gamma = q / 8.0;
        let root = |t: f64| {
            (1.0 - (1.0 - 2.0 * (k - 4.0) * gamma * t * rate).sqrt()) / ((k - 4.0) * gamma * rate)
        };
        let first = |t: f64| t + (3.0 + k) * gamma * t * t * rate / 2.0;
        let wait = |flow: f64, t: f64| flow * t * t * rate / 16.0;

        let t12 = first(root(t_dt)); // eqs 17, 18
        let t1 = p * t_dt + q * t12 + p * q * q * t12 * t12 * rate / 16.0; // eq 19
        let t11 = first(root(t1)); // eqs 20, 21
        let t0 = p * p * t_dt
            + p * q * (t12 + wait(p * p - p.powi(3) + q * q, t12))
            + q * (t11 + wait(p * q, t11)); // eq 22
        let t10 = first(root(t0)); // eqs 23, 24
        3.0 * k / 4.0 - 1.0
            + q * t10
            + p * q * (t11 + wait(q * q, t11))
            + p * p * q * (t12 + wait(p * q * q, t12) + wait(q * q, t12)) // eq 25
    }

    fn latency(radix: u32, dimensions: u32, length: u32, rate: f64) -> f64 {
        match CicianiTorusBi::new(radix, dimensions, length).predict(rate) {
            Prediction::Steady(latency) => latency.total,
            saturated @ Prediction::Saturated { .. } => panic!("{radix}: {saturated:?}"),
        }
    }

    #[test]
    fn three_dimensions_match_the_printed_equations() {
        for k in [5, 6, 8, 10, 16] {
            for rate in [1e-4, 1e-3, 1e-2] {
                let ours = latency(k, 3, 12, rate);
                let theirs = printed(f64::from(k), 12.0, rate);
                assert!((ours / theirs - 1.0).abs() < 1e-9, "{k}: {ours} {theirs}");
            }
        }
    }

    #[test]
    fn rings_of_four_nodes_or_fewer_have_no_conflicts_inside() {
        // One dimension: half of a node's flow takes either direction, and a message meets k/4 times
        // that flow.
        let (rate, length) = (0.01, 25.0);
        for radix in [2, 3, 4] {
            let k = f64::from(radix);
            let used = 1.0 - 1.0 / k;
            let first = length + k / 4.0 * used / 2.0 * rate * length * length / 2.0;
            let expected = k / 4.0 - 1.0 + used * first;
            assert!((latency(radix, 1, 25, rate) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn small_rings_saturate_when_messages_hold_their_channels_all_the_time() {
        for radix in [2, 3, 4] {
            let rates = [1, 2, 3, 6, 10].map(|dimensions| {
                let model = CicianiTorusBi::new(radix, dimensions, 12);
                let rate = model.saturation_rate();
                // A message waits only for a few others in each of the dimensions.
                let last = latency(radix, dimensions, 12, rate);
                let most = 5.0 * f64::from(dimensions) * 12.0;
                assert!(last < most, "k={radix} n={dimensions}: {last}");
                rate
            });
            assert!(rates.is_sorted_by(|few, many| few > many), "{rates:?}");
        }
    }

    #[test]
    fn too_many_nodes_are_rejected() {
        let settings = crate::catalog::Settings::default()
            .with("k", 60_000)
            .with("n", 20);
        assert_eq!(
            model::build(&FAMILY, &settings)
                .expect_err("too many")
                .to_string(),
            "nodes kⁿ must be at most 1048576, not 60000^20"
        );
    }
}

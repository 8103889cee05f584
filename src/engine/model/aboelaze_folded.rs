//! The folded hypercube as store-and-forward queues: Aboelaze & Houstis, section 4.
//!
//! A message to a node farther away than ⌈N/2⌉ takes the complementary link first and a shortest
//! path from there. Links of the cube are M/M/1 queues with one arrival rate, complementary links
//! with another.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | N | dimension of the cube that is folded | |
//! | λ_p | messages that a node generates | messages/node/unit of time |
//! | 1/μ | mean time that a message occupies a link | units of time |
//! | λ_ordinary, λ_c | messages that arrive at a link of the cube, at a complementary link | messages/unit of time |
//! | ρ, T | utilization of a link; wait and crossing | , units of time |
//!
//! 1. h = \[Σ_{i≤⌈N/2⌉} i·C(N,i) + Σ_{i>⌈N/2⌉} (N−i)·C(N,i)\] / (2^N − 1)  (eq 21)
//! 2. λ_ordinary = λ_p·h/N  (eqs 20, 22)
//! 3. λ_c = λ_p·Σ_{i>⌈N/2⌉} C(N,i) / (2^N − 1)  (eq 23)
//! 4. ρ = λ/μ and T = 1/(μ(1−ρ)) of either kind  (eq 18)
//!
//! The paper gives no delay for the network as a whole. The total here is the mean delay per hop,
//! with both kinds of links weighted by how often messages take them: Σ λ·T / Σ λ over the N + 1
//! links of a node.
//!
//! **Printed and exact.** The printed column of λ_ordinary follows from a denominator of 2^N − 2 in
//! (1), as if no node sent to the opposite one; (1) itself has 2^N − 1.

use super::aboelaze_ncube::MU;
use super::{Build, Latency, LatencyKind, Load, Model, ModelFamily, Part, Prediction, TEXTS};
use crate::catalog::{Choice, Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "aboelaze-folded",
        &[
            Param::Integer(DIMENSION),
            Param::Real(MU),
            Param::Choice(VARIANT),
        ],
    ),
    build: Build {
        make: |settings| {
            let dimension = settings.integer(&DIMENSION)?;
            let service_rate = settings.real(&MU)?;
            let is_printed = settings.choice(&VARIANT)? == "printed";
            Ok(Box::new(AboelazeFolded::new(
                dimension,
                service_rate,
                is_printed,
            )))
        },
        predicts: LatencyKind::Link,
        load: Load::PER_UNIT_OF_TIME,
    },
};

const DIMENSION: Integer = Control::new("n", "N", "Dimension")
    .default("8")
    .help("Address bits; the network has 2^N nodes with N + 1 links each.")
    .integer(2, 20);

const VARIANT: Choice = Control::new("variant", "", "Rate at ordinary links")
    .default("exact")
    .help("As in the printed table, or by eq 22.")
    .choice(&["printed", "exact"]);

/// The model of a folded hypercube of packets.
#[derive(Debug)]
pub struct AboelazeFolded {
    dimension: u32,
    /// μ.
    service_rate: f64,
    /// λ_ordinary for λ_p = 1.
    ordinary: f64,
    /// λ_c for λ_p = 1.
    complementary: f64,
}

impl AboelazeFolded {
    /// Creates the model of a folded cube with `dimension` address bits and links that serve
    /// `service_rate` messages per unit of time. If `is_printed`, λ_ordinary is that of the printed
    /// table, otherwise that of eq 22.
    pub fn new(dimension: u32, service_rate: f64, is_printed: bool) -> Self {
        let others = f64::from((1_u32 << dimension) - 1);
        let half = dimension.div_ceil(2);
        let mut nodes = 1.0; // C(N,i)
        let (mut hops, mut far) = (0.0, 0.0);
        for i in 1..=dimension {
            nodes *= f64::from(dimension + 1 - i) / f64::from(i);
            if i <= half {
                hops += nodes * f64::from(i);
            } else {
                hops += nodes * f64::from(dimension - i);
                far += nodes;
            }
        }
        let counted = if is_printed { others - 1.0 } else { others };
        Self {
            dimension,
            service_rate,
            ordinary: hops / counted / f64::from(dimension), // (1), (2)
            complementary: far / others,                     // (3)
        }
    }
}

impl Model for AboelazeFolded {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let kinds = [self.ordinary, self.complementary];
        let rates = kinds.map(|share| share * injection_rate);
        let loads = rates.map(|rate| rate / self.service_rate); // (4)
        for (load, kind) in loads.into_iter().zip(["ordinary", "complementary"]) {
            if load >= 1.0 {
                let reason = format!("the {kind} links: ρ = λ/μ is 1 or more");
                return Prediction::saturated(reason, load);
            }
        }
        let delays = loads.map(|load| 1.0 / (self.service_rate * (1.0 - load)));
        // Mean number of links of either kind that a message takes.
        let hops = [f64::from(self.dimension) * kinds[0], kinds[1]];
        let path = hops[0] * delays[0] + hops[1] * delays[1];
        let all_hops = hops[0] + hops[1];
        let rate = |symbol: &str, kind: &str, value: f64| {
            let meaning = format!("messages arriving at {kind} link");
            Part::new(symbol, meaning, "messages/unit of time", value)
        };
        let [ordinary, complementary] = ["an ordinary", "a complementary"];
        let parts = vec![
            rate("λ_ordinary", ordinary, rates[0]),
            rate("λ_c", complementary, rates[1]),
            Part::new(
                "ρ_ordinary",
                "utilization of an ordinary link",
                "",
                loads[0],
            ),
            Part::new("ρ_c", "utilization of a complementary link", "", loads[1]),
            Part::new(
                "T_ordinary",
                "wait and transmission time at an ordinary link",
                "units of time",
                delays[0],
            ),
            Part::new(
                "T_c",
                "wait and transmission time at a complementary link",
                "units of time",
                delays[1],
            ),
            Part::new("d̄", "mean hops over links of both kinds", "hops", all_hops),
            Part::new("path", "delay of a whole path", "units of time", path),
        ];
        Prediction::Steady(Latency::closed(path / all_hops, parts))
    }

    fn zero_load(&self) -> f64 {
        1.0 / self.service_rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_match_a_count_over_all_destinations() {
        for dimension in 2..=10 {
            let model = AboelazeFolded::new(dimension, 1.0, false);
            let half = dimension.div_ceil(2);
            let (mut ordinary, mut complementary) = (0, 0);
            for to in 1..1_u32 << dimension {
                let differing = to.count_ones();
                if differing > half {
                    complementary += 1;
                    ordinary += dimension - differing;
                } else {
                    ordinary += differing;
                }
            }
            let others = f64::from((1_u32 << dimension) - 1);
            let per_link = f64::from(ordinary) / others / f64::from(dimension);
            assert!((model.ordinary - per_link).abs() < 1e-12, "{dimension}");
            let per_link = f64::from(complementary) / others;
            assert!(
                (model.complementary - per_link).abs() < 1e-12,
                "{dimension}"
            );
        }
    }

    #[test]
    fn all_nodes_of_a_folded_square_are_neighbors() {
        let model = AboelazeFolded::new(2, 1.0, false);
        let prediction = model.predict(0.9);
        let latency = prediction.latency().expect("ρ = 0.3");
        assert!((latency.total - 1.0 / 0.7).abs() < 1e-12);
        assert_eq!(latency.part("d̄"), Some(1.0));
    }
}

//! The binary n-cube as store-and-forward queues: the model of Aboelaze & Houstis, section 3.
//!
//! Messages take one of the shortest paths to their destination, all equally likely, and wait at
//! each of its links in an infinite queue. The arrival rate at a link follows from the probabilities
//! that messages continue; the link itself is an M/M/1 queue.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | N | dimension | |
//! | λ_p | messages that a node generates | messages/node/unit of time |
//! | 1/μ | mean time that a message occupies a link | units of time |
//! | f(i) | probability of one node at distance i as destination | |
//! | p_i | a message ends at a_i, after a given path of i links | |
//! | q_i | it continues over a given link from there | |
//! | P_i | a message from i links away crosses a given link | |
//! | S | messages over a link per message that a node generates | |
//! | λ_i, ρ | messages that arrive at a link; its utilization | messages/unit of time, |
//! | T_q, T | wait at a link; wait and crossing | units of time |
//!
//! 1. q_0 = 1/N  (eq 1); p_i = f(i) / (i!·q_{i−1}···q_0)  (eqs 9, 19); q_i = (1 − p_i)/(N − i)
//!    (eq 10)
//! 2. P_i = q_i···q_0·i!  (eq 16)
//! 3. S = Σ_{j=0..N−1} P_j·\[C(N,j) − C(N−1,j−1)\], where the bracket, C(N−1,j), counts the
//!    nodes at distance j from the beginning of a link and farther from its end (theorem 1, eq 17)
//! 4. λ_i = λ_p·S; ρ = λ_i/μ; T_q = ρ/(μ(1−ρ)), T = 1/(μ(1−ρ))  (eq 18)
//!
//! Uniform traffic has f(i) = 1/(2^N − 1), clustered traffic f(i) = k/i with Σ C(N,i)·k/i = 1.
//!
//! The total is T, the delay per link as the paper plots it. A message crosses N·S links on
//! average, so a whole path takes N·S·T, which is exact if lengths are redrawn at every link
//! (Kleinrock's independence assumption).

use super::{Build, Latency, LatencyKind, Load, Model, ModelFamily, Part, Prediction, TEXTS};
use crate::catalog::{Choice, Control, Entry, Family, Integer, Param, Real};

pub(super) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "aboelaze-ncube",
        &[
            Param::Integer(DIMENSION),
            Param::Real(MU),
            Param::Choice(TRAFFIC),
        ],
    ),
    build: Build {
        make: |settings| {
            let dimension = settings.integer(&DIMENSION)?;
            let service_rate = settings.real(&MU)?;
            let is_clustered = settings.choice(&TRAFFIC)? == "clustered";
            Ok(Box::new(AboelazeNcube::new(
                dimension,
                service_rate,
                is_clustered,
            )))
        },
        predicts: LatencyKind::Link,
        load: Load::PER_UNIT_OF_TIME,
    },
};

const DIMENSION: Integer = Control::new("n", "N", "Dimension")
    .default("8")
    .help("Address bits; the network has 2^N nodes.")
    .integer(1, 20);

pub(super) const MU: Real = Control::new("mu", "μ", "Service rate")
    .unit("1/unit of time")
    .default("1")
    .help("A message occupies a link for 1/μ on average.")
    .real(0.001, 1000.0);

const TRAFFIC: Choice = Control::new("traffic", "f(i)", "Traffic")
    .default("uniform")
    .help("Every other node is equally likely, or each node at distance i has probability k/i.")
    .choice(&["uniform", "clustered"]);

/// The model of a hypercube of packets.
#[derive(Debug)]
pub struct AboelazeNcube {
    dimension: u32,
    /// μ.
    service_rate: f64,
    /// P_0 … P_{N−1}.
    crossings: Vec<f64>,
    /// S.
    per_link: f64,
}

impl AboelazeNcube {
    /// Creates the model of a cube with `dimension` address bits and links that serve `service_rate`
    /// messages per unit of time.
    pub fn new(dimension: u32, service_rate: f64, is_clustered: bool) -> Self {
        let to_one = destinations(dimension, is_clustered);
        let n = f64::from(dimension);
        let mut crossings = Vec::with_capacity(dimension as usize);
        let mut path = 1.0; // i!·q_{i−1}···q_0
        for i in 0..dimension {
            // (1); no node sends to itself, so p_0 = 0.
            let ends = i
                .checked_sub(1)
                .map_or(0.0, |at| to_one[at as usize] / path);
            let goes_on = (1.0 - ends) / (n - f64::from(i));
            crossings.push(path * goes_on); // (2)
            path *= goes_on * f64::from(i + 1);
        }
        let mut nodes = 1.0; // C(N−1,j)
        let mut per_link = 0.0;
        for (j, crossing) in (0..).zip(&crossings) {
            per_link += crossing * nodes; // (3)
            nodes *= f64::from(dimension - 1 - j) / f64::from(j + 1);
        }
        Self {
            dimension,
            service_rate,
            crossings,
            per_link,
        }
    }
}

impl Model for AboelazeNcube {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate * self.per_link; // (4)
        let load = rate / self.service_rate;
        if load >= 1.0 {
            return Prediction::saturated("every link: ρ = λ_i/μ is 1 or more (eq 18)", load);
        }
        let delay = 1.0 / (self.service_rate * (1.0 - load));
        let hops = f64::from(self.dimension) * self.per_link;
        let mut parts: Vec<_> = (0..)
            .zip(&self.crossings)
            .map(|(i, &value)| {
                let meaning =
                    format!("probability that a message from {i} links away crosses a given link");
                Part::new(format!("P_{i}"), meaning, "", value)
            })
            .collect();
        parts.extend([
            Part::new(
                "S",
                "messages over a link per message generated at a node",
                "",
                self.per_link,
            ),
            Part::new(
                "λ_i",
                "messages arriving at a link",
                "messages/unit of time",
                rate,
            ),
            Part::new("ρ", "utilization of a link", "", load),
            Part::new("T_q", "wait at a link", "units of time", load * delay),
            Part::new(
                "T",
                "wait and transmission time at a link",
                "units of time",
                delay,
            ),
            Part::new("d̄", "mean hops, N·S", "hops", hops),
            Part::new(
                "path",
                "delay of a whole path, N·S·T",
                "units of time",
                hops * delay,
            ),
        ]);
        Prediction::Steady(Latency::closed(delay, parts))
    }

    fn zero_load(&self) -> f64 {
        1.0 / self.service_rate
    }
}

/// f(1) … f(N).
fn destinations(dimension: u32, is_clustered: bool) -> Vec<f64> {
    let weight = |i: u32| {
        if is_clustered {
            1.0 / f64::from(i)
        } else {
            1.0
        }
    };
    let mut nodes = 1.0; // C(N,i)
    let mut all = 0.0;
    for i in 1..=dimension {
        nodes *= f64::from(dimension + 1 - i) / f64::from(i);
        all += nodes * weight(i);
    }
    (1..=dimension).map(|i| weight(i) / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_traffic_has_a_closed_form() {
        // Mean distance over N links per node: (N/2)·2^N/(2^N − 1)/N.
        for dimension in 1..=20 {
            let nodes = f64::from(1_u32 << dimension);
            let expected = nodes / 2.0 / (nodes - 1.0);
            let ours = AboelazeNcube::new(dimension, 1.0, false).per_link;
            assert!((ours - expected).abs() < 1e-9, "{dimension}: {ours}");
        }
    }

    #[test]
    fn hops_over_all_links_equal_the_mean_distance() {
        // Flow conservation, without the recursion: N·S is the mean distance.
        for dimension in 1..=16 {
            for is_clustered in [false, true] {
                let to_one = destinations(dimension, is_clustered);
                let mut nodes = 1.0;
                let mut mean = 0.0;
                for (i, share) in (1..=dimension).zip(&to_one) {
                    nodes *= f64::from(dimension + 1 - i) / f64::from(i);
                    mean += f64::from(i) * nodes * share;
                }
                let ours = AboelazeNcube::new(dimension, 1.0, is_clustered).per_link;
                let ours = ours * f64::from(dimension);
                assert!((ours - mean).abs() < 1e-9, "{dimension}: {ours} {mean}");
            }
        }
    }

    #[test]
    fn two_nodes_are_two_queues() {
        let model = AboelazeNcube::new(1, 0.5, false);
        let prediction = model.predict(0.2);
        let latency = prediction.latency().expect("ρ = 0.4");
        assert!((latency.total - 1.0 / 0.3).abs() < 1e-12);
        assert!((model.saturation_rate() - 0.5).abs() < 1e-9);
    }
}

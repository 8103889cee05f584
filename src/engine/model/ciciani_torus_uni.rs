//! Dimension-order wormhole routing in a torus of unidirectional rings: the backward flow analysis
//! of Ciciani, Colajanni & Paolucci (1998), eqs 3-15, for any number of dimensions and any radices.
//!
//! The analysis follows a message from its destination back to its source, and computes at every
//! link the time that the message still has to go. Messages of other flows hold that link with
//! probability λ_b·T_b and release it after half of T_b on average, which is (1).
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n, j | dimensions; one of them, from 0 | |
//! | k_j | nodes of a ring of dimension j | |
//! | p_j, q_j | 1/k_j and 1 − p_j: a message skips, or uses, dimension j | |
//! | T | message length L/W, the time of the data-trail phase T_DT | flits, cycles |
//! | λ | injection rate 1/τ_E | messages/node/cycle |
//! | φ(c,j) | flow into dimension j straight from dimension c, or from the source (c = −1, q_−1 = 1) | λ |
//! | T_j | time to go when leaving dimension j | cycles |
//! | T_1,j T_2,j | time to go before, and after, acquiring the first link of dimension j | cycles |
//! | ρ_j | flits offered to a channel of dimension j, λ·T·(k_j − 1)/2 | flits/cycle |
//!
//! 1. T_X = T_a + λ_b·T_b²/2  (eq 3)
//! 2. φ(c,j) = q_c·Π_{c<m<j} p_m·q_j
//! 3. T_c = Π_{m>c} p_m·T + Σ_{j>c} Π_{c<m<j} p_m·q_j·\[T_1,j + (q_j − φ(c,j))·λ·T_1,j²/2\];
//!    T_{n−1} = T  (eqs 9, 12)
//! 4. T_2,j = 2T_j / (1 + √(1 − (k_j − 2)·q_j·λ·T_j))  (eqs 7, 10, 13)
//! 5. T_1,j = T_2,j + (k_j/2)·q_j·λ·T_2,j²/2  (eqs 8, 11, 14)
//! 6. T_latency = Σ k_j/2 − 1 + (3) for c = −1 without its first term  (eq 15)
//!
//! (4) is the printed root with its numerator rationalized, since a ring of two nodes would
//! otherwise give 0/0. A negative discriminant in (4) means saturation. In rings of two or three
//! nodes, (4) does not limit the load, but a rule of our own does: λ·(k_j − 1)/2 messages per cycle
//! cross a channel, each of which holds it for at least T_j, so λ·T_j·(k_j − 1)/2 must be below
//! one. For four nodes or more, this follows from (4).
//!
//! Two conventions of the paper are kept. Destinations are drawn from all nodes, including the
//! source, and the share 1/N of messages to the source takes no time in (6). The path-hole phase,
//! Σ k_j/2 − 1, counts k_j/2 hops in a ring, although their mean is (k_j − 1)/2.

use super::{Build, Latency, LatencyKind, Load, Model, ModelFamily, Part, Prediction, TEXTS};
use crate::catalog::{Control, Entry, Family, Integer, Param, Radices};

pub(super) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "ciciani-torus-uni",
        &[Param::Radices(RADICES), Param::Integer(LENGTH)],
    ),
    build: Build {
        make: |settings| {
            let radices = settings.radices(&RADICES)?;
            let length = settings.integer(&LENGTH)?;
            Ok(Box::new(CicianiTorusUni::new(&radices, length)))
        },
        predicts: LatencyKind::Network,
        load: Load::PER_CYCLE,
    },
};

const RADICES: Radices = Control::new("k", "k", "Radices")
    .unit("nodes")
    .default("16x16x16")
    .help(
        "Nodes along each dimension in the order of routing, joined by x; they need not be \
         equal.",
    )
    .radices(2, 1 << 16, 20, 1 << 20);

const LENGTH: Integer = Control::new("length", "T", "Message length")
    .unit("flits")
    .default("25")
    .help("L/W: bits of a message divided by wires of a channel.")
    .integer(1, 1_000_000);

/// The model of a torus of unidirectional rings.
#[derive(Debug)]
pub struct CicianiTorusUni {
    rings: Vec<Ring>,
    /// T, in cycles.
    length: f64,
}

#[derive(Debug)]
struct Ring {
    /// k_j.
    radix: f64,
    /// p_j.
    skipped: f64,
    /// q_j.
    used: f64,
}

impl Ring {
    /// Rate at which messages cross each of its channels [messages/cycle].
    fn crossings(&self, rate: f64) -> f64 {
        rate * (self.radix - 1.0) / 2.0
    }
}

impl CicianiTorusUni {
    /// Creates the model of a torus k₀ × k₁ × … of `radices` with messages of `length` flits.
    pub fn new(radices: &[u32], length: u32) -> Self {
        let rings = radices.iter().map(|&radix| f64::from(radix)).map(|radix| {
            let skipped = 1.0 / radix;
            Ring {
                radix,
                skipped,
                used: 1.0 - skipped,
            }
        });
        Self {
            rings: rings.collect(),
            length: f64::from(length),
        }
    }

    /// Duration of the path-hole phase without conflicts, in cycles.
    fn path_hole(&self) -> f64 {
        self.rings.iter().map(|ring| ring.radix / 2.0).sum::<f64>() - 1.0
    }

    /// ρ_j.
    fn offered(&self, ring: &Ring, rate: f64) -> f64 {
        ring.crossings(rate) * self.length
    }

    /// (3): time to go, in cycles, of a flow `share`·λ that may enter the dimensions from `next`
    /// on, in each of which `before[j]` is T_1,j; it is `done` if the flow enters none.
    fn onward(&self, next: usize, share: f64, before: &[f64], rate: f64, done: f64) -> f64 {
        let mut straight = 1.0; // Π p_m of the dimensions skipped so far
        let mut time = 0.0;
        for (ring, &first) in self.rings.iter().zip(before).skip(next) {
            let entering = straight * ring.used;
            let rivals = ring.used - share * entering; // q_j − φ(c,j)
            time += entering * conflict(first, rivals * rate, first);
            straight *= ring.skipped;
        }
        time + straight * done
    }
}

impl Model for CicianiTorusUni {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate;
        let loads: Vec<_> = self.rings.iter().map(|r| self.offered(r, rate)).collect();
        if let Some(j) = loads.iter().position(|&load| load >= 1.0) {
            let reason =
                format!("a channel of dimension {j} is offered one flit per cycle or more");
            return Prediction::saturated(reason, loads[j]);
        }

        let mut before = vec![0.0; self.rings.len()];
        let mut parts = Vec::with_capacity(4 * self.rings.len());
        for (j, ring) in self.rings.iter().enumerate().rev() {
            let left = self.onward(j + 1, ring.used, &before, rate, self.length);
            let discriminant = 1.0 - (ring.radix - 2.0) * ring.used * rate * left;
            if discriminant < 0.0 {
                let reason = format!("the rings of dimension {j}: T_2,{j} has no real value");
                return Prediction::saturated(reason, loads[j]);
            }
            let held = ring.crossings(rate) * left;
            if held >= 1.0 {
                return Prediction::saturated(held_all_the_time(j), held);
            }
            let after = 2.0 * left / (1.0 + discriminant.sqrt()); // (4)
            before[j] = conflict(after, ring.radix / 2.0 * ring.used * rate, after); // (5)
            parts.push(ring_parts(j, loads[j], left, after, before[j]));
        }
        Prediction::Steady(Latency::closed(
            self.path_hole() + self.onward(0, 1.0, &before, rate, 0.0), // (6)
            parts.into_iter().rev().flatten().collect(),
        ))
    }

    fn zero_load(&self) -> f64 {
        let to_itself: f64 = self.rings.iter().map(|ring| ring.skipped).product();
        self.path_hole() + (1.0 - to_itself) * self.length
    }
}

/// Reason for saturation if the channels of dimension `j` are never free.
pub(super) fn held_all_the_time(j: usize) -> String {
    format!("the channels of dimension {j} are held all the time")
}

/// (1): time to go, in cycles, before a link after which it is `ahead`, if messages that arrive at
/// `rival_rate` [messages/cycle] hold the link for `held` cycles.
pub(super) fn conflict(ahead: f64, rival_rate: f64, held: f64) -> f64 {
    ahead + rival_rate * held.powi(2) / 2.0
}

fn ring_parts(j: usize, load: f64, left: f64, after: f64, before: f64) -> [Part; 4] {
    [
        ("ρ_", "flits offered to a channel of", "flits/cycle", load),
        ("T_", "time left on leaving", "cycles", left),
        ("T_2,", "time left after the first link of", "cycles", after),
        (
            "T_1,",
            "time left before the first link of",
            "cycles",
            before,
        ),
    ]
    .map(|(symbol, meaning, unit, value)| {
        let (symbol, meaning) = (format!("{symbol}{j}"), format!("{meaning} dimension {j}"));
        Part::new(symbol, meaning, unit, value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eqs 4-15 as printed for three dimensions, except for the errata; `printed_13` keeps eq 13 as
    /// printed.
    fn printed(k: [f64; 3], t_dt: f64, rate: f64, printed_13: bool) -> f64 {
        let [p0, p1, p2] = k.map(|k| 1.0 / k);
        let [alpha, beta, gamma] = [1.0 - p0, 1.0 - p1, 1.0 - p2];
        let root = |k: f64, flow: f64, t: f64| {
            (1.0 - (1.0 - (k - 2.0) * flow * t * rate).sqrt()) / ((k - 2.0) * flow * rate / 2.0)
        };
        let wait = |flow: f64, t: f64| flow * t * t * rate / 2.0;

        let t22 = root(k[2], gamma, t_dt); // eq 7
        let t12 = t22 + wait(gamma * k[2] / 2.0, t22); // eq 8
        let t1 = p2 * t_dt + gamma * (t12 + wait(p1 * gamma, t12)); // eq 9
        let t21 = root(k[1], beta, t1); // eq 10
        let t11 = t21 + wait(beta * k[1] / 2.0, t21); // eq 11
        let t0 = p1 * p2 * t_dt
            + p1 * gamma * (t12 + wait(p0 * p1 * gamma, t12) + wait(beta * gamma, t12))
            + beta * (t11 + wait(p0 * beta, t11)); // eq 12
        let t20 = root(k[0], alpha, if printed_13 { t_dt } else { t0 }); // eq 13
        let t10 = t20 + wait(alpha * k[0] / 2.0, t20); // eq 14
        let third = t12 + wait(alpha * p1 * gamma, t12) + wait(beta * gamma, t12);
        k.iter().sum::<f64>() / 2.0 - 1.0
            + alpha * t10
            + p0 * beta * (t11 + wait(alpha * beta, t11))
            + p0 * p1 * gamma * third // eq 15
    }

    fn latency(radices: &[u32], length: u32, rate: f64) -> f64 {
        match CicianiTorusUni::new(radices, length).predict(rate) {
            Prediction::Steady(latency) => latency.total,
            saturated @ Prediction::Saturated { .. } => panic!("{radices:?}: {saturated:?}"),
        }
    }

    #[test]
    fn three_dimensions_match_the_printed_equations() {
        for k in [[16, 16, 16], [5, 10, 20], [20, 10, 5], [3, 4, 7]] {
            for rate in [1e-5, 4e-4, 1e-3] {
                let ours = latency(&k, 25, rate);
                let theirs = printed(k.map(f64::from), 25.0, rate, false);
                assert!(
                    (ours - theirs).abs() < 1e-9 * ours,
                    "{k:?}: {ours} {theirs}"
                );
            }
        }
    }

    #[test]
    fn equation_13_as_printed_would_contradict_table_2() {
        assert!((printed([16.0; 3], 25.0, 0.29 / 200.0, true) - 57.65).abs() < 0.01);
    }

    #[test]
    fn rings_of_two_nodes_have_no_conflicts_inside() {
        // One ring: half of the messages go to the other node, and wait only for the ring's own flow.
        let (rate, length) = (0.01, 25.0);
        let expected = 0.5 * (length + 0.25 * rate * length * length);
        assert!((latency(&[2], 25, rate) - expected).abs() < 1e-12);
    }

    #[test]
    fn a_small_ring_alone_saturates_when_its_channels_are_full() {
        // A message crosses half a channel on average in a ring of 2, one in a ring of 3.
        for (radix, limit) in [(2, 2.0 / 25.0), (3, 1.0 / 25.0)] {
            let model = CicianiTorusUni::new(&[radix], 25);
            assert!((model.saturation_rate() / limit - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn small_rings_saturate_when_messages_hold_their_channels_all_the_time() {
        // Two rings of two nodes: T_0 is T/2 + (T_1,1 + λ·T_1,1²/8)/2 where T_1,1 is T + λ·T²/4.
        let (rate, length) = (0.05, 25.0);
        let first: f64 = length + rate * length * length / 4.0;
        let left = 0.5 * length + 0.5 * (first + rate * first * first / 8.0);
        let prediction = CicianiTorusUni::new(&[2, 2], 25).predict(rate);
        let latency = prediction.latency().expect("λ·T_0/2 < 1");
        assert!((latency.part("T_0").expect("it is reported") - left).abs() < 1e-9);
        // The more dimensions, the longer a message holds its first channel.
        let rates = [1, 2, 4, 6, 8, 12, 20].map(|n| {
            let radices = vec![2; n];
            CicianiTorusUni::new(&radices, 25).saturation_rate()
        });
        assert!(rates.is_sorted_by(|few, many| few > many), "{rates:?}");
        for (dimensions, load) in [(6, 0.05), (8, 0.07)] {
            let prediction = CicianiTorusUni::new(&vec![2; dimensions], 25).predict(load);
            let Prediction::Saturated { reason, .. } = prediction else {
                panic!("{prediction:?}");
            };
            assert!(reason.ends_with("held all the time"), "{reason}");
        }
    }

    #[test]
    fn rings_of_four_nodes_or_more_saturate_where_the_paper_says() {
        for radices in [vec![4; 4], vec![5, 10, 20], vec![16; 3], vec![4, 64]] {
            let model = CicianiTorusUni::new(&radices, 25);
            let beyond = model.predict(model.saturation_rate() * (1.0 + 1e-9));
            let Prediction::Saturated { reason, .. } = beyond else {
                panic!("{beyond:?}");
            };
            assert!(
                reason.ends_with("has no real value"),
                "{radices:?}: {reason}"
            );
        }
    }
}

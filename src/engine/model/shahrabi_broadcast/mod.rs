//! Unicast-based broadcast in the hypercube under Duato's adaptive routing: the model of
//! Shahrabi, Ould-Khaoua & Mackenzie (2001), eqs 1-31.
//!
//! A broadcast descends a binomial tree in n steps, each a message over one channel. The base
//! dimension of the tree changes from broadcast to broadcast, so that all channels carry the same
//! traffic; one channel, modeled as an M/G/1 queue, therefore represents all of them.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n, N | dimension, 2ⁿ nodes | |
//! | M | message length | flits |
//! | V | virtual channels: V − 1 adaptive, one for escape | |
//! | λ_g, β | injection rate, and the share of broadcasts in it | messages/node/cycle |
//! | Δ | start-up of a step | cycles |
//! | p_i, d̄ | a unicast has i hops; their mean | |
//! | ω̄ | mean number of copies that a node forwards | |
//! | λ_cu λ_cb λ_cr λ_c | rate of unicasts, first and further copies over a channel; their sum | messages/cycle |
//! | S̄_b, S̄_u, S̄ | network latency of a copy, of a unicast, of either | cycles |
//! | ρ, W̄_c | utilization of a channel, wait for one of its virtual channels | , cycles |
//! | P_v, P_a, P_d | v virtual channels of a channel are busy; all adaptive ones; all | |
//! | V̄ | mean number of busy virtual channels of a channel that has any, which share its cycles | |
//! | λ_s, S̄_s, W̄_s | of an injection channel: rate, service time, wait in the source | , cycles, cycles |
//!
//! 1. L = n·(L̄_b + Δ), L̄_b = (S̄_b + W̄_s)·V̄  (eqs 1, 2); for unicasts (S̄_u + W̄_s)·V̄
//! 2. λ_c = λ_cu + λ_cb + λ_cr with λ_cu = (1−β)·λ_g·d̄/n, λ_cb = β·λ_g  (eqs 4, 7, 8)
//! 3. λ_cr = (ω̄/n)·(2ⁿ⁻¹ − 1)·β·λ_g  (eq 11), or (2ⁿ − 1 − n)·β·λ_g/n
//! 4. S̄_b = M + P_V·W̄_c  (eqs 12, 13)
//! 5. S̄_u = Σ p_i·\[M + i + Σ_{j=1..i} P_a^(i−j)·P_d·W̄_c\]  (eqs 20-22, 25)
//! 6. S̄ = ((λ_cb + λ_cr)·S̄_b + λ_cu·S̄_u)/λ_c  (eq 17)
//! 7. W̄_c = λ_c·(S̄² + (S̄ − M)²) / 2(1 − λ_c·S̄)  (eqs 14-19)
//! 8. P_v from (29), (30); P_a = P_{V−1}/V + P_V, P_d = P_V  (eqs 23, 24)
//! 9. λ_s, S̄_s, W̄_s  (eqs 26-28)
//! 10. V̄ = Σ v²·P_v / Σ v·P_v  (eq 31)
//!
//! (4) to (8) depend on each other: S̄ is their least fixed point at or above M (`fixed_point.rs`).
//! It ceases to exist while ρ is still near one half, because waiting messages hold channels for
//! which others wait; this is the saturation of the model.
//!
//! **Printed and flow-conserving.** (3) as printed counts about half of the copies. Every broadcast
//! sends 2ⁿ − 1 of them, n from its source. The variants differ in (3) and in the same term of (9).
//! Simulation measures the flow-conserving rate; with the printed one, the rate of a channel is 8 %
//! too low for β = 0.01 and n = 6, and the latency is nevertheless nearer to the measured one,
//! because (1) multiplies all of S̄_b and W̄_s by V̄, although only a part of them is that much longer.

mod entry;
mod traffic;

use super::fixed_point::least_fixed_point;
use super::queue::{mg1_wait, utilization, variation_above};
use super::{Latency, Model, Part, Prediction};

use traffic::Shares;

pub(super) use entry::{BETA, FAMILY, UNICAST};

/// Parameters of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct System {
    /// n.
    pub dimension: u32,
    /// M \[flits\].
    pub length: u32,
    /// V.
    pub vcs: u32,
    /// β.
    pub broadcasts: f64,
    /// Δ \[cycles\].
    pub startup: u32,
    /// Method of counting forwarded copies.
    pub variant: Variant,
}

/// Methods of counting forwarded copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Eqs 11, 26 and 27 as printed.
    Printed,
    /// All 2ⁿ − 1 copies of a broadcast.
    FlowConserving,
}

/// The latency that is the total of the model; the other one is a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Total {
    Broadcast,
    Unicast,
}

/// The model of a hypercube with broadcasts.
#[derive(Debug)]
pub struct Shahrabi {
    system: System,
    total: Total,
    /// Quantities that do not depend on the load.
    shares: Shares,
}

/// Results of (4) to (8) for one S̄.
struct Blocking {
    /// P_0 … P_V.
    busy: Vec<f64>,
    /// P_a.
    all_adaptive: f64,
    /// W̄_c.
    wait: f64,
    /// S̄_b.
    broadcast: f64,
    /// S̄_u.
    unicast: f64,
}

impl Shahrabi {
    /// The model whose total is the broadcast latency.
    pub fn new(system: System) -> Self {
        Self::with(system, Total::Broadcast)
    }

    fn with(system: System, total: Total) -> Self {
        Self {
            system,
            total,
            shares: Shares::of(&system),
        }
    }

    fn length(&self) -> f64 {
        f64::from(self.system.length)
    }

    /// Evaluates (4), (5), (7) and (8); `None` if ρ ≥ 1.
    fn blocking(&self, rate: f64, service: f64) -> Option<Blocking> {
        let length = self.length();
        let wait = mg1_wait(rate, service, variation_above(service, length))?; // (7)
        let busy = busy_virtual_channels(utilization(rate, service), self.system.vcs);
        let vcs = self.system.vcs as usize;
        let all = busy[vcs]; // P_V, P_d
        let all_adaptive = busy[vcs - 1] / f64::from(self.system.vcs) + all; // P_a (8)
        // Σ_{j=1..i} P_a^(i−j), one term more for every hop.
        let mut blocked = 0.0;
        let unicast = (1..).zip(&self.shares.hops).map(|(i, share)| {
            blocked = blocked * all_adaptive + 1.0;
            share * (length + f64::from(i) + blocked * all * wait) // (5)
        });
        let unicast = unicast.sum();
        Some(Blocking {
            all_adaptive,
            wait,
            broadcast: length + all * wait, // (4)
            unicast,
            busy,
        })
    }

    /// S̄, (6).
    fn mean_service(&self, of: &Blocking) -> f64 {
        let shares = &self.shares;
        let copies = shares.first + shares.further;
        (copies * of.broadcast + shares.unicast * of.unicast) / shares.channel()
    }
}

impl Model for Shahrabi {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate * self.shares.channel(); // λ_c (2)
        let length = self.length();
        let least = utilization(rate, length);
        if least >= 1.0 {
            let reason =
                "the channels: ρ = λ_c·S̄ is 1 or more (eq 15) even without waiting, where S̄ = M";
            return Prediction::saturated(reason, least);
        }
        let next = |service| self.blocking(rate, service).map(|b| self.mean_service(&b));
        let Ok(settled) = least_fixed_point(length, next) else {
            let reason = "the channels: no service time S̄ satisfies eqs 12-25, since waiting \
                          lengthens S̄, and a longer S̄ lengthens waiting without bound";
            return Prediction::Saturated {
                reason: reason.to_owned(),
                utilization: None,
            };
        };
        let service = settled.value;
        let channel = self.blocking(rate, service);
        let channel = channel.expect("the iteration ended where it is defined");
        let source = self.source(injection_rate, &channel);
        let Some(in_source) = source.wait else {
            let reason = "the injection channels: λ_s·S̄_s is 1 or more (eqs 26-28)";
            return Prediction::saturated(reason, source.utilization);
        };
        let sharing = multiplexing(&channel.busy);
        let dimension = f64::from(self.system.dimension);
        let step = (channel.broadcast + in_source) * sharing;
        let broadcast = dimension * (step + f64::from(self.system.startup)); // (1)
        let unicast = (channel.unicast + in_source) * sharing;
        let mut parts = self.shares.parts(injection_rate);
        parts.extend(channel_parts(rate, service, length, &channel));
        parts.extend([
            Part::new(
                "λ_s",
                "messages into an injection channel",
                "messages/cycle",
                source.rate,
            ),
            Part::new(
                "S̄_s",
                "service time of an injection channel",
                "cycles",
                source.service,
            ),
            Part::new(
                "ρ_s",
                "utilization of an injection channel",
                "",
                source.utilization,
            ),
            Part::new("W̄_s", "wait at the source", "cycles", in_source),
            Part::new(
                "V̄",
                "average degree of virtual-channel multiplexing",
                "",
                sharing,
            ),
            Part::new("L̄_b", "latency of a step of a broadcast", "cycles", step),
        ]);
        let (total, other) = match self.total {
            Total::Broadcast => (
                broadcast,
                Part::new("L̄_u", "latency of a unicast", "cycles", unicast),
            ),
            Total::Unicast => (
                unicast,
                Part::new("L", "latency of a broadcast", "cycles", broadcast),
            ),
        };
        parts.push(other);
        Prediction::Steady(Latency {
            total,
            parts,
            iterations: settled.iterations,
        })
    }

    fn zero_load(&self) -> f64 {
        match self.total {
            Total::Broadcast => {
                f64::from(self.system.dimension) * (self.length() + f64::from(self.system.startup))
            }
            Total::Unicast => self.length() + self.shares.distance,
        }
    }
}

/// Quantities of an injection channel, (9).
struct SourceQueue {
    rate: f64,
    service: f64,
    utilization: f64,
    /// `None` if there is no steady state.
    wait: Option<f64>,
}

impl Shahrabi {
    fn source(&self, injection_rate: f64, channel: &Blocking) -> SourceQueue {
        let rate = injection_rate * self.shares.source;
        let weight = self.shares.broadcast_in_source;
        let service = weight * channel.broadcast + (1.0 - weight) * channel.unicast;
        SourceQueue {
            rate,
            service,
            utilization: utilization(rate, service),
            wait: mg1_wait(rate, service, variation_above(service, self.length())),
        }
    }
}

fn channel_parts(rate: f64, service: f64, length: f64, channel: &Blocking) -> Vec<Part> {
    let all = channel.busy.last().copied().unwrap_or_default();
    let mut parts = vec![
        Part::new("S̄", "service time of a channel", "cycles", service),
        Part::new(
            "ρ",
            "utilization of a channel",
            "",
            utilization(rate, service),
        ),
        Part::new(
            "C²",
            "squared coefficient of variation of the service time",
            "",
            variation_above(service, length),
        ),
        Part::new(
            "W̄_c",
            "wait for a virtual channel, once blocked",
            "cycles",
            channel.wait,
        ),
    ];
    parts.extend((0..).zip(&channel.busy).map(|(v, &probability)| {
        let meaning = format!("probability that {v} virtual channels of a channel are busy");
        Part::new(format!("P_{v}"), meaning, "", probability)
    }));
    parts.extend([
        Part::new(
            "P_a",
            "probability that all adaptive ones are busy",
            "",
            channel.all_adaptive,
        ),
        Part::new("P_d", "probability that all of them are busy", "", all),
        Part::new(
            "B_b",
            "blocking time of a copy",
            "cycles",
            all * channel.wait,
        ),
        Part::new(
            "S̄_b",
            "network latency of a copy",
            "cycles",
            channel.broadcast,
        ),
        Part::new(
            "S̄_u",
            "network latency of a unicast",
            "cycles",
            channel.unicast,
        ),
    ]);
    parts
}

/// P_0 … P_V of a channel with utilization λ_c·S̄ below 1, eqs 29 and 30.
fn busy_virtual_channels(load: f64, vcs: u32) -> Vec<f64> {
    let mut weights = vec![1.0]; // q_v (eq 29)
    let mut weight = 1.0;
    for _ in 1..vcs {
        weight *= load;
        weights.push(weight);
    }
    weights.push(weight * load / (1.0 - load));
    let total: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= total; // eq 30
    }
    weights
}

/// V̄ (10); 1 if no virtual channel is ever busy.
fn multiplexing(busy: &[f64]) -> f64 {
    let moment = |power: i32| -> f64 {
        let terms = (0_u32..).zip(busy);
        terms.map(|(v, p)| f64::from(v).powi(power) * p).sum()
    };
    let mean = moment(1);
    if mean > 0.0 { moment(2) / mean } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEM: System = System {
        dimension: 6,
        length: 32,
        vcs: 2,
        broadcasts: 0.01,
        startup: 1,
        variant: Variant::FlowConserving,
    };

    #[test]
    fn hops_and_busy_virtual_channels_are_distributions() {
        let hops: f64 = Shares::of(&SYSTEM).hops.iter().sum();
        assert!((hops - 1.0).abs() < 1e-12);
        for (load, vcs) in [(0.0, 2), (0.3, 2), (0.9, 4), (0.999, 16)] {
            let busy = busy_virtual_channels(load, vcs);
            assert_eq!(busy.len() as u32, vcs + 1);
            assert!((busy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            // Eqs 29 and 30 add up to a geometric distribution with a heavy last term.
            assert!((busy[0] - (1.0 - load)).abs() < 1e-12);
            let all = libm::pow(load, f64::from(vcs));
            assert!((busy[vcs as usize] - all).abs() < 1e-12);
        }
    }

    #[test]
    fn the_service_time_is_a_fixed_point() {
        let model = Shahrabi::new(SYSTEM);
        for share in [0.01, 0.5, 0.9, 0.999] {
            let rate = model.saturation_rate() * share;
            let prediction = model.predict(rate);
            let latency = prediction.latency().expect("below saturation");
            let service = latency.part("S̄").expect("it is reported");
            let again = model.blocking(rate * model.shares.channel(), service);
            let again = model.mean_service(&again.expect("below saturation"));
            assert!((again / service - 1.0).abs() < 1e-11, "{again} {service}");
            assert!(latency.iterations < 40, "{}", latency.iterations);
        }
    }

    /// Just beyond saturation, every service time up to the pole 1/λ_c implies a longer one; just
    /// before, some imply a shorter one.
    #[test]
    fn beyond_saturation_no_service_time_is_long_enough() {
        for vcs in [2, 4, 8] {
            let model = Shahrabi::new(System { vcs, ..SYSTEM });
            let limit = model.saturation_rate();
            let is_enough = |factor: f64| {
                let rate = limit * factor * model.shares.channel();
                let pole = 1.0 / rate;
                let services =
                    (0..200_000).map(|i| 32.0 + (pole - 32.0) * f64::from(i) / 200_000.0);
                services.into_iter().any(|service| {
                    let blocking = model.blocking(rate, service).expect("before the pole");
                    model.mean_service(&blocking) <= service
                })
            };
            assert!(is_enough(0.9999), "V = {vcs}");
            assert!(!is_enough(1.0001), "V = {vcs}");
        }
    }

    #[test]
    fn each_total_is_a_part_of_the_other_prediction() {
        let rate = 0.01;
        let [broadcast, unicast] = [Total::Broadcast, Total::Unicast]
            .map(|total| Shahrabi::with(SYSTEM, total).predict(rate));
        let [broadcast, unicast] = [&broadcast, &unicast].map(|p| p.latency().expect("steady"));
        assert_eq!(broadcast.part("L̄_u"), Some(unicast.total));
        assert_eq!(unicast.part("L"), Some(broadcast.total));
    }
}

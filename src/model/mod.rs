//! Closed forms that predict latency, one published model per file.
//!
//! The parameters of a model are fixed when it is built; only the load varies. This layer
//! never runs a simulation and knows no networks: what it says is what the equations say.
//! A load beyond which they have no steady state is answered with
//! [`Prediction::Saturated`], never with a number.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | λ | injection rate | messages/node/cycle |
//! | T, M | message length | flits |
//! | T_latency | latency, tail flit included | cycles |
//!
//! A channel moves one flit per cycle, so a length in flits is also a time in cycles. An
//! equation is cited by its number in its paper, and wherever the print is not followed
//! there is an [`Erratum`].

mod aboelaze_folded;
mod aboelaze_ncube;
mod ciciani_hypercube;
mod ciciani_torus_bi;
mod ciciani_torus_uni;
pub mod fixed_point;
pub mod queue;
mod shahrabi_broadcast;

use std::fmt;

use crate::catalog::{self, BuildError, Family, Settings};

pub use aboelaze_folded::AboelazeFolded;
pub use aboelaze_ncube::AboelazeNcube;
pub use ciciani_hypercube::CicianiHypercube;
pub use ciciani_torus_bi::CicianiTorusBi;
pub use ciciani_torus_uni::CicianiTorusUni;
pub use queue::Queue;
pub use shahrabi_broadcast::{Shahrabi, System, Variant};

/// A published model of latency against load.
pub trait Model: fmt::Debug + Send + Sync {
    /// The latency at an injection rate [messages/node/cycle] from 0 up.
    fn predict(&self, injection_rate: f64) -> Prediction;

    /// The latency, in cycles, of a message that is alone, the limit of λ → 0.
    fn zero_load(&self) -> f64;

    /// The highest injection rate [messages/node/cycle] with a steady state, to a relative
    /// 10⁻¹²; infinite when the model knows none.
    fn saturation_rate(&self) -> f64 {
        let steady = |rate| matches!(self.predict(rate), Prediction::Steady(_));
        let mut above = f64::EPSILON;
        while steady(above) {
            above *= 2.0;
            if above.is_infinite() {
                return above;
            }
        }
        let mut below = above / 2.0;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(below, above);
            if steady(middle) {
                below = middle;
            } else {
                above = middle;
            }
        }
        below
    }
}

/// From a bracket of a factor of 2 to a relative width of 2⁻⁴⁰.
const HALVINGS: u32 = 40;

/// What a model says of one load.
#[derive(Debug, Clone, PartialEq)]
pub enum Prediction {
    /// The network settles.
    Steady(Latency),
    /// It does not: sources offer more than the model lets through.
    Saturated {
        /// Which queue or dimension gives way, and by which rule.
        reason: String,
        /// Its utilization at this load, where the model defines one.
        utilization: Option<f64>,
    },
}

impl Prediction {
    /// Saturated; a utilization too large for a number is left out.
    fn saturated(reason: impl Into<String>, utilization: f64) -> Self {
        Self::Saturated {
            reason: reason.into(),
            utilization: Some(utilization).filter(|value| value.is_finite()),
        }
    }

    /// The latency, if there is a steady state.
    pub fn latency(&self) -> Option<&Latency> {
        match self {
            Self::Steady(latency) => Some(latency),
            Self::Saturated { .. } => None,
        }
    }
}

/// A predicted latency and the quantities it was put together from.
#[derive(Debug, Clone, PartialEq)]
pub struct Latency {
    /// Mean latency, in cycles.
    pub total: f64,
    /// Intermediate quantities, in the order in which the paper numbers them.
    pub parts: Vec<Part>,
    /// Steps of a fixed-point iteration until it had settled; 0 of a closed form.
    pub iterations: u32,
}

impl Latency {
    /// As a closed form gives it.
    fn closed(total: f64, parts: Vec<Part>) -> Self {
        Self {
            total,
            parts,
            iterations: 0,
        }
    }

    /// The value of the part with this symbol.
    pub fn part(&self, symbol: &str) -> Option<f64> {
        let part = self.parts.iter().find(|part| part.symbol == symbol);
        part.map(|part| part.value)
    }
}

/// An intermediate quantity of a model at one load.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// As the paper writes it, indices after an underscore: `T_2,0`.
    pub symbol: String,
    /// What it is.
    pub meaning: String,
    /// Unit, or empty.
    pub unit: &'static str,
    /// Its value.
    pub value: f64,
}

impl Part {
    fn new(
        symbol: impl Into<String>,
        meaning: impl Into<String>,
        unit: &'static str,
        value: f64,
    ) -> Self {
        Self {
            symbol: symbol.into(),
            meaning: meaning.into(),
            unit,
            value,
        }
    }
}

/// In what a model counts loads and times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// The rate that it is asked at, as its paper writes it.
    pub symbol: &'static str,
    /// Unit of this rate.
    pub unit: &'static str,
    /// Unit of the times that it answers with.
    pub time: &'static str,
}

impl Load {
    /// Of networks that move flits.
    pub const PER_CYCLE: Self = Self {
        symbol: "λ",
        unit: "messages/node/cycle",
        time: "cycles",
    };
    /// Of networks that move packets, in continuous time.
    pub const PER_UNIT_OF_TIME: Self = Self {
        symbol: "λ_p",
        unit: "messages/node/unit of time",
        time: "units of time",
    };
    /// Of a queue on its own.
    pub const PER_QUEUE: Self = Self {
        symbol: "λ",
        unit: "messages/cycle",
        time: "cycles",
    };
}

/// Which of the simulator's latencies a model is to be compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatencyKind {
    /// From generation to the arrival of the tail flit, source queue included.
    Latency,
    /// From reaching the head of the injection queue.
    Network,
    /// Until the tail flit reaches the last destination.
    Multicast,
    /// As `Latency`, of the messages to one node where there are others.
    Unicast,
    /// Of packets, from joining the queue of a link to having crossed it.
    Link,
}

impl LatencyKind {
    /// The field that holds it in what the command line prints.
    pub fn id(self) -> &'static str {
        match self {
            Self::Latency => "latency",
            Self::Network => "network_latency",
            Self::Multicast => "multicast_latency",
            Self::Unicast => "unicast_latency",
            Self::Link => "links.delay",
        }
    }
}

/// A deviation from a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Erratum {
    /// Equation or section.
    pub place: &'static str,
    /// What is printed there.
    pub printed: &'static str,
    /// What is computed here.
    pub used: &'static str,
    /// Why.
    pub why: &'static str,
}

/// How a model is built, and what is to be known when reading its numbers.
#[derive(Debug)]
pub struct Build {
    // Private, so that no model is built from settings with keys it does not have.
    make: fn(&Settings) -> Result<Box<dyn Model>, BuildError>,
    /// Which latency it predicts.
    pub predicts: LatencyKind,
    /// In what it counts loads and times.
    pub load: Load,
    /// Where it departs from the print.
    pub errata: &'static [Erratum],
}

/// A register line of a model.
pub type ModelFamily = Family<Build>;

impl Family<Build> {
    /// Builds the model; a key that it does not have is refused.
    pub fn model(&self, settings: &Settings) -> Result<Box<dyn Model>, BuildError> {
        settings.only(self.entry.params)?;
        (self.build.make)(settings)
    }
}

/// Every model, in the order of the menu.
pub const FAMILIES: &[ModelFamily] = &[
    ciciani_torus_uni::FAMILY,
    ciciani_torus_bi::FAMILY,
    ciciani_hypercube::FAMILY,
    shahrabi_broadcast::FAMILY,
    shahrabi_broadcast::UNICAST,
    aboelaze_ncube::FAMILY,
    aboelaze_folded::FAMILY,
    queue::FAMILY,
];

/// Builds the model called `id`.
pub fn from_id(id: &str, settings: &Settings) -> Result<Box<dyn Model>, BuildError> {
    catalog::find(FAMILIES, "model", id)?.model(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steady up to and including a given rate.
    #[derive(Debug)]
    struct Until(f64);

    impl Model for Until {
        fn predict(&self, injection_rate: f64) -> Prediction {
            if injection_rate <= self.0 {
                Prediction::Steady(Latency::closed(1.0, Vec::new()))
            } else {
                Prediction::saturated("the rate is above the limit", injection_rate / self.0)
            }
        }

        fn zero_load(&self) -> f64 {
            1.0
        }
    }

    #[test]
    fn saturation_is_found_from_below_at_any_scale() {
        for limit in [1e-9, 0.0027, 0.5, 1.0, 3e40] {
            let found = Until(limit).saturation_rate();
            assert!(
                found <= limit && found > limit * (1.0 - 1e-12),
                "{found} for {limit}"
            );
        }
    }

    #[test]
    fn a_model_without_a_limit_saturates_at_infinity() {
        assert!(Until(f64::INFINITY).saturation_rate().is_infinite());
    }

    #[test]
    fn an_unknown_model_or_parameter_is_refused_by_name() {
        let none = Settings::default();
        assert_eq!(
            from_id("dally", &none)
                .expect_err("not registered")
                .to_string(),
            "model must be ciciani-torus-uni, ciciani-torus-bi, ciciani-hypercube, \
             shahrabi-broadcast, shahrabi-unicast, aboelaze-ncube, aboelaze-folded or queue, \
             not dally"
        );
        assert_eq!(
            from_id("ciciani-hypercube", &none.with("vcs", 2))
                .expect_err("e-cube needs no virtual channels")
                .to_string(),
            "parameter must be n or length, not vcs"
        );
    }
}

//! Analytical models that predict latency, one model per file.
//!
//! The parameters of a model are fixed when it is built; only the load varies. This layer never
//! runs a simulation: its predictions follow from the equations alone. Published models are closed
//! forms or fixed points for one family of networks; [`Platoon`] is our own and counts flows in any
//! network. For a load without a steady state, the prediction is [`Prediction::Saturated`], never a
//! number.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | λ | injection rate | messages/node/cycle |
//! | T, M | message length | flits |
//! | T_latency | latency, tail flit included | cycles |
//!
//! A channel moves one flit per cycle, so a length in flits is also a time in cycles. Equations are
//! cited by their numbers in the paper, and every deviation from the printed text is an
//! [`Erratum`].

#![warn(missing_docs)]

mod aboelaze_folded;
mod aboelaze_ncube;
mod ciciani_hypercube;
mod ciciani_torus_bi;
mod ciciani_torus_uni;
pub mod fixed_point;
mod platoon;
mod platoon_duato;
pub mod queue;
mod shahrabi_broadcast;

use std::fmt;

use crate::catalog::{self, BuildError, Family, Settings};

pub use aboelaze_folded::AboelazeFolded;
pub use aboelaze_ncube::AboelazeNcube;
pub use ciciani_hypercube::CicianiHypercube;
pub use ciciani_torus_bi::CicianiTorusBi;
pub use ciciani_torus_uni::CicianiTorusUni;
pub use platoon::{Effect, Platoon};
pub use platoon_duato::AdaptiveCube;
pub use queue::Queue;
pub use shahrabi_broadcast::{Shahrabi, System, Variant};

/// A model of latency as a function of load.
pub trait Model: fmt::Debug + Send + Sync {
    /// Predicts the latency at an injection rate [messages/node/cycle] of 0 or more.
    fn predict(&self, injection_rate: f64) -> Prediction;

    /// The latency, in cycles, of a message alone in the network, the limit for λ → 0.
    fn zero_load(&self) -> f64;

    /// The highest injection rate [messages/node/cycle] with a steady state, to a relative accuracy
    /// of 10⁻¹²; infinite if the model has no limit.
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

/// Bisections from a bracket of a factor of 2 to a relative width of 2⁻⁴⁰.
const HALVINGS: u32 = 40;

/// The prediction of a model for one load.
#[derive(Debug, Clone, PartialEq)]
pub enum Prediction {
    /// The network has a steady state.
    Steady(Latency),
    /// The network has no steady state: sources offer more traffic than the model can accept.
    Saturated {
        /// The queue or dimension that saturates, and the rule by which it does.
        reason: String,
        /// Its utilization at this load, if the model defines one.
        utilization: Option<f64>,
    },
}

impl Prediction {
    /// Saturated; a utilization that is not finite is omitted.
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

/// A predicted latency and the quantities from which it was computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Latency {
    /// Mean latency, in cycles.
    pub total: f64,
    /// Intermediate quantities, in the order in which the paper numbers them.
    pub parts: Vec<Part>,
    /// Steps of the fixed-point iteration until it settled; 0 for a closed form.
    pub iterations: u32,
}

impl Latency {
    /// The latency of a closed form.
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
    /// Symbol in the paper, with indices after an underscore: `T_2,0`.
    pub symbol: String,
    /// Description of the quantity.
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

/// Units of the loads and times of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Symbol of the rate in the paper.
    pub symbol: &'static str,
    /// Unit of this rate.
    pub unit: &'static str,
    /// Unit of the predicted times.
    pub time: &'static str,
}

impl Load {
    /// Units for networks that move flits.
    pub const PER_CYCLE: Self = Self {
        symbol: "λ",
        unit: "messages/node/cycle",
        time: "cycles",
    };
    /// Units for networks that move packets, in continuous time.
    pub const PER_UNIT_OF_TIME: Self = Self {
        symbol: "λ_p",
        unit: "messages/node/unit of time",
        time: "units of time",
    };
    /// Units for a single queue.
    pub const PER_QUEUE: Self = Self {
        symbol: "λ",
        unit: "messages/cycle",
        time: "cycles",
    };
}

/// The simulated latency with which a model is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatencyKind {
    /// From generation to the arrival of the tail flit, source queue included.
    Latency,
    /// As `Latency`, but from reaching the head of the injection queue.
    Network,
    /// From generation until the tail flit reaches the last destination.
    Multicast,
    /// As `Latency`, for messages with one destination among messages with several.
    Unicast,
    /// For packets, from joining the queue of a link until they have crossed it.
    Link,
}

impl LatencyKind {
    /// The field that contains it in the output of the command line.
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

/// A deviation from the printed text of a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Erratum {
    /// Equation or section.
    pub place: &'static str,
    /// The printed text.
    pub printed: &'static str,
    /// The text on which the computation is based.
    pub used: &'static str,
    /// Reason for the deviation.
    pub why: &'static str,
}

/// The constructor of a model, and the properties needed to interpret its predictions.
#[derive(Debug)]
pub struct Build {
    // Private, so that no model is built from settings with unknown keys.
    make: fn(&Settings) -> Result<Box<dyn Model>, BuildError>,
    /// The latency that it predicts.
    pub predicts: LatencyKind,
    /// Units of its loads and times.
    pub load: Load,
}

/// A registered model.
pub type ModelFamily = Family<Build>;

/// Names, help, sources and errata of the models; the latter as rows of a table.
const TEXTS: &str = include_str!("catalog.md");

impl ModelFamily {
    /// Deviations from the printed text.
    pub fn errata(&self) -> Vec<Erratum> {
        let rows = self.entry.lines().filter(|line| line.starts_with('|'));
        // After the head of the table.
        let errata = rows.skip(2).filter_map(|row| {
            let row = row.strip_prefix("| ")?.strip_suffix(" |")?;
            let [place, printed, used, why] = *row.split(" | ").collect::<Vec<_>>() else {
                return None;
            };
            Some(Erratum {
                place,
                printed,
                used,
                why,
            })
        });
        errata.collect()
    }
}

/// Builds a model of a family; rejects unknown keys.
pub fn build(family: &ModelFamily, settings: &Settings) -> Result<Box<dyn Model>, BuildError> {
    settings.only(family.entry.params)?;
    (family.build.make)(settings)
}

/// All models, in menu order.
pub const FAMILIES: &[ModelFamily] = &[
    ciciani_torus_uni::FAMILY,
    ciciani_torus_bi::FAMILY,
    ciciani_hypercube::FAMILY,
    shahrabi_broadcast::FAMILY,
    shahrabi_broadcast::UNICAST,
    platoon::FAMILY,
    platoon::DATELINE,
    platoon_duato::FAMILY,
    platoon_duato::BROADCAST,
    aboelaze_ncube::FAMILY,
    aboelaze_folded::FAMILY,
    queue::FAMILY,
];

/// Builds the model with this id.
pub fn from_id(id: &str, settings: &Settings) -> Result<Box<dyn Model>, BuildError> {
    build(catalog::find(FAMILIES, "model", id)?, settings)
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
    fn an_unknown_model_or_parameter_is_named_in_the_error() {
        let none = Settings::default();
        assert_eq!(
            from_id("dally", &none)
                .expect_err("not registered")
                .to_string(),
            "model must be ciciani-torus-uni, ciciani-torus-bi, ciciani-hypercube, \
             shahrabi-broadcast, shahrabi-unicast, platoon, platoon-dateline, platoon-duato, \
             platoon-broadcast, aboelaze-ncube, aboelaze-folded or queue, not dally"
        );
        assert_eq!(
            from_id("ciciani-hypercube", &none.with("vcs", 2))
                .expect_err("e-cube needs no virtual channels")
                .to_string(),
            "parameter must be n or length, not vcs"
        );
    }
}

//! A single queue: the building block of all models of networks, and a model of its own.
//!
//! Messages arrive as a Poisson process, are served one after the other, and wait in an infinite
//! queue.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | λ | arrival rate | messages/cycle |
//! | S̄ | mean service time | cycles |
//! | C² | squared coefficient of variation of the service time, σ²/S̄² | |
//! | ρ | utilization | |
//! | W | mean wait | cycles |
//! | T | mean time in the system | cycles |
//! | L | mean number in the system | messages |
//!
//! 1. ρ = λ·S̄
//! 2. W = ρ·S̄·(1 + C²) / 2(1 − ρ)  (Pollaczek 1930, Khinchine 1932; Kleinrock 1975, 5.6)
//! 3. T = W + S̄
//! 4. L = λ·T  (Little 1961)
//!
//! C² = 1 is exponential service, M/M/1, where (3) becomes S̄/(1 − ρ); C² = 0 is fixed service,
//! M/D/1, where messages wait half as long.

use super::{Build, Latency, LatencyKind, Load, Model, ModelFamily, Part, Prediction, TEXTS};
use crate::catalog::{Choice, Control, Entry, Family, Param, Real};

pub(super) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "queue",
        &[
            Param::Choice(KIND),
            Param::Real(SERVICE),
            Param::Real(VARIATION),
        ],
    ),
    build: Build {
        make: |settings| {
            let service = settings.real(&SERVICE)?;
            let variation = match settings.choice(&KIND)? {
                "mm1" => 1.0,
                "md1" => 0.0,
                _ => settings.real(&VARIATION)?,
            };
            // Parsed even where it is not used, so that an invalid value is never ignored.
            settings.real(&VARIATION)?;
            Ok(Box::new(Queue { service, variation }))
        },
        predicts: LatencyKind::Latency,
        load: Load::PER_QUEUE,
    },
};

const KIND: Choice = Control::new("kind", "", "Kind")
    .default("mm1")
    .help("Service times: exponential (mm1), fixed (md1), or with a C² of their own (mg1).")
    .choice(&["mm1", "md1", "mg1"]);

const SERVICE: Real = Control::new("service", "S̄", "Service time")
    .unit("cycles")
    .default("32")
    .help(
        "Mean time for which a message is served. At a channel it is M + 1: the flits of the \
         message, and one cycle before the next header may enter.",
    )
    .real(0.001, 1e6);

const VARIATION: Real = Control::new("scv", "C²", "Squared coefficient of variation")
    .default("0.5")
    .help("Variance of the service time divided by the square of its mean; used by mg1 only.")
    .real(0.0, 1000.0);

/// A queue with one server.
#[derive(Debug)]
pub struct Queue {
    /// S̄ \[cycles\].
    service: f64,
    /// C².
    variation: f64,
}

impl Model for Queue {
    fn predict(&self, arrival_rate: f64) -> Prediction {
        let load = utilization(arrival_rate, self.service); // (1)
        let Some(wait) = mg1_wait(arrival_rate, self.service, self.variation) else {
            return Prediction::saturated("the server: ρ = λ·S̄ is 1 or more", load);
        };
        let total = wait + self.service; // (3)
        Prediction::Steady(Latency::closed(
            total,
            vec![
                Part::new(
                    "ρ",
                    "fraction of time for which the server is busy",
                    "",
                    load,
                ),
                Part::new("C²", "squared coefficient of variation", "", self.variation),
                Part::new("W", "wait before service", "cycles", wait),
                Part::new(
                    "L",
                    "number in the system",
                    "messages",
                    arrival_rate * total,
                ), // (4)
            ],
        ))
    }

    fn zero_load(&self) -> f64 {
        self.service
    }
}

/// Utilization ρ, (1), of a server with an arrival rate [messages/cycle] and a mean service time
/// \[cycles\].
pub fn utilization(rate: f64, service: f64) -> f64 {
    rate * service
}

/// Mean wait \[cycles\] in an M/G/1 queue, (2); `None` if ρ ≥ 1, when there is no steady state.
pub fn mg1_wait(rate: f64, service: f64, variation: f64) -> Option<f64> {
    let load = utilization(rate, service);
    // Not `load >= 1.0`, since a load that is NaN has no steady state either.
    (load < 1.0).then(|| load * service * (1.0 + variation) / (2.0 * (1.0 - load)))
}

/// C² of service times with mean `service` and minimum `least`, if σ is approximated by the
/// difference of the two (Draper & Ghosh 1994).
pub fn variation_above(service: f64, least: f64) -> f64 {
    ((service - least) / service).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Settings;
    use crate::model;

    fn total(kind: &str, rate: f64) -> f64 {
        let settings = Settings::default().with("kind", kind).with("service", 2);
        let model = model::build(&FAMILY, &settings).expect("parameters are in range");
        model.predict(rate).latency().expect("a low load").total
    }

    #[test]
    fn exponential_service_matches_the_textbook_formula() {
        for rate in [0.0, 0.1, 0.3, 0.49] {
            assert!((total("mm1", rate) - 1.0 / (0.5 - rate)).abs() < 1e-12);
        }
    }

    #[test]
    fn fixed_service_waits_half_as_long() {
        for rate in [0.1, 0.3, 0.49] {
            let [random, fixed] = ["mm1", "md1"].map(|kind| total(kind, rate) - 2.0);
            assert!((random - 2.0 * fixed).abs() < 1e-12);
        }
    }

    #[test]
    fn half_the_variation_is_halfway_between_fixed_and_exponential_service() {
        let halfway = total("mg1", 0.3);
        assert!((2.0 * halfway - total("mm1", 0.3) - total("md1", 0.3)).abs() < 1e-12);
    }
}

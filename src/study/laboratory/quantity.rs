//! Quantities for the axes, as menus list them.

use super::evaluate::numeric;
use super::experiment::{Experiment, Found, Subject, Varied};
use super::naming;
use engine::catalog::Settings;
use engine::model::{self, Latency, ModelFamily};

/// A quantity for the y axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    pub of: Found,
    /// Its name in menus and on the axis.
    pub label: String,
}

impl Experiment {
    /// The quantities for the y axis: latencies, accepted throughput, saturation rate, and every
    /// intermediate quantity that some model of the curves computes.
    pub fn quantities(&self) -> Vec<Quantity> {
        let usual = [
            (Found::Latency, "Latency"),
            (Found::NetworkLatency, "Latency, without source queue"),
            (Found::Accepted, "Accepted throughput"),
            (Found::ZeroLoad, "Zero-load latency"),
            (Found::Saturation, "Saturation rate"),
        ];
        let mut all: Vec<Quantity> = usual
            .into_iter()
            .map(|(of, label)| Quantity {
                of,
                label: label.to_owned(),
            })
            .collect();
        for curve in &self.curves {
            let Subject::Model { id, settings, .. } = &curve.subject else {
                continue;
            };
            let families = self.families();
            let Some(family) = families.iter().find(|family| family.entry.id == id) else {
                continue;
            };
            let parts = example(family, settings).map(|latency| latency.parts);
            for part in parts.into_iter().flatten() {
                let of = Found::Part(part.symbol.clone());
                if all.iter().any(|known| known.of == of) {
                    continue;
                }
                let unit = match part.unit {
                    "" => String::new(),
                    unit => [" [", unit, "]"].concat(),
                };
                all.push(Quantity {
                    of,
                    label: [&part.symbol, ", ", &part.meaning, &unit].concat(),
                });
            }
        }
        all
    }

    /// The quantities for the x axis with their labels: the load, and every numeric parameter of
    /// some model.
    pub fn abscissas(&self) -> Vec<(Varied, String)> {
        let mut all = vec![(Varied::Load, "Injection rate λ".to_owned())];
        let families = self.families();
        for param in families
            .iter()
            .flat_map(|family| numeric(family.entry.params))
        {
            let of = Varied::Parameter(param.control().id.to_owned());
            if all.iter().all(|(known, _)| *known != of) {
                all.push((of, naming::parameter(param.control())));
            }
        }
        all
    }
}

/// An example prediction, at half of the saturation load, with the given parameters or, if they are
/// invalid, the defaults.
fn example(family: &ModelFamily, settings: &Settings) -> Option<Latency> {
    let model = model::build(family, settings);
    let model = model
        .or_else(|_| model::build(family, &Settings::default()))
        .ok()?;
    let rate = model.saturation_rate();
    let rate = if rate.is_finite() { rate / 2.0 } else { 0.5 };
    model.predict(rate).latency().cloned()
}

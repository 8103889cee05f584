//! What an axis can be of, as menus list it.

use super::evaluate::numeric;
use super::experiment::{Experiment, Found, Subject, Varied};
use super::naming;
use crate::catalog::Settings;
use crate::model::{Latency, ModelFamily};

/// Something that can be found.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// What it is.
    pub of: Found,
    /// As a menu and its axis name it.
    pub label: String,
}

impl Experiment {
    /// What can be found of the curves: latency, what it is at rest, where it ends, and every
    /// part that some model computes on its way.
    pub fn quantities(&self) -> Vec<Quantity> {
        let usual = [
            (Found::Latency, "Latency"),
            (Found::ZeroLoad, "Latency of a message alone"),
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

    /// What can be varied: the load, and every number that is a parameter of some curve.
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

/// What a model says halfway to its saturation, with its own parameters or else the usual ones.
fn example(family: &ModelFamily, settings: &Settings) -> Option<Latency> {
    let model = family.model(settings);
    let model = model.or_else(|_| family.model(&Settings::default())).ok()?;
    let rate = model.saturation_rate();
    let rate = if rate.is_finite() { rate / 2.0 } else { 0.5 };
    model.predict(rate).latency().cloned()
}

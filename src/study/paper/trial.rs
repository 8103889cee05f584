//! A model of a paper, evaluated at parameters and a load of the reader's choice.

use crate::scenario::{self, MOST_NODES_IN_PAGE, Scenario};
use engine::catalog::{Param, Settings};
use engine::model::{self, ModelFamily, Prediction};

use super::{Symbol, significant};

/// The prediction of a model at one setting and load.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The model's entry in the register.
    pub family: &'static ModelFamily,
    /// Its parameters; unset ones have their defaults.
    pub settings: Settings,
    /// λ, in the unit of the model.
    pub load: f64,
    /// The highest load with a steady state; `None` if the model has no limit.
    pub saturation: Option<f64>,
    /// The latency of a message alone in the network.
    pub zero_load: f64,
    /// The prediction at the load.
    pub prediction: Prediction,
}

/// The load that counts as share 1 of a model without a saturation load.
const WITHOUT_LIMIT: f64 = 1.0;

impl Trial {
    /// Evaluates a model at a share of its saturation load, or returns a message on why it cannot be
    /// evaluated.
    pub fn at_share(id: &str, settings: &Settings, share: f64) -> Result<Self, String> {
        let family = model::FAMILIES.iter().find(|family| family.entry.id == id);
        let family = family.ok_or_else(|| format!("there is no model {id}"))?;
        let model = model::build(family, settings).map_err(|problem| problem.to_string())?;
        let saturation = Some(model.saturation_rate()).filter(|rate| rate.is_finite());
        let load = share * saturation.unwrap_or(WITHOUT_LIMIT);
        Ok(Self {
            family,
            settings: settings.clone(),
            load,
            saturation,
            zero_load: model.zero_load(),
            prediction: model.predict(load),
        })
    }

    /// Evaluates the model at the same load with one parameter changed, and returns the latency with
    /// its unit or `saturated`.
    pub fn with(&self, id: &str, value: &str) -> Result<String, String> {
        let settings = self.settings.clone().with(id, value);
        let model = model::build(self.family, &settings);
        let model = model.map_err(|problem| problem.to_string())?;
        Ok(match model.predict(self.load) {
            Prediction::Steady(latency) => {
                let time = self.family.build.load.time;
                format!("{} {time}", significant(latency.total))
            }
            Prediction::Saturated { .. } => "saturated".to_owned(),
        })
    }

    /// Parses a typed load into a share of saturation, or returns a message on the accepted range.
    pub fn share_of(&self, typed: &str) -> Result<f64, String> {
        let most = self.saturation.unwrap_or(WITHOUT_LIMIT);
        let load: Option<f64> = typed.trim().parse().ok();
        load.map(|load| load / most)
            .filter(|share| (0.0..=MOST_SHARE).contains(share))
            .ok_or_else(|| {
                let most = significant(most * MOST_SHARE);
                let given = engine::catalog::quoted(typed);
                let symbol = self.family.build.load.symbol;
                format!("Load {symbol} must be a number from 0 to {most}, not {given}")
            })
    }

    /// The scenario that the model describes, at this load, or the reason why it cannot be shown.
    pub fn scenario(&self) -> Result<Scenario, String> {
        let mut scenario = scenario::system(self.family.entry.id, &self.settings)?;
        scenario.traffic.rate = self.load;
        scenario
            .build_within(MOST_NODES_IN_PAGE)
            .map_err(|error| error.to_string())?;
        Ok(scenario)
    }

    /// The value of a symbol: a parameter, the load, or a part of the prediction. A symbol that
    /// stands for several parts, which differ only in a number, has the list of their values.
    pub fn value(&self, symbol: &Symbol) -> Option<String> {
        if symbol.value.is_empty() {
            return None;
        }
        if symbol.value == LOAD {
            return Some(significant(self.load));
        }
        let latency = self.prediction.latency();
        if symbol.value == LATENCY {
            return latency.map(|latency| significant(latency.total));
        }
        let params = self.family.entry.params.iter().map(Param::control);
        let param = params
            .into_iter()
            .find(|control| control.id == symbol.value);
        if let Some(control) = param {
            let typed = self.settings.get(control.id);
            return Some(typed.unwrap_or(control.default).to_owned());
        }
        let parts = latency.map_or(&[][..], |latency| &latency.parts);
        let parts = parts
            .iter()
            .filter(|part| symbol.is_reported_as(&part.symbol));
        let values: Vec<_> = parts.map(|part| significant(part.value)).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

/// The maximum load, as a share of saturation: above 1, to show the cause of saturation.
pub const MOST_SHARE: f64 = 1.1;

/// The [`Symbol::value`] of the load.
pub const LOAD: &str = "load";

/// The [`Symbol::value`] of the predicted latency.
pub const LATENCY: &str = "latency";

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(share: f64) -> Trial {
        let settings = Settings::default().with("n", 6).with("length", 32);
        Trial::at_share("ciciani-hypercube", &settings, share).expect("a valid model")
    }

    fn symbol(value: &'static str) -> Symbol {
        Symbol {
            id: "x",
            value,
            ..Symbol::default()
        }
    }

    #[test]
    fn a_share_of_saturation_round_trips_through_its_load() {
        let half = trial(0.5);
        let limit = half.saturation.expect("a limit");
        assert!(half.load < limit && half.prediction.latency().is_some());
        let back = half.share_of(&half.load.to_string());
        assert!((back.expect("within the range") - 0.5).abs() < 1e-12);
        assert!(trial(MOST_SHARE).prediction.latency().is_none());
    }

    #[test]
    fn an_invalid_load_is_rejected_with_a_message() {
        for typed in ["", "x", "-1", "NaN", "1e9"] {
            let refused = trial(0.5).share_of(typed).expect_err(typed);
            assert!(
                refused.starts_with("Load λ must be a number from 0 to "),
                "{refused}"
            );
        }
    }

    #[test]
    fn symbols_take_values_from_parameters_parts_and_load() {
        let trial = trial(0.5);
        let latency = trial.prediction.latency().expect("steady");
        let expected = Some(significant(latency.total));
        assert_eq!(trial.value(&symbol(LATENCY)), expected);
        assert_eq!(trial.value(&symbol("n")).as_deref(), Some("6"));
        assert_eq!(trial.value(&symbol(LOAD)), Some(significant(trial.load)));
        assert_eq!(trial.value(&symbol("")), None);
        for part in &latency.parts {
            let leaked: &'static str = Box::leak(part.symbol.clone().into_boxed_str());
            assert!(trial.value(&symbol(leaked)).is_some(), "{leaked}");
        }
    }

    #[test]
    fn every_symbol_that_names_a_value_has_one_in_a_model_of_its_paper() {
        for paper in crate::paper::PAPERS {
            let trials = paper.models.iter().map(|id| {
                Trial::at_share(id, &Settings::default(), 0.5).expect("defaults are valid")
            });
            let trials: Vec<_> = trials.collect();
            for symbol in paper
                .symbols
                .iter()
                .filter(|symbol| !symbol.value.is_empty())
            {
                let has_value = trials.iter().any(|trial| trial.value(symbol).is_some());
                assert!(has_value, "{}: {} as {}", paper.id, symbol.id, symbol.value);
            }
        }
    }

    #[test]
    fn unknown_models_and_invalid_parameters_are_errors() {
        let none = Settings::default();
        assert!(Trial::at_share("dally", &none, 0.5).is_err());
        let refused = Trial::at_share("ciciani-hypercube", &none.with("n", 99), 0.5);
        assert!(refused.expect_err("99 dimensions").contains(" must be "));
    }
}

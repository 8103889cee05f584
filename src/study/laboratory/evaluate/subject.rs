//! The subject of a curve at each point of the axis: a model at a load, and the scenario that it
//! describes.

use super::absence::Absence;
use crate::laboratory::experiment::{Experiment, Found, Load, Subject, Varied};
use crate::scenario::{self, Scenario};
use engine::catalog::{self, Param, Settings};
use engine::model::{self, LatencyKind, Model, ModelFamily, Prediction};

/// The scenario that a model describes, at load 0, or the reason why there is none.
pub(in crate::laboratory) fn described(id: &str, settings: &Settings) -> Result<Scenario, String> {
    scenario::system(id, settings)
}

/// The scenario of a curve's points, with a load still to be set, or the reason why there is none.
pub(in crate::laboratory) fn scenario_of(subject: &Subject) -> Result<Scenario, String> {
    match subject {
        Subject::Scenario(scenario) => Ok((**scenario).clone()),
        Subject::Model { on: Some(on), .. } => Ok((**on).clone()),
        Subject::Model { id, settings, .. } => described(id, settings),
    }
}

/// A model whose parameters and load follow from a point on the axis.
#[derive(Debug)]
pub(in crate::laboratory) struct Probe<'a> {
    experiment: &'a Experiment,
    pub(in crate::laboratory) family: &'static ModelFamily,
    settings: &'a Settings,
    /// The model, built once if the load is varied.
    fixed: Option<Result<Box<dyn Model>, String>>,
}

impl<'a> Probe<'a> {
    /// Finds a model by its id, or returns a message if there is none.
    pub(in crate::laboratory) fn new(
        experiment: &'a Experiment,
        id: &str,
        settings: &'a Settings,
    ) -> Result<Self, String> {
        let family = catalog::find(model::FAMILIES, "model", id);
        let family = family.map_err(|error| error.to_string())?;
        let is_fixed = experiment.x.of == Varied::Load;
        let build = || model::build(family, settings).map_err(|error| error.to_string());
        Ok(Self {
            experiment,
            family,
            settings,
            fixed: is_fixed.then(build),
        })
    }

    /// The varied parameter, `None` if the load is varied, or the reason why the model cannot be
    /// plotted over the parameter.
    pub(in crate::laboratory) fn parameter(&self) -> Result<Option<&'static Param>, String> {
        let Varied::Parameter(id) = &self.experiment.x.of else {
            return Ok(None);
        };
        let params = self.family.entry.params;
        match params.iter().find(|param| param.control().id == id) {
            Some(Param::Choice(choice)) => Err(format!(
                "{} is not a number, so it cannot be an axis: it is {}",
                choice.control.label,
                catalog::one_of(choice.options)
            )),
            Some(param) => Ok(Some(param)),
            None => {
                let ids: Vec<_> = numeric(params).map(|param| param.control().id).collect();
                Err(format!(
                    "{} has no {}; it can be plotted over load{}",
                    self.family.entry.name(),
                    catalog::quoted(id),
                    ids.iter().map(|id| [", ", id].concat()).collect::<String>()
                ))
            }
        }
    }

    /// The parameters at a point.
    pub(in crate::laboratory) fn settings(&self, x: f64) -> Result<Settings, String> {
        let Some(param) = self.parameter()? else {
            return Ok(self.settings.clone());
        };
        let id = param.control().id;
        // Numbers too large for an integer are in scientific notation, for the error message.
        let whole = || match x.round() {
            whole if whole.abs() < 1e15 => (whole as i64).to_string(),
            whole => format!("{whole:e}"),
        };
        let text = match param {
            Param::Integer(_) => whole(),
            Param::Real(_) | Param::Choice(_) | Param::Text(_) => x.to_string(),
            // All dimensions get the same radix; their number is unchanged.
            Param::Radices(radices) => {
                let typed = self.settings.radices(radices).map_err(|e| e.to_string())?;
                let same = typed.iter().map(|_| whole());
                same.collect::<Vec<_>>().join("x")
            }
        };
        Ok(self.settings.clone().with(id, text))
    }

    /// The value of the model at a point.
    pub(in crate::laboratory) fn value(&self, x: f64) -> Result<f64, Absence> {
        let built;
        let model = match &self.fixed {
            Some(Ok(model)) => &**model,
            Some(Err(reason)) => return Err(Absence::other(reason.clone())),
            None => {
                let settings = self.settings(x).map_err(Absence::other)?;
                let model = model::build(self.family, &settings);
                built = model.map_err(|error| Absence::other(error.to_string()))?;
                &*built
            }
        };
        let value = match &self.experiment.y.of {
            Found::ZeroLoad => model.zero_load(),
            Found::Saturation => model.saturation_rate(),
            Found::NetworkLatency if self.family.build.predicts != LatencyKind::Network => {
                let name = self.family.entry.name();
                return Err(Absence::other(format!(
                    "{name} does not predict the latency without the source queue"
                )));
            }
            Found::Accepted => {
                let reason = "a model predicts latency, not accepted throughput";
                return Err(Absence::other(reason.to_owned()));
            }
            found => {
                let load = self.load_of(model, x);
                predicted(model, load, found, self.family.entry.name())?
            }
        };
        let is_number = value.is_finite();
        is_number
            .then_some(value)
            .ok_or_else(|| Absence::other("the model has no finite value here".to_owned()))
    }

    /// The load at a point.
    pub(in crate::laboratory) fn load(&self, x: f64) -> Result<f64, String> {
        if let Some(model) = &self.fixed {
            return model.as_ref().map(|_| x).map_err(Clone::clone);
        }
        let model = model::build(self.family, &self.settings(x)?);
        let model = model.map_err(|error| error.to_string())?;
        Ok(self.load_of(&*model, x))
    }

    fn load_of(&self, model: &dyn Model, x: f64) -> f64 {
        match (&self.experiment.x.of, self.experiment.load) {
            (Varied::Load, _) => x,
            (_, Load::Absolute(load)) => load,
            (_, Load::Share(share)) => match model.saturation_rate() {
                rate if rate.is_finite() => share * rate,
                _ => share,
            },
        }
    }

    /// The load at which the model saturates, if the load is varied and the model has such a limit.
    pub(in crate::laboratory) fn saturation(&self) -> Option<f64> {
        let model = self.fixed.as_ref()?.as_ref().ok()?;
        Some(model.saturation_rate()).filter(|rate| rate.is_finite() && *rate > 0.0)
    }

    /// The scenario at a point, with its load and varied parameter.
    pub(in crate::laboratory) fn scenario(&self, x: f64) -> Result<Scenario, String> {
        let mut scenario = described(self.family.entry.id, &self.settings(x)?)?;
        scenario.traffic.rate = self.load(x)?;
        Ok(scenario)
    }
}

/// The numeric parameters, over which a model can be plotted.
pub(in crate::laboratory) fn numeric(
    params: &'static [Param],
) -> impl Iterator<Item = &'static Param> {
    let is_number = |param: &&Param| !matches!(param, Param::Choice(_) | Param::Text(_));
    params.iter().filter(is_number)
}

fn predicted(model: &dyn Model, load: f64, found: &Found, name: &str) -> Result<f64, Absence> {
    let latency = match model.predict(load) {
        Prediction::Steady(latency) => latency,
        Prediction::Saturated { reason, .. } => return Err(Absence::Saturated(reason)),
    };
    let Found::Part(symbol) = found else {
        return Ok(latency.total);
    };
    let part = latency.parts.iter().find(|part| part.symbol == *symbol);
    part.map(|part| part.value).ok_or_else(|| {
        // A model of twenty dimensions has sixty parts.
        const SHOWN: usize = 12;
        let symbols = latency.parts.iter().map(|part| &*part.symbol);
        let symbols: Vec<_> = symbols.take(SHOWN).collect();
        let more = match latency.parts.len() - symbols.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (symbol, symbols) = (catalog::quoted(symbol), symbols.join(", "));
        Absence::other(format!(
            "{name} computes no {symbol}; it has {symbols}{more}"
        ))
    })
}

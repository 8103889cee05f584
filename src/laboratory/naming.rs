//! What curves and axes are called.

use super::experiment::{Experiment, Found, Subject, Varied};
use crate::catalog::{self, Control, Param, Settings};
use crate::model::{self, LatencyKind, ModelFamily};
use crate::plot::Scale;
use crate::scenario::Scenario;

/// The name of a model's curve: that of the model, with the parameters by which it differs from
/// the others or from what is usual.
pub(super) fn of_model(experiment: &Experiment, id: &str, settings: &Settings) -> String {
    let Ok(family) = catalog::find(model::FAMILIES, "model", id) else {
        return catalog::quoted(id);
    };
    let varied = varied(experiment);
    let params = family.entry.params.iter();
    let params = params.filter(|param| Some(param.control().id) != varied);
    let shown = params.filter_map(|param| {
        let control = param.control();
        let text = settings.get(control.id).unwrap_or(control.default);
        let others = rivals(experiment, id);
        let differs = others
            .iter()
            .any(|other| other.get(control.id).unwrap_or(control.default) != text);
        (differs || text != control.default).then(|| setting(param, text))
    });
    let shown: Vec<_> = shown.collect();
    let name = family.entry.name;
    if shown.is_empty() {
        name.to_owned()
    } else {
        [name, ", ", &shown.join(", ")].concat()
    }
}

/// The name of a scenario's points.
pub(super) fn of_scenario(scenario: &Scenario) -> String {
    let routing = &scenario.routing;
    format!("{}, {routing}, V = {}", scenario.network, scenario.vcs)
}

/// The parameter that is varied, if one is.
fn varied(experiment: &Experiment) -> Option<&str> {
    match &experiment.x.of {
        Varied::Load => None,
        Varied::Parameter(id) => Some(id),
    }
}

/// The parameters of all curves of a model.
fn rivals<'a>(experiment: &'a Experiment, model: &str) -> Vec<&'a Settings> {
    let curves = experiment.curves.iter();
    let rivals = curves.filter_map(|curve| match &curve.subject {
        Subject::Model { id, settings, .. } => (id == model).then_some(settings),
        Subject::Scenario(_) => None,
    });
    rivals.collect()
}

fn setting(param: &Param, text: &str) -> String {
    let control = param.control();
    match param {
        Param::Choice(_) => text.to_owned(),
        _ if control.symbol.is_empty() => format!("{} {text}", control.id),
        _ => format!("{} = {text}", control.symbol),
    }
}

/// A parameter with its symbol and unit.
pub(super) fn parameter(control: &Control) -> String {
    let symbol = match control.symbol {
        "" => String::new(),
        symbol => [" ", symbol].concat(),
    };
    let unit = match control.unit {
        "" => String::new(),
        unit => [" [", unit, "]"].concat(),
    };
    [control.label, &symbol, &unit].concat()
}

impl Experiment {
    /// What is varied, as it stands at its axis.
    pub(super) fn across(&self) -> Scale {
        let label = match &self.x.of {
            Varied::Load => LOAD.to_owned(),
            Varied::Parameter(id) => {
                let params = self.families();
                let mut params = params.iter().flat_map(|family| family.entry.params);
                let named = params.find(|param| param.control().id == id);
                named.map_or_else(|| catalog::quoted(id), |param| parameter(param.control()))
            }
        };
        Scale {
            label,
            is_log: self.x.is_log,
        }
    }

    /// What is found, as it stands at its axis.
    pub(super) fn upwards(&self) -> Scale {
        let label = match &self.y.of {
            Found::Latency => self.latency().to_owned(),
            Found::ZeroLoad => "latency of a message alone [cycles]".to_owned(),
            Found::Saturation => "saturation rate λ [messages/node/cycle]".to_owned(),
            Found::Part(symbol) => {
                let known = self.quantities().into_iter();
                let mut known = known.filter(|known| known.of == self.y.of);
                let known = known.next();
                known.map_or_else(|| catalog::quoted(symbol), |known| known.label)
            }
        };
        let depends = matches!(self.y.of, Found::Latency | Found::Part(_));
        let label = match self.x.of {
            Varied::Parameter(_) if depends => [&label, " ", &self.load.words()].concat(),
            _ => label,
        };
        Scale {
            label,
            is_log: self.y.is_log,
        }
    }

    /// The models of all curves, each once.
    pub fn families(&self) -> Vec<&'static ModelFamily> {
        let mut found: Vec<&'static ModelFamily> = Vec::new();
        for curve in &self.curves {
            let Subject::Model { id, .. } = &curve.subject else {
                continue;
            };
            let family = catalog::find(model::FAMILIES, "model", id).ok();
            let is_new =
                |family: &&ModelFamily| found.iter().all(|known| known.entry.id != family.entry.id);
            found.extend(family.filter(is_new));
        }
        found
    }

    /// Which latency the models predict, if all predict the same.
    fn latency(&self) -> &'static str {
        let kinds = self.families();
        let mut kinds = kinds.iter().map(|family| family.build.predicts);
        let first = kinds.next();
        match first.filter(|first| kinds.all(|kind| kind == *first)) {
            Some(LatencyKind::Latency) => "latency from generation [cycles]",
            Some(LatencyKind::Network) => "network latency [cycles]",
            Some(LatencyKind::Multicast) => "latency until the last destination [cycles]",
            None => "latency [cycles]",
        }
    }
}

const LOAD: &str = "injection rate λ [messages/node/cycle]";

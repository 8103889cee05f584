//! Names of curves and labels of axes.

use super::experiment::{Curve, Experiment, Found, Subject, Varied};
use super::points::measured;
use crate::plot::Scale;
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario};
use crate::sweep::LoadUnit;
use engine::catalog::{self, Control, Param, Settings};
use engine::model::{self, LatencyKind, Load, ModelFamily};
use engine::routing::written;
use engine::topology::short_name_of;

/// The name of a model's curve: the model, with the parameters that differ from other curves of the
/// model or from the defaults.
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
        let others = settings_of_all(experiment, id);
        let differs = others
            .iter()
            .any(|other| other.get(control.id).unwrap_or(control.default) != text);
        (differs || text != control.default).then(|| setting(param, text))
    });
    let shown: Vec<_> = shown.collect();
    let name = family.entry.name();
    if shown.is_empty() {
        name.to_owned()
    } else {
        [name, ", ", &shown.join(", ")].concat()
    }
}

/// The name of a scenario's curve.
pub(super) fn of_scenario(scenario: &Scenario) -> String {
    let network = short_name_of(&scenario.network);
    let routing = written::in_words(&scenario.routing);
    let [network, routing] = [&*network, routing].map(catalog::quoted);
    if scenario.packet.is_some() {
        return format!("{network}, packets");
    }
    let (vcs, buffer, length) = (scenario.vcs, scenario.buffer, scenario.length.mean());
    let pattern = match &*scenario.traffic.pattern {
        "uniform" => String::new(),
        pattern => [", ", &catalog::quoted(pattern)].concat(),
    };
    format!("{network}, {routing}, V={vcs}, B={buffer}, M={length}{pattern}")
}

/// The id of the varied parameter, if the x axis is a parameter.
fn varied(experiment: &Experiment) -> Option<&str> {
    match &experiment.x.of {
        Varied::Load => None,
        Varied::Parameter(id) => Some(id),
    }
}

/// The settings of all curves of a model.
fn settings_of_all<'a>(experiment: &'a Experiment, model: &str) -> Vec<&'a Settings> {
    let curves = experiment.curves.iter();
    let all = curves.filter_map(|curve| match &curve.subject {
        Subject::Model { id, settings, .. } => (id == model).then_some(settings),
        Subject::Scenario(_) => None,
    });
    all.collect()
}

fn setting(param: &Param, text: &str) -> String {
    let control = param.control();
    let text = catalog::quoted(text);
    match param {
        Param::Choice(_) => text,
        _ if control.symbol.is_empty() => format!("{} {text}", control.id),
        _ => format!("{}={text}", control.symbol),
    }
}

/// The label of a parameter, with its symbol and unit.
pub(super) fn parameter(control: &Control) -> String {
    let symbol = match control.symbol {
        "" => String::new(),
        symbol => [" ", symbol].concat(),
    };
    with_unit(&[control.label, &symbol].concat(), control.unit)
}

impl Experiment {
    /// The name of a curve, independent of its lines and points.
    pub fn name_of(&self, curve: &Curve) -> String {
        match &curve.subject {
            Subject::Model { id, settings, .. } => of_model(self, id, settings),
            Subject::Scenario(scenario) => of_scenario(scenario),
        }
    }

    /// The scale of the x axis with its label.
    pub(super) fn x_scale(&self) -> Scale {
        let label = match &self.x.of {
            Varied::Load => match self.unit {
                LoadUnit::Capacity => "load [% of capacity]".to_owned(),
                LoadUnit::Messages => self.units().1,
                LoadUnit::Flits => "injection rate λM [flits/node/cycle]".to_owned(),
                LoadUnit::Bound => "injection rate [fraction of the network's bound]".to_owned(),
            },
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
            ..Scale::default()
        }
    }

    /// The scale of the y axis with its label.
    pub(super) fn y_scale(&self) -> Scale {
        let label = match &self.y.of {
            Found::Latency => self.latency(),
            Found::NetworkLatency => "latency without source queue [cycles]".to_owned(),
            Found::Accepted => format!("accepted throughput [{}]", self.throughput_unit()),
            Found::ZeroLoad => with_unit("zero-load latency", self.units().0),
            Found::Saturation => ["saturation: ", &self.units().1].concat(),
            Found::Part(symbol) => {
                let known = self.quantities().into_iter();
                let mut known = known.filter(|known| known.of == self.y.of);
                let known = known.next();
                known.map_or_else(|| catalog::quoted(symbol), |known| known.label)
            }
        };
        let depends = !matches!(self.y.of, Found::ZeroLoad | Found::Saturation);
        let label = match self.x.of {
            Varied::Parameter(_) if depends => [&label, " ", &self.load.words()].concat(),
            _ => label,
        };
        Scale {
            label,
            is_log: self.y.is_log,
            ..Scale::default()
        }
    }

    /// The unit of accepted throughput, which is that of the load.
    fn throughput_unit(&self) -> &'static str {
        match (&self.x.of, self.unit) {
            (Varied::Parameter(_), _) | (_, LoadUnit::Flits) => "flits/node/cycle",
            (_, LoadUnit::Capacity) => "% of capacity",
            (_, LoadUnit::Messages) => "messages/node/cycle",
            (_, LoadUnit::Bound) => "fraction of the network's bound",
        }
    }

    /// The models of all curves, without duplicates.
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

    /// The label of a latency axis: the kind and unit, as far as all curves share them.
    fn latency(&self) -> String {
        let curves = self
            .curves
            .iter()
            .filter_map(|curve| kind_and_units(&curve.subject));
        let (kind, time) = common(curves.map(|(kind, load)| (kind, load.time)));
        let kind = match kind {
            Some(LatencyKind::Latency) => "latency with source queue",
            Some(LatencyKind::Network) => "latency without source queue",
            Some(LatencyKind::Multicast) => "latency until the last destination",
            Some(LatencyKind::Unicast) => "latency of unicasts",
            Some(LatencyKind::Link) => "delay at a link",
            None => "latency",
        };
        with_unit(kind, time.unwrap_or("cycles or units of time"))
    }

    /// The unit of time, and the label of the load with its symbol and unit.
    fn units(&self) -> (&'static str, String) {
        let curves = self
            .curves
            .iter()
            .filter_map(|curve| kind_and_units(&curve.subject));
        let loads: Vec<_> = curves.map(|(_, load)| load).collect();
        let loads = loads.into_iter();
        let times = loads.clone().map(|load| (load.symbol, load.time));
        let (symbol, time) = common(times);
        let (unit, _) = common(loads.map(|load| (load.unit, ())));
        let rate = match unit {
            Some("messages/cycle") => "arrival rate ",
            _ => "injection rate ",
        };
        let unit = unit.unwrap_or("messages/node/cycle or unit of time");
        let rate = [rate, symbol.unwrap_or("λ")].concat();
        (
            time.unwrap_or("cycles or units of time"),
            with_unit(&rate, unit),
        )
    }
}

/// The kind of latency of a curve, and its units of load and time.
fn kind_and_units(subject: &Subject) -> Option<(LatencyKind, Load)> {
    match subject {
        Subject::Model { id, .. } => {
            let family = catalog::find(model::FAMILIES, "model", id).ok()?;
            Some((family.build.predicts, family.build.load))
        }
        Subject::Scenario(scenario) => {
            let built = scenario.build_within(MOST_NODES_IN_PAGE).ok()?;
            let load = match scenario.packet {
                Some(_) => Load::PER_UNIT_OF_TIME,
                None => Load::PER_CYCLE,
            };
            Some((measured(scenario, &built), load))
        }
    }
}

/// The values that all pairs have in common: `None` for a component in which pairs differ, and for
/// both if there are no pairs.
fn common<A: PartialEq + Copy, B: PartialEq + Copy>(
    all: impl Iterator<Item = (A, B)>,
) -> (Option<A>, Option<B>) {
    let all: Vec<_> = all.collect();
    let first = all.first().copied();
    (
        first
            .map(|first| first.0)
            .filter(|a| all.iter().all(|other| other.0 == *a)),
        first
            .map(|first| first.1)
            .filter(|b| all.iter().all(|other| other.1 == *b)),
    )
}

fn with_unit(name: &str, unit: &str) -> String {
    match unit {
        "" => name.to_owned(),
        unit => [name, " [", unit, "]"].concat(),
    }
}

//! Parameters of a model, from which a scenario is built.

use crate::scenario::Scenario;
use engine::catalog::{Param, Settings};
use engine::model::ModelFamily;
use engine::traffic::Length;

/// Parameters that the model has accepted.
pub(super) struct Parameters<'a> {
    /// The id of the model.
    pub(super) model: &'static str,
    params: &'static [Param],
    settings: &'a Settings,
}

impl<'a> Parameters<'a> {
    /// The parameters of a model with the given settings, which it must accept.
    pub(super) fn of(family: &ModelFamily, settings: &'a Settings) -> Self {
        Self {
            model: family.entry.id,
            params: family.entry.params,
            settings,
        }
    }

    /// The text of a value, or else of its default.
    pub(super) fn text(&self, id: &str) -> &str {
        let default = self.default(id);
        let given = self.settings.get(id).or(default);
        given.unwrap_or_default().trim()
    }

    pub(super) fn whole(&self, id: &str) -> u32 {
        self.text(id).parse().unwrap_or_default()
    }

    pub(super) fn real(&self, id: &str) -> f64 {
        self.text(id).parse().unwrap_or_default()
    }

    /// The distribution of M, if the model has it.
    pub(super) fn length(&self) -> Option<Length> {
        self.default("length").map(|_| {
            let flits = self.whole("length");
            match self.text("lengths") {
                "exponential" => Length::Exponential(flits.into()),
                _ => Length::Fixed(flits),
            }
        })
    }

    fn default(&self, id: &str) -> Option<&'static str> {
        let mut controls = self.params.iter().map(Param::control);
        let control = controls.find(|control| control.id == id);
        control.map(|control| control.default)
    }
}

/// Uniform traffic of worms at load 0, single-flit buffers, one injection channel.
pub(super) fn wormhole(network: &str, routing: &str, vcs: i64) -> Scenario {
    let mut scenario = Scenario {
        routing: routing.to_owned(),
        vcs,
        buffer: 1,
        ..Scenario::on(network)
    };
    scenario.traffic.rate = 0.0;
    "uniform".clone_into(&mut scenario.traffic.pattern);
    scenario.ports.injection = 1;
    scenario
}

//! Which models predict a scenario, and where their assumptions differ from it; and the other way
//! around, the scenario that a model describes.
//!
//! A model *applies* where its parameters follow from the scenario. Where it does not, one of its
//! assumptions fails: the network, the routing, who sends to whom, or the lengths of messages,
//! asked in this order. What else it assumes and the scenario does otherwise (buffers, ports,
//! delays) leaves it comparable, and is listed as a difference.
//!
//! Both directions stand together in a [`Correspondence`], one file a model; a new one is a file
//! and its line in [`CORRESPONDENCES`]. A model is only named here: programs that never evaluate
//! one need not carry any.

mod aboelaze_folded;
mod aboelaze_ncube;
mod assumptions;
mod ciciani_hypercube;
mod ciciani_torus_bi;
mod ciciani_torus_uni;
mod differences;
mod dimension_order;
mod packets;
mod parameters;
mod queue;
mod shahrabi_broadcast;

use super::Scenario;
use super::build::BuiltScenario;
use crate::catalog::{self, Settings};
use crate::model::{self, LatencyKind, Model, ModelFamily};
use crate::traffic::Length;
use assumptions::{Failure, Subject};
use parameters::Parameters;

/// Models whose assumptions are the same, joined to the scenarios that they are about.
struct Correspondence {
    /// Their ids.
    models: &'static [&'static str],
    /// What they assume of a message that has to wait, as the end of "the model …".
    of_waiting: &'static str,
    /// Sets them up for a scenario, the first one preferred.
    theories: fn(&Subject) -> Result<Vec<Theory>, Failure>,
    /// The scenario of one of them; its length is set from the parameter `length`, if it has one.
    scenario: fn(&Parameters) -> Result<Scenario, String>,
}

/// In the order of preference.
const CORRESPONDENCES: &[Correspondence] = &[
    ciciani_torus_uni::CORRESPONDENCE,
    ciciani_torus_bi::CORRESPONDENCE,
    ciciani_hypercube::CORRESPONDENCE,
    shahrabi_broadcast::CORRESPONDENCE,
    aboelaze_ncube::CORRESPONDENCE,
    aboelaze_folded::CORRESPONDENCE,
    queue::CORRESPONDENCE,
];

/// A model set up for a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Theory {
    /// Its id.
    pub id: &'static str,
    /// The parameters that follow from the scenario.
    pub settings: Settings,
    /// Which latency it predicts.
    pub predicts: LatencyKind,
    /// What the model assumes and the scenario does otherwise.
    pub differences: Vec<String>,
}

impl Theory {
    /// Its register line.
    pub fn family(&self) -> &'static ModelFamily {
        let mut families = model::FAMILIES.iter();
        let family = families.find(|family| family.entry.id == self.id);
        family.expect("the models named here are registered")
    }

    /// What it assumes of a message that has to wait, as the end of "the model …".
    pub fn of_waiting(&self) -> &'static str {
        correspondence(self.id).map_or("", |found| found.of_waiting)
    }

    /// The model itself.
    pub fn model(&self) -> Box<dyn Model> {
        let model = self.family().model(&self.settings);
        model.expect("models accept whatever a scenario can be built with")
    }
}

/// Finds the model for a scenario, or says in a sentence why there is none.
pub fn theory(scenario: &Scenario, built: &BuiltScenario) -> Result<Theory, String> {
    let subject = Subject { scenario, built };
    let mut failures = Vec::new();
    for correspondence in CORRESPONDENCES {
        match (correspondence.theories)(&subject) {
            Ok(theories) => {
                let first = theories.into_iter().next();
                return Ok(first.expect("a correspondence that applies names a theory"));
            }
            Err(failure) => failures.push(failure),
        }
    }
    Err(why_none(&subject, failures))
}

/// All models of a scenario that are worth comparing, the one of [`theory`] first: variants of it,
/// and what it says of other messages.
pub fn theories(scenario: &Scenario, built: &BuiltScenario) -> Vec<Theory> {
    let subject = Subject { scenario, built };
    let all = CORRESPONDENCES.iter();
    let theories = all.filter_map(|correspondence| (correspondence.theories)(&subject).ok());
    theories.flatten().collect()
}

/// The model called `id` set up for a scenario, or which of its assumptions fails there, in a
/// sentence.
pub fn theory_of(id: &str, scenario: &Scenario, built: &BuiltScenario) -> Result<Theory, String> {
    let subject = Subject { scenario, built };
    let Some(correspondence) = correspondence(id) else {
        return Err(format!("The model {id} describes no network."));
    };
    let theories = (correspondence.theories)(&subject);
    let theories = theories.map_err(|failure| format!("The model {}.", failure.words))?;
    let found = theories.into_iter().find(|theory| theory.id == id);
    found.ok_or_else(|| {
        "The model is one of broadcasts, here there are none (traffic.broadcast is 0).".to_owned()
    })
}

/// The network, routing, traffic and lengths that a model describes, at load 0; or in a sentence
/// why there are none. Whatever it does not speak of is as its paper has it, or by default.
pub fn system(model_id: &str, settings: &Settings) -> Result<Scenario, String> {
    let family = catalog::find(model::FAMILIES, "model", model_id);
    let family = family.map_err(|error| error.to_string())?;
    // Checks all of them, as building does.
    family.model(settings).map_err(|error| error.to_string())?;
    let Some(correspondence) = correspondence(model_id) else {
        return Err(format!("The model {model_id} describes no network."));
    };
    let parameters = Parameters::of(family, settings);
    let mut scenario = (correspondence.scenario)(&parameters)?;
    if let Some(length) = parameters.length() {
        scenario.length = Length::Fixed(length);
    }
    Ok(scenario)
}

fn correspondence(model_id: &str) -> Option<&'static Correspondence> {
    let mut all = CORRESPONDENCES.iter();
    all.find(|correspondence| correspondence.models.contains(&model_id))
}

/// The assumption of the nearest model that fails, or of the nearest ones.
fn why_none(subject: &Subject, failures: Vec<Failure>) -> String {
    let nearest = failures.iter().map(|failure| failure.after).max();
    let network = subject.built.topology.short_name();
    if nearest.is_none_or(|after| after == 0) {
        return if subject.built.packet.is_some() {
            format!(
                "No model yet for packets in {network}; there are models for packets in hypercubes \
                 and folded hypercubes."
            )
        } else {
            format!(
                "No model yet for {network}; there are models for hypercubes and tori, and for \
                 packets in folded hypercubes."
            )
        };
    }
    let failures = failures.into_iter();
    let failures = failures.filter(|failure| Some(failure.after) == nearest);
    let words = failures.map(|failure| format!("that of {} {}", failure.of, failure.words));
    let words: Vec<_> = words.collect();
    format!("No model here: {}.", words.join("; "))
}

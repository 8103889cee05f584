//! The correspondence between scenarios and analytic models: which models predict a scenario and
//! where their assumptions differ from it, and conversely the scenario that a model describes.
//!
//! A model *applies* if its parameters follow from the scenario. Otherwise one of its assumptions
//! fails: the network, the routing, the traffic or the message lengths, checked in this order. If
//! the scenario violates other assumptions (buffers, ports, delays), the model remains comparable,
//! and each violation is listed as a difference.
//!
//! A [`Correspondence`] defines both directions, in one file per model; a new model needs a file
//! and a line in [`CORRESPONDENCES`]. Models are referenced by id here, so programs that never
//! evaluate a model need not contain its equations.

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
mod platoon;
mod platoon_duato;
mod queue;
mod shahrabi_broadcast;

use super::Scenario;
use super::build::BuiltScenario;
use assumptions::{Failure, Subject};
use engine::catalog::{self, Settings};
use engine::model::{self, LatencyKind, Model, ModelFamily};
use parameters::Parameters;

/// Models with the same assumptions, and the scenarios that they describe.
struct Correspondence {
    models: &'static [&'static str],
    /// Their assumption about messages that wait, as the end of "the model …".
    of_waiting: &'static str,
    /// Sets them up for a scenario, the preferred one first.
    theories: fn(&Subject) -> Result<Vec<Theory>, Failure>,
    /// The scenario of one of them, whose message length the caller sets from the parameters
    /// `length` and `lengths`, if the model has them.
    scenario: fn(&Parameters) -> Result<Scenario, String>,
}

/// All correspondences, in order of preference.
const CORRESPONDENCES: &[Correspondence] = &[
    platoon::CORRESPONDENCE,
    platoon_duato::CORRESPONDENCE,
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
    pub id: &'static str,
    /// The parameters that follow from the scenario.
    pub settings: Settings,
    pub predicts: LatencyKind,
    /// Assumptions of the model that the scenario violates.
    pub differences: Vec<String>,
}

impl Theory {
    /// Its entry in the list of models.
    pub fn family(&self) -> &'static ModelFamily {
        let mut families = model::FAMILIES.iter();
        let family = families.find(|family| family.entry.id == self.id);
        family.expect("the models named here are registered")
    }

    /// Its assumption about messages that wait, as the end of "the model …".
    pub fn of_waiting(&self) -> &'static str {
        correspondence(self.id).map_or("", |found| found.of_waiting)
    }

    pub fn model(&self) -> Box<dyn Model> {
        let model = model::build(self.family(), &self.settings);
        model.expect("models accept whatever a scenario can be built with")
    }
}

/// Finds the model for a scenario, or returns a sentence that explains why there is none.
pub fn theory(scenario: &Scenario, built: &BuiltScenario) -> Result<Theory, String> {
    if let Some(refusal) = refusal(built) {
        return Err(refusal);
    }
    let subject = Subject { scenario, built };
    let mut failures = Vec::new();
    for correspondence in offered(&subject) {
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

/// All models that are worth comparing with a scenario: the one from [`theory`] first, then its
/// variants and its predictions for other messages.
pub fn theories(scenario: &Scenario, built: &BuiltScenario) -> Vec<Theory> {
    if refusal(built).is_some() {
        return Vec::new();
    }
    let subject = Subject { scenario, built };
    let all = offered(&subject);
    let theories = all.filter_map(|correspondence| (correspondence.theories)(&subject).ok());
    theories.flatten().collect()
}

/// A published model of the same messages as `theory`, which is one of our own, to be shown beside it.
pub fn published_beside(
    theory: &Theory,
    scenario: &Scenario,
    built: &BuiltScenario,
) -> Option<Theory> {
    let is_own = |theory: &Theory| theory.id.starts_with("platoon");
    let is_alike = |other: &Theory| match theory.predicts {
        LatencyKind::Latency => {
            matches!(other.predicts, LatencyKind::Latency | LatencyKind::Network)
        }
        predicts => other.predicts == predicts,
    };
    let others = is_own(theory).then(|| theories(scenario, built));
    let mut others = others.into_iter().flatten();
    others.find(|other| !is_own(other) && is_alike(other))
}

/// The model called `id` set up for a scenario, or a sentence that names the assumption that fails.
pub fn theory_of(id: &str, scenario: &Scenario, built: &BuiltScenario) -> Result<Theory, String> {
    if let Some(refusal) = refusal(built) {
        return Err(refusal);
    }
    let subject = Subject { scenario, built };
    let Some(correspondence) = correspondence(id) else {
        return Err(format!("The model {id} describes no network."));
    };
    let theories = (correspondence.theories)(&subject);
    let theories = theories.map_err(|failure| format!("The model {}.", failure.words))?;
    let found = theories.into_iter().find(|theory| theory.id == id);
    found.ok_or_else(|| {
        "The model is for broadcasts, but here there are none (traffic.broadcast is 0).".to_owned()
    })
}

/// The scenario that a model describes (network, routing, traffic and lengths) at load 0, or a
/// sentence that explains why there is none. All other settings are those of its paper, or the
/// defaults.
pub fn system(model_id: &str, settings: &Settings) -> Result<Scenario, String> {
    let family = catalog::find(model::FAMILIES, "model", model_id);
    let family = family.map_err(|error| error.to_string())?;
    // Building the model checks all of its settings.
    model::build(family, settings).map_err(|error| error.to_string())?;
    let Some(correspondence) = correspondence(model_id) else {
        return Err(format!("The model {model_id} describes no network."));
    };
    let parameters = Parameters::of(family, settings);
    let mut scenario = (correspondence.scenario)(&parameters)?;
    if let Some(length) = parameters.length() {
        scenario.length = length;
    }
    Ok(scenario)
}

fn correspondence(model_id: &str) -> Option<&'static Correspondence> {
    let mut all = CORRESPONDENCES.iter();
    all.find(|correspondence| correspondence.models.contains(&model_id))
}

/// The correspondences that are tried without being asked for: not those whose models take long.
fn offered<'a>(subject: &'a Subject) -> impl Iterator<Item = &'static Correspondence> + 'a {
    let is_slow = !platoon::is_quick(subject);
    let models = platoon::CORRESPONDENCE.models;
    let all = CORRESPONDENCES.iter();
    all.filter(move |correspondence| !(is_slow && correspondence.models == models))
}

/// Why no model describes a scenario, whatever its network.
fn refusal(built: &BuiltScenario) -> Option<String> {
    built.design.closed.map(|_| {
        "No model here: in all models a message is sent whether others are answered or not, but here \
         sources wait for replies (traffic.closed)."
            .to_owned()
    })
}

/// The failed assumption of the nearest model, or of all nearest ones.
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
                "No model yet for {network}; there are models for hypercubes and tori, for packets in \
                 folded hypercubes, and in Experiment for networks with one path between two nodes."
            )
        };
    }
    let failures = failures.into_iter();
    let failures = failures.filter(|failure| Some(failure.after) == nearest);
    let words = failures.map(|failure| format!("that of {} {}", failure.of, failure.words));
    let words: Vec<_> = words.collect();
    format!("No model here: {}.", words.join("; "))
}

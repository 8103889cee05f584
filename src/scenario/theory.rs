//! Which models predict a scenario, and where their assumptions differ from it.
//!
//! A model *applies* where its parameters follow from the scenario. Where it does not, one of its
//! assumptions fails: the network, the routing, who sends to whom, or the lengths of messages,
//! asked in this order. What else it assumes and the scenario does otherwise (buffers, ports,
//! delays) leaves it comparable, and is listed as a difference.
//!
//! A model is only named here: programs that never evaluate one need not carry any.

mod differences;
mod flits;
mod packets;
mod system;

use super::{Scenario, Study};
use crate::catalog::Settings;
use crate::model::{self, LatencyKind, Model, ModelFamily};

pub use system::system;

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

    /// The model itself.
    pub fn model(&self) -> Box<dyn Model> {
        let model = self.family().model(&self.settings);
        model.expect("models accept whatever a scenario can be built with")
    }
}

/// Finds the model for a scenario, or says in a sentence why there is none.
pub fn theory(scenario: &Scenario, study: &Study) -> Result<Theory, String> {
    let subject = Subject { scenario, study };
    let mut failures = Vec::new();
    for line in LINES {
        match (line.theories)(&subject) {
            Ok(theories) => {
                let first = theories.into_iter().next();
                return Ok(first.expect("a line that applies names a theory"));
            }
            Err(failure) => failures.push(failure),
        }
    }
    Err(why_none(&subject, failures))
}

/// All models of a scenario that are worth comparing, the one of [`theory`] first: variants of it,
/// and what it says of other messages.
pub fn theories(scenario: &Scenario, study: &Study) -> Vec<Theory> {
    let subject = Subject { scenario, study };
    let lines = LINES.iter();
    let theories = lines.filter_map(|line| (line.theories)(&subject).ok());
    theories.flatten().collect()
}

/// The model called `id` set up for a scenario, or which of its assumptions fails there, in a
/// sentence.
pub fn theory_of(id: &str, scenario: &Scenario, study: &Study) -> Result<Theory, String> {
    let subject = Subject { scenario, study };
    let mut nearest: Option<Failure> = None;
    for line in LINES.iter().filter(|line| line.models.contains(&id)) {
        match (line.theories)(&subject) {
            Ok(theories) => {
                let found = theories.into_iter().find(|theory| theory.id == id);
                return found.ok_or_else(|| {
                    "The model is one of broadcasts, here there are none (traffic.broadcast is 0)."
                        .to_owned()
                });
            }
            Err(failure) => {
                if nearest
                    .as_ref()
                    .is_none_or(|best| failure.after > best.after)
                {
                    nearest = Some(failure);
                }
            }
        }
    }
    Err(match nearest {
        Some(failure) => format!("The model {}.", failure.words),
        None => format!("The model {id} describes no network."),
    })
}

/// A scenario and what was built from it.
struct Subject<'a> {
    scenario: &'a Scenario,
    study: &'a Study,
}

/// An assumption that does not hold.
struct Failure {
    /// How many held before: the more, the nearer the model is.
    after: u32,
    /// What the model assumes and what there is instead, as the end of "the model …".
    words: String,
    /// Whose model it is, to tell several apart.
    of: &'static str,
}

/// Models whose assumptions are the same.
struct Line {
    /// Their ids.
    models: &'static [&'static str],
    /// Sets them up, the first one preferred.
    theories: fn(&Subject) -> Result<Vec<Theory>, Failure>,
}

/// In the order of preference.
const LINES: &[Line] = &[
    flits::TORUS_UNI,
    flits::TORUS_BI,
    flits::HYPERCUBE,
    flits::BROADCAST,
    packets::NCUBE,
    packets::FOLDED,
    packets::QUEUE,
    flits::QUEUE,
];

/// The assumption of the nearest model that fails, or of the nearest ones.
fn why_none(subject: &Subject, failures: Vec<Failure>) -> String {
    let nearest = failures.iter().map(|failure| failure.after).max();
    let network = &subject.scenario.network;
    if nearest.is_none_or(|after| after == 0) {
        return if subject.study.packet.is_some() {
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

/// Goes on if an assumption holds.
fn assume(
    of: &'static str,
    after: u32,
    holds: bool,
    words: impl FnOnce() -> String,
) -> Result<(), Failure> {
    if holds {
        return Ok(());
    }
    Err(Failure {
        after,
        words: words(),
        of,
    })
}

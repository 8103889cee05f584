//! User-written routing functions that have yet to be compiled.

use crate::routing::written;
use crate::scenario::Scenario;
use crate::topology;

/// A user-written routing function that has yet to be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncompiled {
    /// The script.
    pub script: String,
    /// The network, as in a scenario.
    pub network: String,
    /// Number of virtual channels per channel.
    pub vcs: u8,
}

impl Uncompiled {
    /// Returns the function of a scenario, if it is user-written.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        Some(Self {
            script: written::script_of(&scenario.routing)?.to_owned(),
            network: scenario.network.clone(),
            vcs: u8::try_from(scenario.vcs).ok()?,
        })
    }

    /// Returns the function of a scenario with changed fields, which cannot be set before it is compiled.
    pub(super) fn with(scenario: &Scenario, fields: &[(String, String)]) -> Option<Self> {
        let mut scenario = scenario.clone();
        for (field, text) in fields {
            match &**field {
                "network" => text.clone_into(&mut scenario.network),
                "vcs" => scenario.vcs = text.trim().parse().unwrap_or(scenario.vcs),
                "routing" => text.clone_into(&mut scenario.routing),
                _ => {}
            }
        }
        if let Ok(topology) = topology::from_spec(&scenario.network) {
            scenario.network = topology.spec();
        }
        Self::of(&scenario)
    }
}

//! The user-written routing function of a scenario before it is compiled.

use super::Scenario;
use crate::routing::written::{Uncompiled, script_of};
use crate::sim::Classes;
use crate::topology;

impl Uncompiled {
    /// Returns the function of a scenario, if it is user-written.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        Self::on(script_of(&scenario.routing)?.to_owned(), scenario)
    }

    /// Returns the function that a script defines on the network of a scenario; `None` if the number of virtual
    /// channels is invalid.
    pub fn on(script: String, scenario: &Scenario) -> Option<Self> {
        Some(Self {
            script,
            network: scenario.network.clone(),
            vcs: u8::try_from(scenario.vcs_of_class()).ok()?,
        })
    }

    /// Returns the function of a scenario with changed fields, which cannot be set before it is compiled.
    pub fn with(scenario: &Scenario, fields: &[(String, String)]) -> Option<Self> {
        let mut scenario = scenario.clone();
        for (field, text) in fields {
            match &**field {
                "network" => text.clone_into(&mut scenario.network),
                "vcs" => scenario.vcs = text.trim().parse().unwrap_or(scenario.vcs),
                "traffic.closed.outstanding" => {
                    scenario.traffic.closed.outstanding = text.trim().parse().ok();
                }
                "traffic.closed.classes" => {
                    let is_separate = text.trim() == "separate";
                    scenario.traffic.closed.classes = if is_separate {
                        Classes::Separate
                    } else {
                        Classes::Shared
                    };
                }
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

//! The user-written routing function of a scenario before it is compiled.

use super::Scenario;
use engine::routing::written::{Uncompiled, script_of};
use engine::sim::Classes;
use engine::topology;

impl Scenario {
    /// Returns the routing function, if it is user-written.
    pub fn uncompiled(&self) -> Option<Uncompiled> {
        self.uncompiled_script(script_of(&self.routing)?.to_owned())
    }

    /// Returns the function that a script defines on the network; `None` if the number of virtual channels is
    /// invalid.
    pub fn uncompiled_script(&self, script: String) -> Option<Uncompiled> {
        Some(Uncompiled {
            script,
            network: self.network.clone(),
            vcs: u8::try_from(self.vcs_of_class()).ok()?,
        })
    }

    /// Returns the routing function with these fields changed, which cannot be set before it is compiled.
    pub fn uncompiled_with(&self, fields: &[(String, String)]) -> Option<Uncompiled> {
        let mut scenario = self.clone();
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
        scenario.uncompiled()
    }
}

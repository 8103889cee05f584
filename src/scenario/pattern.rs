//! The traffic pattern of a scenario, which depends on the routing function if it is the worst case.

use std::sync::{Arc, Mutex, PoisonError};

use super::{BuiltScenario, Scenario};
use crate::catalog::BuildError;
use crate::routing::{self, VcSet, Vcs};
use crate::topology::{Network, Topology};
use crate::traffic::worst_case::{self, WorstCase};
use crate::traffic::{self, Pattern};

/// The number of worst cases that are kept. A change of the load, or the next point of a curve, then
/// costs no search.
const MOST_KEPT: usize = 16;

/// The routing function of packets.
const OF_PACKETS: &str = "random-shortest";

/// All that a worst case depends on.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    network: String,
    routing: String,
    vcs: Vcs,
}

/// Worst cases by what they depend on, the most recent last. A search always has the same result, so
/// whether it is kept changes nothing but time.
static KEPT: Mutex<Vec<(Key, Arc<WorstCase>)>> = Mutex::new(Vec::new());

impl Scenario {
    /// Builds the traffic pattern. Failed links do not change it, so that a network can be compared
    /// with itself before a failure.
    pub(super) fn pattern(&self, topology: &dyn Topology) -> Result<Box<dyn Pattern>, BuildError> {
        if self.traffic.pattern == worst_case::ID {
            return Ok(self.worst_case(topology)?.pattern(topology));
        }
        traffic::from_id(&self.traffic.pattern, topology, self.seed)
    }

    /// Finds the permutation that loads one channel most under the routing function of the scenario,
    /// whatever its traffic pattern.
    pub fn worst_case(&self, topology: &dyn Topology) -> Result<Arc<WorstCase>, BuildError> {
        let id = match self.packet {
            Some(_) => OF_PACKETS,
            None => &*self.routing,
        };
        let key = Key {
            network: topology.spec(),
            routing: id.to_owned(),
            vcs: Vcs {
                count: self.vcs.clamp(1, VcSet::MOST.into()) as u8,
                dateline: self.dateline,
            },
        };
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = kept.iter().find(|(known, _)| *known == key) {
            return Ok(found.clone());
        }
        let function = routing::from_id_with(id, topology, key.vcs, &self.scripts)?;
        let found = WorstCase::of(topology, &Network::new(topology), &*function)?;
        let found = Arc::new(found);
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push((key, found.clone()));
        Ok(found)
    }
}

impl BuiltScenario {
    /// Builds the traffic pattern of the scenario, even if its load is zero.
    pub fn pattern(&self, scenario: &Scenario) -> Result<Box<dyn Pattern>, BuildError> {
        scenario.pattern(&*self.topology)
    }
}

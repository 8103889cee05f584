//! The traffic pattern of a scenario, which depends on the routing function if it is the worst case.

use std::sync::{Arc, Mutex, PoisonError};

use super::Scenario;
use engine::catalog::BuildError;
use engine::routing::{self, Adaptivity, VcSet, Vcs};
use engine::topology::{Network, Terminals, Topology};
use engine::traffic::worst_case::{self, WorstCase};
use engine::traffic::{self, Pattern};

/// The largest network whose worst case is found while a page waits for it \[terminals\].
pub const MOST_TERMINALS_IN_PAGE: u32 = 64;

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
    /// Builds the traffic pattern, even if the load is zero.
    pub fn pattern(&self, topology: &dyn Topology) -> Result<Box<dyn Pattern>, BuildError> {
        self.pattern_within(topology, worst_case::MOST_TERMINALS)
    }

    /// Checks that the traffic pattern exists on a network, even if the load is zero, while a page waits for it.
    pub fn check_pattern_in_page(&self, topology: &dyn Topology) -> Result<(), BuildError> {
        self.pattern_within(topology, MOST_TERMINALS_IN_PAGE)
            .map(drop)
    }

    /// Builds the traffic pattern; the limit is that of a worst case. Failed links do not change it, so that a network can be compared
    /// with itself before a failure.
    pub(super) fn pattern_within(
        &self,
        topology: &dyn Topology,
        most_terminals: u32,
    ) -> Result<Box<dyn Pattern>, BuildError> {
        if self.traffic.pattern == worst_case::ID {
            let found = self.worst_case(topology, most_terminals)?;
            return Ok(found.pattern(topology));
        }
        traffic::from_id(&self.traffic.pattern, topology, self.seed)
    }

    /// Finds the permutation that loads one channel most under the routing function of the scenario,
    /// whatever its traffic pattern, in networks of at most `most_terminals` terminals.
    pub fn worst_case(
        &self,
        topology: &dyn Topology,
        most_terminals: u32,
    ) -> Result<Arc<WorstCase>, BuildError> {
        let terminals = Terminals::of(topology).count();
        if !(2..=most_terminals).contains(&terminals) {
            return Err(BuildError::rejected(
                "network",
                format!("of 2 to {most_terminals} terminals for worst-case traffic here"),
                format!("{} with {terminals}", topology.short_name()),
            ));
        }
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
        if function.adaptivity() == Adaptivity::Adaptive {
            let allowed = "deterministic or oblivious for worst-case traffic, because the paths of an \
                           adaptive function depend on the traffic";
            let given = routing::written::in_words(id);
            return Err(BuildError::rejected("routing", allowed, given));
        }
        let found = WorstCase::of(topology, &Network::new(topology), &*function)?;
        let found = Arc::new(found);
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push((key, found.clone()));
        Ok(found)
    }
}

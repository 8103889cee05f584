//! Reports on whether a scenario can deadlock.

use serde::{Deserialize, Serialize};

use super::{Cure, DeadlockStage, Judged};
use crate::scenario::{BuiltScenario, Scenario};
use engine::catalog::BuildError;
use engine::routing::VirtualChannel;
use engine::routing::deadlock::verdict;

/// The verdict on a scenario, with its channel dependency graph.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadlockReport {
    /// Whether messages between the pairs of nodes that are served can never deadlock; `None` if unknown.
    pub deadlock_free: Option<bool>,
    /// A sentence about messages that do not arrive, which is another question; `None` if all arrive.
    pub lost: Option<String>,
    /// Whether the channel dependency graph has no cycle.
    pub acyclic: bool,
    /// Number of virtual channels that messages can hold.
    pub lanes: u32,
    /// Number of dependencies among them.
    pub dependencies: u64,
    /// Why messages can or cannot deadlock, as the rest of a sentence that begins with
    /// [`DeadlockReport::verdict`].
    pub reason: String,
    /// A shortest cycle of dependencies, in which each virtual channel depends on the next and the
    /// last on the first; empty if there is none.
    pub cycle: Vec<VirtualChannel>,
    /// The virtual channels that the messages of a deadlock hold, in the order in which the messages wait for each
    /// other if they form a cycle; empty if no deadlock is known.
    pub held: Vec<VirtualChannel>,
    /// The dependencies, ascending: the first virtual channel can be held while a message waits for
    /// the second. Empty if there are more than [`MOST_EDGES`](super::MOST_EDGES).
    pub edges: Vec<(VirtualChannel, VirtualChannel)>,
    /// Ranks of virtual channels that prove freedom from deadlock, as in [`Judged::order`].
    pub order: Vec<Vec<VirtualChannel>>,
    /// The cycle in which a scenario deadlocked when it was simulated, and a link to it.
    pub witness: Option<(u64, String)>,
    /// Changes that prevent deadlock, best first; only the answer to a query contains them: see
    /// [`cures`](super::cures).
    pub cures: Vec<Cure>,
}

impl DeadlockReport {
    /// Reports whether the traffic of a scenario can deadlock, as judged by [`Judged`].
    pub fn of(scenario: &Scenario, built: &BuiltScenario) -> Result<Self, BuildError> {
        Self::with_progress(scenario, built, &mut |_| ())
    }

    /// Same as [`DeadlockReport::of`]; `progress` receives each stage when it begins.
    pub fn with_progress(
        scenario: &Scenario,
        built: &BuiltScenario,
        progress: &mut dyn FnMut(DeadlockStage),
    ) -> Result<Self, BuildError> {
        if built.packet.is_some() {
            return Ok(Self::of_packets());
        }
        let judged = Judged::of(scenario, built, progress)?;
        let analysis = judged.analysis;
        let held = judged.found.map(|found| found.lanes());
        Ok(Self {
            deadlock_free: judged.is_free,
            lost: judged
                .delivery
                .and_then(|delivery| delivery.lost_in_words(&*built.topology)),
            held: held.unwrap_or_default(),
            acyclic: analysis.cycle.is_none(),
            lanes: analysis.lanes,
            dependencies: analysis.dependencies,
            reason: judged.reason,
            edges: judged.edges,
            order: judged.order,
            cycle: analysis.cycle.unwrap_or_default(),
            witness: judged
                .witness
                .map(|witness| (witness.cycle, witness.scenario.to_link())),
            cures: Vec::new(),
        })
    }

    /// Whether messages can deadlock, in a few words.
    pub fn verdict(&self) -> &'static str {
        verdict(self.deadlock_free)
    }

    /// The virtual channels of a deadlock if one is known, or else of a cycle of dependencies.
    pub fn shown(&self) -> &[VirtualChannel] {
        if self.held.is_empty() {
            &self.cycle
        } else {
            &self.held
        }
    }

    /// Verdict and reason in one sentence.
    pub fn why(&self) -> String {
        format!("{}: {}", self.verdict(), self.reason)
    }

    fn of_packets() -> Self {
        Self {
            deadlock_free: Some(true),
            acyclic: true,
            reason: "packets wait in infinite queues, so none waits for space that another holds."
                .to_owned(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::cures;
    use crate::wire::{decode, encode};
    use engine::topology::ChannelId;

    fn lane(channel: u32, vc: u8) -> VirtualChannel {
        let channel = ChannelId(channel);
        VirtualChannel { channel, vc }
    }

    #[test]
    fn a_report_survives_serialization() {
        let free = DeadlockReport {
            deadlock_free: Some(true),
            acyclic: true,
            reason: "a sentence, and more.".to_owned(),
            ..DeadlockReport::default()
        };
        let deadlocked = DeadlockReport {
            deadlock_free: None,
            lost: Some("A message never arrives.".to_owned()),
            acyclic: false,
            lanes: 4,
            dependencies: u64::MAX,
            cycle: vec![lane(0, 0), lane(17, 3)],
            held: vec![lane(5, 1)],
            order: vec![vec![lane(1, 0)], vec![lane(2, 0), lane(2, 1)]],
            edges: vec![(lane(0, 0), lane(17, 3)), (lane(17, 3), lane(0, 0))],
            cures: cures(&Scenario::from_link("t=mesh:4x4&r=unrestricted&vc=1").scenario),
            witness: Some((17, "t=torus-uni:4&vc=1".to_owned())),
            ..free.clone()
        };
        for report in [free, deadlocked] {
            assert_eq!(decode(&encode(&report)), Ok(report));
        }
    }
}

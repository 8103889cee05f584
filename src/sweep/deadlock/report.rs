//! Whether a scenario can deadlock, and the answer as text.
//!
//! The answer to the page is a line of words that it reads without a JSON parser, which would more
//! than double the size of the page: free, acyclic, lanes, dependencies, cycle, what is held, edges, ranks,
//! the witness, cures, and the reason, which may have spaces.
//! `7 deadlock 0 0 64 96 0.0,2.0,4.0,6.0 0.0,2.0,4.0,6.0 0.0>2.0,2.0>4.0  19:t=… vcs:Add_a_…:t=… messages can wait …`

use super::{Cure, DeadlockStage, Judged};
use crate::catalog::BuildError;
use crate::routing::VirtualChannel;
use crate::routing::deadlock::verdict;
use crate::scenario::{BuiltScenario, Scenario};
use crate::topology::ChannelId;

/// What the channel dependency graph says of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadlockReport {
    /// Whether messages can never deadlock; `None` where that is not known.
    pub deadlock_free: Option<bool>,
    /// Whether the channel dependency graph has no cycle.
    pub acyclic: bool,
    /// Virtual channels that messages can come to hold.
    pub lanes: u32,
    /// Dependencies among them.
    pub dependencies: u64,
    /// Why they can or cannot, as the rest of a sentence that begins with
    /// [`DeadlockReport::verdict`].
    pub reason: String,
    /// A shortest cycle of dependencies, each on the next and the last on the first; empty if
    /// there is none.
    pub cycle: Vec<VirtualChannel>,
    /// What the messages of a deadlock hold: in the order in which they wait for each other, where that is a cycle; empty
    /// where none is known.
    pub held: Vec<VirtualChannel>,
    /// Which virtual channel can be held while which is waited for, ascending; empty if they are
    /// more than [`MOST_EDGES`](super::MOST_EDGES).
    pub edges: Vec<(VirtualChannel, VirtualChannel)>,
    /// Virtual channels in ranks that show that nothing can deadlock, as [`Judged::order`] has them.
    pub order: Vec<Vec<VirtualChannel>>,
    /// The cycle in which a scenario deadlocked when it was simulated, and a link to it.
    pub witness: Option<(u64, String)>,
    /// Changes after which they cannot, best first; a report on its own has none: see [`cures`](super::cures).
    pub cures: Vec<Cure>,
}

impl DeadlockReport {
    /// Whether what a scenario sends can deadlock, as [`Judged`] has it.
    pub fn of(scenario: &Scenario, built: &BuiltScenario) -> Result<Self, BuildError> {
        Self::with_progress(scenario, built, &mut |_| ())
    }

    /// The same; `told` hears of each stage when it begins.
    pub fn with_progress(
        scenario: &Scenario,
        built: &BuiltScenario,
        told: &mut dyn FnMut(DeadlockStage),
    ) -> Result<Self, BuildError> {
        if built.packet.is_some() {
            return Ok(Self::of_packets());
        }
        let judged = Judged::with_progress(scenario, built, told)?;
        let analysis = judged.analysis;
        let held = judged.found.map(|found| found.lanes());
        Ok(Self {
            deadlock_free: judged.is_free,
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

    /// The lanes of a deadlock if one is known, or else of a cycle of dependencies.
    pub fn shown(&self) -> &[VirtualChannel] {
        if self.held.is_empty() {
            &self.cycle
        } else {
            &self.held
        }
    }

    /// Verdict and reason, a sentence.
    pub fn why(&self) -> String {
        format!("{}: {}", self.verdict(), self.reason)
    }

    fn of_packets() -> Self {
        Self {
            deadlock_free: Some(true),
            acyclic: true,
            lanes: 0,
            dependencies: 0,
            reason: "packets wait in queues that never fill up, so none waits for \
                  room that another one has."
                .to_owned(),
            cycle: Vec::new(),
            held: Vec::new(),
            edges: Vec::new(),
            order: Vec::new(),
            witness: None,
            cures: Vec::new(),
        }
    }

    /// As words.
    pub(in crate::sweep) fn to_text(&self) -> String {
        let order: Vec<_> = self.order.iter().map(|rank| lanes(rank)).collect();
        let edges = self.edges.iter();
        let edges: Vec<_> = edges
            .map(|&(held, wanted)| write(held) + ">" + write(wanted).as_str())
            .collect();
        let cures: Vec<_> = self.cures.iter().map(Cure::to_text).collect();
        format!(
            "{} {} {} {} {} {} {} {} {} {} {}",
            match self.deadlock_free {
                Some(is_free) => u8::from(is_free).to_string(),
                None => UNKNOWN.to_owned(),
            },
            u8::from(self.acyclic),
            self.lanes,
            self.dependencies,
            lanes(&self.cycle),
            lanes(&self.held),
            edges.join(","),
            order.join("|"),
            match &self.witness {
                Some((cycle, link)) => format!("{cycle}:{link}"),
                None => UNKNOWN.to_owned(),
            },
            cures.join("|"),
            self.reason,
        )
    }

    /// Reads what [`DeadlockReport::to_text`] wrote; `None` if it is something else.
    pub(in crate::sweep) fn from_text(text: &str) -> Option<Self> {
        let mut words = text.splitn(11, ' ');
        let mut next = || words.next();
        Some(Self {
            deadlock_free: match next()? {
                UNKNOWN => None,
                word => Some(flag(word)?),
            },
            acyclic: flag(next()?)?,
            lanes: next()?.parse().ok()?,
            dependencies: next()?.parse().ok()?,
            cycle: list(next()?, read)?,
            held: list(next()?, read)?,
            edges: list(next()?, |edge| {
                let (held, wanted) = edge.split_once('>')?;
                Some((read(held)?, read(wanted)?))
            })?,
            order: {
                let ranks = next()?.split('|').filter(|rank| !rank.is_empty());
                ranks.map(|rank| list(rank, read)).collect::<Option<_>>()?
            },
            witness: match next()? {
                UNKNOWN => None,
                word => {
                    let (cycle, link) = word.split_once(':')?;
                    Some((cycle.parse().ok()?, link.to_owned()))
                }
            },
            cures: {
                let words = next()?.split('|').filter(|word| !word.is_empty());
                words.map(Cure::from_text).collect::<Option<_>>()?
            },
            reason: next()?.to_owned(),
        })
    }
}

/// Stands for what is not known.
const UNKNOWN: &str = "-";

fn flag(word: &str) -> Option<bool> {
    match word {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn list<T>(word: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let items = word.split(',').filter(|item| !item.is_empty());
    items.map(read).collect()
}

fn lanes(lanes: &[VirtualChannel]) -> String {
    let lanes: Vec<_> = lanes.iter().copied().map(write).collect();
    lanes.join(",")
}

fn write(lane: VirtualChannel) -> String {
    format!("{}.{}", lane.channel.0, lane.vc)
}

fn read(word: &str) -> Option<VirtualChannel> {
    let (channel, vc) = word.split_once('.')?;
    Some(VirtualChannel {
        channel: ChannelId(channel.parse().ok()?),
        vc: vc.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Answer, Event, cures};

    fn lane(channel: u32, vc: u8) -> VirtualChannel {
        let channel = ChannelId(channel);
        VirtualChannel { channel, vc }
    }

    #[test]
    fn what_is_known_survives_the_way_to_the_page() {
        let free = DeadlockReport {
            deadlock_free: Some(true),
            acyclic: true,
            lanes: 0,
            dependencies: 0,
            reason: "a sentence, and more.".to_owned(),
            cycle: Vec::new(),
            held: Vec::new(),
            edges: Vec::new(),
            order: Vec::new(),
            witness: None,
            cures: Vec::new(),
        };
        let deadlocked = DeadlockReport {
            deadlock_free: None,
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
            let run = Some(7);
            let event = Event::Deadlock(report);
            let answer = Answer { run, event };
            let text = answer.to_text();
            assert_eq!(Answer::from_text(&text), Some(answer), "{text}");
        }
        for text in [
            "7 deadlock",
            "7 deadlock 1 1 4 4",
            "7 deadlock 2 1 4 4     -  why",
            "7 deadlock 1 1 4 4 0    -  why",
            "7 deadlock 1 1 4 4   0.0,1.0  -  why",
            "7 deadlock 1 1 4 4     - luck why",
        ] {
            assert_eq!(Answer::from_text(text), None, "{text}");
        }
    }
}

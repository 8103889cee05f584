//! Whether a scenario can deadlock, and the answer as text.
//!
//! The answer to the page is a line of words that it reads without a JSON parser, which would more
//! than double the size of the page: free, acyclic, lanes, dependencies, cycle, edges, cures, and
//! the reason, which may have spaces.
//! `7 deadlock 0 0 64 96 0.0,2.0,4.0,6.0 0.0>2.0,2.0>4.0 vcs:Add_a_…:t=… 4 messages can wait …`

use super::Cure;
use crate::catalog::BuildError;
use crate::multicast::{self, Relay};
use crate::routing::VirtualChannel;
use crate::routing::dependency::{Graph, verdict};
use crate::scenario::BuiltScenario;
use crate::topology::ChannelId;

/// With more dependencies than these only their number is reported: a picture of them would be
/// unreadable.
pub const MOST_EDGES: usize = 20_000;

/// What the channel dependency graph says of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadlockReport {
    /// Whether messages can never deadlock.
    pub deadlock_free: bool,
    /// Whether the channel dependency graph has no cycle.
    pub acyclic: bool,
    /// Virtual channels that messages can come to hold.
    pub lanes: u32,
    /// Dependencies among them.
    pub dependencies: u64,
    /// Why they can or cannot, as the rest of a sentence that begins with
    /// [`DeadlockReport::verdict`].
    pub reason: String,
    /// A shortest cycle of waiting, each for the next and the last for the first; empty if
    /// there is none.
    pub cycle: Vec<VirtualChannel>,
    /// Which virtual channel can be held while which is waited for, ascending; empty if they are
    /// more than [`MOST_EDGES`].
    pub edges: Vec<(VirtualChannel, VirtualChannel)>,
    /// Changes after which they cannot, best first; a report on its own has none: see [`cures`](super::cures).
    pub cures: Vec<Cure>,
}

impl DeadlockReport {
    /// Whether what a scenario sends can deadlock: messages to one node as its routing function
    /// leads them, worms of multicasts on their paths or as trees, or both together.
    pub fn of(built: &BuiltScenario) -> Result<Self, BuildError> {
        let design = &*built.design;
        let (network, routing) = (&design.network, &*design.routing);
        if built.packet.is_some() {
            return Ok(Self::of_packets());
        }
        let own = design.multicasts.as_ref().map(|m| &*m.algorithm);
        let relay = if design.router_copies() {
            Relay::RouterCopies
        } else {
            Relay::Received
        };
        let own = own.filter(|own| relay == Relay::RouterCopies || own.base().is_some());
        // Without traffic it is still told what messages could do.
        let is_led = own.is_none() || design.sends_to_one();
        let mut graph = if is_led {
            Graph::of(network, routing, design.vcs)?
        } else {
            Graph::empty(network, design.vcs)
        };
        if let Some(algorithm) = own {
            multicast::add_dependencies(&mut graph, network, routing, algorithm, relay)?;
        }
        let analysis = graph.analyze();
        let mut reason = analysis.reason(&*built.topology, network);
        let mut deadlock_free = analysis.is_deadlock_free();
        if let Some(ports) = own.and(design.ports.ejection) {
            let enough = design.enough_ports();
            if deadlock_free && u32::from(ports) < enough {
                deadlock_free = false;
                reason = format!(
                    "waiting for channels forms no cycle, but worms hold an ejection port while \
                     they wait for the next channel, and with {ports} per node rather than \
                     {enough} they can wait for each other's."
                );
            }
        }
        let edges = Some(analysis.dependencies).filter(|&count| count <= MOST_EDGES as u64);
        Ok(Self {
            deadlock_free,
            acyclic: analysis.cycle.is_none(),
            lanes: analysis.lanes,
            dependencies: analysis.dependencies,
            reason,
            edges: edges.map_or_else(Vec::new, |_| graph.dependencies()),
            cycle: analysis.cycle.unwrap_or_default(),
            cures: Vec::new(),
        })
    }

    /// Whether messages can deadlock, in a few words.
    pub fn verdict(&self) -> &'static str {
        verdict(self.deadlock_free)
    }

    /// Verdict and reason, a sentence.
    pub fn why(&self) -> String {
        format!("{}: {}", self.verdict(), self.reason)
    }

    fn of_packets() -> Self {
        Self {
            deadlock_free: true,
            acyclic: true,
            lanes: 0,
            dependencies: 0,
            reason: "packets wait in queues that never fill up, so none waits for \
                  room that another one has."
                .to_owned(),
            cycle: Vec::new(),
            edges: Vec::new(),
            cures: Vec::new(),
        }
    }

    /// As words.
    pub(in crate::sweep) fn to_text(&self) -> String {
        let cycle: Vec<_> = self.cycle.iter().copied().map(write).collect();
        let edges = self.edges.iter();
        let edges: Vec<_> = edges
            .map(|&(held, wanted)| write(held) + ">" + write(wanted).as_str())
            .collect();
        let cures: Vec<_> = self.cures.iter().map(Cure::to_text).collect();
        format!(
            "{} {} {} {} {} {} {} {}",
            u8::from(self.deadlock_free),
            u8::from(self.acyclic),
            self.lanes,
            self.dependencies,
            cycle.join(","),
            edges.join(","),
            cures.join("|"),
            self.reason,
        )
    }

    /// Reads what [`DeadlockReport::to_text`] wrote; `None` if it is something else.
    pub(in crate::sweep) fn from_text(text: &str) -> Option<Self> {
        let mut words = text.splitn(8, ' ');
        let mut next = || words.next();
        Some(Self {
            deadlock_free: flag(next()?)?,
            acyclic: flag(next()?)?,
            lanes: next()?.parse().ok()?,
            dependencies: next()?.parse().ok()?,
            cycle: list(next()?, read)?,
            edges: list(next()?, |edge| {
                let (held, wanted) = edge.split_once('>')?;
                Some((read(held)?, read(wanted)?))
            })?,
            cures: {
                let words = next()?.split('|').filter(|word| !word.is_empty());
                words.map(Cure::from_text).collect::<Option<_>>()?
            },
            reason: next()?.to_owned(),
        })
    }
}

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
    use crate::scenario::Scenario;
    use crate::sweep::{Answer, Event, cures};

    fn lane(channel: u32, vc: u8) -> VirtualChannel {
        let channel = ChannelId(channel);
        VirtualChannel { channel, vc }
    }

    #[test]
    fn what_is_known_survives_the_way_to_the_page() {
        let free = DeadlockReport {
            deadlock_free: true,
            acyclic: true,
            lanes: 0,
            dependencies: 0,
            reason: "a sentence, and more.".to_owned(),
            cycle: Vec::new(),
            edges: Vec::new(),
            cures: Vec::new(),
        };
        let deadlocked = DeadlockReport {
            deadlock_free: false,
            acyclic: false,
            lanes: 4,
            dependencies: u64::MAX,
            cycle: vec![lane(0, 0), lane(17, 3)],
            edges: vec![(lane(0, 0), lane(17, 3)), (lane(17, 3), lane(0, 0))],
            cures: cures(&Scenario::from_link("t=mesh:4x4&r=unrestricted&vc=1").scenario),
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
            "7 deadlock 2 1 4 4    why",
            "7 deadlock 1 1 4 4 0   why",
            "7 deadlock 1 1 4 4  0.0,1.0  why",
            "7 deadlock 1 1 4 4   luck why",
        ] {
            assert_eq!(Answer::from_text(text), None, "{text}");
        }
    }
}

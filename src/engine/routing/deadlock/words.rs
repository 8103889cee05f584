//! Explanations of the answers in prose.

use std::collections::BTreeMap;

use super::configuration::{Configuration, Stuck};
use super::{Decision, Escapes, Undecided};
use crate::routing::VirtualChannel;
use crate::routing::dependency::Analysis;
use crate::topology::{Direction, Network, NodeId, Topology};

/// The answer in a few words.
pub fn verdict(is_free: Option<bool>) -> &'static str {
    match is_free {
        Some(true) => "Free of deadlock",
        Some(false) => "Can deadlock",
        None => "Not decided",
    }
}

impl Decision {
    /// The answer and the reason for it, in a sentence.
    pub fn why(&self, analysis: &Analysis, topology: &dyn Topology, network: &Network) -> String {
        let verdict = verdict(self.is_free());
        format!("{verdict}: {}", self.reason(analysis, topology, network))
    }

    /// The reason for the answer, as the rest of a sentence that starts with the [`verdict`].
    pub fn reason(
        &self,
        analysis: &Analysis,
        topology: &dyn Topology,
        network: &Network,
    ) -> String {
        match self {
            Self::Acyclic => format!(
                "{}{}",
                proved(analysis),
                of_small_rings(analysis, topology, network)
            ),
            Self::Free(_) if analysis.is_proved_free() => proved(analysis),
            Self::Free(escapes) => ordered(analysis, escapes),
            Self::Deadlock(found) => Explanation { topology, network }.deadlock(found),
            Self::Undecided(Undecided::Searched { lanes, steps }) => format!(
                "there is neither a proof that messages cannot deadlock nor a known deadlock. \
                 {lanes} virtual channels might be held in one, but a search that placed {steps} \
                 messages on them found none."
            ),
            Self::Undecided(Undecided::Large { destinations }) => format!(
                "the network is too large to examine all destinations, and messages to \
                 {destinations} of them show no deadlock in which each holds one channel."
            ),
        }
    }
}

/// The reason why messages cannot deadlock, if the graph alone [proves](Analysis::is_proved_free)
/// it.
pub fn proved(analysis: &Analysis) -> String {
    let Analysis {
        lanes,
        dependencies,
        ..
    } = analysis;
    if let Some(escape) = analysis
        .escape
        .as_ref()
        .filter(|_| analysis.cycle.is_some())
    {
        return format!(
            "messages can wait for each other in a cycle, but not forever. At every node a message \
             may also take its escape; escapes alone reach every node; and the {} waits among \
             their {} virtual channels, adaptive detours included, form no cycle (Duato 1993).",
            escape.direct + escape.indirect,
            escape.lanes,
        );
    }
    if *dependencies == 0 {
        return "no message ever waits for one virtual channel while it holds another.".to_owned();
    }
    format!(
        "no message can end up waiting for a channel that it holds itself, directly or through others, because \
         the {dependencies} dependencies among {lanes} virtual channels form no cycle (Dally & Seitz 1987)."
    )
}

/// Why rings need no dateline here, if they are so short that one virtual channel is enough.
fn of_small_rings(analysis: &Analysis, topology: &dyn Topology, network: &Network) -> &'static str {
    /// The longest ring in which no shortest path has more than two hops \[nodes\].
    const LONGEST: u32 = 4;
    let rings = topology
        .lattice()
        .filter(|lattice| lattice.rings() == Some(Direction::Both));
    let longest = rings.and_then(|lattice| lattice.radices().iter().max().copied());
    let has_one_vc = analysis.lanes <= network.channels();
    if has_one_vc && longest.is_some_and(|longest| (3..=LONGEST).contains(&longest)) {
        " Longer rings need a dateline: in rings of at most four nodes a shortest path has at most two hops, and those \
         taken here close no ring."
    } else {
        ""
    }
}

/// The reason why messages cannot deadlock, if escapes were found.
fn ordered(analysis: &Analysis, escapes: &Escapes) -> String {
    format!(
        "dependencies form cycles, but messages do not wait in them forever. The {} virtual channels can be \
         ordered in {} ranks such that every header may always take one of a lower rank than all that its \
         message has taken; a message that waits for it waits for one that makes progress (Duato 1995).",
        analysis.lanes,
        escapes.rounds(),
    )
}

struct Explanation<'a> {
    topology: &'a dyn Topology,
    network: &'a Network,
}

impl Explanation<'_> {
    fn deadlock(&self, found: &Configuration) -> String {
        let count = found.messages.len();
        let cycle = found.cycle();
        if cycle.len() == count && found.messages.iter().all(|m| m.wants.len() == 1) {
            return self.in_a_cycle(found, &cycle);
        }
        if let Some(channels) = Self::cycle_of_channels(found) {
            return format!(
                "messages can wait for each other in a cycle of {} channels: {}. Each holds a virtual channel of \
                 one of them and may take some of the next, which are all held in the same way.",
                channels.len(),
                self.walk(&channels)
            );
        }
        let lanes: usize = found.messages.iter().map(|message| message.held).sum();
        let first: Vec<_> = found
            .messages
            .iter()
            .take(SHOWN)
            .map(|m| self.message(m))
            .collect();
        let more = if count > SHOWN { ", and so on" } else { "" };
        format!(
            "{count} messages can hold {lanes} virtual channels and wait for each other forever: {}{more}. \
             Every channel that one of them may take is held by another.",
            first.join("; ")
        )
    }

    /// A cycle of channels, represented by VC 0 of each, such that every message holds a lane of
    /// one channel and waits only for lanes of the next; `None` if there is none, or it is long.
    fn cycle_of_channels(found: &Configuration) -> Option<Vec<VirtualChannel>> {
        let mut next = BTreeMap::new();
        for message in &found.messages {
            let [held] = message.lanes() else {
                return None;
            };
            let wanted = message.wants.first()?;
            let is_one = message
                .wants
                .iter()
                .all(|lane| lane.channel == wanted.channel);
            let known = *next.entry(held.channel).or_insert(wanted.channel);
            if !is_one || known != wanted.channel {
                return None;
            }
        }
        let (&first, _) = next.first_key_value()?;
        let mut cycle = vec![first];
        while cycle.len() <= next.len() {
            match next.get(cycle.last()?) {
                Some(&ahead) if ahead != first => cycle.push(ahead),
                _ => break,
            }
        }
        let is_whole = cycle.len() == next.len() && cycle.len() <= SHOWN;
        let lanes = cycle
            .into_iter()
            .map(|channel| VirtualChannel { channel, vc: 0 });
        is_whole.then(|| lanes.collect())
    }

    /// A cycle of messages, each of which waits for one lane of the next.
    fn in_a_cycle(&self, found: &Configuration, cycle: &[usize]) -> String {
        let lanes = cycle.iter().flat_map(|&nth| found.messages[nth].lanes());
        let lanes: Vec<_> = lanes.copied().collect();
        let length = lanes.len();
        let each = if length == cycle.len() {
            "Each holds one of them and waits for the next."
        } else {
            "Each holds several of them and waits for the next one."
        };
        let what = match length {
            1 => return "a message can wait for a channel that it holds itself.".to_owned(),
            _ => format!("messages can wait for each other in a cycle of {length} channels"),
        };
        if length > SHOWN {
            return format!("{what}. {each}");
        }
        format!("{what}: {}. {each}", self.walk(&lanes))
    }

    /// The names of channels, written as a walk if each starts where the previous one ends.
    fn walk(&self, lanes: &[VirtualChannel]) -> String {
        let ends = |lane: &VirtualChannel| {
            (
                self.network.from(lane.channel),
                self.network.to(lane.channel),
            )
        };
        let next = lanes.iter().skip(1).chain(lanes.first());
        let is_walk = lanes.iter().zip(next).all(|(a, b)| ends(a).1 == ends(b).0);
        let address = |node: NodeId| self.topology.address(node);
        if is_walk {
            let walk = lanes.iter().chain(lanes.first());
            let walk: Vec<_> = walk.map(|lane| address(ends(lane).0)).collect();
            return walk.join(" → ");
        }
        let hops = lanes.iter().map(ends);
        let hops: Vec<_> = hops
            .map(|(from, to)| format!("{} → {}", address(from), address(to)))
            .collect();
        hops.join(", ")
    }

    fn message(&self, message: &Stuck) -> String {
        let address = |node: NodeId| self.topology.address(node);
        let lane = |lane: &VirtualChannel| {
            let (from, to) = (
                self.network.from(lane.channel),
                self.network.to(lane.channel),
            );
            format!("{} → {} VC {}", address(from), address(to), lane.vc)
        };
        let holds: Vec<_> = message.lanes().iter().map(lane).collect();
        format!(
            "one from {} to {} holds {}",
            address(message.from),
            address(message.to),
            holds.join(", ")
        )
    }
}

/// The maximum number of channels or messages named.
const SHOWN: usize = 8;

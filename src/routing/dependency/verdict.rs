//! The verdict, in a sentence.

use super::super::VirtualChannel;
use super::Analysis;
use crate::topology::{Network, Topology};

impl Analysis {
    /// Whether messages can never deadlock: nothing forms a cycle, or what does has an escape.
    pub fn is_deadlock_free(&self) -> bool {
        let escape = self.escape.as_ref();
        self.cycle.is_none() || escape.is_some_and(|e| e.is_connected && e.cycle.is_none())
    }

    /// Whether it is and why, in a sentence for people.
    pub fn why(&self, topology: &dyn Topology, network: &Network) -> String {
        let verdict = verdict(self.is_deadlock_free());
        format!("{verdict}: {}", self.reason(topology, network))
    }

    /// Why it is, or is not, as the rest of a sentence that begins with the [`verdict`].
    pub fn reason(&self, topology: &dyn Topology, network: &Network) -> String {
        let told = |cycle: &[VirtualChannel]| in_words(cycle, topology, network);
        let (lanes, dependencies) = (self.lanes, self.dependencies);
        match (&self.cycle, &self.escape) {
            (None, _) if self.dependencies == 0 => "no message ever waits for \
                one virtual channel while it holds another."
                .to_owned(),
            (None, _) => format!(
                "no message can come to wait for what it holds itself, directly \
                 or through others, because the {dependencies} dependencies among {lanes} virtual \
                 channels form no cycle (Dally & Seitz 1987)."
            ),
            (Some(cycle), None) if self.is_adaptive => format!(
                "{} Messages may choose among channels, but all that they may choose from can be \
                 held in such cycles: none is kept as an escape.",
                told(cycle)
            ),
            (Some(cycle), None) if lanes > network.channels() => format!(
                "{} The other virtual channels that they might take are held in the same way.",
                told(cycle)
            ),
            (Some(cycle), None) => told(cycle),
            (Some(_), Some(escape)) => match &escape.cycle {
                Some(cycle) => format!(
                    "there are channels to escape to, but a message that holds one can wait for \
                     another, and so {}",
                    told(cycle)
                ),
                None if !escape.is_connected => "messages can wait for each other in a cycle, and from some \
                    nodes the channels that are kept for escape no longer lead to every destination."
                    .to_owned(),
                None => format!(
                    "messages can wait for each other in a cycle, but not for ever. At every \
                     node a message may also take its escape; escapes alone lead everywhere; and \
                     the {} waits among their {} virtual channels, adaptive detours included, form \
                     no cycle (Duato 1993).",
                    escape.direct + escape.indirect,
                    escape.lanes,
                ),
            },
        }
    }
}

/// Whether messages can deadlock, in a few words.
pub fn verdict(is_deadlock_free: bool) -> &'static str {
    if is_deadlock_free {
        "Free of deadlock"
    } else {
        "Can deadlock"
    }
}

/// What messages do in a cycle, with its channels by name if they are few: sentences, of which the
/// first begins with a small letter.
fn in_words(cycle: &[VirtualChannel], topology: &dyn Topology, network: &Network) -> String {
    const SHOWN: usize = 8;
    let ends = |lane: &VirtualChannel| (network.from(lane.channel), network.to(lane.channel));
    let next = cycle.iter().skip(1).chain(cycle.first());
    let is_walk = cycle.iter().zip(next).all(|(a, b)| ends(a).1 == ends(b).0);
    let what = match cycle.len() {
        1 => return "a message can wait for a channel that it holds itself.".to_owned(),
        length => format!("messages can wait for each other in a cycle of {length} channels"),
    };
    let each = "Each holds one of them and waits for the next.";
    if cycle.len() > SHOWN {
        return format!("{what}. {each}");
    }
    let address = |node| topology.address(node);
    let named = if is_walk {
        let walk = cycle.iter().chain(cycle.first());
        let walk: Vec<_> = walk.map(|lane| address(ends(lane).0)).collect();
        walk.join(" → ")
    } else {
        let hops = cycle.iter().map(ends);
        let hops: Vec<_> = hops
            .map(|(from, to)| format!("{} → {}", address(from), address(to)))
            .collect();
        hops.join(", ")
    };
    format!("{what}: {named}. {each}")
}

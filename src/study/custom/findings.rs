//! The results of the examination of a script, and sentences about them.

use serde::{Deserialize, Serialize};

use super::Examined;
use engine::catalog::{capitalized, one_of};
use engine::routing::deadlock::Decision;
use engine::routing::{Delivery, VcSet, VirtualChannel};
use engine::topology::Topology;

/// The results of the examination of a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// Whether and how messages arrive.
    pub delivery: Delivery,
    /// Whether messages between the pairs of nodes that are served can never deadlock; `None` if unknown.
    pub is_free: Option<bool>,
    /// The virtual channels that are held in a deadlock. If its messages wait for each other in a cycle, each waits for
    /// the next and the last for the first. Empty if no deadlock is known.
    pub cycle: Vec<VirtualChannel>,
    /// Why messages can or cannot deadlock, as the rest of a sentence that begins with the verdict.
    pub reason: String,
}

/// A sentence about a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether the finding is good; `None` if it is neither good nor bad.
    pub is_good: Option<bool>,
    /// A title of a word or two.
    pub title: &'static str,
    pub text: String,
    /// The part of it that the picture can show.
    pub shows: Shows,
}

/// The part of a finding that the picture can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    Nothing,
    /// A path that does not reach its destination.
    LostWay,
    /// A cycle of messages that wait for each other.
    Cycle,
}

impl Findings {
    /// The findings about an examined script.
    pub fn of(examined: &Examined) -> Self {
        let deadlock = examined.deadlock.as_ref();
        let reason = deadlock.map_or_else(
            || {
                "whether messages can deadlock is not known: the network is too large for its \
                 dependency graph."
                    .to_owned()
            },
            |answer| answer.reason.clone(),
        );
        let lanes = match deadlock.map(|answer| &answer.decision) {
            Some(Decision::Deadlock(found)) => found.lanes(),
            _ => Vec::new(),
        };
        Self {
            delivery: examined.delivery.clone(),
            is_free: deadlock.and_then(|answer| answer.is_free),
            cycle: lanes,
            reason,
        }
    }

    /// Whether every message arrives, and none can deadlock.
    pub fn is_sound(&self) -> bool {
        self.delivery.is_certain() && self.is_free == Some(true)
    }

    /// The findings in sentences, the most important first. `vcs` is the number of virtual channels.
    pub fn in_sentences(&self, topology: &dyn Topology, vcs: u8) -> Vec<Finding> {
        let Delivery {
            pairs,
            most_hops,
            is_minimal,
            ..
        } = self.delivery;
        let mut found = Vec::new();
        match self.delivery.lost_in_words(topology) {
            None => {
                let hops = most_hops.unwrap_or_default();
                found.push(Finding {
                    is_good: Some(true),
                    title: "Delivers",
                    text: format!(
                        "Every message arrives, between all {pairs} pairs of nodes, within {hops} \
                         {}.",
                        if hops == 1 { "hop" } else { "hops" }
                    ),
                    shows: Shows::Nothing,
                });
            }
            Some(lost) => found.push(Finding {
                is_good: Some(false),
                title: "Does not deliver",
                text: lost,
                shows: Shows::LostWay,
            }),
        }
        found.push(Finding {
            is_good: self.is_free,
            title: match self.is_free {
                Some(true) => "Deadlock-free",
                Some(false) => "Can deadlock",
                None => "Not decided",
            },
            text: capitalized(&self.reason),
            shows: if self.cycle.is_empty() {
                Shows::Nothing
            } else {
                Shows::Cycle
            },
        });
        found.push(Finding {
            is_good: None,
            title: if is_minimal { "Minimal" } else { "Not minimal" },
            text: if is_minimal {
                "Every hop leads closer to the destination.".to_owned()
            } else {
                "Some hops do not lead closer to the destination.".to_owned()
            },
            shows: Shows::Nothing,
        });
        found.push(self.channels_in_words(vcs));
        found
    }

    fn channels_in_words(&self, vcs: u8) -> Finding {
        let used: Vec<_> = self.delivery.vcs.iter().map(|vc| vc.to_string()).collect();
        let used: Vec<_> = used.iter().map(String::as_str).collect();
        let all = self.delivery.vcs == VcSet::range(0, vcs);
        Finding {
            is_good: None,
            title: "Virtual channels",
            text: match (vcs, all, &*used) {
                (1, ..) => "There is one virtual channel.".to_owned(),
                (_, true, _) => format!("It uses all {vcs}."),
                (_, false, []) => "It uses none.".to_owned(),
                (_, false, used) => {
                    format!(
                        "Of {vcs} it uses {}.",
                        one_of(used).replace(" or ", " and ")
                    )
                }
            },
            shows: Shows::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::custom::{Budget, examine};
    use crate::wire::{decode, encode};
    use engine::topology;

    fn findings(script: &str, spec: &str, vcs: u8) -> (Findings, Vec<String>) {
        let topology = topology::from_spec(spec).expect("a network");
        let examined = examine(script, &*topology, vcs, Budget::default());
        let examined = examined.unwrap_or_else(|fault| panic!("{fault}"));
        let findings = Findings::of(&examined);
        let lines = findings.in_sentences(&*topology, vcs);
        let lines = lines
            .iter()
            .map(|line| format!("{}: {}", line.title, line.text));
        let lines = lines.collect();
        (findings, lines)
    }

    const ANY: &str = "fn route(net, here, to) { net.nearer(here, to) }";

    #[test]
    fn findings_survive_serialization() {
        let lost = "fn route(net, here, to) { if to == 3 { return []; } net.nearer(here, to) }";
        let turns = "fn route(net, here, to) { [#{ port: net.ports(here)[0], vcs: 0 }] }";
        for (script, spec) in [(ANY, "mesh:3x3"), (lost, "mesh:3x3"), (turns, "ring:4")] {
            let (findings, _) = findings(script, spec, 2);
            assert_eq!(decode(&encode(&findings)), Ok(findings));
        }
    }

    #[test]
    fn findings_have_sentences() {
        let (found, lines) = findings(ANY, "mesh:3x3", 2);
        assert!(!found.is_sound() && !found.cycle.is_empty());
        assert_eq!(
            lines[0],
            "Delivers: Every message arrives, between all 72 pairs of nodes, within 4 hops."
        );
        assert!(
            lines[1].starts_with(
                "Can deadlock: Messages can wait for each other in a cycle of 4 channels: "
            ),
            "{}",
            lines[1]
        );
        assert_eq!(
            lines[2],
            "Minimal: Every hop leads closer to the destination."
        );
        assert_eq!(lines[3], "Virtual channels: It uses all 2.");
        let one_way = "fn route(net, here, to) { #{ port: 0, vcs: 0 } }";
        let (found, lines) = findings(one_way, "ring:4", 2);
        assert!(found.delivery.is_certain());
        assert_eq!(lines[3], "Virtual channels: Of 2 it uses 0.");
        assert_eq!(
            lines[2],
            "Not minimal: Some hops do not lead closer to the destination."
        );
        let none = "fn route(net, here, to) { if to != 0 { net.nearer(here, to) } }";
        let (_, lines) = findings(none, "ring:3", 1);
        assert_eq!(
            lines[0],
            "Does not deliver: A message from (1) to (0) never arrives: nothing is offered at \
             (1). Of 6 pairs of nodes 2 are never reached."
        );
        assert_eq!(lines[3], "Virtual channels: There is one virtual channel.");
        let round = "fn route(net, here, to) { [1, 0] }";
        let (_, lines) = findings(round, "ring:3", 1);
        assert_eq!(
            lines[0],
            "Does not deliver: A message from (1) to (0) need not arrive by way of (2), (1): it \
             goes round forever. Of 6 pairs of nodes 6 have paths that go round forever."
        );
    }
}

//! Things that a step can point at, and controls that it can allow.

use serde::{Deserialize, Serialize};

use crate::error::LessonError;
use crate::run::SceneRun;
use engine::catalog::{one_of, quoted};

/// Controls of the page: the name in lessons and a description of each.
pub const CONTROLS: &[(&str, &str)] = &[
    ("send", "sending a message by clicking two nodes"),
    ("fail", "failing a link"),
    ("network", "the network"),
    ("routing", "the routing function"),
    ("switching", "the switching mode"),
    ("vcs", "virtual channels V, and the dateline"),
    ("buffer", "the buffer size B"),
    ("length", "the message length M"),
    ("rate", "the injection rate λ"),
    ("traffic", "the traffic pattern"),
    ("routes", "the overlay of routes"),
    ("multicast", "the overlay of multicasts"),
    ("deadlock", "the overlay of the channel dependency graph"),
    ("space-time", "the space-time diagram"),
    ("modes", "the comparison of switching modes"),
    ("curve", "the latency curve"),
    ("script", "a routing function of one's own"),
    ("heat", "the utilization of channels"),
    ("all", "everything"),
];

/// A thing that a step points at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pointed {
    /// A channel, `2>3`.
    Channel(String),
    Node(String),
    Message(u64),
    /// One of [`CONTROLS`].
    Control(String),
}

impl Pointed {
    /// Reads `channel 2>3`, `node 0,1`, `message 0` or `control vcs`.
    pub(crate) fn read(text: &str, run: &SceneRun) -> Result<Self, LessonError> {
        let (kind, name) = text.split_once(' ').unwrap_or((text, ""));
        match kind {
            "channel" => Ok(Self::Channel(run.channel_name(run.channel(name)?))),
            "node" => Ok(Self::Node(run.label(run.node("point", name)?))),
            "message" => {
                let number = name.parse().map(Self::Message);
                number.map_err(|_| {
                    let message = "point must name a message such as message 0, not";
                    LessonError::new(format!("{message} {}", quoted(text)))
                })
            }
            "control" => Ok(Self::Control(control(name)?.to_owned())),
            _ => {
                let thing = "channel 2>3, node 0, message 0 or control vcs";
                Err(LessonError::rejected("point", thing, text))
            }
        }
    }
}

/// Finds a control by its name; the error lists all names.
pub(crate) fn control(name: &str) -> Result<&'static str, LessonError> {
    let names: Vec<_> = CONTROLS.iter().map(|(name, _)| *name).collect();
    let found = names.iter().find(|known| **known == name);
    found
        .copied()
        .ok_or_else(|| LessonError::rejected("control", one_of(&names), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::scenario::Scenario;

    #[test]
    fn a_step_points_at_what_the_picture_has() {
        let scenario = Scenario::from_link("t=torus-uni:4&vc=1&M=8&msg=0:0>2").scenario;
        let run = SceneRun::new(&scenario, &scenario).expect("a valid scenario");
        for (text, reason) in [
            (
                "worm 0",
                "point must be channel 2>3, node 0, message 0 or control vcs, not worm 0",
            ),
            (
                "message x",
                "point must name a message such as message 0, not message x",
            ),
            (
                "node 9",
                "point must be a node from 0 to 3 in torus-uni:4, not 9",
            ),
        ] {
            let error = Pointed::read(text, &run).expect_err(reason);
            assert_eq!(error.to_string(), reason);
        }
        let error = Pointed::read("control luck", &run).expect_err("it does not exist");
        let reason = error.to_string();
        assert!(
            reason.starts_with("control must be send, fail, network,"),
            "{reason}"
        );
        assert!(reason.ends_with(", heat or all, not luck"), "{reason}");
    }
}

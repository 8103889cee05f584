//! Things that a step can point at, and controls that it can allow.

use crate::catalog::{one_of, quoted};
use crate::lesson::run::Run;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pointed {
    /// A channel, `2>3`.
    Channel(String),
    /// A node.
    Node(String),
    /// A message.
    Message(u64),
    /// One of [`CONTROLS`].
    Control(String),
}

impl Pointed {
    /// Reads `channel 2>3`, `node 0,1`, `message 0` or `control vcs`.
    pub(in crate::lesson) fn read(text: &str, run: &Run) -> Result<Self, String> {
        let (kind, name) = text.split_once(' ').unwrap_or((text, ""));
        match kind {
            "channel" => run
                .channel(name)
                .map(|channel| Self::Channel(run.channel_name(channel))),
            "node" => run
                .node("point", name)
                .map(|node| Self::Node(run.label(node))),
            "message" => {
                let number = name.parse().map(Self::Message);
                number.map_err(|_| {
                    format!(
                        "point must name a message such as message 0, not {}",
                        quoted(text)
                    )
                })
            }
            "control" => control(name).map(|name| Self::Control(name.to_owned())),
            _ => Err(format!(
                "point must be channel 2>3, node 0, message 0 or control vcs, not {}",
                quoted(text)
            )),
        }
    }

    /// Writes the thing as in a lesson file: `channel 2>3`, `node 0,1`, `message 0` or `control vcs`.
    pub fn write(&self) -> String {
        match self {
            Self::Channel(name) => format!("channel {name}"),
            Self::Node(name) => format!("node {name}"),
            Self::Message(number) => format!("message {number}"),
            Self::Control(name) => format!("control {name}"),
        }
    }
}

/// Finds a control by its name; the error lists all names.
pub(in crate::lesson) fn control(name: &str) -> Result<&'static str, String> {
    let known = CONTROLS.iter().map(|(name, _)| *name);
    known.clone().find(|known| *known == name).ok_or_else(|| {
        let known: Vec<_> = known.collect();
        format!("control must be {}, not {}", one_of(&known), quoted(name))
    })
}

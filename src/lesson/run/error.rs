//! Errors in scenes, in changes to them, in names of their parts, and in queries about them.

use thiserror::Error;

use engine::catalog::{BuildError, quoted};
use study::scenario::{LinkProblem, ScenarioError};

/// The reason why a scene cannot be simulated or changed, or why a query about it has no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunError {
    /// A link without a network.
    #[error(
        "scene must be the link of a network, such as t=mesh:4x4&msg=0:0,0>3,3&c=0, not {}",
        quoted(given)
    )]
    NoNetwork { given: String },
    /// A link with an invalid value: a sentence about it.
    #[error("{0}")]
    Link(String),
    /// A scenario that cannot be built.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A node or an algorithm that does not exist, or a network whose dependency graph cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A text that is not a channel.
    #[error(
        "channel must be its two nodes with > between them, not {}",
        quoted(given)
    )]
    ChannelForm { given: String },
    /// A channel that does not exist.
    #[error(
        "channel must lead from a node to a neighbor in {network}, not {}",
        quoted(given)
    )]
    NoChannel {
        /// The network, as in a scenario.
        network: String,
        given: String,
    },
    #[error("this query is about flits, and the scene is about packets")]
    Packets,
    /// A comparison within a comparison.
    #[error("changing must not stand inside of changing")]
    Nested,
    #[error("a change must be written as vcs=2, not {}", quoted(given))]
    ChangeForm { given: String },
    #[error(
        "a change must be to a setting of a link, such as vcs=2, not {}",
        quoted(given)
    )]
    NoSetting { given: String },
    #[error("{0}")]
    ChangedValue(Box<LinkProblem>),
    /// A scene without bounds, or that a model does not describe: a sentence about it.
    #[error("{0}")]
    NotPredicted(String),
    /// A query on a changed scene that has no value: the reason.
    #[error("{0}")]
    Changed(String),
    /// A message, while none is sent.
    #[error("message must be one that is sent, and none is, not {given}")]
    NoMessages { given: i64 },
    /// A message that does not exist.
    #[error("message must be one of the {all} so far, from 0 to {}, not {given}", all - 1)]
    NoMessage { all: u64, given: i64 },
    /// A cycle before the first.
    #[error("cycle must be 0 or more, not {given}")]
    Cycle { given: i64 },
    /// A node where two are needed.
    #[error("from and to must be two different nodes, not {} twice", quoted(given))]
    SameNode { given: String },
    /// A value that is not a list of nodes.
    #[error("nodes must be a list such as [\"0\", \"1\"]")]
    NotNodes,
    /// A network without a Hamiltonian path of labels.
    #[error("{network} has no Hamiltonian labels; meshes and mesh-hypercubes do")]
    NoLabels {
        /// The network, as in a scenario.
        network: String,
    },
    /// A scene without a multicast.
    #[error("the scene must send a message to several nodes")]
    NoMulticast,
    /// A multicast from a node to itself.
    #[error("a multicast must have a destination other than its source")]
    NoDestination,
    /// A value that is not a curve.
    #[error("curve must be at least two points [load, latency]")]
    NotACurve,
    /// A load at which no model predicts anything \[messages/node/cycle\].
    #[error("load must be from 0 to 1, not {given}")]
    Load { given: String },
}

//! Errors in scenes, in changes to them, and in names of their parts.

use thiserror::Error;

use engine::catalog::{BuildError, quoted};
use study::scenario::{LinkProblem, ScenarioError};

/// The reason why a scene cannot be simulated, or does not have a part that a lesson names.
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
    /// A node that does not exist, or a network whose dependency graph cannot be built.
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
    /// A scene to which the changes of a comparison cannot be made.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// A scene without bounds, or that a model does not describe: a sentence about it.
    #[error("{0}")]
    NotPredicted(String),
}

/// The reason why a change cannot be made to a scene.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// A text that is not a change.
    #[error("a change must be written as vcs=2, not {}", quoted(given))]
    Form { given: String },
    /// A setting that does not exist.
    #[error(
        "a change must be to a setting of a link, such as vcs=2, not {}",
        quoted(given)
    )]
    NoSetting { given: String },
    #[error("{0}")]
    Value(Box<LinkProblem>),
}

//! Reasons why a query has no value.

use thiserror::Error;

use crate::run::RunError;
use engine::catalog::{BuildError, quoted};

/// The reason why a query has no value.
#[derive(Debug, Error)]
pub(super) enum QueryError {
    /// A scene without the part or the property that the query is about.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An algorithm that does not exist, or is not defined on the network.
    #[error(transparent)]
    Algorithm(#[from] BuildError),
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
    Load { given: f64 },
    /// A query on a changed scene that has no value.
    #[error("{0}")]
    Changed(String),
}

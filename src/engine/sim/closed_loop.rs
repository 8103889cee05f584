//! Requests and replies: traffic in which a terminal waits for answers.

use serde::{Deserialize, Serialize};

/// The virtual channels of requests and replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Classes {
    #[default]
    Shared,
    /// Requests use the lower half, replies the upper half.
    Separate,
}

/// Closed-loop traffic: every message to one node is a request, to which its destination replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosedLoop {
    /// w: while a terminal has so many requests without a reply, its source stands still.
    pub outstanding: u32,
    /// Length of a reply \[flits\].
    pub reply: u32,
    /// Cycles from the arrival of a request to the generation of its reply, in addition to one.
    pub service: u32,
    /// Places of the reply queue of a terminal. A request occupies one from when it claims an
    /// ejection port to when its reply leaves the queue, and claims none while there is no place.
    pub queue: u32,
    /// The virtual channels of requests and replies.
    pub classes: Classes,
}

/// The requests and replies of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requests {
    /// Number of its requests without a reply.
    pub outstanding: u32,
    /// Free places of its reply queue.
    pub places: u32,
}

//! Progress of the search for a verdict.

use serde::{Deserialize, Serialize};

/// A stage of the search; those that a scenario does not need are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeadlockStage {
    /// The channel dependency graph is built and searched for cycles.
    Dependencies,
    /// A deadlock is searched for, or a proof that there is none.
    Waiting,
    Playing,
    /// Changes that prevent deadlock are tried.
    Cures,
}

impl DeadlockStage {
    /// A line about the stage, to be shown while it lasts.
    pub fn line(self) -> &'static str {
        match self {
            Self::Dependencies => "Looking for dependency cycles …",
            Self::Waiting => {
                "Looking for messages that wait for each other forever, or a proof that there are none …"
            }
            Self::Playing => "Simulating a deadlock …",
            Self::Cures => "Looking for changes after which messages cannot deadlock …",
        }
    }
}

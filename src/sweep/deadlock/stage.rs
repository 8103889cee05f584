//! How far the search for a verdict has come.

use serde::{Deserialize, Serialize};

/// A stage of the search; those that a scenario does not need are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeadlockStage {
    /// The channel dependency graph is built and searched for cycles.
    Dependencies,
    /// Messages that deadlock are looked for, or a proof that there are none.
    Waiting,
    /// A deadlock is simulated.
    Playing,
    /// Changes are tried after which nothing deadlocks.
    Cures,
}

impl DeadlockStage {
    /// What is done in it, as a line to be shown meanwhile.
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

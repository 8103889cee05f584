//! How far the search for a verdict has come.

/// A stage of the search; those that a scenario does not need are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    const ALL: [(Self, &'static str); 4] = [
        (Self::Dependencies, "dependencies"),
        (Self::Waiting, "waiting"),
        (Self::Playing, "playing"),
        (Self::Cures, "cures"),
    ];

    /// Its id in what a worker says.
    pub(in crate::sweep) fn id(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The stage with an id.
    pub(in crate::sweep) fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.into_iter().find(|(_, known)| *known == id);
        known.map(|(stage, _)| stage)
    }

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

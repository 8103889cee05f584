//! Freedom from deadlock as proved by the dependency graph alone.

use super::Analysis;

impl Analysis {
    /// Whether the graph proves that messages can never deadlock: there is no cycle, or escapes are
    /// valid (Duato 1993). If it does not, [`judge`](crate::routing::deadlock::judge) may still prove it.
    pub fn is_proved_free(&self) -> bool {
        let escape = self.escape.as_ref();
        let has_escape = || escape.is_some_and(|e| e.is_connected && e.cycle.is_none());
        self.cycle.is_none() || has_escape()
    }
}

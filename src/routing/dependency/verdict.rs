//! What the graph alone proves.

use super::Analysis;

impl Analysis {
    /// Whether the graph proves that messages can never deadlock: nothing is lost, and nothing forms a cycle, or what
    /// does has an escape (Duato 1993). Where it does not, [`judge`](crate::routing::deadlock::judge) may.
    pub fn is_proved_free(&self) -> bool {
        let escape = self.escape.as_ref();
        let has_escape = || escape.is_some_and(|e| e.is_connected && e.cycle.is_none());
        self.dead_ends == 0 && (self.cycle.is_none() || has_escape())
    }
}

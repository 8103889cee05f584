//! The query of the page for the messages of a run.

use crate::scenario::{MOST_NODES_IN_PAGE, MOST_TRACED, Scenario};

/// The query for the messages that are generated in the first cycles of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceQuery {
    pub scenario: Scenario,
    pub cycles: u64,
}

impl TraceQuery {
    /// Answers the query with a trace, or returns the reason why there is none.
    pub fn run(&self) -> Result<String, String> {
        let built = self.scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        let trace = built.trace(self.cycles, MOST_TRACED);
        let (text, messages) = trace.map_err(|error| error.reason())?;
        if messages == 0 {
            return Err(format!("no message is generated in {} cycles", self.cycles));
        }
        Ok(text)
    }
}

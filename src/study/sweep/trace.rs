//! The question for the messages of a run.

use serde::{Deserialize, Serialize};

use super::{Point, Question};
use crate::scenario::MOST_TRACED;

/// The question for the messages that are generated in the first cycles of a run; the answer is a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceQuestion {
    pub cycles: u64,
}

impl Question for TraceQuestion {
    const ID: &'static str = "trace";
    type Progress = ();
    type Answer = String;

    fn run(self, of: &Point, _: &mut dyn FnMut(())) -> Result<String, String> {
        let trace = of.built().trace(self.cycles, MOST_TRACED);
        let (text, messages) = trace.map_err(|error| error.reason())?;
        if messages == 0 {
            return Err(format!("no message is generated in {} cycles", self.cycles));
        }
        Ok(text)
    }
}

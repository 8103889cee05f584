//! The result of one simulation, as the command line prints it and the chart plots it.

use serde::{Deserialize, Serialize};

use crate::scenario::Study;
use crate::sim::{Measures, Outcome, Verdict};

/// Measures and verdict of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// What was measured.
    #[serde(flatten)]
    pub measures: Measures,
    /// Whether the backlog grew without end.
    pub saturated: bool,
    /// Whether worms came to wait for each other in a circle.
    pub deadlocked: bool,
    /// Whether all messages asked for by name arrived in time; true for random traffic.
    pub finished: bool,
    /// The verdict and what follows from it, in a sentence.
    pub verdict: String,
    /// The algorithm of messages to several nodes, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multicast: Option<String>,
    /// What to know before trusting the numbers.
    pub warnings: Vec<String>,
}

impl Report {
    /// Puts a run's outcome in words.
    pub fn new(load: f64, study: &Study, outcome: Outcome) -> Self {
        let verdict = match &outcome.verdict {
            Verdict::Steady if outcome.measures.messages == 0 => {
                "steady, but no message arrived: simulate more cycles".to_owned()
            }
            Verdict::Steady => "steady: what is offered is accepted".to_owned(),
            Verdict::Drained => "all messages have arrived".to_owned(),
            Verdict::Saturated => "saturated: source queues grow without end, so the latency from \
                                   generation has no mean"
                .to_owned(),
            Verdict::Unfinished => {
                "the cycles were over before all messages had arrived".to_owned()
            }
            Verdict::Deadlocked(deadlock) => {
                let worms: Vec<_> = deadlock.worms.iter().map(|id| id.0.to_string()).collect();
                format!(
                    "deadlocked in cycle {}: messages {} wait for each other",
                    deadlock.cycle,
                    worms.join(", ")
                )
            }
        };
        Self {
            load,
            saturated: outcome.verdict == Verdict::Saturated,
            deadlocked: matches!(outcome.verdict, Verdict::Deadlocked(_)),
            finished: !matches!(
                outcome.verdict,
                Verdict::Unfinished | Verdict::Deadlocked(_)
            ),
            measures: outcome.measures,
            verdict,
            multicast: study.multicast.clone(),
            warnings: study.warnings.clone(),
        }
    }

    /// The mean latencies that there are \[cycles\].
    pub fn latencies(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let both = [self.measures.latency, self.measures.network_latency];
        both.into_iter().filter_map(|estimate| estimate.mean)
    }
}

//! The result of one simulation, as the command line prints it and the chart plots it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::scenario::{Bound, BuiltScenario, Scenario};
use engine::catalog::first_of;
use engine::sim::packet::Links;
use engine::sim::{Deadlock, Estimate, Measures, Outcome, Verdict};

/// The fields of a report, with their units and meanings, as a JSON Schema. `unit` is our own keyword.
pub const REPORT_SCHEMA: &str = include_str!("report.schema.json");

/// Fields that are `null` in files if they are unknown; others without a value are left out.
const NULL_IF_UNKNOWN: [&str; 5] = [
    "hops",
    "settled",
    "settled_at",
    "precision",
    "precision_reached",
];

/// Measures and verdict of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    pub measures: Measures,
    /// The average link; only for packets.
    #[serde(default)]
    pub links: Option<Links>,
    /// `λ_i` of an average link of each dimension [messages/unit of time]; only for packets.
    #[serde(default)]
    pub dimension_rates: Vec<f64>,
    #[serde(default)]
    pub state: State,
    /// Whether the backlog grew without bound.
    pub saturated: bool,
    /// Whether worms deadlocked: each waits for another, or for itself.
    pub deadlocked: bool,
    /// The deadlocked messages, and the virtual channels that they wait for.
    #[serde(default)]
    pub deadlock: Option<Deadlocked>,
    /// Whether all listed messages arrived before the end of the run; true for random traffic.
    pub finished: bool,
    /// The verdict and what follows from it, in a sentence.
    pub verdict: String,
    /// The algorithm for messages to several nodes, if there are any.
    #[serde(default)]
    pub multicast: Option<String>,
    /// The selection function in force, if routing is adaptive.
    #[serde(default)]
    pub selection: Option<String>,
    /// Everything that a user should know before trusting the numbers.
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Every source keeps up with what it is offered.
    #[default]
    Steady,
    /// The queue of some source grows without bound.
    Saturated,
    /// The run is too short to tell which of the two it is.
    #[serde(rename = "not settled")]
    NotSettled,
    /// Worms wait for each other in a cycle.
    Deadlocked,
    /// A message is where its routing function offers it nothing, and never moves again.
    #[serde(rename = "dead end")]
    DeadEnd,
    /// All listed messages have arrived.
    Finished,
    /// The run ended before all listed messages had arrived.
    Unfinished,
}

impl State {
    pub(super) fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Steady => Self::Steady,
            Verdict::Saturated => Self::Saturated,
            Verdict::NotSettled => Self::NotSettled,
            Verdict::Deadlocked(deadlock) if deadlock.is_dead_end() => Self::DeadEnd,
            Verdict::Deadlocked(_) => Self::Deadlocked,
            Verdict::Drained => Self::Finished,
            Verdict::Unfinished => Self::Unfinished,
        }
    }
}

/// Messages that wait for each other in a cycle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlocked {
    /// The clock cycle in which the cycle of waiting closed.
    pub cycle: u64,
    /// Their numbers, in the order in which one waits for the next.
    pub messages: Vec<u64>,
    /// The virtual channels they wait for, as `from>to vc`, VCs from 0.
    pub channels: Vec<String>,
}

impl Deadlocked {
    fn new(deadlock: &Deadlock, built: &BuiltScenario) -> Self {
        let network = &built.design.network;
        let channels = deadlock.channels.iter().map(|at| {
            let ends = [network.from(at.channel), network.to(at.channel)];
            let [from, to] = ends.map(|node| built.topology.label(node));
            format!("{from}>{to} vc {}", at.vc)
        });
        Self {
            cycle: deadlock.cycle,
            messages: deadlock.worms.iter().map(|id| id.0).collect(),
            channels: channels.collect(),
        }
    }
}

/// The largest number of deadlocked messages that the verdict names; [`Deadlocked::messages`] has
/// all of them.
const MOST_NAMED: usize = 16;

/// Whether a scenario has neither random traffic nor listed messages.
fn sends_nothing(built: &BuiltScenario) -> bool {
    !built.design.is_random() && built.design.orders.is_empty()
}

/// The verdict of a run as a sentence.
fn verdict_of(built: &BuiltScenario, outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Steady if outcome.measures.messages == 0 => {
            "steady, but no message arrived: simulate more cycles".to_owned()
        }
        Verdict::Steady if built.design.closed.is_some() => {
            "steady: all generated messages are accepted, because sources wait for replies"
                .to_owned()
        }
        Verdict::Steady => "steady: all offered traffic is accepted".to_owned(),
        Verdict::Drained if sends_nothing(built) => {
            "nothing is sent: no messages are listed, and traffic.rate is 0".to_owned()
        }
        Verdict::Drained => match outcome.measures.undeliverable {
            0 => "all messages have arrived".to_owned(),
            lost => format!(
                "all messages have arrived except {lost}, which failed links cut off from \
                     their destinations"
            ),
        },
        Verdict::Saturated => {
            let measures = &outcome.measures;
            let ended = measures.overrun.map(overrun);
            let ended = ended.or_else(|| measures.saturated_at.map(certain));
            let ended = ended.unwrap_or_default();
            format!(
                "saturated: source queues grow without bound, so the latency from generation \
                     has no mean{ended}"
            )
        }
        Verdict::NotSettled => {
            let so_far = outcome.measures.so_far.and_then(|so_far| so_far.latency);
            let so_far = so_far.map_or(String::new(), |mean| {
                format!("; messages that have arrived so far took {mean:.1} cycles on average")
            });
            format!("not settled: simulate longer{so_far}")
        }
        Verdict::Unfinished => "the run ended before all messages had arrived".to_owned(),
        Verdict::Deadlocked(deadlock) if deadlock.is_dead_end() => {
            let alone = deadlock.worms.first().map_or(0, |message| message.0);
            let cycle = deadlock.cycle;
            format!(
                "dead end in cycle {cycle}: message {alone} is offered no channel where it is, and stays there \
                     forever"
            )
        }
        Verdict::Deadlocked(deadlock) => {
            let Deadlocked {
                cycle, messages, ..
            } = Deadlocked::new(deadlock, built);
            let worms: Vec<_> = messages.iter().map(u64::to_string).collect();
            let wait = match &*worms {
                [alone] => format!("message {alone} waits for itself"),
                worms => format!(
                    "messages {} wait for each other",
                    first_of(MOST_NAMED, worms)
                ),
            };
            format!("deadlocked in cycle {cycle}: {wait}")
        }
    }
}

impl Report {
    /// Reports the outcome of a run.
    pub fn new(load: f64, built: &BuiltScenario, outcome: Outcome) -> Self {
        let mut verdict = verdict_of(built, &outcome);
        let deadlock = match &outcome.verdict {
            Verdict::Deadlocked(deadlock) if !deadlock.is_dead_end() => {
                Some(Deadlocked::new(deadlock, built))
            }
            _ => None,
        };
        let measures = &outcome.measures;
        if measures.precision_reached == Some(true)
            && let Some(precision) = measures.precision
        {
            let (share, cycles) = (percent(precision), measures.cycles);
            verdict =
                format!("{verdict}; after {cycles} cycles the mean latency is known to ±{share}");
        }
        let mut warnings = built.warnings();
        warnings.extend(doubts(&outcome));
        if measures.precision_reached == Some(false) {
            let found = measures.precision.map_or_else(
                || "there is no mean latency".to_owned(),
                |found| format!("the half-width reached is {} of the mean", percent(found)),
            );
            warnings.push(format!(
                "the requested precision was not reached within the length of the run: {found}"
            ));
        }
        let state = State::of(&outcome.verdict);
        Self {
            deadlock,
            finished: !matches!(
                outcome.verdict,
                Verdict::Unfinished | Verdict::Deadlocked(_)
            ),
            multicast: built.multicast.clone(),
            selection: built.selection_in_force().map(|entry| entry.id.to_owned()),
            warnings,
            ..Self::bare(load, outcome.measures, state, &verdict)
        }
    }

    /// A report of nothing but a load, measures and a verdict.
    pub(crate) fn bare(load: f64, measures: Measures, state: State, verdict: &str) -> Self {
        Self {
            load,
            measures,
            links: None,
            dimension_rates: Vec::new(),
            state,
            saturated: state == State::Saturated,
            deadlocked: state == State::Deadlocked,
            deadlock: None,
            finished: true,
            verdict: verdict.to_owned(),
            multicast: None,
            selection: None,
            warnings: Vec::new(),
        }
    }

    /// Reports a load beyond `limit` as one that the network cannot carry, whatever the run shows.
    pub(super) fn beyond(
        load: f64,
        built: &BuiltScenario,
        outcome: Outcome,
        limit: &Bound,
    ) -> Self {
        let report = Self::new(load, built, outcome.beyond_a_bound());
        let verdict = format!(
            "{}: at most {:.6} messages/node/cycle can be carried ({})",
            report.verdict, limit.rate, limit.why
        );
        Self { verdict, ..report }
    }

    /// Whether some message never moves again: worms deadlocked, or one is in a dead end.
    pub fn is_stuck(&self) -> bool {
        self.deadlocked || self.state == State::DeadEnd
    }

    /// Whether the run has a mean latency that does not depend on its length.
    pub fn is_steady(&self) -> bool {
        !self.saturated && !self.is_stuck() && self.state != State::NotSettled
    }

    /// Whether the mean latency is not reliable yet: it has not settled, or its confidence interval
    /// is unreliable.
    pub fn is_doubtful(&self) -> bool {
        let measures = &self.measures;
        let is_random = measures.latency.batches > 0 || measures.network_latency.batches > 0;
        let of = |estimate: &Estimate| estimate.mean.is_some() && !estimate.trusted;
        let all = [measures.latency, measures.network_latency];
        let mut all = all.iter().chain(&measures.multicast_latency);
        is_random
            && !self.is_stuck()
            && (measures.settled == Some(false) && !self.saturated || all.any(of))
    }

    /// The document of a report, whose fields [`REPORT_SCHEMA`] describes: [`to_json`](Self::to_json) with the version
    /// of the program ([`version_of`](crate::version::version_of)) and the scenario.
    pub fn document(&self, version: &str, scenario: &Scenario) -> Map<String, Value> {
        let mut document = Map::from_iter([("version".to_owned(), json!(version))]);
        if let Value::Object(report) = self.to_json() {
            document.extend(report);
        }
        document.insert("scenario".to_owned(), json!(scenario));
        document
    }

    /// The JSON form in files, with the measures at the top level, and without measures that the run does not have.
    ///
    /// Written by hand, because messages between programs need every field, and `#[serde(flatten)]` would double the
    /// code.
    pub fn to_json(&self) -> Value {
        let mut flat = Map::new();
        let Value::Object(nested) = json!(self) else {
            unreachable!("a report has fields");
        };
        for (name, value) in nested {
            match value {
                Value::Object(measures) if name == "measures" => flat.extend(measures),
                _ => flat.extend([(name, value)]),
            }
        }
        flat.retain(|name, value| !value.is_null() || NULL_IF_UNKNOWN.contains(&&**name));
        if self.dimension_rates.is_empty() {
            flat.shift_remove("dimension_rates");
        }
        if let Some(Value::Object(so_far)) = flat.get_mut("so_far") {
            so_far.retain(|name, value| !value.is_null() || name == "latency");
        }
        Value::Object(flat)
    }

    /// Reads the output of [`Report::to_json`] and ignores unknown fields.
    pub fn from_json(fields: Map<String, Value>) -> Result<Self, String> {
        let mut nested = fields.clone();
        // Older reports have no `state`.
        if !fields.contains_key("state") {
            let is = |name: &str| fields.get(name) == Some(&Value::Bool(true));
            let state = match (is("deadlocked"), is("saturated")) {
                (true, _) => State::Deadlocked,
                (false, true) => State::Saturated,
                (false, false) => State::Steady,
            };
            nested.insert("state".to_owned(), json!(state));
        }
        nested.insert("measures".to_owned(), Value::Object(fields));
        serde_path_to_error::deserialize(Value::Object(nested)).map_err(|error| {
            format!(
                "a report must have every field that `flitscope run` writes: {}",
                error.inner()
            )
        })
    }
}

/// The note that a run ended early, in the given cycle, because too many messages waited.
fn overrun(cycle: u64) -> String {
    format!("; the run ended in cycle {cycle}, at its limit of waiting messages")
}

/// The note that a run ended early, in the given cycle, because its verdict was certain.
fn certain(cycle: u64) -> String {
    format!("; that was certain in cycle {cycle}, where the run ended")
}

/// The reasons why the numbers may be unreliable, if the network is steady enough to have any.
fn doubts(outcome: &Outcome) -> Vec<String> {
    let measures = &outcome.measures;
    let mut doubts = Vec::new();
    if outcome.verdict == Verdict::Steady && measures.settled == Some(false) {
        doubts.push(match measures.settled_at {
            Some(cycle) if cycle > measures.started => format!(
                "the latency is measured from cycle {} on but settles only at about cycle {cycle}: \
                 simulate longer, with a longer warm-up",
                measures.started
            ),
            _ => "the latency has not settled in the first half of the run: simulate longer"
                .to_owned(),
        });
    }
    let is_random = matches!(
        outcome.verdict,
        Verdict::Steady | Verdict::Saturated | Verdict::NotSettled
    );
    if is_random && measures.messages > 0 {
        let named = [
            ("latency", measures.latency),
            ("network latency", measures.network_latency),
        ];
        // Without unicast messages, the latency is that of multicasts.
        let multicasts = measures.unicast_latency.and(measures.multicast_latency);
        let named = named.into_iter();
        for (name, estimate) in named.chain(multicasts.map(|m| ("multicast latency", m))) {
            doubts.extend(doubt(name, &estimate));
        }
    }
    doubts
}

/// The reason why an estimate is unreliable, if it is.
pub(super) fn doubt(name: &str, estimate: &Estimate) -> Option<String> {
    if estimate.mean.is_none() || estimate.trusted {
        return None;
    }
    let why = match estimate.correlation {
        None if estimate.batches > 1 => "the runs are short".to_owned(),
        Some(correlation) => format!("lag correlation {correlation:.2}"),
        None => "too few messages arrived".to_owned(),
    };
    Some(format!(
        "the confidence interval of the {name} is unreliable ({why}): simulate longer"
    ))
}

/// A share in percent, with about two digits.
fn percent(share: f64) -> String {
    let digits = usize::from(share < 0.1) + usize::from(share < 0.01);
    format!("{:.digits$} %", share * 100.0)
}

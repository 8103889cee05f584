//! Upper bounds on the load of a network that hold for any buffering and arbitration.

use clap::Args;
use serde_json::{Value, json};

use super::common::answer::{Answer, CommandResult};
use super::common::network::{NetworkArgument, suited_routing};
use super::common::tables::{cell, in_columns};
use flitscope::catalog::quoted;
use flitscope::routing::Scripts;
use flitscope::scenario::{Bounds, BuiltScenario, MOST_NODES_BOUND, ONE_VIRTUAL_CHANNEL, Scenario};
use flitscope::sweep::{limits, senders, zero_load};
use flitscope::topology;
use flitscope::traffic::Length;

/// The network and its traffic.
#[derive(Debug, Args)]
pub(crate) struct BoundsOptions {
    #[command(flatten)]
    network: NetworkArgument,
    /// The traffic pattern; all for every one that the network has, each with its lowest bound.
    #[arg(long, default_value = "uniform")]
    pattern: String,
    /// The routing function; default: one that suits the network.
    #[arg(long)]
    routing: Option<String>,
    /// M, message length [flits].
    #[arg(long, default_value = "32", allow_hyphen_values = true)]
    length: String,
    /// Injection channels of a node.
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    injection: String,
    /// Ejection channels of a node; default: as many as can be in use at once.
    #[arg(long, allow_hyphen_values = true)]
    ejection: Option<String>,
}

/// The name of all patterns together.
const ALL: &str = "all";

/// The most injection or ejection channels of a node.
const MOST_PORTS: u32 = 255;

/// The convention of the bisection.
const BISECTION: &str = "channels in one direction between two halves of the terminals, which differ by at most one; \
                         a switch is on the side where it is cheaper";

impl BoundsOptions {
    /// Returns the bounds, or an error in the options.
    pub(crate) fn answer(&self, scripts: &Scripts) -> CommandResult {
        let network = self.network.spec()?;
        let mut scenario = Scenario::on(&network).with_scripts(scripts);
        // Four virtual channels suffice for every function.
        scenario.vcs = 4;
        if let Some(routing) = &self.routing {
            scenario.routing.clone_from(routing);
        } else if let Ok(topology) = topology::from_spec(&network) {
            suited_routing(&*topology).clone_into(&mut scenario.routing);
        }
        if self.pattern != ALL {
            scenario.traffic.pattern.clone_from(&self.pattern);
        }
        scenario.length = Length::Fixed(whole("length", &self.length, Length::MOST)?);
        scenario.ports.injection = i64::from(whole("injection", &self.injection, MOST_PORTS)?);
        let ejection = self.ejection.as_deref();
        let ejection = ejection
            .map(|text| whole("ejection", text, MOST_PORTS))
            .transpose()?;
        scenario.ports.ejection = ejection.map(i64::from);
        let built = scenario.build_within(MOST_NODES_BOUND);
        let built = built.map_err(|error| error.reason())?;
        if self.pattern == ALL {
            let json = of_all_patterns(&scenario, &built);
            let text = patterns_table(&json);
            return Ok(Answer::new(json, text));
        }
        let bounds = Bounds::of(&scenario, &built)?;
        let all = bounds
            .all
            .iter()
            .map(|bound| json!({ "kind": bound.kind.id(), "rate": bound.rate, "why": bound.why }));
        let lowest = bounds.lowest();
        let json = json!({
            "network": topology::short_name_of(&scenario.network),
            "pattern": scenario.traffic.pattern,
            "routing": scenario.routing,
            "length": built.design.length.mean(),
            "mean_distance": bounds.mean_distance,
            "latency_without_load": zero_load(&bounds, &scenario, &built, senders(&scenario, &built)),
            "bisection": {
                "channels": bounds.bisection.channels,
                "smallest": bounds.bisection.is_smallest,
                "across": bounds.bisection.across,
                "text": bounds.bisection.in_words(),
                "convention": BISECTION,
            },
            "channel_load": bounds.channel_load.map(|load| {
                json!({ "max": load.max, "mean": load.mean })
            }),
            "bounds": all.collect::<Vec<_>>(),
            "one_virtual_channel": ONE_VIRTUAL_CHANNEL,
            "saturation_below": lowest.map(|bound| bound.rate),
            "by": lowest.map(|bound| bound.kind.id()),
        });
        let text = bounds_table(&json);
        Ok(Answer::new(json, text))
    }
}

/// The lowest bound under each pattern.
fn of_all_patterns(scenario: &Scenario, built: &BuiltScenario) -> Value {
    let patterns = limits(scenario, built).into_iter().map(|limit| {
        let (rate, why) = match limit.bound {
            Ok((rate, why)) => (Some(rate), why),
            Err(reason) => (None, reason),
        };
        json!({ "pattern": limit.pattern, "saturation_below": rate, "why": why })
    });
    json!({
        "network": topology::short_name_of(&scenario.network),
        "routing": scenario.routing,
        "length": built.design.length.mean(),
        "patterns": patterns.collect::<Vec<_>>(),
    })
}

/// Formats fields as lines of name and value.
fn lines(answer: &Value, keys: &[&str]) -> Vec<Vec<String>> {
    let lines = keys
        .iter()
        .map(|key| vec![(*key).to_owned(), cell(&answer[*key])]);
    lines.collect()
}

/// Formats objects as rows with a head.
fn rows(head: &str, objects: &Value, keys: [&str; 3]) -> String {
    let head = [head, "messages/node/cycle", "because"].map(str::to_owned);
    let objects = objects.as_array().into_iter().flatten();
    let rows = objects.map(|object| keys.map(|key| cell(&object[key])).to_vec());
    in_columns(
        &std::iter::once(head.to_vec())
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

fn patterns_table(answer: &Value) -> String {
    let head = in_columns(&lines(answer, &["network", "routing", "length"]));
    let keys = ["pattern", "saturation_below", "why"];
    format!("{head}\n{}", rows("pattern", &answer["patterns"], keys))
}

fn bounds_table(answer: &Value) -> String {
    let mut head = lines(
        answer,
        &[
            "network",
            "pattern",
            "routing",
            "length",
            "mean_distance",
            "latency_without_load",
        ],
    );
    let line = |name: &str, value: &str| vec![name.to_owned(), value.to_owned()];
    head.push(line("bisection", &cell(&answer["bisection"]["text"])));
    head.push(line("", BISECTION));
    if answer["channel_load"].is_null() {
        head.push(line(
            "channel load",
            "depends on the traffic: an adaptive function chooses among free channels",
        ));
    }
    format!(
        "{}\n{}\nNot counted: {ONE_VIRTUAL_CHANNEL}.\n",
        in_columns(&head),
        rows("bound", &answer["bounds"], ["kind", "rate", "why"]),
    )
}

fn whole(field: &str, text: &str, most: u32) -> Result<u32, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| {
        let given = quoted(text);
        format!("{field} must be a whole number from 1 to {most}, not {given}")
    })
}

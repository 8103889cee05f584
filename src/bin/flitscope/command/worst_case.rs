//! The permutation that loads one channel most under a routing function.

use clap::Args;
use serde_json::{Value, json};

use super::common::network::{NetworkArgument, suited_routing};
use super::common::tables::{cell, in_columns};
use flitscope::routing::{self, Scripts};
use flitscope::scenario::{BoundKind, Bounds, MOST_NODES_BOUND, Scenario};
use flitscope::topology::{self, Network};
use flitscope::traffic::Length;
use flitscope::traffic::worst_case::MOST_TERMINALS;

/// The network and its routing function.
#[derive(Debug, Args)]
pub(crate) struct WorstCaseOptions {
    #[command(flatten)]
    network: NetworkArgument,
    /// The routing function, deterministic or oblivious; default: one that suits the network.
    #[arg(long)]
    routing: Option<String>,
    /// Virtual channels per channel.
    #[arg(long, default_value_t = 4)]
    vcs: i64,
}

impl WorstCaseOptions {
    /// Returns the worst case, or an error in the options.
    pub(crate) fn answer(&self, scripts: &Scripts) -> Result<Value, String> {
        let network = self.network.spec()?;
        let mut scenario = Scenario::on(&network).with_scripts(scripts);
        scenario.vcs = self.vcs;
        scenario.length = Length::Fixed(1);
        if let Some(routing) = &self.routing {
            scenario.routing.clone_from(routing);
        } else if let Ok(topology) = topology::from_spec(&network) {
            suited_routing(&*topology).clone_into(&mut scenario.routing);
        }
        let built = scenario.build_within(MOST_NODES_BOUND);
        let built = built.map_err(|error| error.reason())?;
        let topology = &*built.topology;
        let worst = scenario.worst_case(topology, MOST_TERMINALS);
        let worst = worst.map_err(|error| error.to_string())?;
        // No routing function has a higher throughput of uniform traffic than one that spreads it evenly.
        let capacity = Bounds::of(&scenario, &built)?
            .all
            .into_iter()
            .find(|bound| {
                let of_network = [BoundKind::Bisection, BoundKind::Node, BoundKind::MeanLoad];
                of_network.contains(&bound.kind)
            });
        let capacity = capacity.map(|bound| bound.rate);
        let channels = Network::new(topology);
        let terminals = channels.terminals();
        let label = |index: u32| topology.label(terminals.nth(index));
        let pairs = (0..).zip(&worst.to);
        let pairs = pairs.map(|(from, &to)| json!({ "from": label(from), "to": label(to) }));
        let ends = [channels.from(worst.channel), channels.to(worst.channel)];
        let [from, to] = ends.map(|node| topology.label(node));
        Ok(json!({
            "network": topology::short_name_of(&scenario.network),
            "routing": routing::written::in_words(&scenario.routing),
            "channel": { "from": from, "to": to },
            "channel_load": worst.load,
            "throughput": 1.0 / worst.load,
            "uniform_channel_load": worst.uniform,
            "share_of_uniform": worst.uniform / worst.load,
            "capacity": capacity,
            "share_of_capacity": capacity.map(|capacity| 1.0 / worst.load / capacity),
            "why": worst.in_words(topology, &channels),
            "permutation": pairs.collect::<Vec<_>>(),
            "pattern": worst.listed(),
        }))
    }
}

/// Formats the answer as a table.
pub(crate) fn worst_case_table(answer: &Value) -> String {
    let line = |name: &str, value: String| vec![name.to_owned(), value];
    let number = |key: &str| {
        answer[key]
            .as_f64()
            .map_or_else(String::new, |n| format!("{n:.4}"))
    };
    let head = [
        line("network", cell(&answer["network"])),
        line("routing", cell(&answer["routing"])),
        line(
            "busiest channel",
            format!(
                "{} → {}",
                cell(&answer["channel"]["from"]),
                cell(&answer["channel"]["to"])
            ),
        ),
        line(
            "channel load γ",
            format!(
                "{} messages per message that each terminal sends",
                number("channel_load")
            ),
        ),
        line(
            "throughput 1/γ",
            format!("{} flits/terminal/cycle", number("throughput")),
        ),
        line(
            "of uniform traffic",
            format!(
                "{} (γ = {})",
                number("share_of_uniform"),
                number("uniform_channel_load")
            ),
        ),
        line(
            "of capacity",
            format!(
                "{} of {} flits/terminal/cycle",
                number("share_of_capacity"),
                number("capacity")
            ),
        ),
    ];
    let mut rows = vec![line("from", "to".to_owned())];
    for pair in answer["permutation"].as_array().into_iter().flatten() {
        rows.push(line(&cell(&pair["from"]), cell(&pair["to"])));
    }
    format!("{}\n{}", in_columns(&head), in_columns(&rows))
}

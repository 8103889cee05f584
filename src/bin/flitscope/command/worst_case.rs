//! The permutation that loads one channel most under a routing function.

use clap::Args;
use serde_json::{Value, json};

use super::common::answer::{Answer, CommandResult};
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
    pub(crate) fn answer(&self, scripts: &Scripts) -> CommandResult {
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
        let json = json!({
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
        });
        let text = worst_case_table(&json);
        Ok(Answer::new(json, text))
    }
}

/// Formats the answer as a table.
fn worst_case_table(answer: &Value) -> String {
    let number = |key: &str| {
        let number = answer[key].as_f64();
        number.map_or_else(String::new, |number| format!("{number:.4}"))
    };
    let [load, throughput, uniform] =
        ["channel_load", "throughput", "uniform_channel_load"].map(number);
    let [of_uniform, of_capacity, capacity] =
        ["share_of_uniform", "share_of_capacity", "capacity"].map(number);
    let [from, to] = ["from", "to"].map(|end| cell(&answer["channel"][end]));
    let head = [
        ["network", &cell(&answer["network"])],
        ["routing", &cell(&answer["routing"])],
        ["busiest channel", &format!("{from} → {to}")],
        [
            "channel load γ",
            &format!("{load} messages per message that each terminal sends"),
        ],
        [
            "throughput 1/γ",
            &format!("{throughput} flits/terminal/cycle"),
        ],
        [
            "of uniform traffic",
            &format!("{of_uniform} (γ = {uniform})"),
        ],
        [
            "of capacity",
            &format!("{of_capacity} of {capacity} flits/terminal/cycle"),
        ],
    ];
    let head = head.map(|line| line.map(str::to_owned).to_vec());
    let pairs = answer["permutation"].as_array().into_iter().flatten();
    let pairs = pairs.map(|pair| ["from", "to"].map(|end| cell(&pair[end])).to_vec());
    let ends = ["from", "to"].map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(ends).chain(pairs).collect();
    format!("{}\n{}", in_columns(&head), in_columns(&rows))
}

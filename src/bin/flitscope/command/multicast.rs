//! Plans of a multicast by one algorithm, and comparisons of all algorithms.

use clap::Args;
use serde_json::json;

use super::common::answer::{Answer, CommandResult};
use super::common::network::NetworkArgument;
use super::common::tables::plan_table;
use flitscope::multicast::{self, PlannedWorm};
use flitscope::routing::{self, Scripts, VcSet};
use flitscope::scenario::{ComparedAlgorithm, Scenario};
use flitscope::topology::{Network, NodeId, Terminals, Topology};

/// The multicast to plan.
#[derive(Debug, Args)]
pub(crate) struct MulticastOptions {
    #[command(flatten)]
    network: NetworkArgument,
    /// The multicast algorithm, for example dual-path; or all, to compare those defined on the
    /// network.
    #[arg(long)]
    algorithm: String,
    /// Source: 3,2 or, in a hypercube, 6.
    #[arg(long, allow_hyphen_values = true)]
    source: String,
    /// Destinations, as in 0,0 5,3; or all, for every other node.
    #[arg(long, required = true, num_args = 1..)]
    dest: Vec<String>,
    /// The routing function, for worms without a path of their own [default: dimension-order, or up-down where
    /// that is not defined].
    #[arg(long)]
    routing: Option<String>,
    /// Injection ports per node, which limit how many start-ups run in parallel.
    #[arg(long, default_value = "4", allow_hyphen_values = true)]
    ports: String,
    /// With all: start-up time [cycles].
    #[arg(long, default_value = "33", allow_hyphen_values = true)]
    startup: String,
    /// With all: message length [flits].
    #[arg(long, default_value = "32", allow_hyphen_values = true)]
    length: String,
}

impl MulticastOptions {
    /// Returns the plan or the comparison, or an error in the options.
    pub(crate) fn answer(&self, scripts: &Scripts) -> CommandResult {
        let topology = self.network.topology()?;
        let topology = &*topology;
        let from = topology.terminal("source", &self.source);
        let from = from.map_err(|error| error.to_string())?;
        let to = match &*self.dest {
            [all] if all == "all" => {
                let terminals = Terminals::of(topology);
                terminals.iter().filter(|&node| node != from).collect()
            }
            dest => multicast::destinations("dest", dest, from, topology)
                .map_err(|error| error.to_string())?,
        };
        if self.algorithm == "all" {
            return self.compare(topology, from, &to, scripts);
        }
        let algorithm = multicast::from_spec("algorithm", &self.algorithm, topology);
        let algorithm = algorithm.map_err(|error| error.to_string())?;
        let ports = self.ports.trim().parse::<u32>().ok();
        let ports = ports.filter(|ports| (1..=64).contains(ports));
        let ports = ports.ok_or_else(|| {
            let given = flitscope::catalog::quoted(&self.ports);
            format!("ports must be a whole number from 1 to 64, not {given}")
        })?;
        let function =
            routing::from_id_with(self.routing(topology), topology, VcSet::MOST, scripts);
        let function = function.map_err(|error| error.to_string())?;
        let plan = algorithm.plan(from, &to, 0);
        plan.check_length("dest", topology, MOST_CHANNELS)?;
        let plan = plan.laid(&Network::new(topology), &*function);
        let labels = |nodes: &[NodeId]| {
            let labels = nodes.iter().map(|&node| topology.label(node));
            labels.collect::<Vec<_>>()
        };
        let worms = |step: Vec<&PlannedWorm>| {
            let worms = step.into_iter().map(|worm| {
                json!({
                    "from": topology.label(worm.from),
                    "deliver": labels(&worm.deliver),
                    "path": labels(worm.path()),
                })
            });
            json!({ "worms": worms.collect::<Vec<_>>() })
        };
        let json = json!({
            "steps": plan.steps().into_iter().map(worms).collect::<Vec<_>>(),
            "channels": plan.channels(topology),
            "longest": plan.longest(topology),
            "startups": plan.startups(ports),
            "relays": labels(&plan.relays),
        });
        let text = plan_table(&json);
        Ok(Answer::new(json, text))
    }

    fn routing(&self, topology: &dyn Topology) -> &str {
        let named = self.routing.as_deref();
        named.unwrap_or_else(|| routing::usual(topology))
    }

    /// Plans and simulates every algorithm alone on the same multicast.
    fn compare(
        &self,
        topology: &dyn Topology,
        from: NodeId,
        to: &[NodeId],
        scripts: &Scripts,
    ) -> CommandResult {
        let mut scenario = Scenario::on(&topology.spec()).with_scripts(scripts);
        for (field, text) in [
            ("routing", self.routing(topology)),
            ("vcs", "1"),
            ("timing.preparation", "auto"),
            ("ports.injection", &self.ports),
            ("timing.startup", &self.startup),
            ("length", &self.length),
        ] {
            let set = scenario.set(field, text);
            set.map_err(|error| error.labeled("ports.injection", "ports").reason())?;
        }
        let compared = scenario.compare_algorithms(topology, from, to);
        let compared = compared.map_err(|error| error.reason())?;
        let rows = compared.into_iter().map(|one| {
            let ComparedAlgorithm {
                spec,
                channels,
                longest,
                worms,
                startups,
                latency,
                spread,
                ..
            } = one;
            json!({
                "algorithm": spec,
                "channels": channels,
                "longest": longest,
                "worms": worms,
                "startups": startups,
                "latency": latency,
                "arrival_spread": spread,
            })
        });
        Ok(Answer::rows(rows.collect()))
    }
}

/// The most channels that the worms of a plan may cross in total, since each is printed.
const MOST_CHANNELS: u32 = 4_000_000;

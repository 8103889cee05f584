//! Paths between two nodes: those that a routing function allows, and node-disjoint ones.

use clap::Args;
use serde_json::{Value, json};

use super::common::answer::{Answer, CommandResult};
use super::common::network::{NetworkArgument, vcs_of};
use super::common::tables::table;
use super::common::written::{RoutingOptions, delivery};
use flitscope::catalog::{BuildError, quoted};
use flitscope::routing::{
    self, Candidates, Detour, Hop, PathCount, RoutingFunction, Scripts, written,
};
use flitscope::topology::{Network, NodeId, Topology, disjoint_paths};

/// The nodes and the routing function.
#[derive(Debug, Args)]
pub(crate) struct RouteOptions {
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    routing: RoutingOptions,
    /// Source: 3,2 or, in a hypercube, 6.
    #[arg(long, allow_hyphen_values = true)]
    from: String,
    /// Destination.
    #[arg(long, allow_hyphen_values = true)]
    to: String,
    /// An intermediate node of functions that route by way of one, such as valiant: only the routes through it.
    #[arg(long, allow_hyphen_values = true)]
    through: Option<String>,
    /// Virtual channels per channel; four are enough for every function.
    #[arg(long, default_value = "4", allow_hyphen_values = true)]
    vcs: String,
    /// A failed link, by its two nodes, as in 3,2:4,2; may be repeated.
    #[arg(long, value_name = "NODE:NODE", allow_hyphen_values = true)]
    fault: Vec<String>,
    /// Also print a largest set of node-disjoint paths.
    #[arg(long)]
    disjoint: bool,
}

impl RouteOptions {
    /// Returns the routes, or an error in the options. Virtual channels are numbered from 1.
    pub(crate) fn route(&self, scripts: &Scripts) -> CommandResult {
        let topology = &*self.network.topology()?;
        let from = topology.terminal("from", &self.from).map_err(in_words)?;
        let to = topology.terminal("to", &self.to).map_err(in_words)?;
        let vcs = vcs_of(&self.vcs)?;
        let id = self.routing.id(topology)?;
        let function = routing::from_id_with(&id, topology, vcs, scripts);
        let function = function.map_err(in_words)?;
        let network = Network::new(topology);
        let faults = routing::failed("fault", &self.faults()?, topology, &network);
        let faults = faults.map_err(in_words)?;
        let function = Detour::around(function, &network, &faults);
        let routes = match &self.through {
            None => routing::routes(&network, &*function, from, to),
            Some(text) => {
                let by = topology.terminal("through", text).map_err(in_words)?;
                let through = routing::routes_through(&network, &*function, [from, by, to]);
                through.ok_or_else(|| {
                    format!(
                        "through must be a node by way of which {} routes from {} to {}, not {}",
                        written::in_words(&id),
                        topology.label(from),
                        topology.label(to),
                        quoted(text)
                    )
                })?
            }
        };
        let labels = |nodes: &[NodeId]| -> Vec<_> {
            nodes.iter().map(|&node| topology.label(node)).collect()
        };
        let path = (!routes.path.is_empty()).then(|| labels(&routes.path));
        let candidates = routes.hops.iter().filter_map(|&hop| {
            let offers = offers(topology, &network, &*function, hop);
            (!offers.is_empty()).then(|| {
                let mut entry = json!({ "at": topology.label(hop.here) });
                if let Some(lane) = hop.came {
                    let from = topology.label(network.from(lane.channel));
                    entry["came"] = json!({ "from": from, "vc": lane.vc });
                }
                entry["offers"] = json!(offers);
                entry
            })
        });
        let mut found = json!({
            "hops": path.as_ref().map(|path| path.len() - 1),
            "path": path,
            "paths": routes.paths.exact(),
            "candidates": candidates.collect::<Vec<_>>(),
        });
        if let PathCount::About(paths) = routes.paths {
            found["paths_about"] = json!(paths);
        }
        if matches!(routes.paths, PathCount::Endless) {
            found["paths_endless"] = json!(true);
        }
        if path.is_none() {
            let around = if faults.is_empty() {
                ""
            } else {
                " around the failed links"
            };
            found["why"] = json!(format!(
                "{} allows no path from {} to {}{around}",
                written::in_words(&id),
                topology.label(from),
                topology.label(to),
            ));
        }
        if let Some(delivery) = delivery(&id, topology, &network, &*function) {
            found["delivery"] = delivery;
        }
        if self.disjoint {
            let paths = disjoint_paths(&network, from, to, &faults);
            let paths: Vec<_> = paths.iter().map(|path| labels(path)).collect();
            found["disjoint"] = json!(paths);
        }
        let text = route_table(&found);
        Ok(Answer::new(found, text))
    }

    /// Parses the failed links, given by their ends.
    fn faults(&self) -> Result<Vec<(String, String)>, String> {
        let ends = self.fault.iter().map(|fault| {
            let (one, other) = fault.split_once(':').ok_or_else(|| {
                let given = quoted(fault);
                format!("fault must be a link written as 3,2:4,2, not {given}")
            })?;
            Ok((one.to_owned(), other.to_owned()))
        });
        ends.collect()
    }
}

/// Returns the offers to a header at a node.
fn offers(
    topology: &dyn Topology,
    network: &Network,
    function: &dyn RoutingFunction,
    hop: Hop,
) -> Vec<Value> {
    let mut candidates = Candidates::default();
    function.candidates(network, hop, &mut candidates);
    let offers = candidates.as_slice().iter().map(|offer| {
        let vcs = offer.vcs.iter();
        let mut entry = json!({
            "to": topology.label(network.to(offer.channel)),
            "vcs": vcs.collect::<Vec<_>>(),
            "escape": offer.is_escape,
        });
        if let Some(class) = function.class(network, offer.channel) {
            entry["class"] = json!(class);
        }
        entry
    });
    offers.collect()
}

/// Formats the routes as text, with one line per node and per path.
fn route_table(found: &Value) -> String {
    let mut sums = found.clone();
    if let Some(fields) = sums.as_object_mut() {
        fields.retain(|key, _| key != "candidates" && key != "disjoint");
        if fields.shift_remove("paths_endless").is_some() {
            fields["paths"] = json!(PathCount::Endless.to_string());
        }
        if let Some(paths) = fields.shift_remove("paths_about") {
            let about = PathCount::About(paths.as_f64().unwrap_or_default());
            fields["paths"] = json!(about.to_string());
        }
    }
    let items = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let words = |value: &Value| {
        let words = items(value).into_iter().map(|item| match item {
            Value::String(text) => text,
            other => other.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut lines = vec![table(&sums)];
    for candidate in items(&found["candidates"]) {
        let offers = items(&candidate["offers"]).into_iter().map(|offer| {
            let (to, vcs) = (text(&offer["to"]), words(&offer["vcs"]));
            let class = offer["class"].as_str().map(|class| format!(" of {class}"));
            let escape = if offer["escape"] == true {
                " as an escape"
            } else {
                ""
            };
            format!("{to} on vc {vcs}{}{escape}", class.unwrap_or_default())
        });
        let offers = offers.collect::<Vec<_>>().join(", ");
        let at = text(&candidate["at"]);
        let came = candidate["came"]["from"].as_str();
        let came = came.map(|from| format!(" from {from} on vc {}", candidate["came"]["vc"]));
        lines.push(format!("at {at}{}: {offers}\n", came.unwrap_or_default()));
    }
    for path in items(&found["disjoint"]) {
        lines.push(format!("disjoint: {}\n", words(&path)));
    }
    lines.concat()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what map_err hands over"
)]
fn in_words(error: BuildError) -> String {
    error.to_string()
}

//! A user-written routing function from a file.

use clap::Args;
use serde_json::{Value, json};

use super::files::text_of;
use flitscope::catalog::quoted_path;
use flitscope::routing::{self, Delivery, LostKind, RoutingFunction, written};
use flitscope::topology::{Network, Topology};

/// The largest file that is read \[bytes\]; scripts are shorter.
const MOST_BYTES: u64 = 1 << 20;

/// A routing function by its id, or from a file.
#[derive(Debug, Args)]
pub(crate) struct RoutingOptions {
    /// The routing function [default: dimension-order, or up-down where that is not defined].
    #[arg(long)]
    routing: Option<String>,
    #[command(flatten)]
    file: RoutingFile,
}

/// A file with a routing function.
#[derive(Debug, Args)]
pub(crate) struct RoutingFile {
    /// A routing function of your own: a file with fn route(net, here, to), in the script language of the
    /// page; in place of --routing.
    #[arg(long, value_name = "FILE")]
    routing_file: Option<String>,
}

impl RoutingOptions {
    /// Returns the id of the routing function in a scenario.
    pub(crate) fn id(&self, topology: &dyn Topology) -> Result<String, String> {
        let written = self.file.id()?;
        let named = written.or_else(|| self.routing.clone());
        Ok(named.unwrap_or_else(|| routing::usual(topology).to_owned()))
    }
}

impl RoutingFile {
    /// Returns the id of the routing function in a scenario, if a file is given.
    pub(crate) fn id(&self) -> Result<Option<String>, String> {
        let Some(file) = &self.routing_file else {
            return Ok(None);
        };
        let text = text_of(file, MOST_BYTES).map_err(|error| {
            let given = quoted_path(file);
            format!("routing-file must be a readable text, not {given} ({error})")
        })?;
        Ok(Some(written::id_of(&text)))
    }
}

/// Reports which messages a user-written function delivers; `None` for registered functions, which deliver
/// all.
pub(crate) fn delivery(
    id: &str,
    topology: &dyn Topology,
    network: &Network,
    function: &dyn RoutingFunction,
) -> Option<Value> {
    written::script_of(id)?;
    let found = Delivery::of(topology, network, function);
    Some(delivery_in_json(&found, topology))
}

/// Reports which messages a function delivers.
pub(crate) fn delivery_in_json(found: &Delivery, topology: &dyn Topology) -> Value {
    let lost = found.lost.as_ref().map(|lost| {
        let way = lost.way.iter().map(|&node| topology.label(node));
        json!({
            "way": way.collect::<Vec<_>>(),
            "to": topology.label(lost.to),
            "how": match lost.kind {
                LostKind::Never => "never arrives",
                LostKind::Ends => "ends where nothing is offered",
                LostKind::Circles => "goes round forever",
            },
        })
    });
    json!({
        "pairs": found.pairs,
        "never": found.never,
        "may_end": found.may_end,
        "may_circle": found.may_circle,
        "most_hops": found.most_hops,
        "minimal": found.is_minimal,
        "vcs": found.vcs.iter().collect::<Vec<_>>(),
        "lost": lost,
    })
}

//! Networks as arguments: `mesh:8x8`, or `graph:` and the name of a file.

use super::files::{say, text_of};
use flitscope::catalog::{first_of, quoted, quoted_path};
use flitscope::routing::{self, VcSet};
use flitscope::scenario::Scenario;
use flitscope::topology::{self, Topology, graph};

/// The end of the help of commands that take a network.
pub(crate) const GRAPH_HELP: &str = "graph:FILE reads a network of your own from a file: lines \
such as a - b (both ways), a -> b, switch s (sends and receives nothing), a @ 1.5 2 (where it is \
drawn; y grows downwards) and # a comment; a BookSim anynet file; GraphML; or node-link JSON as \
NetworkX writes it.";

/// The largest file that is read \[bytes\].
const MOST_BYTES: u64 = 16 << 20;

/// Returns the specification of the network in an argument; reads its file if there is one.
pub(crate) fn spec_of(argument: &str) -> Result<String, String> {
    let Some(file) = graph::text_of(argument) else {
        return Ok(argument.to_owned());
    };
    let shown = quoted_path(file);
    let text = text_of(file, MOST_BYTES).map_err(|error| {
        format!("network must be graph: and a readable file of text, not {shown} ({error})")
    })?;
    let imported = graph::import(&text).map_err(|error| format!("in {shown}, {error}"))?;
    let spec = graph::spec_of(&imported.sketch.text());
    let built = imported.sketch.build();
    built.map_err(|error| format!("in {shown}, {error}"))?;
    if !imported.notes.is_empty() {
        say(&format!("{shown}: {}", first_of(4, &imported.notes)));
    }
    Ok(spec)
}

/// Builds the network in an argument.
pub(crate) fn topology_of(argument: &str) -> Result<Box<dyn Topology>, String> {
    topology::from_spec(&spec_of(argument)?).map_err(|error| error.to_string())
}

/// Routing functions made for one kind of network, of which they are the default.
const OF_ONE_NETWORK: [&str; 2] = ["folded", "mh-mesh-first"];

/// Returns the routing function that suits a network, given four virtual channels.
pub(crate) fn suited_routing(topology: &dyn Topology) -> &'static str {
    let is_defined = |id: &&str| routing::from_id(id, topology, 4).is_ok();
    let own = OF_ONE_NETWORK.into_iter().find(is_defined);
    own.unwrap_or_else(|| routing::usual(topology))
}

/// Returns the default scenario on a network from a file, if the argument has the form `graph:FILE`.
pub(crate) fn scenario_of(argument: &str) -> Option<Result<Scenario, String>> {
    graph::text_of(argument)?;
    Some(topology_of(argument).map(|topology| Scenario::on(&topology.spec())))
}

/// Parses a number of virtual channels.
pub(crate) fn vcs_of(text: &str) -> Result<u8, String> {
    let count = text.trim().parse().ok();
    let count = count.filter(|count| (1..=VcSet::MOST).contains(count));
    count.ok_or_else(|| {
        let (most, given) = (VcSet::MOST, quoted(text));
        format!("vcs must be a whole number from 1 to {most}, not {given}")
    })
}

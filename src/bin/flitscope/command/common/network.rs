//! Networks as arguments and in scenarios: `mesh:8x8`, or `graph:` and the name of a file.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use super::files::{say, text_at};
use flitscope::catalog::{quoted, quoted_path};
use flitscope::routing::{self, VcSet};
use flitscope::scenario::object_of;
use flitscope::topology::{self, Topology, graph};

/// The end of the help of commands that take a network.
pub(crate) const GRAPH_HELP: &str = "graph:FILE reads a network of your own from a file: lines \
such as a - b (both ways), a -> b, switch s (sends and receives nothing), a @ 1.5 2 (where it is \
drawn; y grows downwards), \"leaf 1\" - \"spine 2\" and # a comment; an edge list (a b), CSV, an adjacency \
list, DOT, GML, GraphML, node-link JSON as NetworkX writes it, a BookSim anynet file, or a topology of ns-3. \
Attributes in the file that are not used are named on standard error. A scenario names a file in the same way, \
\"network\": \"graph:FILE\", relative to its own folder.";

/// The largest file that is read \[bytes\].
const MOST_BYTES: u64 = 16 << 20;

/// A network.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgument {
    /// For example mesh:10x10, torus:8x8, hypercube:6, graph:FILE.
    network: String,
    /// Of a network in a file that is not connected, take only the largest part.
    #[arg(long)]
    largest_part: bool,
}

impl NetworkArgument {
    /// Returns the specification of the network; reads its file if there is one.
    pub(crate) fn spec(&self) -> Result<String, String> {
        if self.largest_part && graph::text_of(&self.network).is_none() {
            let given = quoted(&self.network);
            return Err(format!(
                "largest-part must be given with a network graph:FILE, not {given}"
            ));
        }
        Files::beside("-", self.largest_part).spec(&self.network)
    }

    /// Builds the network.
    pub(crate) fn topology(&self) -> Result<Box<dyn Topology>, String> {
        topology::from_spec(&self.spec()?).map_err(|error| error.to_string())
    }
}

/// Files of networks, each of which is read only once.
#[derive(Debug)]
pub(crate) struct Files {
    /// The folder to which their names are relative.
    folder: PathBuf,
    takes_largest_part: bool,
    /// By name: the specification of the network, or the reason why there is none.
    read: RefCell<BTreeMap<String, Result<String, String>>>,
}

impl Files {
    /// Files that are named in a scenario, or in the current folder for `-`.
    pub(crate) fn beside(scenario: &str, takes_largest_part: bool) -> Self {
        let folder = match scenario {
            "-" => None,
            file => Path::new(file).parent(),
        };
        Self {
            folder: folder.map(Path::to_owned).unwrap_or_default(),
            takes_largest_part,
            read: RefCell::default(),
        }
    }

    /// Returns the specification of a network, which may be `graph:` and the name of a file.
    pub(crate) fn spec(&self, network: &str) -> Result<String, String> {
        let Some(file) = graph::text_of(network) else {
            return Ok(network.to_owned());
        };
        let known = self.read.borrow().get(file).cloned();
        known.unwrap_or_else(|| {
            let read = self.read_network(file);
            self.read.borrow_mut().insert(file.to_owned(), read.clone());
            read
        })
    }

    fn read_network(&self, file: &str) -> Result<String, String> {
        let shown = quoted_path(file);
        let path = self.folder.join(file);
        let text = text_at(&path, MOST_BYTES).map_err(|error| {
            format!("network must be graph: and a readable file of text, not {shown} ({error})")
        })?;
        let imported = graph::import(&text).map_err(|error| format!("in {shown}, {error}"))?;
        let mut notes = imported.notes;
        let whole = imported.sketch;
        let parts = whole.parts();
        let largest = parts.first().map_or(0, Vec::len);
        let sketch = if parts.len() > 1 && self.takes_largest_part {
            let left_out = whole.nodes().len() - largest;
            notes.push(format!(
                "The network is the largest part, of {largest} nodes, without the other {left_out}."
            ));
            whole.largest_part()
        } else {
            whole
        };
        let spec = graph::spec_of(&sketch.text());
        sketch.build().map_err(|error| {
            let offered = parts.len() > 1 && largest > 1 && !self.takes_largest_part;
            let offer = offered.then(|| {
                format!("; --largest-part takes only the largest part, of {largest} nodes")
            });
            format!("in {shown}, {error}{}", offer.unwrap_or_default())
        })?;
        for note in notes {
            say(&format!("{shown}: {note}"));
        }
        Ok(spec)
    }

    /// Replaces the file that a scenario names as its network by the network in it.
    pub(crate) fn read_into(&self, scenario: &mut Map<String, Value>) -> Result<(), String> {
        let Some(network) = scenario.get_mut("network") else {
            return Ok(());
        };
        let file = network.as_str().and_then(graph::text_of);
        let Some(file) = file.filter(|file| !self.is_text(file)) else {
            return Ok(());
        };
        let spec = self.spec(&graph::spec_of(file))?;
        *network = json!({ "graph": graph::text_of(&spec) });
        Ok(())
    }

    /// Whether the name of a file is the text of a network instead, as in `graph:a - b`.
    fn is_text(&self, file: &str) -> bool {
        let has_links = ["\n", " - ", "->"].iter().any(|mark| file.contains(mark));
        has_links && !self.folder.join(file).exists()
    }

    /// Same as [`read_into`](Self::read_into) for a scenario as a line of JSON. Invalid JSON is not
    /// changed, because its reader says what is wrong.
    pub(crate) fn read_into_line<'a>(&self, line: &'a str) -> Result<Cow<'a, str>, String> {
        if !line.contains("graph:") {
            return Ok(Cow::Borrowed(line));
        }
        let Ok(mut fields) = object_of("scenario", line) else {
            return Ok(Cow::Borrowed(line));
        };
        let before = fields.get("network").cloned();
        self.read_into(&mut fields)?;
        if fields.get("network") == before.as_ref() {
            return Ok(Cow::Borrowed(line));
        }
        Ok(Cow::Owned(Value::Object(fields).to_string()))
    }
}

/// Routing functions made for one kind of network, of which they are the default.
const OF_ONE_NETWORK: [&str; 2] = ["folded", "mh-mesh-first"];

/// Returns the routing function that suits a network, given four virtual channels.
pub(crate) fn suited_routing(topology: &dyn Topology) -> &'static str {
    let is_defined = |id: &&str| routing::from_id(id, topology, 4).is_ok();
    let own = OF_ONE_NETWORK.into_iter().find(is_defined);
    own.unwrap_or_else(|| routing::usual(topology))
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

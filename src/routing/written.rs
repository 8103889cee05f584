//! User-written routing functions: `script:fn route(net, here, to) { … }` in place of an id.
//!
//! A script is compiled into a [`Table`] once for each network and number of virtual channels. This
//! layer is independent of the language, and most programs of the page do not contain its compiler.
//! Programs that do register it with [`compile_with`]; the others receive tables from one of these
//! programs ([`keep`]).

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Adaptivity, Candidates, Hop, Least, Recorded, RoutingFunction, Table, VcSet};
use crate::catalog::BuildError;
use crate::topology::{self, Network, Topology};

/// The prefix of a script in place of an id.
const PREFIX: &str = "script:";

/// The largest number of cached tables; the least recently used ones are evicted.
const MOST_TABLES: usize = 24;

/// Compiles a script into its table on a network with the given number of virtual channels.
pub type Compile = fn(&str, &dyn Topology, u8) -> Result<Table, BuildError>;

static COMPILER: OnceLock<Compile> = OnceLock::new();

static TABLES: Mutex<Vec<(Key, Arc<Table>)>> = Mutex::new(Vec::new());

/// The key of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    script: String,
    network: String,
    vcs: u8,
}

impl Key {
    fn new(script: &str, topology: &dyn Topology, vcs: u8) -> Self {
        Self {
            script: script.to_owned(),
            network: topology.spec(),
            vcs,
        }
    }
}

/// Sets the compiler for scripts in this program. Later calls have no effect.
pub fn compile_with(compile: Compile) {
    // A program has only one compiler, so a second call would set the same one.
    let _ = COMPILER.set(compile);
}

/// The script in place of an id; `None` for an id.
pub fn script_of(routing: &str) -> Option<&str> {
    routing.strip_prefix(PREFIX)
}

/// The text that replaces an id for a script.
pub fn id_of(script: &str) -> String {
    [PREFIX, script].concat()
}

/// The name of a routing function within a sentence: its id, unless it is user-written.
pub fn in_words(routing: &str) -> &str {
    if script_of(routing).is_some() {
        "your routing function"
    } else {
        routing
    }
}

/// Caches the table of a script.
pub fn keep(script: &str, topology: &dyn Topology, vcs: u8, table: Table) {
    keep_as(Key::new(script, topology, vcs), Arc::new(table));
}

/// The table of a script, if it is cached.
pub fn known(script: &str, topology: &dyn Topology, vcs: u8) -> Option<Arc<Table>> {
    let key = Key::new(script, topology, vcs);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = tables.iter().position(|(known, _)| *known == key)?;
    // The most recently used table is evicted last.
    let entry = tables.remove(place);
    let table = entry.1.clone();
    tables.push(entry);
    Some(table)
}

/// The table of a script for another program, with its script, network and number of virtual
/// channels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    script: String,
    network: String,
    vcs: u8,
    table: Recorded,
}

impl Carried {
    /// The table of a script in this form; `None` if it is not cached.
    pub fn of(script: &str, topology: &dyn Topology, vcs: u8) -> Option<Self> {
        let table = known(script, topology, vcs)?;
        Some(Self {
            script: script.to_owned(),
            network: topology.spec(),
            vcs,
            table: table.record(&Network::new(topology)),
        })
    }

    /// Caches the table; `None` if it does not fit its network.
    pub fn keep(&self) -> Option<()> {
        let topology = topology::from_spec(&self.network).ok()?;
        if known(&self.script, &*topology, self.vcs).is_none() {
            let table = Table::replay(&Network::new(&*topology), &self.table)?;
            keep(&self.script, &*topology, self.vcs, table);
        }
        Some(())
    }
}

fn keep_as(key: Key, table: Arc<Table>) {
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    tables.retain(|(known, _)| *known != key);
    if tables.len() == MOST_TABLES {
        tables.remove(0);
    }
    tables.push((key, table));
}

/// The function that a script defines.
pub(super) fn function(
    script: &str,
    topology: &dyn Topology,
    vcs: u8,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    if let Some(table) = known(script, topology, vcs) {
        return Ok(Box::new(Written(table)));
    }
    let compile = COMPILER.get().ok_or(BuildError::NotCompiled)?;
    let table = Arc::new(compile(script, topology, vcs)?);
    keep_as(Key::new(script, topology, vcs), table.clone());
    Ok(Box::new(Written(table)))
}

/// A routing function that shares a cached table.
struct Written(Arc<Table>);

impl RoutingFunction for Written {
    fn least(&self) -> Least<'_> {
        self.0.least()
    }

    fn adaptivity(&self) -> Adaptivity {
        self.0.adaptivity()
    }

    fn is_minimal(&self) -> bool {
        self.0.is_minimal()
    }

    fn always_arrives(&self) -> bool {
        self.0.always_arrives()
    }

    fn escapes(&self) -> VcSet {
        self.0.escapes()
    }

    fn asks_arrival(&self) -> bool {
        self.0.asks_arrival()
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.0.candidates(network, hop, out);
    }
}

//! Functions that somebody wrote: `script:fn route(net, here, to) { … }` in place of an id.
//!
//! A script is compiled into a [`Table`] once for a network and a number of virtual channels. The
//! language is no business of this layer, and most programs of the page do without it: those that know
//! it say so with [`compile_with`]; the others are handed tables that one of them made
//! ([`keep`]).

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Adaptivity, Candidates, Hop, Least, Recorded, RoutingFunction, Table, VcSet};
use crate::catalog::BuildError;
use crate::topology::{self, Network, Topology};

/// What stands before a script where an id could stand.
const PREFIX: &str = "script:";

/// Tables that are kept, the last ones that were asked for.
const MOST_TABLES: usize = 24;

/// Makes the table of a script on a network with so many virtual channels.
pub type Compile = fn(&str, &dyn Topology, u8) -> Result<Table, BuildError>;

static COMPILER: OnceLock<Compile> = OnceLock::new();

static TABLES: Mutex<Vec<(Key, Arc<Table>)>> = Mutex::new(Vec::new());

/// What a table is of.
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

/// Has this program compile the scripts that it meets.
pub fn compile_with(compile: Compile) {
    // Whoever says it a second time says the same.
    let _ = COMPILER.set(compile);
}

/// The script that stands in place of an id.
pub fn script_of(routing: &str) -> Option<&str> {
    routing.strip_prefix(PREFIX)
}

/// What stands in place of an id for a script.
pub fn id_of(script: &str) -> String {
    [PREFIX, script].concat()
}

/// A routing function as a sentence names it: by its id, unless somebody wrote it.
pub fn in_words(routing: &str) -> &str {
    if script_of(routing).is_some() {
        "your routing function"
    } else {
        routing
    }
}

/// Keeps a table, so that the script is known from now on.
pub fn keep(script: &str, topology: &dyn Topology, vcs: u8, table: Table) {
    keep_as(Key::new(script, topology, vcs), Arc::new(table));
}

/// The table of a script, if it is known.
pub fn known(script: &str, topology: &dyn Topology, vcs: u8) -> Option<Arc<Table>> {
    let key = Key::new(script, topology, vcs);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = tables.iter().position(|(known, _)| *known == key)?;
    // What is asked for last goes last.
    let entry = tables.remove(place);
    let table = entry.1.clone();
    tables.push(entry);
    Some(table)
}

/// The table of a script for another program, with what it is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    script: String,
    network: String,
    vcs: u8,
    table: Recorded,
}

impl Carried {
    /// That of a script; `None` if it is not known.
    pub fn of(script: &str, topology: &dyn Topology, vcs: u8) -> Option<Self> {
        let table = known(script, topology, vcs)?;
        Some(Self {
            script: script.to_owned(),
            network: topology.spec(),
            vcs,
            table: table.record(&Network::new(topology)),
        })
    }

    /// Keeps the table; `None` if it is of another network than it says.
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

/// A table that is kept for the next network, too.
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

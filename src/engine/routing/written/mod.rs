//! User-written routing functions: `script:fn route(net, here, to) { … }` in place of an id.
//!
//! A script is compiled into a [`Table`] once for each network and number of virtual channels. A
//! scenario carries the handle that has the tables, [`Scripts`]; handles do not see each other's
//! tables. This layer is independent of the language, and most programs of the page do not contain
//! its compiler: they receive tables from a program that does ([`Carried`]).

mod recorded;
mod table;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Candidates, Hop, Least, RoutingFunction};
use crate::catalog::BuildError;
use crate::topology::{self, Network, Topology};

pub use recorded::Recorded;
pub use table::{Facts, Table};

/// The prefix of a script in place of an id.
const PREFIX: &str = "script:";

/// The largest number of tables that a handle keeps; the least recently used ones are evicted.
const MOST_TABLES: usize = 24;

/// Compiles a script into its table on a network with the given number of virtual channels.
type Compile = dyn Fn(&str, &dyn Topology, u8) -> Result<Table, BuildError> + Send + Sync;

/// Compiled user-written functions and, in programs that contain it, the compiler for more of them.
///
/// Clones share both. The default has neither, so that every script is an error until a table for it
/// is [kept](Self::keep).
#[derive(Clone, Default)]
pub struct Scripts(Arc<Shared>);

#[derive(Default)]
struct Shared {
    compile: Option<Box<Compile>>,
    /// The most recently used one is last.
    tables: Mutex<Vec<(Uncompiled, Arc<Table>)>>,
}

/// A script and the network and number of virtual channels for which it is compiled; the key of a
/// table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncompiled {
    pub script: String,
    /// The network, as in a scenario.
    pub network: String,
    /// Number of virtual channels per channel.
    pub vcs: u8,
}

impl Uncompiled {
    fn new(script: &str, topology: &dyn Topology, vcs: u8) -> Self {
        Self {
            script: script.to_owned(),
            network: topology.spec(),
            vcs,
        }
    }
}

impl Scripts {
    /// Scripts that are compiled when they are needed.
    pub fn compiled_by(
        compile: impl Fn(&str, &dyn Topology, u8) -> Result<Table, BuildError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Shared {
            compile: Some(Box::new(compile)),
            tables: Mutex::default(),
        }))
    }

    pub fn keep(&self, script: &str, topology: &dyn Topology, vcs: u8, table: Table) {
        self.keep_as(Uncompiled::new(script, topology, vcs), Arc::new(table));
    }

    /// The table of a script, if it is kept.
    pub fn known(&self, script: &str, topology: &dyn Topology, vcs: u8) -> Option<Arc<Table>> {
        let key = Uncompiled::new(script, topology, vcs);
        let mut tables = self.tables();
        let place = tables.iter().position(|(known, _)| *known == key)?;
        // The most recently used table is evicted last.
        let entry = tables.remove(place);
        let table = entry.1.clone();
        tables.push(entry);
        Some(table)
    }

    /// The function that a script defines.
    pub(super) fn function(
        &self,
        script: &str,
        topology: &dyn Topology,
        vcs: u8,
    ) -> Result<Box<dyn RoutingFunction>, BuildError> {
        if let Some(table) = self.known(script, topology, vcs) {
            return Ok(Box::new(Written(table)));
        }
        let compile = self.0.compile.as_ref().ok_or(BuildError::NotCompiled)?;
        let table = Arc::new(compile(script, topology, vcs)?);
        self.keep_as(Uncompiled::new(script, topology, vcs), table.clone());
        Ok(Box::new(Written(table)))
    }

    fn keep_as(&self, key: Uncompiled, table: Arc<Table>) {
        let mut tables = self.tables();
        tables.retain(|(known, _)| *known != key);
        if tables.len() == MOST_TABLES {
            tables.remove(0);
        }
        tables.push((key, table));
    }

    fn tables(&self) -> MutexGuard<'_, Vec<(Uncompiled, Arc<Table>)>> {
        // A list is complete after every step of a change, even if a thread panics there.
        let tables = self.0.tables.lock();
        tables.unwrap_or_else(PoisonError::into_inner)
    }
}

/// All handles are equal: a scenario is the same before and after its script is compiled.
impl PartialEq for Scripts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Scripts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Scripts")
    }
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

/// The table of a script for another program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    uncompiled: Uncompiled,
    table: Recorded,
}

impl Carried {
    /// A table in this form.
    pub fn new(uncompiled: Uncompiled, network: &Network, table: &Table) -> Self {
        Self {
            uncompiled,
            table: table.record(network),
        }
    }

    /// The table of a script in this form; `None` if `scripts` does not keep it.
    pub fn of(scripts: &Scripts, uncompiled: Uncompiled) -> Option<Self> {
        let topology = topology::from_spec(&uncompiled.network).ok()?;
        let table = scripts.known(&uncompiled.script, &*topology, uncompiled.vcs)?;
        Some(Self::new(uncompiled, &Network::new(&*topology), &table))
    }

    /// Keeps the table in `scripts`; returns `false` if it does not fit its network.
    pub fn keep_in(&self, scripts: &Scripts) -> bool {
        let Uncompiled {
            script,
            network,
            vcs,
        } = &self.uncompiled;
        let Ok(topology) = topology::from_spec(network) else {
            return false;
        };
        let Some(table) = Table::replay(&Network::new(&*topology), &self.table) else {
            return false;
        };
        scripts.keep(script, &*topology, *vcs, table);
        true
    }
}

/// A routing function that shares a table.
struct Written(Arc<Table>);

impl RoutingFunction for Written {
    fn whole(&self) -> Option<&dyn RoutingFunction> {
        Some(&*self.0)
    }

    fn least(&self) -> Least<'_> {
        self.0.least()
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.0.candidates(network, hop, out);
    }
}

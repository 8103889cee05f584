//! `paper.toml` → the constants of the library.
//!
//! Inheritance between items is resolved while the files are read: an item that is `like` another takes from it the
//! fields that it omits.

use std::fmt;

use serde::Deserialize;
use toml::{Table, Value};

use super::constants::{Claim, Erratum, Item, List, Paper, Scene};
use super::equations::Typeset;

/// The tables and figures that the page shows beside its own measurements.
#[derive(Default)]
pub(crate) struct Beside {
    tables: List<PrintedTable>,
    comparisons: List<Comparison>,
    claims: List<(String, List<Claim>)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "its debug output reads the fields")]
struct PrintedTable {
    item: String,
    network: String,
    length: u32,
    latency: PrintedLatency,
    #[serde(skip)]
    points: List<(f64, f64)>,
    remark: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PrintedLatency {
    Network,
    Total,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "its debug output reads the fields")]
struct Comparison {
    item: String,
    network: String,
    length: u32,
    destinations: Option<i64>,
    broadcast: f64,
    vcs: i64,
    ports: i64,
    startup: i64,
    algorithms: List<String>,
    loads: List<f64>,
    remark: String,
}

/// A file of a paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Absent if the file has only tables and figures that the page shows beside its own measurements.
    paper: Option<Paper>,
    #[serde(default, rename = "scene")]
    scenes: List<Scene>,
    #[serde(default, rename = "erratum")]
    errata: List<Erratum>,
    #[serde(rename = "item")]
    items: Vec<Table>,
}

/// Reads a paper, and adds to `beside` the parts of it that the page shows beside its own measurements.
///
/// A message on a mistake names the file, the table or figure, and the field.
pub(crate) fn read(
    name: &str,
    text: &str,
    typeset: Typeset,
    beside: &mut Beside,
) -> Result<Option<Paper>, String> {
    let mut file: File = toml::from_str(text).map_err(|error| format!("{name}: {error}"))?;
    let mut items = Vec::new();
    for at in 0..file.items.len() {
        let (before, rest) = file.items.split_at_mut(at);
        let item = &mut rest[0];
        let id = item.get("id").and_then(Value::as_str).unwrap_or_default();
        let id = format!("{name}: item {id}: ");
        if let Some(like) = item.remove("like") {
            let mut before = before.iter();
            let known = before.find(|known| known.get("id") == Some(&like));
            let missing = || format!("{id}like must be the id of an item before it");
            inherit(item, known.ok_or_else(missing)?);
        }
        let read = beside.take(item.clone(), file.paper.is_some());
        items.extend(read.map_err(|reason| format!("{id}{reason}"))?);
    }
    Ok(file.paper.map(|paper| Paper {
        scenes: file.scenes,
        equations: List(typeset.equations),
        symbols: List(typeset.symbols),
        errata: file.errata,
        items: List(items),
        ..paper
    }))
}

/// Copies fields that a table lacks from another, also those of its blocks and inner tables.
fn inherit(to: &mut Table, from: &Table) {
    for (key, value) in from {
        match (to.get_mut(key), value) {
            (None, _) => {
                to.insert(key.clone(), value.clone());
            }
            (Some(Value::Table(to)), Value::Table(from)) => inherit(to, from),
            (Some(Value::Array(to)), Value::Array(from)) if key == "block" => {
                for (to, from) in to.iter_mut().zip(from) {
                    if let (Value::Table(to), Value::Table(from)) = (to, from) {
                        inherit(to, from);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Beside {
    /// Reads an item of a file; `None` if it is only a comparison.
    fn take(&mut self, mut item: Table, is_reproduced: bool) -> Result<Option<Item>, String> {
        let (print, comparison) = (item.remove("print"), item.remove("comparison"));
        let claims = item.get("conclusion").cloned();
        let read = is_reproduced.then(|| item.try_into::<Item>());
        let read = read.transpose().map_err(|error| error.to_string())?;
        if let Some(comparison) = comparison {
            let of = |error| format!("comparison: {error}");
            let comparison: Comparison = comparison.try_into().map_err(of)?;
            if let Some(claims) = claims {
                let claims = claims.try_into().map_err(of)?;
                self.claims.0.push((comparison.item.clone(), claims));
            }
            self.comparisons.0.push(comparison);
        }
        if let (Some(print), Some(item)) = (print, &read) {
            let table: PrintedTable = print
                .try_into()
                .map_err(|error| format!("print: {error}"))?;
            let points = item.simulated_points();
            let points = points.ok_or("print needs a block with loads and a simulated column")?;
            self.tables.0.push(PrintedTable { points, ..table });
        }
        Ok(read)
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tables,
            comparisons,
            claims,
        } = self;
        writeln!(
            f,
            "/// The tables that the page shows beside a measurement of the same scenario.\n\
             pub const PRINTED_TABLES: &[PrintedTable] = {tables:?};"
        )?;
        writeln!(
            f,
            "/// The figures that the page repeats as measurements.\n\
             pub const COMPARISONS: &[Comparison] = {comparisons:?};"
        )?;
        writeln!(
            f,
            "/// The conclusions from [`COMPARISONS`], by their names.\n\
             const CLAIMS: &[(&str, &[Claim])] = {claims:?};"
        )
    }
}

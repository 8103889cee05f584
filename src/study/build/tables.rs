//! `paper.toml` → the constants of the library.
//!
//! The types here have the names and fields of the types of `src/study/paper`, so that their debug output is Rust.
//! What only the files have is resolved while they are read: an item that is `like` another takes from it the fields
//! that it does not give itself.

#![expect(dead_code, reason = "their debug output reads the fields")]

use std::fmt;

use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use super::equations::{Equation, Symbol, Typeset};

/// A slice of the library.
#[derive(Deserialize, Clone)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

/// A Rust expression.
#[derive(Clone, Default)]
pub(crate) struct Code(String);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    id: String,
    source: Source,
    published: Published,
    synopsis: String,
    system: String,
    #[serde(skip)]
    scenes: List<Scene>,
    models: List<String>,
    #[serde(skip)]
    equations: List<Equation>,
    #[serde(skip)]
    symbols: List<Symbol>,
    #[serde(skip)]
    errata: List<Erratum>,
    #[serde(skip)]
    items: List<Item>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    cite: String,
    work: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    title: String,
    venue: String,
    year: Option<u16>,
    #[serde(default)]
    doi: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scene {
    title: String,
    link: String,
    caption: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Erratum {
    place: String,
    printed: String,
    used: String,
    why: String,
}

#[derive(Debug, Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Claim {
    says: String,
    holds: Holds,
    found: String,
}

#[derive(Debug, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Holds {
    Yes,
    Partly,
    No,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    id: String,
    name: String,
    caption: String,
    #[serde(default)]
    claim: String,
    #[serde(default, rename = "conclusion")]
    conclusions: List<Claim>,
    #[serde(default, rename = "scene")]
    scenes: List<Scene>,
    #[serde(default)]
    remark: String,
    #[serde(default)]
    axes: [String; 2],
    #[serde(default)]
    varied: Varied,
    #[serde(default)]
    counted: Option<Code>,
    #[serde(default, rename = "block")]
    blocks: List<Block>,
}

#[derive(Debug, Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Varied {
    Load,
    Nodes,
    #[default]
    Other,
}

#[derive(Debug, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Block {
    series: String,
    label: String,
    x: String,
    load: String,
    scenario: String,
    measurand: String,
    closed: List<Closed>,
    printed: List<Printed>,
    values: Values,
    curves: List<Values>,
}

/// Names with their values, of which a number or a word stands for itself.
#[derive(Deserialize, Clone, Default)]
#[serde(try_from = "Table")]
struct Values(List<(String, List<String>)>);

#[derive(Debug, Deserialize)]
#[serde(try_from = "ClosedColumn")]
struct Closed {
    name: String,
    column: String,
    model: String,
    load: String,
    quantity: Code,
}

/// A [`Closed`] as in the file.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ClosedColumn {
    name: String,
    column: String,
    model: String,
    load: String,
    /// The symbol of an intermediate quantity.
    part: Option<String>,
    /// The factor of the saturation load.
    saturation: Option<String>,
    /// The function that counts.
    count: Option<Code>,
}

#[derive(Debug, Deserialize)]
#[serde(from = "PrintedColumn")]
struct Printed {
    column: Code,
    values: List<f64>,
}

/// A [`Printed`] as in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrintedColumn {
    name: String,
    #[serde(default)]
    origin: Origin,
    values: List<f64>,
}

/// The constructors of a column of the library.
#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Origin {
    #[default]
    Closed,
    Simulated,
    Independent,
}

/// The tables and figures that the page shows beside its own measurements.
#[derive(Default)]
pub(crate) struct Beside {
    tables: List<PrintedTable>,
    comparisons: List<Comparison>,
    claims: List<(String, List<Claim>)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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

impl Item {
    /// The loads of the first block with the printed simulation.
    fn simulated_points(&self) -> Option<List<(f64, f64)>> {
        let block = self.blocks.0.first()?;
        let Values(List(values)) = &block.values;
        let (_, loads) = values.iter().find(|(name, _)| name == "load")?;
        let mut printed = block.printed.0.iter();
        let column = printed.find(|of| of.column.0.starts_with("Column::simulated"))?;
        let loads = loads.0.iter().map(|load| load.parse::<f64>().ok());
        let points = loads.zip(&column.values.0);
        points
            .map(|(load, &value)| Some((load?, value)))
            .collect::<Option<_>>()
            .map(List)
    }
}

impl TryFrom<Table> for Values {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let values = table.into_iter().map(|(name, value)| {
            let written = match value {
                Value::Array(values) => values.iter().map(written).collect::<Option<_>>(),
                value => written(&value).map(|value| vec![value]),
            };
            let wrong = || format!("value {name} must be a number, a word, or a list of them");
            let written = written.ok_or_else(wrong)?;
            Ok((name, List(written)))
        });
        values
            .collect::<Result<_, _>>()
            .map(|values| Self(List(values)))
    }
}

/// A value as the texts of a block name it; `None` if it is not a number, a word or a truth value.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

impl TryFrom<ClosedColumn> for Closed {
    type Error = String;

    fn try_from(of: ClosedColumn) -> Result<Self, String> {
        let quantity = match (of.part, of.saturation, of.count) {
            (None, None, None) => "Quantity::Latency".to_owned(),
            (Some(symbol), None, None) => format!("Quantity::Part({symbol:?})"),
            (None, Some(factor), None) => format!("Quantity::Saturation({factor:?})"),
            (None, None, Some(count)) => format!("Quantity::Count({count:?})"),
            _ => {
                return Err(format!(
                    "closed {} must have one of part, saturation and count",
                    of.name
                ));
            }
        };
        Ok(Self {
            name: of.name,
            column: of.column,
            model: of.model,
            load: of.load,
            quantity: Code(quantity),
        })
    }
}

impl From<PrintedColumn> for Printed {
    fn from(of: PrintedColumn) -> Self {
        let origin = match of.origin {
            Origin::Closed => "closed",
            Origin::Simulated => "simulated",
            Origin::Independent => "independent",
        };
        Self {
            column: Code(format!("Column::{origin}({:?})", of.name)),
            values: of.values,
        }
    }
}

/// The path of a function in the folder of the papers.
impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|path| Self(format!("super::{path}")))
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "&{:?}", self.0)
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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

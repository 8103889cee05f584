//! The constants of the library, as their debug output.
//!
//! The types here have the names and fields of the types of `src/study/paper`, so that their debug output is Rust.

#![expect(dead_code, reason = "their debug output reads the fields")]

use std::fmt;

use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use super::equations::{Equation, Symbol};

/// A slice of the library.
#[derive(Deserialize, Clone)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

/// A Rust expression.
#[derive(Clone, Default)]
pub(crate) struct Code(String);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    pub(crate) id: String,
    pub(crate) source: Source,
    pub(crate) published: Published,
    pub(crate) synopsis: String,
    pub(crate) system: String,
    #[serde(skip)]
    pub(crate) scenes: List<Scene>,
    pub(crate) models: List<String>,
    #[serde(skip)]
    pub(crate) equations: List<Equation>,
    #[serde(skip)]
    pub(crate) symbols: List<Symbol>,
    #[serde(skip)]
    pub(crate) errata: List<Erratum>,
    #[serde(skip)]
    pub(crate) items: List<Item>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    cite: String,
    work: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Published {
    title: String,
    venue: String,
    year: Option<u16>,
    #[serde(default)]
    doi: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scene {
    title: String,
    link: String,
    caption: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Erratum {
    place: String,
    printed: String,
    used: String,
    why: String,
}

#[derive(Debug, Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
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
pub(crate) struct Item {
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

impl Item {
    /// The loads of the first block with the printed simulation.
    pub(crate) fn simulated_points(&self) -> Option<List<(f64, f64)>> {
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

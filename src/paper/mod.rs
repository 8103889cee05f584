//! The papers: what they ask, their equations, and every table and figure reproduced.
//!
//! A [`Paper`] is data; an [`Item`] of it, a table or a figure, is rows. A row knows what is
//! printed, asks models and exact counts at once, and names the scenario that is to be simulated
//! for it. A caller (the command line, the page's workers) simulates these scenarios in any order
//! and hands the reports back; [`Item::judge`] then says row by row by how much they differ, and in
//! a sentence what to make of it.

mod aboelaze;
mod abraham;
mod ciciani;
mod equations;
mod format;
mod judge;
mod measurand;
mod mesh_hypercube;
mod present;
mod printed;
mod qualified_groups;
mod register;
mod reproduction;
mod row;
mod run_effort;
mod shahrabi;
mod trial;

/// Every table and figure, reproduced.
///
/// This page is generated; what it shows follows from the program and a seed. The sentences on
/// conclusions quote it, so their numbers come from the same runs:
///
/// ```sh
/// cargo run --release --bin flitscope -- papers --markdown --effort thorough > src/paper/RESULTS.md
/// ```
///
/// That takes about an hour of a core. Papers can be written one by one, `papers ciciani` and so
/// on, in the order of [`PAPERS`]: the line above a section names the command that wrote it.
///
#[doc = include_str!("RESULTS.md")]
pub mod results {}

use crate::catalog::Source;
use crate::model::Erratum;

pub use format::{interval, number, signed, significant};
pub use judge::{AgreementCount, Brief, CLOSE, Judged, RECORDED, Recorded, Tone, as_printed};
pub use measurand::{Measurand, Simulated, Task};
pub use present::{Columns, Piece, Sheet, csv, json, markdown, pieces, text};
pub use printed::{Claim, Comparison, Holds, PrintedLatency, PrintedTable};
pub use register::{COMPARISONS, PAPERS, PRINTED_TABLES, claims, comparison, find, printed_table};
pub use reproduction::Reproduction;
pub use row::{Column, Computed, NoValue, Row, model_settings};
pub use run_effort::{Effort, Terms};
pub use trial::{LATENCY, LOAD, MOST_SHARE, Trial};

/// A paper and everything of it that is reproduced.
#[derive(Debug)]
pub struct Paper {
    /// Stands in links and on the command line; never renamed.
    pub id: &'static str,
    /// Authors, year, title and place.
    pub source: Source,
    /// The same apart, as far as it is known.
    pub published: Published,
    /// What it asks, as a question, and what it answers, in a few sentences.
    pub synopsis: &'static str,
    /// Its system in words.
    pub system: &'static str,
    /// Its system as live scenarios, the first of which opens with the page.
    pub scenes: &'static [Scene],
    /// Ids of its models.
    pub models: &'static [&'static str],
    /// Its equations, in their order.
    pub equations: &'static [Equation],
    /// The symbols in them.
    pub symbols: &'static [Symbol],
    /// Errors in print that belong to no model; each model lists its own.
    pub errata: &'static [Erratum],
    /// Its tables and figures, in their order.
    pub items: &'static [Item],
}

/// Where a paper was published.
#[derive(Debug, Clone, Copy)]
pub struct Published {
    /// Its title.
    pub title: &'static str,
    /// Journal or proceedings, and pages.
    pub venue: &'static str,
    /// The year, if it is known.
    pub year: Option<u16>,
    /// The identifier behind <https://doi.org/>; empty where none is known.
    pub doi: &'static str,
}

/// A live scenario.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// On its button.
    pub title: &'static str,
    /// The scenario and how it is looked at, as in the address after `?`.
    pub link: &'static str,
    /// What there is to see, a sentence or two.
    pub caption: &'static str,
}

/// A numbered equation.
#[derive(Debug, Clone, Copy)]
pub struct Equation {
    /// As the paper numbers it, `11` or `26-27`; ours where it has none.
    pub number: &'static str,
    /// What it gives, in a few words.
    pub name: &'static str,
    /// MathML, a `math` element for each part; each symbol is an `mrow` with its id in
    /// `data-symbol`.
    pub mathml: &'static str,
    /// The same in TeX, for the command line and for screen readers that know no MathML.
    pub tex: &'static str,
    /// A remark, or empty.
    pub note: &'static str,
}

/// A symbol of the equations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Symbol {
    /// As equations refer to it.
    pub id: &'static str,
    /// MathML.
    pub mathml: &'static str,
    /// What it is.
    pub name: &'static str,
    /// Unit, or empty.
    pub unit: &'static str,
    /// The symbol under which the model reports its value ([`Part::symbol`](crate::model::Part)),
    /// `T_1,#` for all that differ in a number there, the id of the parameter that it is,
    /// [`LOAD`] or [`LATENCY`]; empty where it has none. See [`Symbol::is_reported_as`].
    pub value: &'static str,
    /// Where in the network it belongs; empty for nowhere: see [`PLACES`].
    pub place: &'static str,
}

/// Places that the picture can point out: all channels, one of them, its virtual channels, the
/// source queues, one of them, all nodes, a path from end to end, or, as `dimension-0`, the
/// channels of a dimension.
pub const PLACES: &[&str] = &[
    "channels", "channel", "lanes", "sources", "source", "nodes", "path",
];

/// A table or figure.
#[derive(Debug)]
pub struct Item {
    /// Stands in links and on the command line: `table-2`, `figure-1`.
    pub id: &'static str,
    /// As the paper calls it.
    pub name: &'static str,
    /// What it shows.
    pub caption: &'static str,
    /// What the paper concludes from it, or empty.
    pub claim: &'static str,
    /// What else it concludes, and what we find of that at length.
    pub conclusions: &'static [Claim],
    /// Live scenarios of it.
    pub scenes: &'static [Scene],
    /// How our values are to be read, and why they differ; sentences.
    pub remark: &'static str,
    /// What is varied and what is found, with units; of statements, empty.
    pub axes: [&'static str; 2],
    /// What is varied, as far as charts have to know.
    pub varied: Varied,
    /// Its rows; closed forms and counts are evaluated here, in milliseconds.
    pub rows: fn() -> Vec<Row>,
}

/// What a table or figure varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Varied {
    /// The load, in the unit of the models: they have curves.
    Load,
    /// The number of nodes, which doubles from row to row.
    Nodes,
    /// Something else, or nothing.
    Other,
}

impl Paper {
    /// Its authors, without the year.
    pub fn authors(&self) -> &'static str {
        let cite = self
            .source
            .cite
            .trim_end_matches(|c: char| c.is_ascii_digit());
        cite.trim_end()
    }

    /// What it asks, in one sentence: that with which its synopsis begins.
    pub fn question(&self) -> &'static str {
        let question = self.synopsis.split_inclusive('?').next();
        question.unwrap_or(self.synopsis)
    }

    /// Finds a table or figure by its id.
    pub fn item(&self, id: &str) -> Option<&'static Item>
    where
        Self: 'static,
    {
        self.items.iter().find(|item| item.id == id)
    }
}

impl Symbol {
    /// Whether a part of a prediction is its value, or one of its values.
    ///
    /// ```
    /// # use flitscope::paper::Symbol;
    /// let symbol = Symbol { value: "T_1,#", ..Symbol::default() };
    /// assert!(symbol.is_reported_as("T_1,0") && symbol.is_reported_as("T_1,12"));
    /// assert!(!symbol.is_reported_as("T_1,") && !symbol.is_reported_as("T_2,0"));
    /// ```
    pub fn is_reported_as(&self, part: &str) -> bool {
        let Some((before, after)) = self.value.split_once('#') else {
            return !self.value.is_empty() && self.value == part;
        };
        let index = part.strip_prefix(before);
        let index = index.and_then(|rest| rest.strip_suffix(after));
        index.is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

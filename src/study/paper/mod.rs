//! Papers: their questions, their equations, and reproductions of all their tables and figures.
//!
//! A [`Paper`] is data, written in `<paper>/paper.toml` and `<paper>/equations.toml`; an [`Item`] of a
//! paper, a table or figure, consists of rows. A row holds the printed values, evaluates models and
//! exact counts immediately, and names the scenario to simulate. A caller (the command line, the page's workers) simulates these scenarios in any order
//! and returns the reports; [`Item::judge`] then computes the differences row by row and a verdict
//! in a sentence.

mod aboelaze;
mod block;
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
mod trial;

/// Reproductions of all tables and figures.
///
/// This page is generated; its contents follow from the program and a seed. The texts on
/// conclusions quote it, so their numbers come from the same runs:
///
/// ```sh
/// cargo run --release --bin flitscope -- papers --markdown --effort thorough > src/study/paper/RESULTS.md
/// ```
///
/// The command takes about an hour on one core. Papers can also be written one by one,
/// `papers ciciani` and so on, in the order of [`PAPERS`]: the line above a section names the
/// command that wrote it.
///
#[doc = include_str!("RESULTS.md")]
pub mod results {}

use engine::catalog::Source;
use engine::model::Erratum;

pub use block::{Block, Closed, Printed, Quantity, Values};
pub use format::{interval, number, signed, significant};
pub use judge::{AgreementCount, Brief, CLOSE, Difference, Judged, Recorded, Tone, as_printed};
pub use measurand::{Measurand, Simulated, Task};
pub use present::{Columns, Piece, Sheet, csv, json, markdown, pieces, text};
pub use printed::{Claim, Comparison, Holds, PrintedLatency, PrintedTable};
pub use register::{COMPARISONS, PAPERS, PRINTED_TABLES, claims, comparison, find, printed_table};
pub use reproduction::Reproduction;
pub use row::{Column, Computed, Row, model_settings};
pub use run_effort::{Effort, Terms};
pub use trial::{LATENCY, LOAD, MOST_SHARE, Trial};

/// A paper and everything reproduced from it.
#[derive(Debug)]
pub struct Paper {
    /// The id in links and on the command line; never renamed.
    pub id: &'static str,
    /// Authors, year, title and venue.
    pub source: Source,
    /// The known publication data, field by field.
    pub published: Published,
    /// The question of the paper, then its answer, in a few sentences.
    pub synopsis: &'static str,
    /// A description of the system that the paper studies.
    pub system: &'static str,
    /// The system as live scenarios, the first of which opens with the page.
    pub scenes: &'static [Scene],
    /// The ids of its models.
    pub models: &'static [&'static str],
    /// Its equations, in the order of the paper.
    pub equations: &'static [Equation],
    /// The symbols of the equations.
    pub symbols: &'static [Symbol],
    /// Errata that belong to no model; each model lists its own.
    pub errata: &'static [Erratum],
    /// Its tables and figures, in the order of the page.
    pub items: &'static [Item],
}

/// The publication data of a paper.
#[derive(Debug, Clone, Copy)]
pub struct Published {
    pub title: &'static str,
    /// Journal or proceedings, and pages.
    pub venue: &'static str,
    /// The year, if it is known.
    pub year: Option<u16>,
    /// The identifier behind <https://doi.org/>; empty where none is known.
    pub doi: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub struct Scene {
    pub title: &'static str,
    /// The scenario and its view, as in the address after `?`.
    pub link: &'static str,
    /// A description of the picture, in a sentence or two.
    pub caption: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub struct Equation {
    /// The number in the paper, `11` or `26-27`; our own where the paper has none.
    pub number: &'static str,
    /// The quantity that it defines, in a few words.
    pub name: &'static str,
    /// MathML, with one `math` element for each part; each symbol is an `mrow` with its id in
    /// `data-symbol`.
    pub mathml: &'static str,
    /// TeX, for the command line and for screen readers without MathML support.
    pub tex: &'static str,
    /// A remark, or empty.
    pub note: &'static str,
}

/// A symbol of the equations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Symbol {
    /// The id by which equations refer to it.
    pub id: &'static str,
    /// The symbol in MathML.
    pub mathml: &'static str,
    pub name: &'static str,
    /// The unit, or empty.
    pub unit: &'static str,
    /// The source of its value: the symbol under which the model reports it
    /// ([`Part::symbol`](engine::model::Part)), with `#` for any number as in `T_1,#`; the id of a
    /// parameter; [`LOAD`] or [`LATENCY`]; empty if it has no value. See [`Symbol::is_reported_as`].
    pub value: &'static str,
    /// The part of the network that it describes, one of [`PLACES`] or `dimension-…`; empty for none.
    pub place: &'static str,
}

/// Parts of the network that the picture can highlight: all channels, one channel, its virtual
/// channels, all source queues, one source queue, all nodes, and a path from source to
/// destination. The channels of a dimension can be highlighted too, as `dimension-0`.
pub const PLACES: &[&str] = &[
    "channels", "channel", "lanes", "sources", "source", "nodes", "path",
];

#[derive(Debug)]
pub struct Item {
    /// The id in links and on the command line: `table-2`, `figure-1`.
    pub id: &'static str,
    pub name: &'static str,
    pub caption: &'static str,
    /// The conclusion of the paper, or empty.
    pub claim: &'static str,
    /// Further conclusions of the paper, each with our findings.
    pub conclusions: &'static [Claim],
    pub scenes: &'static [Scene],
    /// Remarks on how to read our values and why they differ, in sentences.
    pub remark: &'static str,
    /// The varied quantity and the measured quantity, with units; both empty for statements.
    pub axes: [&'static str; 2],
    /// The kind of the varied quantity, for charts.
    pub varied: Varied,
    /// Builds rows that are counted in Rust.
    pub counted: Option<fn() -> Vec<Row>>,
    /// The other rows.
    pub blocks: &'static [Block],
}

/// The kind of quantity that a table or figure varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Varied {
    /// The load, in the unit of the models, which therefore have curves.
    Load,
    /// The number of nodes, which grows by factors: charts have a logarithmic axis.
    Nodes,
    /// Something else, or nothing.
    Other,
}

impl Paper {
    /// The authors, without the year.
    pub fn authors(&self) -> &'static str {
        let cite = self
            .source
            .cite
            .trim_end_matches(|c: char| c.is_ascii_digit());
        cite.trim_end()
    }

    /// The question of the paper, which is the first sentence of its synopsis.
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
    /// Whether the part of a prediction with this symbol is its value, or one of its values.
    ///
    /// ```
    /// # use study::paper::Symbol;
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

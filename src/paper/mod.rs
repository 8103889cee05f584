//! The five papers: what they ask, their equations, and every table and figure re-made.
//!
//! A [`Paper`] is data; an [`Item`] of it, a table or a figure, is rows. A row knows what is
//! printed, asks models and exact counts at once, and names the scenario that is to be
//! simulated for it. Whoever has processors (the command line, the page's workers) simulates
//! these scenarios in any order and hands the reports back; [`Item::judge`] then says row by
//! row by how much they differ, and in a sentence what to make of it.

#[allow(dead_code, reason = "the papers that use them are on their way")]
mod asks;
mod columns;
mod equations;
mod trial;
mod written;

use crate::catalog::Source;
use crate::model::Erratum;
use crate::scenario::Scenario;
use crate::sweep::Report;

pub use columns::Columns;
pub use trial::{LATENCY, LOAD, MOST_SHARE, Trial};
pub use written::{percentage, written};

/// A paper and everything of it that is re-made.
#[derive(Debug)]
pub struct Paper {
    /// Stands in links and on the command line; never renamed.
    pub id: &'static str,
    /// Authors, year, title and place.
    pub source: Source,
    /// What it asks and what it answers, a few sentences.
    pub asks: &'static str,
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
    /// Slips that belong to no model; each model has its own besides.
    pub errata: &'static [Erratum],
    /// Its tables and figures, in their order.
    pub items: &'static [Item],
}

/// A scenario to look at.
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
    /// MathML; each symbol is an `mrow` with its id in `data-symbol`.
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
    /// `T_1,#` for all that differ in a number there, the id of the parameter that it is, or
    /// `load`; empty where it has none. See [`Symbol::is_reported_as`].
    pub value: &'static str,
    /// Where in the network it is at home; empty where nowhere: see [`PLACES`].
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
    /// How ours is to be read, and why it differs; sentences.
    pub remark: &'static str,
    /// What is varied and what is found, with units; of statements, empty.
    pub axes: [&'static str; 2],
    /// Its rows at the given terms; closed forms and counts are evaluated here, in milliseconds.
    pub rows: fn() -> Vec<Row>,
}

/// A row of a table, or a point of a figure.
#[derive(Debug, Clone)]
pub struct Row {
    /// The curve that it belongs to; empty where there is but one.
    pub series: String,
    /// What is varied, as printed; of statements, the statement.
    pub label: String,
    /// The same as a number, where it is one.
    pub x: Option<f64>,
    /// What the paper prints, by the name of its column.
    pub printed: Vec<(&'static str, f64)>,
    /// What our closed forms and counts say, by the name of their column.
    pub computed: Vec<Computed>,
    /// What there is to simulate.
    pub task: Option<Task>,
}

/// What a closed form or a count says.
#[derive(Debug, Clone)]
pub struct Computed {
    /// The name of its column: a variant of a model, or how it was counted.
    pub name: &'static str,
    /// The value, or why there is none.
    pub value: Result<f64, String>,
    /// The model with its parameters, as the command line takes them: `shahrabi-broadcast n=6`.
    pub model: Option<String>,
}

/// A simulation for a row.
#[derive(Debug, Clone)]
pub struct Task {
    /// What to simulate, its load included; the terms are not in it yet.
    pub scenario: Scenario,
    /// What of its report stands in the row.
    pub quantity: Quantity,
}

/// What of a report a row compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// From generation \[cycles\].
    Latency,
    /// From the head of the injection queue \[cycles\].
    Network,
    /// Until the last destination \[cycles\].
    Multicast,
    /// Messages over an average channel \[1/cycle\].
    ChannelRate,
    /// Time at an average link of packets \[1/μ\].
    LinkDelay,
    /// Messages over an average link of packets \[1/unit of time\].
    LinkRate,
}

/// On what terms to simulate: how long, and with whose random numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Seconds for a table, or minutes.
    pub effort: Effort,
    /// Of the random numbers.
    pub seed: u64,
    /// The half-width, as a share of the mean, at which a run may end; none: as suits the effort.
    pub precision: Option<f64>,
}

/// How long to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Seconds for a table.
    Quick,
    /// Minutes.
    Thorough,
}

/// What a simulation says of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulated {
    /// Its mean; none beyond saturation, where a queue has none.
    pub mean: Option<f64>,
    /// Half the width of its 95 % interval.
    pub half_width: Option<f64>,
    /// Whether the network settled.
    pub is_steady: bool,
}

/// A row with everything known of it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// As asked for.
    pub row: Row,
    /// What was simulated.
    pub simulated: Option<Simulated>,
    /// (computed − simulated) / simulated, for each of [`Row::computed`], where both are known.
    pub differences: Vec<Option<f64>>,
    /// What to make of it, a sentence.
    pub verdict: String,
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

impl Task {
    /// The scenario on given terms, ready to be simulated as it stands.
    pub fn on(&self, terms: &Terms) -> Scenario {
        let _ = terms;
        self.scenario.clone()
    }

    /// Takes from a report what the row compares.
    pub fn read(&self, report: &Report) -> Simulated {
        let _ = report;
        Simulated {
            mean: None,
            half_width: None,
            is_steady: false,
        }
    }
}

impl Item {
    /// Holds the rows against what was simulated for them, as far as that is known.
    pub fn judge(&self, rows: &[Row], simulated: &[Option<Simulated>]) -> Vec<Judged> {
        let rows = rows.iter().zip(simulated);
        let judged = rows.map(|(row, &simulated)| Judged {
            row: row.clone(),
            simulated,
            differences: vec![None; row.computed.len()],
            verdict: String::new(),
        });
        judged.collect()
    }

    /// What to make of the whole, a sentence or two.
    pub fn verdict(&self, judged: &[Judged]) -> String {
        let _ = judged;
        String::new()
    }
}

/// Every paper, in the order of the menu.
pub const PAPERS: &[Paper] = &[];

/// Finds a paper by its id.
pub fn find(id: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.id == id)
}

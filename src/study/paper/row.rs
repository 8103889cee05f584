//! Rows: printed values, values of closed forms, and scenarios to simulate.

use super::measurand::Task;
use engine::catalog::{Settings, parse_key_values};
use engine::model::{self, Model};

/// A row of a table, or a point of a figure.
///
/// A printed closed form is compared with the value computed to reproduce its column
/// ([`Computed::column`]), a printed simulation with our simulation.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// The curve that it belongs to; empty if there is only one.
    pub series: String,
    /// The value of the varied quantity, as printed; for statements, the statement.
    pub label: String,
    /// The value of the varied quantity, if it is a number.
    pub x: Option<f64>,
    /// Values found by others, by column: printed in the paper, except for
    /// [`Column::independent`].
    pub printed: Vec<(Column, f64)>,
    /// Our values of closed forms and counts.
    pub computed: Vec<Computed>,
    /// The simulation to run, if any.
    pub task: Option<Task>,
}

/// A column of values found by others: printed in a paper, or from an independent simulation of its
/// system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    /// Whether the values are simulated, and not those of a closed form or a count.
    pub is_simulated: bool,
    pub is_printed: bool,
}

/// The value of a closed form or a count.
#[derive(Debug, Clone)]
pub struct Computed {
    /// The name of its column: a variant of a model, or the method of counting.
    pub name: &'static str,
    /// The name of the printed column that it reproduces: its own name, except for variants.
    pub column: &'static str,
    /// The value, or the reason why the model has no steady state.
    pub value: Result<f64, String>,
    /// The model with its parameters, in the syntax of the command line: `shahrabi-broadcast n=6`.
    pub model: Option<String>,
}

impl Column {
    /// A printed column of a closed form or a count.
    pub const fn closed(name: &'static str) -> Self {
        Self {
            name,
            is_simulated: false,
            is_printed: true,
        }
    }

    /// A column of a simulation that the paper prints.
    pub const fn simulated(name: &'static str) -> Self {
        Self {
            name,
            is_simulated: true,
            is_printed: true,
        }
    }

    /// A column of an independent simulation of the same system, which the paper does not print.
    pub const fn independent(name: &'static str) -> Self {
        Self {
            is_printed: false,
            ..Self::simulated(name)
        }
    }

    pub fn head(self) -> String {
        if self.is_printed {
            format!("printed {}", self.name)
        } else {
            self.name.to_owned()
        }
    }

    /// The origin of the column, which tables show above its name.
    pub fn place(self) -> &'static str {
        if self.is_printed {
            "printed"
        } else {
            "not in the paper"
        }
    }

    /// An adjective that distinguishes the simulation of this column from ours.
    pub fn which(self) -> &'static str {
        if self.is_printed {
            "printed"
        } else {
            "independent"
        }
    }
}

impl Computed {
    /// The result of a count.
    pub fn counted(name: &'static str, value: f64) -> Self {
        Self {
            name,
            column: name,
            value: Ok(value),
            model: None,
        }
    }

    /// The reason why there is no value, if there is none.
    pub fn why(&self) -> Option<String> {
        let reason = self.value.as_ref().err()?;
        Some(format!("saturated: {reason}"))
    }
}

/// Parses a model with its parameters, in the syntax of the command line, into its id and settings.
pub fn model_settings(written: &str) -> Result<(&str, Settings), String> {
    let mut words = written.split_whitespace();
    let id = words.next().unwrap_or_default();
    let settings = parse_key_values(&words.collect::<Vec<_>>());
    Ok((id, settings.map_err(|error| error.to_string())?))
}

/// Builds a model from the syntax of the command line.
pub(super) fn build(written: &str) -> Result<Box<dyn Model>, String> {
    let (id, settings) = model_settings(written)?;
    model::from_id(id, &settings).map_err(|error| error.to_string())
}

impl Row {
    /// The row of a count, beside the value that the paper prints, if it prints one.
    pub fn counted(
        label: impl Into<String>,
        name: &'static str,
        printed: Option<u32>,
        count: u32,
    ) -> Self {
        let printed = printed.map(|number| (Column::closed(name), f64::from(number)));
        Self {
            label: label.into(),
            printed: printed.into_iter().collect(),
            computed: vec![Computed::counted(name, count.into())],
            ..Self::default()
        }
    }

    /// The printed value in the column of that name.
    pub fn printed(&self, name: &str) -> Option<f64> {
        let mut columns = self.printed.iter();
        let found = columns.find(|(column, _)| column.name == name);
        found.map(|&(_, value)| value)
    }

    /// The printed value that the computed value of that name reproduces.
    pub fn print_of(&self, computed: &str) -> Option<f64> {
        let mut all = self.computed.iter();
        let computed = all.find(|of| of.name == computed)?;
        self.printed(computed.column)
    }

    /// The simulation result printed in the paper, if any.
    pub fn printed_simulation(&self) -> Option<f64> {
        let (column, value) = self.other_simulation()?;
        column.is_printed.then_some(value)
    }

    /// The result of a simulation by others, printed or not, with its column.
    pub fn other_simulation(&self) -> Option<(Column, f64)> {
        let mut columns = self.printed.iter();
        columns.find(|(column, _)| column.is_simulated).copied()
    }
}

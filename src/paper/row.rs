//! A row: what is printed, what closed forms predict, and what is to be simulated.

use std::fmt;

use super::measurand::Task;
use crate::catalog::{Settings, parse_key_values};
use crate::model::{self, Model, Prediction};

/// A row of a table, or a point of a figure.
///
/// A printed closed form is held against what is computed to reproduce its column
/// ([`Computed::column`]), a printed simulation against what we simulate.
#[derive(Debug, Clone)]
pub struct Row {
    /// The curve that it belongs to; empty where there is but one.
    pub series: String,
    /// What is varied, as printed; of statements, the statement.
    pub label: String,
    /// The same as a number, where it is one.
    pub x: Option<f64>,
    /// What others found, by its column: what the paper prints, but for
    /// [`Column::independent`].
    pub printed: Vec<(Column, f64)>,
    /// What our closed forms and counts say, by the name of their column.
    pub computed: Vec<Computed>,
    /// What there is to simulate.
    pub task: Option<Task>,
}

/// A column of what others found: what a paper prints, or an independent simulation of its system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Whether it holds what was simulated, rather than what a closed form or a count says.
    pub is_simulated: bool,
    /// Whether the paper prints it.
    pub is_printed: bool,
}

/// What a closed form or a count says.
#[derive(Debug, Clone)]
pub struct Computed {
    /// The name of its column: a variant of a model, or how it was counted.
    pub name: &'static str,
    /// The name of the printed column that it reproduces: its own, but for a variant.
    pub column: &'static str,
    /// The value, or why there is none.
    pub value: Result<f64, NoValue>,
    /// The model with its parameters, as the command line takes them: `shahrabi-broadcast n=6`.
    pub model: Option<String>,
}

/// Why a closed form has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoValue {
    /// The model has no steady state, for this reason.
    Saturated(String),
    /// The model cannot be asked, or does not say, for this reason.
    Unknown(String),
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Saturated(reason) => write!(f, "saturated: {reason}"),
            Self::Unknown(reason) => f.write_str(reason),
        }
    }
}

impl Column {
    /// Of a closed form or a count.
    pub const fn closed(name: &'static str) -> Self {
        Self {
            name,
            is_simulated: false,
            is_printed: true,
        }
    }

    /// Of a simulation that the paper prints.
    pub const fn simulated(name: &'static str) -> Self {
        Self {
            name,
            is_simulated: true,
            is_printed: true,
        }
    }

    /// Of a simulation of the same system that the paper does not print.
    pub const fn independent(name: &'static str) -> Self {
        Self {
            is_printed: false,
            ..Self::simulated(name)
        }
    }

    /// As the head of a table has it.
    pub fn head(self) -> String {
        if self.is_printed {
            format!("printed {}", self.name)
        } else {
            self.name.to_owned()
        }
    }

    /// Where it stands, above its name in the head of a table.
    pub fn place(self) -> &'static str {
        if self.is_printed {
            "printed"
        } else {
            "not in the paper"
        }
    }

    /// Of which simulation it is, beside ours.
    pub fn which(self) -> &'static str {
        if self.is_printed {
            "printed"
        } else {
            "independent"
        }
    }
}

impl Computed {
    /// What a count says.
    pub fn counted(name: &'static str, value: f64) -> Self {
        Self {
            name,
            column: name,
            value: Ok(value),
            model: None,
        }
    }

    /// The latency that a model, written as the command line takes it, predicts at a load.
    pub fn predicted(name: &'static str, model: &str, load: f64) -> Self {
        Self::asked(name, model, |built| match built.predict(load) {
            Prediction::Steady(latency) => Ok(latency.total),
            Prediction::Saturated { reason, .. } => Err(NoValue::Saturated(reason)),
        })
    }

    /// The intermediate quantity of a model at a load that has this symbol.
    pub fn part(name: &'static str, model: &str, load: f64, symbol: &str) -> Self {
        Self::asked(name, model, |built| match built.predict(load) {
            Prediction::Steady(latency) => {
                let missing = || format!("the model reports no {symbol}");
                latency
                    .part(symbol)
                    .ok_or_else(|| NoValue::Unknown(missing()))
            }
            Prediction::Saturated { reason, .. } => Err(NoValue::Saturated(reason)),
        })
    }

    /// The load at which a model saturates.
    pub fn saturation(name: &'static str, model: &str) -> Self {
        Self::asked(name, model, |built| {
            let rate = built.saturation_rate();
            if rate.is_finite() {
                Ok(rate)
            } else {
                let reason = "the model knows no saturation";
                Err(NoValue::Unknown(reason.to_owned()))
            }
        })
    }

    /// Whether there is no value because the model has no steady state.
    pub fn is_saturated(&self) -> bool {
        matches!(self.value, Err(NoValue::Saturated(_)))
    }

    fn asked(
        name: &'static str,
        model: &str,
        ask: impl FnOnce(&dyn Model) -> Result<f64, NoValue>,
    ) -> Self {
        Self {
            name,
            column: name,
            value: build(model)
                .map_err(NoValue::Unknown)
                .and_then(|built| ask(&*built)),
            model: Some(model.to_owned()),
        }
    }
}

/// A model with its parameters, as the command line takes them: its id and settings.
pub fn model_settings(written: &str) -> Result<(&str, Settings), String> {
    let mut words = written.split_whitespace();
    let id = words.next().unwrap_or_default();
    let settings = parse_key_values(&words.collect::<Vec<_>>());
    Ok((id, settings.map_err(|error| error.to_string())?))
}

/// Builds a model that is written as the command line takes it.
pub(super) fn build(written: &str) -> Result<Box<dyn Model>, String> {
    let (id, settings) = model_settings(written)?;
    model::from_id(id, &settings).map_err(|error| error.to_string())
}

impl Row {
    /// What is printed in the column of that name.
    pub fn printed(&self, name: &str) -> Option<f64> {
        let mut columns = self.printed.iter();
        let found = columns.find(|(column, _)| column.name == name);
        found.map(|&(_, value)| value)
    }

    /// What is printed of what is computed under a name.
    pub fn print_of(&self, computed: &str) -> Option<f64> {
        let mut all = self.computed.iter();
        let computed = all.find(|of| of.name == computed)?;
        self.printed(computed.column)
    }

    /// A simulation result printed in the paper.
    pub fn printed_simulation(&self) -> Option<f64> {
        let (column, value) = self.other_simulation()?;
        column.is_printed.then_some(value)
    }

    /// The result of another simulation, printed or not.
    pub fn other_simulation(&self) -> Option<(Column, f64)> {
        let mut columns = self.printed.iter();
        columns.find(|(column, _)| column.is_simulated).copied()
    }
}

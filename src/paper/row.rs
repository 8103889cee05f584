//! A row: what is printed, what closed forms say, and what there is to simulate.

use super::Quantity;
use crate::catalog::{Settings, parse_key_values};
use crate::model::{self, Model, Prediction};
use crate::scenario::Scenario;

/// A row of a table, or a point of a figure.
///
/// Columns are compared by their names: a printed `model` is the print of a computed `model` and
/// of every `model …`, and one whose name has `simulation` in it is held against what we
/// simulate.
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

/// How a value that is none begins where the model has no steady state.
pub(super) const SATURATED: &str = "saturated: ";

impl Computed {
    /// What a count says.
    pub fn counted(name: &'static str, value: f64) -> Self {
        Self {
            name,
            value: Ok(value),
            model: None,
        }
    }

    /// The latency that a model, written as the command line takes it, predicts at a load.
    pub fn predicted(name: &'static str, model: &str, load: f64) -> Self {
        Self::asked(name, model, |built| match built.predict(load) {
            Prediction::Steady(latency) => Ok(latency.total),
            Prediction::Saturated { reason, .. } => Err(format!("{SATURATED}{reason}")),
        })
    }

    /// The intermediate quantity of a model at a load that has this symbol.
    pub fn part(name: &'static str, model: &str, load: f64, symbol: &str) -> Self {
        Self::asked(name, model, |built| match built.predict(load) {
            Prediction::Steady(latency) => {
                let missing = || format!("the model reports no {symbol}");
                latency.part(symbol).ok_or_else(missing)
            }
            Prediction::Saturated { reason, .. } => Err(format!("{SATURATED}{reason}")),
        })
    }

    /// The load at which a model saturates.
    pub fn saturation(name: &'static str, model: &str) -> Self {
        Self::asked(name, model, |built| {
            let rate = built.saturation_rate();
            if rate.is_finite() {
                Ok(rate)
            } else {
                Err("the model knows no saturation".to_owned())
            }
        })
    }

    /// Whether there is no value because the model has no steady state.
    pub fn is_saturated(&self) -> bool {
        matches!(&self.value, Err(why) if why.starts_with(SATURATED))
    }

    fn asked(
        name: &'static str,
        model: &str,
        ask: impl FnOnce(&dyn Model) -> Result<f64, String>,
    ) -> Self {
        Self {
            name,
            value: build(model).and_then(|built| ask(&*built)),
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
        columns.find(|(of, _)| *of == name).map(|&(_, value)| value)
    }

    /// What is printed of what is computed under a name.
    pub fn print_of(&self, computed: &str) -> Option<f64> {
        let mut columns = self.printed.iter();
        let found = columns.find(|(column, _)| is_print_column(column, computed));
        found.map(|&(_, value)| value)
    }

    /// What is printed of a simulation.
    pub fn printed_simulation(&self) -> Option<f64> {
        let mut columns = self.printed.iter();
        let found = columns.find(|(of, _)| is_of_simulation(of));
        found.map(|&(_, value)| value)
    }
}

/// Whether a printed column holds what was simulated.
pub(super) fn is_of_simulation(column: &str) -> bool {
    column.contains("simulation")
}

/// Whether a printed column is the print of what is computed under a name.
pub(super) fn is_print_column(column: &str, computed: &str) -> bool {
    let rest = computed.strip_prefix(column);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

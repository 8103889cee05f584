//! The terms of the model of a scenario, each beside its measured value.

use clap::Args;
use serde_json::{Value, json};

use super::common::scenario::ScenarioArgument;
use super::common::tables::{cell, in_columns};
use flitscope::routing::Scripts;
use flitscope::sweep::{Point, Question as _, TermsQuestion};

/// The scenario and the length of the run.
#[derive(Debug, Args)]
pub(crate) struct ProbeOptions {
    #[command(flatten)]
    scenario: ScenarioArgument,
    /// Cycles to observe, after a tenth as many that are not.
    #[arg(long, default_value_t = 100_000)]
    cycles: u64,
}

impl ProbeOptions {
    /// Returns the terms, or an error in the options or the scenario.
    pub(crate) fn answer(&self, scripts: &Scripts) -> Result<Value, String> {
        let scenario = self.scenario.read(scripts)?;
        let question = TermsQuestion::new(self.cycles)?;
        let point = Point::in_page(&scenario).map_err(|error| error.reason())?;
        let terms = question.run(&point, &mut |_| {})?;
        Ok(json!(terms))
    }
}

/// Formats the answer as a table.
pub(crate) fn probe_table(answer: &Value) -> String {
    let number = |value: &Value| {
        let number = value.as_f64();
        number.map_or_else(|| "-".to_owned(), |number| format!("{number:.4}"))
    };
    let head = [
        "term",
        "measured",
        "deviation",
        "count",
        "model",
        "difference",
        "",
    ];
    let terms = answer["terms"].as_array().into_iter().flatten();
    let rows = terms.map(|term| {
        let difference = match (term["measured"].as_f64(), term["model"].as_f64()) {
            (Some(measured), Some(model)) if measured > 0.0 => {
                format!("{:+.1} %", (model / measured - 1.0) * 100.0)
            }
            _ => "-".to_owned(),
        };
        vec![
            cell(&term["symbol"]),
            number(&term["measured"]),
            number(&term["deviation"]),
            cell(&term["count"]),
            number(&term["model"]),
            difference,
            cell(&term["meaning"]),
        ]
    });
    let rows: Vec<_> = [head.map(str::to_owned).to_vec()]
        .into_iter()
        .chain(rows)
        .collect();
    let model = match (&answer["model"], &answer["why_none"]) {
        (Value::String(name), _) => format!("model: {name}"),
        (_, why) => cell(why),
    };
    let cycles = cell(&answer["cycles"]);
    format!("{cycles} cycles observed; {model}\n\n{}", in_columns(&rows))
}

//! The terms of the model of a scenario, each beside its measured value.

use clap::Args;
use serde_json::json;

use super::common::answer::{Answer, CommandResult};
use super::common::scenario::ScenarioArgument;
use super::common::tables::in_columns;
use flitscope::routing::Scripts;
use flitscope::sweep::{MeasuredTerms, Point, Question as _, TermsQuestion};

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
    pub(crate) fn answer(&self, scripts: &Scripts) -> CommandResult {
        let scenario = self.scenario.read(scripts)?;
        let question = TermsQuestion::new(self.cycles)?;
        let point = Point::in_page(&scenario).map_err(|error| error.reason())?;
        let terms = question.run(&point, &mut |_| {})?;
        Ok(Answer::new(json!(terms), text(&terms)))
    }
}

/// Formats the terms as a table.
fn text(found: &MeasuredTerms) -> String {
    let number =
        |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
    let mut rows = vec![
        [
            "term",
            "measured",
            "deviation",
            "count",
            "model",
            "difference",
            "",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    rows.extend(found.terms.iter().map(|term| {
        let model = term.model.filter(|_| term.measured > 0.0);
        let difference = model.map(|model| (model / term.measured - 1.0) * 100.0);
        vec![
            term.symbol.clone(),
            number(Some(term.measured)),
            number(term.deviation),
            term.count.to_string(),
            number(term.model),
            difference.map_or_else(|| "-".to_owned(), |share| format!("{share:+.1} %")),
            term.meaning.clone(),
        ]
    }));
    let model = match (&found.model, &found.why_none) {
        (Some(name), _) => format!("model: {name}"),
        (None, why) => why.clone().unwrap_or_default(),
    };
    let cycles = found.cycles;
    format!("{cycles} cycles observed; {model}\n\n{}", in_columns(&rows))
}

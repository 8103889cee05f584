//! Example scripts of routing functions, as a start for one's own.

use clap::Args;
use serde_json::json;

use crate::command::common::answer::{Answer, CommandResult};
use flitscope::catalog::{one_of, quoted};
use flitscope::custom::{AT_HAND, EXAMPLES, EXERCISES};
use flitscope::script::python::{HABITS, Habit};

/// The end of the help.
pub(crate) const HELP: &str = "With --routing-file, route, deadlock, simulate and sweep take a file with such a \
function: flitscope scripts duato > my.rhai, change it, and then flitscope deadlock mesh:4x4 --routing-file my.rhai.";

/// The script to print.
#[derive(Debug, Args)]
pub(crate) struct ScriptsOptions {
    /// The script to print; without it, all are listed.
    script: Option<String>,
    /// List the functions that scripts can call instead.
    #[arg(long, conflicts_with = "script")]
    calls: bool,
    /// List how habits of Python are written in scripts instead.
    #[arg(long, conflicts_with_all = ["script", "calls"])]
    python: bool,
}

impl ScriptsOptions {
    pub(crate) fn answer(&self) -> CommandResult {
        if self.calls {
            let calls = AT_HAND.iter();
            let calls = calls.map(|(call, gives)| json!({ "call": call, "gives": gives }));
            return Ok(Answer::rows(calls.collect()));
        }
        if self.python {
            let rows = HABITS.iter().map(Habit::shown);
            return Ok(Answer::rows(rows.map(|row| json!(row)).collect()));
        }
        let examples = EXAMPLES.iter().map(|example| {
            let text = example.text;
            (
                example.id,
                example.title,
                example.place.name.to_owned(),
                text,
            )
        });
        let exercises = EXERCISES.iter().map(|exercise| {
            let place = format!("exercise on {} with {} VCs", exercise.network, exercise.vcs);
            (exercise.id, exercise.title, place, exercise.text)
        });
        let mut all = examples.chain(exercises);
        let Some(script) = &self.script else {
            let rows = all.map(
                |(id, title, place, _)| json!({ "script": id, "title": title, "works on": place }),
            );
            return Ok(Answer::rows(rows.collect()));
        };
        let found = all.clone().find(|(id, ..)| id == script);
        let found = found.map(|(.., text)| Answer::text(text));
        found.ok_or_else(|| {
            let ids: Vec<_> = all.by_ref().map(|(id, ..)| id).collect();
            format!("script must be {}, not {}", one_of(&ids), quoted(script))
        })
    }
}

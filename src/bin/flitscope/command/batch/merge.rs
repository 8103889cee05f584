//! Reports of several machines in one file, in the order of the lines that they answer.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value};

use super::{Files, lines_of, tasks_of, unreadable};
use crate::command::common::files::{print_all, say};
use flitscope::batch::{Key, Task};
use flitscope::routing::Scripts;

pub(in crate::command) const HELP: &str = "\
Each report is written once, in the order of FILE: the output of `run FILE --jobs 1`. Standard error says how many are
missing, repeated with the same contents, contradict another, or belong to no line.

Exit status: 0 if every line has its reports, 1 if some are missing or contradict each other, 2 if a file cannot be read
or a report not be written.

  flitscope merge all.jsonl done-*.jsonl > done.jsonl";

/// The lines and the files of their reports.
#[derive(Debug, Args)]
pub(in crate::command) struct MergeOptions {
    /// The scenarios that were run, as JSON lines.
    file: String,
    /// Files of their reports.
    #[arg(required = true)]
    done: Vec<String>,
}

impl MergeOptions {
    /// Writes the reports in order.
    pub(in crate::command) fn write(&self, scripts: &Scripts) -> Result<ExitCode, String> {
        let mut reports = BTreeMap::<Key, String>::new();
        let (mut repeated, mut contradicting, mut other) = (0, 0, 0);
        for file in &self.done {
            for line in lines_of("DONE", file)? {
                let line = line.map_err(|error| unreadable("DONE", file, &error))?;
                let line = line.trim();
                if line.is_empty() {
                    continue;
                }
                let Some(key) = Key::of_line(line) else {
                    other += 1;
                    continue;
                };
                match reports.get(&key) {
                    None => {
                        reports.insert(key, line.to_owned());
                    }
                    Some(first) if without_origin(first) == without_origin(line) => repeated += 1,
                    Some(_) => contradicting += 1,
                }
            }
        }
        let mut written = BTreeSet::new();
        let mut missing = 0;
        let files = Files::beside(&self.file, false);
        for (index, line) in lines_of("FILE", &self.file)?.enumerate() {
            let line = line.map_err(|error| unreadable("FILE", &self.file, &error))?;
            if line.trim().is_empty() {
                continue;
            }
            let number = index + 1;
            let (asked, is_refused) = match tasks_of(&line, &files, scripts) {
                Ok(tasks) => (tasks.iter().map(Task::key).collect(), false),
                Err(refused) => (vec![refused.key()], true),
            };
            for key in asked {
                // A line that repeats an id and a scenario has one report.
                if !written.insert(key.clone()) {
                    continue;
                }
                match reports.remove(&key) {
                    Some(report) => print_all(&numbered(&report, number, is_refused)),
                    None => missing += 1,
                }
            }
        }
        other += reports.len();
        for (count, what) in [
            (missing, "missing"),
            (contradicting, "in contradiction to another"),
            (repeated, "repeated"),
            (other, "of no line"),
        ] {
            if count > 0 {
                say(&format!("reports {what}: {count}"));
            }
        }
        Ok(if missing + contradicting > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// A report without the version of the program and the number of its line, which differ if a machine had another program
/// or only a part of the lines.
fn without_origin(report: &str) -> String {
    let mut report: Map<String, Value> = serde_json::from_str(report).unwrap_or_default();
    report.remove("version");
    if report.contains_key("error") {
        report.remove("line");
    }
    Value::from(report).to_string()
}

/// An error with the number of its line in the whole file; other reports have none.
fn numbered(report: &str, number: usize, is_refused: bool) -> String {
    let read = serde_json::from_str::<Map<String, Value>>(report);
    match read {
        Ok(mut fields) if is_refused || fields.contains_key("error") => {
            fields.insert("line".to_owned(), number.into());
            format!("{}\n", Value::from(fields))
        }
        _ => format!("{report}\n"),
    }
}

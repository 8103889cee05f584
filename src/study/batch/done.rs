//! Existing reports.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::task::Key;
use crate::scenario::Scenario;
use crate::sweep::Report;
use engine::routing::Scripts;

/// The set of tasks that have a report or an error message in its place.
#[derive(Debug, Clone, Default)]
pub struct Done {
    keys: BTreeSet<Key>,
    /// The number of lines that are not reports, such as one that a killed run left unfinished.
    unreadable: usize,
}

/// A line of a report file.
#[derive(Debug, Clone, PartialEq)]
pub struct Reported {
    /// The `id`, a string or a number.
    pub id: Value,
    pub scenario: Scenario,
    /// The measurements, or the reason why there are none.
    pub report: Report,
}

impl Done {
    /// Records a line of a report file; empty lines are ignored.
    pub fn read(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match Key::of_line(line) {
            Some(key) => {
                self.keys.insert(key);
            }
            None => self.unreadable += 1,
        }
    }

    /// Records a task; returns whether it is new.
    pub fn add(&mut self, key: Key) -> bool {
        self.keys.insert(key)
    }

    /// Whether a task is done.
    pub fn has(&self, key: &Key) -> bool {
        self.keys.contains(key)
    }

    /// The number of tasks done.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no task is done.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of lines that were not reports.
    pub fn unreadable(&self) -> usize {
        self.unreadable
    }
}

impl Key {
    /// The identity of the task of a report, or of an error in its place; `None` for a line that is neither.
    pub fn of_line(line: &str) -> Option<Self> {
        let line: Map<String, Value> = serde_json::from_str(line).ok()?;
        Some(Self {
            id: line.get("id")?.to_string(),
            hash: line.get("hash")?.as_str()?.to_owned(),
        })
    }
}

impl Reported {
    /// Parses a line written by [`Task::line`](super::Task::line); its scenario is built with `scripts`.
    ///
    /// # Errors
    /// Returns the `error` of a line written by [`Refused::line`](super::Refused::line), or a
    /// description of the problem if the line is not a report.
    pub fn read(line: &str, scripts: &Scripts) -> Result<Self, String> {
        let mut fields: Map<String, Value> = serde_json::from_str(line)
            .map_err(|error| format!("a report must be JSON: {error}"))?;
        if let Some(error) = fields.get("error").and_then(Value::as_str) {
            return Err(error.to_owned());
        }
        let link = fields.remove("link");
        let link = link.as_ref().and_then(Value::as_str);
        let link = link.ok_or("link must be given in a report, as `flitscope run` writes it")?;
        let scenario = Scenario::from_link_with(link, scripts).whole();
        let scenario = scenario.map_err(|problem| problem.to_string())?.scenario;
        Ok(Self {
            id: fields.remove("id").unwrap_or_default(),
            scenario,
            report: Report::from_json(fields)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tasks;
    use super::*;
    use crate::sweep::simulate;

    const LINE: &str = r#"{"id": "a", "network": "mesh:4x4", "loads": [0.01, 0.02], "run": {"warmup": 100, "cycles": 2000}}"#;

    #[test]
    fn report_lines_round_trip() {
        let mut done = Done::default();
        for task in tasks(LINE, &Scripts::default()).expect("a good line") {
            let report = simulate(&task.scenario, |_| ()).expect("it can be simulated");
            let line = task.line(&report, "0.1.0+c9e598c6ab");
            let read = Reported::read(&line, &Scripts::default()).expect("a report");
            assert_eq!((&read.id, &read.scenario), (&task.id, &task.scenario));
            assert_eq!(read.report, report);
            assert!(!done.has(&task.key()));
            done.read(&line);
            assert!(done.has(&task.key()));
        }
        assert_eq!((done.len(), done.unreadable()), (2, 0));
    }

    #[test]
    fn truncated_lines_are_unreadable_and_empty_lines_are_ignored() {
        let mut done = Done::default();
        for line in ["", "  ", "{\"id\":\"a\",\"ha", "[]", "{\"id\":1}"] {
            done.read(line);
        }
        assert_eq!((done.len(), done.unreadable()), (0, 3));
        assert!(Reported::read("{\"id\":\"a\",\"ha", &Scripts::default()).is_err());
        let failed = r#"{"id":1,"hash":"0","line":3,"error":"vcs must be 1 to 8, not 9"}"#;
        let error = Reported::read(failed, &Scripts::default());
        assert_eq!(error, Err("vcs must be 1 to 8, not 9".to_owned()));
    }

    #[test]
    fn an_invalid_line_has_its_own_key() {
        let refused =
            tasks(r#"{"id": "a", "network": 3}"#, &Scripts::default()).expect_err("it is wrong");
        let mut done = Done::default();
        done.read(&refused.line(7, "0.1.0"));
        assert!(done.has(&refused.key()));
        assert!(
            refused.reason().starts_with("network must be "),
            "{refused:?}"
        );
    }
}

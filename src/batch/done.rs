//! Reports that there are already.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::task::Key;
use crate::scenario::Scenario;
use crate::sweep::Report;

/// Which tasks have a report, or a sentence why there is none.
#[derive(Debug, Clone, Default)]
pub struct Done {
    keys: BTreeSet<Key>,
    /// Lines that are none of a report, as one that a killed run has not finished.
    unreadable: usize,
}

/// A line of a file of reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Reported {
    /// Its `id`, a text or a number.
    pub id: Value,
    /// What was simulated.
    pub scenario: Scenario,
    /// What was measured, or why nothing was.
    pub report: Report,
}

impl Done {
    /// Notes a line of reports; empty ones are none.
    pub fn read(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match key_of(line) {
            Some(key) => {
                self.keys.insert(key);
            }
            None => self.unreadable += 1,
        }
    }

    /// Notes a task, and tells whether it is new.
    pub fn add(&mut self, key: Key) -> bool {
        self.keys.insert(key)
    }

    /// Whether a task is done.
    pub fn has(&self, key: &Key) -> bool {
        self.keys.contains(key)
    }

    /// How many are done.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How many lines were none of a report.
    pub fn unreadable(&self) -> usize {
        self.unreadable
    }
}

fn key_of(line: &str) -> Option<Key> {
    let line: Map<String, Value> = serde_json::from_str(line).ok()?;
    Some(Key {
        id: line.get("id")?.to_string(),
        hash: line.get("hash")?.as_str()?.to_owned(),
    })
}

impl Reported {
    /// Reads a line that [`Task::line`](super::Task::line) wrote. One that tells an error gives that.
    pub fn read(line: &str) -> Result<Self, String> {
        let mut fields: Map<String, Value> = serde_json::from_str(line)
            .map_err(|error| format!("a report must be JSON: {error}"))?;
        if let Some(error) = fields.get("error").and_then(Value::as_str) {
            return Err(error.to_owned());
        }
        let link = fields.remove("link");
        let link = link.as_ref().and_then(Value::as_str);
        let link = link.ok_or("link must be given in a report, as `flitscope run` writes it")?;
        let scenario = Scenario::from_link(link).whole();
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
    fn a_line_of_a_report_is_read_as_it_was_written() {
        let mut done = Done::default();
        for task in tasks(LINE).expect("a good line") {
            let report = simulate(&task.scenario, |_| ()).expect("it can be simulated");
            let line = task.line(&report);
            let read = Reported::read(&line).expect("a report");
            assert_eq!((&read.id, &read.scenario), (&task.id, &task.scenario));
            assert_eq!(read.report, report);
            assert!(!done.has(&task.key()));
            done.read(&line);
            assert!(done.has(&task.key()));
        }
        assert_eq!((done.len(), done.unreadable()), (2, 0));
    }

    #[test]
    fn half_a_line_is_no_report_and_an_empty_one_is_nothing() {
        let mut done = Done::default();
        for line in ["", "  ", "{\"id\":\"a\",\"ha", "[]", "{\"id\":1}"] {
            done.read(line);
        }
        assert_eq!((done.len(), done.unreadable()), (0, 3));
        assert!(Reported::read("{\"id\":\"a\",\"ha").is_err());
        let told =
            Reported::read(r#"{"id":1,"hash":"0","line":3,"error":"vcs must be 1 to 8, not 9"}"#);
        assert_eq!(told, Err("vcs must be 1 to 8, not 9".to_owned()));
    }

    #[test]
    fn a_line_that_cannot_be_read_has_a_key_of_its_own() {
        let refused = tasks(r#"{"id": "a", "network": 3}"#).expect_err("it is wrong");
        let mut done = Done::default();
        done.read(&refused.line(7));
        assert!(done.has(&refused.key()));
        assert!(
            refused.reason().starts_with("network must be "),
            "{refused:?}"
        );
    }
}

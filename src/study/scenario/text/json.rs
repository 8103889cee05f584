//! Scenario ↔ JSON. Objects are read by the table of fields ([`FIELDS`]), as links and forms are.

use serde_json::{Map, Value};

use super::document::{self, Refusal};
use super::fields::FIELDS;
use super::values::{described, missing, mistyped, rejected, unknown, within};
use crate::scenario::{Packet, Scenario, ScenarioError};

impl Scenario {
    /// Reads a scenario from JSON. If its routing function is a script, it can be built
    /// [with scripts](Self::with_scripts) only.
    pub fn from_json(text: &str) -> Result<Self, ScenarioError> {
        Self::from_object(&object_of("scenario", text)?)
    }

    /// Reads a scenario from the fields of a JSON object ([`object_of`]).
    pub fn from_object(fields: &Map<String, Value>) -> Result<Self, ScenarioError> {
        let mut scenario = Self::default();
        scenario.take(WHOLE, fields)?;
        if !fields.contains_key("network") {
            return Err(missing(WHOLE, "network"));
        }
        if !fields.contains_key("routing") {
            let network = scenario.network.clone();
            scenario.take_usual_routing(&network);
        }
        Ok(scenario)
    }

    /// Sets the fields that a JSON object has, without a check that the scenario can be built.
    pub fn set_fields(&mut self, fields: &Map<String, Value>) -> Result<(), ScenarioError> {
        self.take(WHOLE, fields)
    }

    /// Sets the fields of the object at a path.
    fn take(&mut self, part: &str, object: &Map<String, Value>) -> Result<(), ScenarioError> {
        for (key, value) in object {
            let path = within(part, key);
            if let Some(field) = FIELDS.iter().find(|field| field.path == path) {
                field.take(self, value)?;
            } else if names_within(&path).is_empty() {
                return Err(unknown(&path, &names_within(part)));
            } else {
                match value {
                    Value::Object(object) => {
                        if path == "packet" {
                            self.packet = Some(Packet::default());
                        }
                        self.take(&path, object)?;
                    }
                    // `null` explicitly omits an optional part.
                    Value::Null if path == "packet" => {}
                    other => return Err(mistyped(&path, "an object", other)),
                }
            }
        }
        Ok(())
    }

    /// The JSON form, which [`Scenario::from_json`] reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data always has a JSON form")
    }
}

/// The path of the whole scenario.
const WHOLE: &str = "";

/// The names of the fields and parts of the object at a path; empty if no object is there.
fn names_within(part: &str) -> Vec<&'static str> {
    let mut names = Vec::new();
    for field in FIELDS {
        let rest = match part {
            WHOLE => Some(field.path),
            part => field
                .path
                .strip_prefix(part)
                .and_then(|rest| rest.strip_prefix('.')),
        };
        let name = rest.map(|rest| rest.split_once('.').map_or(rest, |(name, _)| name));
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    names
}

/// Parses a JSON object without duplicate keys; errors call it `what`.
pub fn object_of(what: &str, text: &str) -> Result<Map<String, Value>, ScenarioError> {
    let document = document::read(text).map_err(|refusal| match refusal {
        Refusal::Twice(path) => rejected(&path, "given once", "twice"),
        Refusal::NotJson(error) => rejected(what, "valid JSON", format!("what was given: {error}")),
    })?;
    match document {
        Value::Object(object) => Ok(object),
        other => Err(rejected(what, "an object", described(&other))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(json: &str) -> String {
        Scenario::from_json(json)
            .expect_err("this is not a scenario")
            .to_string()
    }

    #[test]
    fn errors_name_the_field_what_is_allowed_and_what_was_given() {
        assert_eq!(refusal("{}"), "network must be given");
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "vcs": "two"}"#),
            "vcs must be a whole number from 1 to 16, not two"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "length": {"fixed": -3}}"#),
            "length.fixed must be a whole number from 1 to 100000, not -3"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "traffic": {"load": 1}}"#),
            "traffic.load must be one of the fields pattern, rate, burst, surge, closed, broadcast, multicast, not load"
        );
    }

    #[test]
    fn integers_may_be_written_with_a_decimal_point() {
        let scenario = Scenario::from_json(
            r#"{"network": "mesh:4x4", "vcs": 2.0, "length": {"fixed": 16.0}, "seed": 7.0,
                "run": {"warmup": 1e3, "cycles": 2e3}, "traffic": {"rate": 1.0}}"#,
        );
        let scenario = scenario.expect("these are whole numbers");
        assert_eq!((scenario.vcs, scenario.seed), (2, 7));
        assert_eq!(scenario.run.warmup, 1000.into());
        assert!((scenario.traffic.rate - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn truncated_text_is_not_a_scenario() {
        assert!(refusal(r#"{"network": "mesh:4x4""#).starts_with("scenario must be valid JSON"));
        assert!(refusal(r#"{"network": "mesh:4x4"} x"#).starts_with("scenario must be valid JSON"));
        assert_eq!(
            refusal("[]"),
            "scenario must be an object, not an empty array"
        );
    }
}

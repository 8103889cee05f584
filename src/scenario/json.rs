//! Scenario ↔ JSON, with messages for people.

use serde_json::Value;

use super::{Scenario, ScenarioError};
use crate::catalog::quoted;

impl Scenario {
    /// Reads a scenario from JSON.
    pub fn from_json(text: &str) -> Result<Self, ScenarioError> {
        // In two steps, because serde_json calls some wrong values wrong JSON.
        let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        if !value.is_object() {
            return Err(explain(".", "another value, expected struct Scenario"));
        }
        serde_path_to_error::deserialize(value)
            .map_err(|error| explain(&error.path().to_string(), &error.inner().to_string()))
    }

    /// Writes what [`Scenario::from_json`] reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data always has a JSON form")
    }
}

fn not_json(error: &serde_json::Error) -> ScenarioError {
    ScenarioError {
        field: "scenario".to_owned(),
        reason: format!("scenario must be valid JSON, not what was given: {error}"),
    }
}

/// Turns serde's message about a path into a sentence about a field.
fn explain(path: &str, message: &str) -> ScenarioError {
    let message = message.split(" at line ").next().unwrap_or(message);
    let (field, within) = match path {
        "." => ("scenario".to_owned(), String::new()),
        _ => (quoted(path), format!("{}.", quoted(path))),
    };
    let reason = if let Some(missing) = message.strip_prefix("missing field ") {
        format!("{within}{} must be given", missing.trim_matches('`'))
    } else if let Some((given, allowed)) = message.rsplit_once(", expected ") {
        let given = given.split_once(": ").map_or(given, |(_, given)| given);
        // Serde says what kind of value it was, then the value: integer `-3`, string "two".
        let value = match given.split_once(['`', '"']) {
            Some((_, value)) => value.trim_end_matches(['`', '"']),
            None => given,
        };
        let given = quoted(value.trim_start_matches("invalid length "));
        format!("{field} must be {}, not {given}", in_words(allowed))
    } else {
        format!("{field} must be right, but {message}")
    };
    ScenarioError { field, reason }
}

/// A Rust type or serde's list of fields, for people.
fn in_words(expected: &str) -> String {
    match expected {
        "i64" => "a whole number".to_owned(),
        "u64" | "u32" | "u8" => "a whole number that is not negative".to_owned(),
        "f64" => "a number".to_owned(),
        "tuple of size 2" | "a tuple of size 2" => "two nodes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "string or map" | "map with a single key" => "an object with one field".to_owned(),
        _ if expected.starts_with("struct ") => "an object".to_owned(),
        _ => expected
            .replace('`', "")
            .replace("one of", "one of the fields"),
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
            "vcs must be a whole number, not two"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "length": {"fixed": -3}}"#),
            "length.fixed must be a whole number that is not negative, not -3"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "traffic": {"load": 1}}"#),
            "traffic.load must be one of the fields pattern, rate, broadcast, multicast, not load"
        );
    }

    #[test]
    fn truncated_text_is_not_a_scenario() {
        assert!(refusal(r#"{"network": "mesh:4x4""#).starts_with("scenario must be valid JSON"));
        assert!(refusal(r#"{"network": "mesh:4x4"} x"#).starts_with("scenario must be valid JSON"));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let scenario = Scenario::on("torus:4x4x4");
        assert_eq!(Scenario::from_json(&scenario.to_json()), Ok(scenario));
    }
}

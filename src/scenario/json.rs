//! Scenario ↔ JSON, with messages for people.

use super::{Scenario, ScenarioError};

impl Scenario {
    /// Reads a scenario from JSON.
    pub fn from_json(text: &str) -> Result<Self, ScenarioError> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let scenario = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let path = error.path().to_string();
            let error = error.into_inner();
            if error.is_data() {
                explain(&path, &error.to_string())
            } else {
                not_json(&error)
            }
        })?;
        deserializer.end().map_err(|error| not_json(&error))?;
        Ok(scenario)
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
pub(super) fn explain(path: &str, message: &str) -> ScenarioError {
    let message = message.split(" at line ").next().unwrap_or(message);
    let field = if path == "." { "scenario" } else { path };
    let reason = if let Some(missing) = message.strip_prefix("missing field ") {
        format!("{} must be given", missing.trim_matches('`'))
    } else if let Some((given, allowed)) = message.split_once(", expected ") {
        let given = given.split_once(": ").map_or(given, |(_, given)| given);
        let given = given.strip_prefix("unknown field ").unwrap_or(given);
        format!("{field} must be {}, not {given}", in_words(allowed))
    } else {
        format!("{field} must be right, but {message}")
    };
    ScenarioError {
        field: field.to_owned(),
        reason,
    }
}

/// A Rust type or serde's list of fields, for people.
fn in_words(expected: &str) -> String {
    match expected {
        "i64" => "a whole number".to_owned(),
        "u64" | "u32" | "u8" => "a whole number that is not negative".to_owned(),
        "f64" => "a number".to_owned(),
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
            "vcs must be a whole number, not string \"two\""
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "length": {"fixed": -3}}"#),
            "length.fixed must be a whole number that is not negative, not integer `-3`"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "traffic": {"load": 1}}"#),
            "traffic.load must be one of the fields pattern, rate, broadcast, multicast, not `load`"
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

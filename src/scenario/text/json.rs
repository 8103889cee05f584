//! Scenario ↔ JSON, with messages for people.

use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use super::document::{self, Refusal};
use super::ranges;
use crate::catalog::{BuildError, quoted};
use crate::scenario::{Scenario, error::ScenarioError};

impl Scenario {
    /// Reads a scenario from JSON.
    pub fn from_json(text: &str) -> Result<Self, ScenarioError> {
        Self::from_object(object_of("scenario", text)?)
    }

    /// Reads a scenario from the fields of a JSON object ([`object_of`]).
    pub fn from_object(fields: Map<String, Value>) -> Result<Self, ScenarioError> {
        Self::from_document(&Value::Object(fields))
    }

    fn from_document(document: &Value) -> Result<Self, ScenarioError> {
        check_objects(document)?;
        serde_path_to_error::deserialize(document)
            .map_err(|error| explain(document, error.path(), &error.inner().to_string()))
    }

    /// Writes what [`Scenario::from_json`] reads.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data always has a JSON form")
    }
}

/// Reads a JSON object in which nothing is given twice; `what` is what it should be.
pub fn object_of(what: &str, text: &str) -> Result<Map<String, Value>, ScenarioError> {
    // Apart from what it says, because serde_json calls some wrong values wrong JSON.
    let document = document::read(text).map_err(|refusal| match refusal {
        Refusal::Twice(path) => about(&path, "given once", "twice"),
        Refusal::NotJson(error) => about(what, "valid JSON", format!("what was given: {error}")),
    })?;
    match document {
        Value::Object(object) => Ok(object),
        other => Err(about(what, "an object", described(&other))),
    }
}

/// Refuses arrays in place of objects, which serde takes for their fields in order.
fn check_objects(document: &Value) -> Result<(), ScenarioError> {
    let parts = ["traffic", "timing", "ports", "run", "packet"];
    let parts = parts.map(|part| (part.to_owned(), &document[part]));
    let multicast = &document["traffic"]["multicast"];
    let multicast = ("traffic.multicast".to_owned(), multicast);
    let messages = document["messages"].as_array().into_iter().flatten();
    let messages = messages.enumerate();
    let messages = messages.map(|(index, message)| (format!("messages[{index}]"), message));
    let mut all = parts.into_iter().chain([multicast]).chain(messages);
    match all.find(|(_, value)| value.is_array()) {
        None => Ok(()),
        Some((path, value)) => Err(about(&path, "an object", described(value))),
    }
}

/// What is wrong with a field, the whole scenario if it has no path.
fn about(path: &str, allowed: impl Into<String>, given: impl Into<String>) -> ScenarioError {
    let field = quoted(or_scenario(path));
    ScenarioError {
        problem: BuildError::rejected(&*field, allowed, given),
        field,
    }
}

fn or_scenario(path: &str) -> &str {
    if path.is_empty() { "scenario" } else { path }
}

/// Turns serde's message about a path into what is wrong with a field.
fn explain(document: &Value, path: &Path, message: &str) -> ScenarioError {
    let place = path.to_string();
    let place = if place == "." { "" } else { &*place };
    if let Some(missing) = message.strip_prefix("missing field ") {
        let within = if place.is_empty() { "" } else { "." };
        let field = [place, within, missing.trim_matches('`')].concat();
        return ScenarioError {
            field: quoted(or_scenario(place)),
            problem: BuildError::Missing {
                field: quoted(&field),
            },
        };
    }
    let (told, expected) = message.rsplit_once(", expected ").unwrap_or((message, ""));
    let unknown = told.strip_prefix("unknown field `");
    let unknown = unknown.or_else(|| told.strip_prefix("unknown variant `"));
    let given = match unknown {
        Some(name) => quoted(name.trim_end_matches('`')),
        None => at(document, path).map_or_else(|| "nothing".to_owned(), described),
    };
    let allowed = match place {
        "routing" => r#"the id of a routing function, or {"script": "…"}"#.to_owned(),
        _ => ranges::allowed(place).unwrap_or_else(|| in_words(expected)),
    };
    about(place, allowed, given)
}

/// The value at a path.
fn at<'a>(document: &'a Value, path: &Path) -> Option<&'a Value> {
    path.iter()
        .try_fold(document, |value, segment| match segment {
            Segment::Seq { index } => value.get(index),
            Segment::Map { key } | Segment::Enum { variant: key } => value.get(key),
            Segment::Unknown => None,
        })
}

/// A value as a sentence shows what was given.
fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(given) => given.to_string(),
        Value::Number(given) => quoted(&given.to_string()),
        // Without its quotes it would look like what it should be.
        Value::String(given) if !is_read_as_string(given) => {
            format!("the string {}", quoted(given))
        }
        Value::String(given) => quoted(given),
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Whether a string looks like one where its quotes are left out.
fn is_read_as_string(given: &str) -> bool {
    given.trim().is_empty() || serde_json::from_str::<Value>(given).is_err()
}

/// A Rust type or serde's list of fields, in the words of JSON.
fn in_words(expected: &str) -> String {
    match expected {
        "i64" | "u64" | "u32" => "a whole number".to_owned(),
        "f64" => "a number".to_owned(),
        "tuple of size 2" | "a tuple of size 2" => "an array of two nodes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "string or map" | "map with a single key" => "an object with one field".to_owned(),
        "a sequence" => "an array".to_owned(),
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
            "vcs must be a whole number from 1 to 16, not two"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "length": {"fixed": -3}}"#),
            "length.fixed must be a whole number from 1 to 100000, not -3"
        );
        assert_eq!(
            refusal(r#"{"network": "mesh:4x4", "traffic": {"load": 1}}"#),
            "traffic.load must be one of the fields pattern, rate, broadcast, multicast, not load"
        );
    }

    #[test]
    fn values_are_told_in_the_words_of_json() {
        let of = |field: &str| refusal(&format!(r#"{{"network": "mesh:4x4", {field}}}"#));
        for (field, told) in [
            (
                r#""length": {"fixed": 5000000000}"#,
                "length.fixed must be a whole number from 1 to 100000, not 5000000000",
            ),
            (
                r#""vcs": "2""#,
                "vcs must be a whole number from 1 to 16, not the string 2",
            ),
            (
                r#""vcs": {}"#,
                "vcs must be a whole number from 1 to 16, not an object",
            ),
            (
                r#""vcs": [1, 2]"#,
                "vcs must be a whole number from 1 to 16, not an array of 2",
            ),
            (
                r#""traffic": []"#,
                "traffic must be an object, not an empty array",
            ),
            (
                r#""messages": [["0,0", ["1,1"]]]"#,
                "messages[0] must be an object, not an array of 2",
            ),
            (r#""faults": {}"#, "faults must be an array, not an object"),
            (
                r#""faults": [["0,0"]]"#,
                "faults[0] must be an array of two nodes, not an array of 1",
            ),
            (
                r#""routing": true"#,
                r#"routing must be the id of a routing function, or {"script": "…"}, not true"#,
            ),
            (
                r#""run": {"warmup": 1e300}"#,
                "run.warmup must be a whole number from 0 to 1000000000, or auto, not 1e+300",
            ),
            (r#""vcs": 2, "vcs": 2"#, "vcs must be given once, not twice"),
            (
                r#""traffic": {"rate": 0, "rate": 0.1}"#,
                "traffic.rate must be given once, not twice",
            ),
            (
                r#""messages": [{"from": "0,0", "from": "1,1", "to": ["2,2"]}]"#,
                "messages[0].from must be given once, not twice",
            ),
        ] {
            assert_eq!(of(field), told);
        }
        assert_eq!(
            refusal("[]"),
            "scenario must be an object, not an empty array"
        );
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_point() {
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
    }

    #[test]
    fn what_is_written_can_be_read() {
        let scenario = Scenario::on("torus:4x4x4");
        assert_eq!(Scenario::from_json(&scenario.to_json()), Ok(scenario));
    }
}

//! Reads the values of fields from JSON.

use serde_json::{Map, Value};

use super::cycles::CyclesOrAuto;
use super::ranges;
use crate::scenario::{Message, ScenarioError};
use engine::catalog::{BuildError, quoted};
use engine::sim::Classes;
use engine::sim::packet::Lengths;
use engine::traffic::Length;

/// A value that is read from JSON.
pub(super) trait FromValue {
    /// Sets the value from JSON. Errors name the field by its path, such as `messages[0].to`.
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError>;
}

/// The error for the field at a path; an empty path stands for the whole scenario.
pub(super) fn rejected(
    path: &str,
    allowed: impl Into<String>,
    given: impl Into<String>,
) -> ScenarioError {
    let field = quoted(or_scenario(path));
    ScenarioError {
        problem: BuildError::rejected(&*field, allowed, given),
        field,
    }
}

/// The error for a value of another type, or out of the range of its type.
pub(super) fn mistyped(path: &str, allowed: &str, value: &Value) -> ScenarioError {
    let allowed = ranges::allowed(path).unwrap_or_else(|| allowed.to_owned());
    rejected(path, allowed, described(value))
}

/// The error for a field that is none of the known ones.
pub(super) fn unknown(path: &str, known: &[&str]) -> ScenarioError {
    let key = path.rsplit_once('.').map_or(path, |(_, key)| key);
    rejected(
        path,
        format!("one of the fields {}", known.join(", ")),
        quoted(key),
    )
}

/// The error for a required field that the object at a path does not have.
pub(super) fn missing(path: &str, field: &str) -> ScenarioError {
    ScenarioError {
        field: quoted(or_scenario(path)),
        problem: BuildError::Missing {
            field: quoted(&within(path, field)),
        },
    }
}

/// The path of a field of the object at a path.
pub(super) fn within(path: &str, field: &str) -> String {
    match path {
        "" => field.to_owned(),
        _ => format!("{path}.{field}"),
    }
}

fn or_scenario(path: &str) -> &str {
    if path.is_empty() { "scenario" } else { path }
}

/// The text in the only field of an object, such as `{"graph": "a - b"}`.
pub(super) fn text_of_only_field<'a>(
    path: &str,
    object: &'a Map<String, Value>,
    name: &str,
    allowed: &str,
) -> Result<&'a str, ScenarioError> {
    if let Some(other) = object.keys().find(|key| *key != name) {
        return Err(rejected(path, allowed, quoted(other)));
    }
    let value = object.get(name).ok_or_else(|| missing(path, name))?;
    let text = value.as_str();
    text.ok_or_else(|| mistyped(&within(path, name), "a string", value))
}

impl FromValue for String {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let text = value.as_str();
        let text = text.ok_or_else(|| mistyped(path, "a string", value))?;
        text.clone_into(self);
        Ok(())
    }
}

impl FromValue for i64 {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let number = value.as_i64();
        *self = number.ok_or_else(|| mistyped(path, "a whole number", value))?;
        Ok(())
    }
}

impl FromValue for u64 {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let number = value.as_u64();
        *self = number.ok_or_else(|| mistyped(path, "a whole number", value))?;
        Ok(())
    }
}

impl FromValue for f64 {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let number = value.as_f64();
        *self = number.ok_or_else(|| mistyped(path, "a number", value))?;
        Ok(())
    }
}

impl FromValue for bool {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let flag = value.as_bool();
        *self = flag.ok_or_else(|| mistyped(path, "true or false", value))?;
        Ok(())
    }
}

impl<T: FromValue + Default> FromValue for Option<T> {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        *self = match value {
            Value::Null => None,
            value => {
                let mut taken = T::default();
                taken.take_value(path, value)?;
                Some(taken)
            }
        };
        Ok(())
    }
}

impl FromValue for CyclesOrAuto {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        *self = match (value.as_i64(), value.as_str()) {
            (Some(cycles), _) => Self::Cycles(cycles),
            (None, Some("auto")) => Self::Auto,
            _ => return Err(mistyped(path, "a whole number or auto", value)),
        };
        Ok(())
    }
}

/// `{"fixed": 32}` or `{"exponential": 12.5}`.
impl FromValue for Length {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let object = value.as_object().filter(|object| object.len() == 1);
        let Some((kind, value)) = object.and_then(|object| object.iter().next()) else {
            return Err(mistyped(path, "an object with one field", value));
        };
        let place = within(path, kind);
        *self = match &**kind {
            "fixed" => {
                let flits = value.as_u64().and_then(|flits| u32::try_from(flits).ok());
                Self::Fixed(flits.ok_or_else(|| mistyped(&place, "a whole number", value))?)
            }
            "exponential" => {
                let mean = value.as_f64();
                Self::Exponential(mean.ok_or_else(|| mistyped(&place, "a number", value))?)
            }
            other => return Err(rejected(path, "fixed or exponential", quoted(other))),
        };
        Ok(())
    }
}

impl FromValue for Lengths {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        *self = match value.as_str() {
            Some("kept") => Self::Kept,
            Some("redrawn") => Self::Redrawn,
            _ => return Err(mistyped(path, "kept or redrawn", value)),
        };
        Ok(())
    }
}

impl FromValue for Classes {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        *self = match value.as_str() {
            Some("shared") => Self::Shared,
            Some("separate") => Self::Separate,
            _ => return Err(mistyped(path, "shared or separate", value)),
        };
        Ok(())
    }
}

/// `["3,2", "4,2"]`: the ends of a link.
impl FromValue for (String, String) {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let Some([one, other]) = value.as_array().map(Vec::as_slice) else {
            return Err(mistyped(path, "an array of two nodes", value));
        };
        self.0.take_value(&format!("{path}[0]"), one)?;
        self.1.take_value(&format!("{path}[1]"), other)
    }
}

impl<T: FromValue + Default> FromValue for Vec<T> {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let list = value.as_array();
        let list = list.ok_or_else(|| mistyped(path, "an array", value))?;
        let taken = list.iter().enumerate().map(|(index, value)| {
            let mut taken = T::default();
            taken.take_value(&format!("{path}[{index}]"), value)?;
            Ok(taken)
        });
        *self = taken.collect::<Result<_, ScenarioError>>()?;
        Ok(())
    }
}

impl FromValue for Message {
    fn take_value(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        let object = value.as_object();
        let object = object.ok_or_else(|| mistyped(path, "an object", value))?;
        for (key, value) in object {
            let path = within(path, key);
            match &**key {
                "at" => self.at.take_value(&path, value)?,
                "from" => self.from.take_value(&path, value)?,
                "to" => self.to.take_value(&path, value)?,
                "length" => self.length.take_value(&path, value)?,
                "via" => self.via.take_value(&path, value)?,
                "by" => self.by.take_value(&path, value)?,
                _ => {
                    let known = ["at", "from", "to", "length", "via", "by"];
                    return Err(unknown(&path, &known));
                }
            }
        }
        let required = ["from", "to"];
        let absent = required.into_iter().find(|key| !object.contains_key(*key));
        absent.map_or(Ok(()), |key| Err(missing(path, key)))
    }
}

/// The description of a given value in an error.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(given) => given.to_string(),
        Value::Number(given) => quoted(&given.to_string()),
        // Without its quotes it would look like a value of another type.
        Value::String(given) if !is_read_as_string(given) => {
            format!("the string {}", quoted(given))
        }
        Value::String(given) => quoted(given),
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Whether a string looks like one without its quotes: not like a number, a word of JSON, an array or an object.
fn is_read_as_string(given: &str) -> bool {
    let text = given.trim();
    let is_word = matches!(text, "" | "null" | "true" | "false");
    let is_number = || text.parse::<f64>().is_ok();
    !is_word && !is_number() && !text.starts_with(['"', '[', '{'])
}

//! A routing function in JSON and in links: its id, or, of one that somebody wrote, the text.
//!
//! JSON has the text as it is, `{"script": "fn route(net, here, to) { … }"}`; a link has it deflated,
//! `script:` and the letters of base64 that a link may have.

use serde::{Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

use super::packed::{pack, unpack};
use super::values::text_of_only_field;
use crate::routing::written;
use crate::scenario::ScenarioError;

/// A routing function as a link has it.
pub fn routing_in_link(routing: &str) -> String {
    match written::script_of(routing) {
        Some(script) => written::id_of(&pack(script)),
        None => routing.to_owned(),
    }
}

/// Reads what [`routing_in_link`] wrote, or a text as it is.
pub(super) fn from_link(text: &str) -> Result<String, String> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match written::script_of(text) {
        // No script is without a space.
        Some(letters) if letters.chars().all(is_letter) => {
            let script = unpack(letters).ok_or("a whole script, not a part of one")?;
            Ok(written::id_of(&script))
        }
        _ => Ok(text.to_owned()),
    }
}

/// The script that a link has in place of an id.
pub fn script_of_link(text: &str) -> Option<String> {
    let routing = from_link(text).ok()?;
    written::script_of(&routing).map(str::to_owned)
}

pub(in crate::scenario) fn serialize<S: Serializer>(
    routing: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match written::script_of(routing) {
        None => serializer.serialize_str(routing),
        Some(script) => {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry("script", script)?;
            map.end()
        }
    }
}

/// What the field must be.
pub(super) const ALLOWED: &str = r#"the id of a routing function, or {"script": "…"}"#;

/// Reads the object that [`serialize`] writes for a script.
pub(super) fn from_object(
    path: &str,
    object: &Map<String, Value>,
) -> Result<String, ScenarioError> {
    let script = text_of_only_field(path, object, "script", ALLOWED)?;
    Ok(written::id_of(script))
}

//! A routing function in JSON and in links: its id, or the script of a user-written one.
//!
//! JSON contains the script as plain text, `{"script": "fn route(net, here, to) { … }"}`; a link
//! contains it deflated, as `script:` followed by URL-safe base64.

use serde::{Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

use super::packed::{pack, unpack};
use super::values::text_of_only_field;
use crate::scenario::ScenarioError;
use engine::routing::written;

/// The form of a routing function in links.
pub fn routing_in_link(routing: &str) -> String {
    match written::script_of(routing) {
        Some(script) => written::id_of(&pack(script)),
        None => routing.to_owned(),
    }
}

/// Parses the output of [`routing_in_link`], or a plain script.
pub(super) fn from_link(text: &str) -> Result<String, String> {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match written::script_of(text) {
        // A plain script always contains a space.
        Some(packed) if packed.chars().all(is_base64) => {
            let script = unpack(packed).ok_or("a whole script, not a part of one")?;
            Ok(written::id_of(&script))
        }
        _ => Ok(text.to_owned()),
    }
}

/// The script that a link contains in place of an id.
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

/// The valid values of the field, as the end of "must be …".
pub(super) const ALLOWED: &str = r#"the id of a routing function, or {"script": "…"}"#;

/// Reads the object that [`serialize`] writes for a script.
pub(super) fn from_object(
    path: &str,
    object: &Map<String, Value>,
) -> Result<String, ScenarioError> {
    let script = text_of_only_field(path, object, "script", ALLOWED)?;
    Ok(written::id_of(script))
}

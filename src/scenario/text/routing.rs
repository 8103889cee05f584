//! A routing function in JSON and in links: its id, or, of one that somebody wrote, the text.
//!
//! JSON has the text as it is, `{"script": "fn route(net, here, to) { … }"}`; a link has it deflated,
//! `script:` and the letters of base64 that a link may have.

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Serializer, ser::SerializeMap};

use super::packed::{pack, unpack};
use crate::routing::written;

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

pub(in crate::scenario) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    deserializer.deserialize_any(IdOrScript)
}

struct IdOrScript;

impl<'de> Visitor<'de> for IdOrScript {
    type Value = String;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(r#"the id of a routing function, or {"script": "…"}"#)
    }

    fn visit_str<E>(self, id: &str) -> Result<String, E> {
        Ok(id.to_owned())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<String, A::Error> {
        let wrong = |key: &str| de::Error::unknown_field(key, &["script"]);
        let Some(key) = map.next_key::<String>()? else {
            return Err(de::Error::missing_field("script"));
        };
        if key != "script" {
            return Err(wrong(&key));
        }
        let script: String = map.next_value()?;
        match map.next_key::<String>()? {
            Some(more) => Err(wrong(&more)),
            None => Ok(written::id_of(&script)),
        }
    }
}

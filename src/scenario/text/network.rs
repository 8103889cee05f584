//! A network in the JSON form: `"mesh:8x8"`, or `{"graph": "a - b\nb - c"}` where it is a text.

use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap as _, Serializer};

use crate::topology::graph;

const GRAPH: &str = "graph";

#[expect(clippy::ptr_arg, reason = "serde hands over the field as it is")]
pub(in crate::scenario) fn serialize<S: Serializer>(
    network: &String,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match graph::text_of(network) {
        None => serializer.serialize_str(network),
        Some(text) => {
            let mut object = serializer.serialize_map(Some(1))?;
            object.serialize_entry(GRAPH, text)?;
            object.end()
        }
    }
}

pub(in crate::scenario) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    deserializer.deserialize_any(Network)
}

struct Network;

impl<'de> Visitor<'de> for Network {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string or an object with the field graph")
    }

    fn visit_str<E>(self, spec: &str) -> Result<String, E> {
        Ok(spec.to_owned())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<String, A::Error> {
        let mut text: Option<String> = None;
        while let Some(key) = object.next_key::<String>()? {
            if key != GRAPH {
                // As serde words it.
                let unknown =
                    format!("unknown field `{key}`, expected an object with the field graph");
                return Err(de::Error::custom(unknown));
            }
            text = Some(object.next_value()?);
        }
        let text = text.ok_or_else(|| de::Error::missing_field(GRAPH))?;
        Ok(graph::spec_of(&text))
    }
}

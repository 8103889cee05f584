//! A network in the JSON form: `"mesh:8x8"`, or `{"graph": "a - b\nb - c"}` if it is user-defined.

use serde::ser::{SerializeMap as _, Serializer};
use serde_json::{Map, Value};

use super::values::text_of_only_field;
use crate::scenario::ScenarioError;
use engine::topology::graph;

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

/// The valid values of the field, as the end of "must be …".
pub(super) const ALLOWED: &str = "a string or an object with the field graph";

/// Reads the object that [`serialize`] writes for a user-defined network.
pub(super) fn from_object(
    path: &str,
    object: &Map<String, Value>,
) -> Result<String, ScenarioError> {
    let text = text_of_only_field(path, object, GRAPH, "an object with the field graph")?;
    Ok(graph::spec_of(text))
}

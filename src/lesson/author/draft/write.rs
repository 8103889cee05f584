//! A draft as the text of a lesson file.

use serde_json::{Map, Value, json};

use super::{COUNTS, Draft};
use crate::file::format::Seed;

/// Fields that a file always has, even if they are empty.
const ALWAYS: [&str; 13] = [
    "id", "title", "course", "place", "minutes", "goal", "name", "text", "kind", "holds", "when",
    "par", "solution",
];

/// Fields whose texts a file contains as whole numbers if they are.
const WHOLE: [&str; 4] = ["among", "from", "to", "until"];

impl Draft {
    /// Writes a lesson file. Fields with their default are left out.
    pub fn to_toml(&self) -> String {
        let mut file = json!(self);
        if self.tries == 0 {
            file["tries"] = Value::Null;
        }
        if self.seed == Seed::default() {
            file["seed"] = Value::Null;
        }
        tidy(&mut file);
        toml::to_string_pretty(&file).expect("a draft consists of texts, numbers and lists")
    }
}

/// Removes the fields of a part of a draft that have their default, and makes whole numbers of texts.
fn tidy(part: &mut Value) {
    match part {
        Value::Object(fields) => tidy_fields(fields),
        Value::Array(parts) => parts.iter_mut().for_each(tidy),
        _ => {}
    }
}

fn tidy_fields(fields: &mut Map<String, Value>) {
    for name in WHOLE {
        match fields.get_mut(name) {
            Some(Value::Array(values)) => values.iter_mut().for_each(make_whole),
            Some(value) => make_whole(value),
            None => {}
        }
    }
    fields.retain(|name, value| {
        // The names of terms are those of the author.
        if name != "terms" {
            tidy(value);
        }
        let is_usual = match &*value {
            Value::Null => return false,
            Value::String(text) if name == "counts" => text == COUNTS,
            Value::String(text) => text.is_empty(),
            Value::Array(parts) => parts.is_empty() && name != "example",
            Value::Object(fields) => fields.is_empty(),
            number => number.is_f64() && number.as_f64() == Some(0.0),
        };
        !is_usual || ALWAYS.contains(&&**name)
    });
}

fn make_whole(value: &mut Value) {
    let number = value.as_str().and_then(|text| text.parse::<i64>().ok());
    if let Some(number) = number {
        *value = number.into();
    }
}

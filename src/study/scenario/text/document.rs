//! JSON documents without duplicate keys.
//!
//! JSON does not define which of two values for a key counts, so programs could disagree on a
//! scenario with duplicate keys. Numbers without a fractional part are read as integers, because
//! many programs write every number as `2.0`.

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The reason why a text is not a valid document.
pub(in crate::scenario) enum Refusal {
    /// The path of a duplicate key.
    Twice(String),
    /// The error in the JSON.
    NotJson(String),
}

pub(in crate::scenario) fn read(text: &str) -> Result<Value, Refusal> {
    // Some programs write a byte order mark in front.
    let mut reader = serde_json::Deserializer::from_str(text.trim_start_matches('\u{feff}'));
    let mut track = serde_path_to_error::Track::new();
    let twice = RefCell::new(None);
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let document = AnyValue { twice: &twice };
    let read = document.deserialize(tracked).and_then(|document| {
        reader.end()?;
        Ok(document)
    });
    read.map_err(|error| match (twice.take(), &*track.path().to_string()) {
        (None, _) => Refusal::NotJson(error.to_string()),
        (Some(key), ".") => Refusal::Twice(key),
        (Some(key), within) => Refusal::Twice(format!("{within}.{key}")),
    })
}

/// Deserializes any value, but rejects duplicate keys.
#[derive(Clone, Copy)]
struct AnyValue<'a> {
    /// The duplicate key, returned here because errors of `serde` only carry text.
    twice: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(whole(value).map_or_else(|| value.into(), Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if fields.contains_key(&key) {
                self.twice.replace(Some(key));
                return Err(de::Error::custom("a key is given twice"));
            }
            let value = object.next_value_seed(self)?;
            fields.insert(key, value);
        }
        Ok(fields.into())
    }
}

/// The value as an integer, if it is one and fits.
fn whole(value: f64) -> Option<Number> {
    /// 2⁶³ and 2⁶⁴, the exclusive upper ends of `i64` and `u64`.
    const ENDS: [f64; 2] = [9_223_372_036_854_775_808.0, 18_446_744_073_709_551_616.0];
    if value.fract() != 0.0 {
        None
    } else if (0.0..ENDS[1]).contains(&value) {
        Some((value as u64).into())
    } else if (-ENDS[0]..0.0).contains(&value) {
        Some((value as i64).into())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_a_fraction_are_integers() {
        for (text, read_as) in [
            ("2.0", "2"),
            ("-2.0", "-2"),
            ("1e18", "1000000000000000000"),
            ("1.8446744073709550e19", "18446744073709549568"),
            ("2.5", "2.5"),
            ("1e20", "1e+20"),
            ("-0.0", "0"),
        ] {
            let Ok(value) = read(text) else {
                panic!("{text} is a number");
            };
            assert_eq!(value.to_string(), read_as);
        }
    }
}

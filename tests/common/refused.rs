//! Invalid inputs, and the sentences about them.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

/// The rows of a table of `tests/refused.toml`.
pub fn rows<T: DeserializeOwned>(table: &str) -> Vec<T> {
    const ALL: &str = include_str!("../refused.toml");
    let mut tables: BTreeMap<String, toml::Value> = toml::from_str(ALL).expect("valid TOML");
    let table = tables.remove(table).expect("a table of the file");
    table.try_into().expect("rows of one shape")
}

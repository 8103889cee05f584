//! Parameter grids: lists of values, and a scenario for each combination of them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::task::tasks;
use crate::scenario;
use engine::catalog::quoted;
use engine::routing::Scripts;

/// The maximum number of lines of a grid.
pub const MOST_LINES: usize = 1_000_000;

/// The maximum number of values of a range from `from` to `to`.
const MOST_NUMBERS: u64 = 1_000_000;

/// A common scenario and the fields to vary, the last of which varies fastest.
///
/// As JSON:
///
/// ```json
/// {"scenario": {…}, "vary": {"network": […], "traffic.rate": […], "seed": {"from": 1, "to": 5}}}
/// ```
///
/// Nested fields are named by their path, with dots. Fields that vary together are joined by
/// commas, and each of their values is an array:
///
/// ```json
/// "network, routing": [["mesh:8x8", "odd-even"], ["torus:8x8", "duato"]]
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    scenario: Map<String, Value>,
    axes: Vec<Axis>,
}

/// Fields that vary together, and their values.
#[derive(Debug, Clone, PartialEq)]
struct Axis {
    fields: Vec<String>,
    /// One element per field in each.
    values: Vec<Vec<Value>>,
}

impl Grid {
    /// Parses a grid. Whether it varies fields of a scenario is checked on its first line only.
    ///
    /// # Errors
    /// Returns a message for invalid JSON, unknown or repeated fields, invalid lists of values and
    /// grids of more than [`MOST_LINES`] lines.
    pub fn read(text: &str) -> Result<Self, String> {
        let document = scenario::object_of("grid", text).map_err(|error| error.reason())?;
        Self::of(document)
    }

    fn of(mut document: Map<String, Value>) -> Result<Self, String> {
        let scenario = match document.remove("scenario") {
            None => Map::new(),
            Some(Value::Object(scenario)) => scenario,
            Some(other) => return Err(must("scenario", "an object", &other)),
        };
        let axes = match document.remove("vary") {
            Some(Value::Object(vary)) => vary
                .into_iter()
                .map(|(fields, values)| Axis::read(&fields, values)),
            Some(other) => return Err(must("vary", "an object of lists", &other)),
            None => {
                return Err(
                    "vary must be given: the fields to vary, each with its values".to_owned(),
                );
            }
        };
        let axes = axes.collect::<Result<Vec<_>, _>>()?;
        if let Some((other, _)) = document.into_iter().next() {
            return Err(format!(
                "a grid must have only scenario and vary, not {}",
                quoted(&other)
            ));
        }
        let mut named: Vec<_> = axes.iter().flat_map(|axis| &axis.fields).collect();
        named.sort();
        if let Some(twice) = named.windows(2).find(|two| two[0] == two[1]) {
            return Err(format!(
                "vary must name a field once, not {} twice",
                quoted(twice[0])
            ));
        }
        let grid = Self { scenario, axes };
        let count = grid
            .axes
            .iter()
            .try_fold(1usize, |count, axis| count.checked_mul(axis.values.len()));
        if count.is_none_or(|count| count > MOST_LINES) {
            let given = count.map_or_else(|| "more".to_owned(), |count| count.to_string());
            return Err(format!(
                "vary must produce at most {MOST_LINES} scenarios, not {given}"
            ));
        }
        // Checks the fields of the line without building its scenario.
        tasks(&grid.line(0), &Scripts::default()).map_err(|refused| refused.reason().to_owned())?;
        Ok(grid)
    }

    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Whether there are no lines, which never holds for a parsed grid.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All lines in order, each with an `id` composed of the chosen values.
    pub fn lines(&self) -> impl Iterator<Item = String> + use<'_> {
        (0..self.len()).map(|index| self.line(index))
    }

    fn line(&self, index: usize) -> String {
        let mut line = Value::Object(self.scenario.clone());
        let mut chosen = Vec::new();
        let mut rest = index;
        for axis in self.axes.iter().rev() {
            let nth = rest % axis.values.len();
            rest /= axis.values.len();
            chosen.push((axis, nth));
        }
        let mut names: Vec<_> = self.scenario.get("id").map(as_text).into_iter().collect();
        for (axis, nth) in chosen.into_iter().rev() {
            for (field, value) in axis.fields.iter().zip(&axis.values[nth]) {
                names.push(match value {
                    Value::Object(_) | Value::Array(_) => format!("{field}#{}", nth + 1),
                    _ => format!("{field}={}", as_text(value)),
                });
                place(&mut line, field, value.clone());
            }
        }
        line["id"] = names.join(" ").into();
        line.to_string()
    }
}

impl Axis {
    fn read(fields: &str, values: Value) -> Result<Self, String> {
        let name = format!("vary.{fields}");
        let fields: Vec<_> = fields
            .split(',')
            .map(|field| field.trim().to_owned())
            .collect();
        if fields.iter().any(|field| field.is_empty() || field == "id") {
            return Err(format!(
                "vary must name fields of a scenario, not {}",
                quoted(&name)
            ));
        }
        let values = match values {
            Value::Array(values) if !values.is_empty() => values,
            Value::Object(range) => numbers(&name, &range)?,
            other => {
                let allowed = r#"an array of at least one value, or {"from": 1, "to": 5}"#;
                return Err(must(&name, allowed, &other));
            }
        };
        let mut before = BTreeSet::new();
        if let Some(twice) = values
            .iter()
            .find(|value| !before.insert(value.to_string()))
        {
            let (name, given) = (quoted(&name), quoted(&twice.to_string()));
            return Err(format!(
                "{name} must have different values, not {given} twice"
            ));
        }
        let together = |value: Value| match value {
            value if fields.len() == 1 => Ok(vec![value]),
            Value::Array(each) if each.len() == fields.len() => Ok(each),
            other => {
                let allowed = format!("arrays of {} values, one a field", fields.len());
                Err(must(&name, &allowed, &other))
            }
        };
        let values = values.into_iter().map(together).collect::<Result<_, _>>()?;
        Ok(Self { fields, values })
    }
}

/// The integers of `{"from": …, "to": …}`, in steps of `by` if it is given.
fn numbers(name: &str, range: &Map<String, Value>) -> Result<Vec<Value>, String> {
    let whole = |key: &str| range.get(key).and_then(Value::as_u64);
    let by = if range.contains_key("by") {
        whole("by")
    } else {
        Some(1)
    };
    let known = range
        .keys()
        .all(|key| ["from", "to", "by"].contains(&&**key));
    match (whole("from"), whole("to"), by) {
        (Some(from), Some(to), Some(by))
            if known && by > 0 && from <= to && (to - from) / by < MOST_NUMBERS =>
        {
            Ok((0..=(to - from) / by)
                .map(|nth| json!(from + nth * by))
                .collect())
        }
        _ => {
            let allowed = r#"{"from": 1, "to": 5} with whole numbers in ascending order, and by for a step other than 1"#;
            Err(must(name, allowed, &Value::Object(range.clone())))
        }
    }
}

/// Sets the value at a dotted path.
fn place(line: &mut Value, path: &str, value: Value) {
    let (within, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut at = line;
    for key in within.split('.').filter(|key| !key.is_empty()) {
        if !at[key].is_object() {
            at[key] = json!({});
        }
        at = &mut at[key];
    }
    at[last] = value;
}

fn as_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn must(field: &str, allowed: &str, given: &Value) -> String {
    format!(
        "{} must be {allowed}, not {}",
        quoted(field),
        quoted(&given.to_string())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = r#"{
        "scenario": {"id": "race", "length": {"fixed": 8}, "run": {"cycles": 2000}},
        "vary": {
            "network, routing": [["mesh:4x4", "odd-even"], ["torus:4x4", "duato"]],
            "traffic.rate": [0.01, 0.02],
            "seed": {"from": 1, "to": 5, "by": 2}
        }
    }"#;

    #[test]
    fn a_grid_contains_every_combination_once_and_the_last_field_varies_fastest() {
        let grid = Grid::read(GRID).expect("a good grid");
        let lines: Vec<_> = grid.lines().collect();
        assert_eq!((grid.len(), lines.len()), (12, 12));
        let read: Vec<_> = lines
            .iter()
            .map(|line| tasks(line, &Scripts::default()).expect(line))
            .collect();
        let ids: Vec<_> = read.iter().map(|tasks| as_text(&tasks[0].id)).collect();
        assert_eq!(
            ids[0],
            "race network=mesh:4x4 routing=odd-even traffic.rate=0.01 seed=1"
        );
        assert_eq!(
            ids[11],
            "race network=torus:4x4 routing=duato traffic.rate=0.02 seed=5"
        );
        let second = &read[1][0].scenario;
        assert_eq!((second.seed, second.traffic.rate), (3, 0.01));
        assert_eq!(second.run.cycles, 2000);
        let mut keys: Vec<_> = read.iter().map(|tasks| tasks[0].key()).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 12);
    }

    #[test]
    fn object_values_are_named_by_their_index() {
        let grid = r#"{"vary": {"network": ["ring:4", {"graph": "a - b\nb - c"}]}}"#;
        let lines: Vec<_> = Grid::read(grid).expect("a good grid").lines().collect();
        assert!(
            lines[0].contains(r#""id":"network=ring:4""#),
            "{}",
            lines[0]
        );
        assert!(lines[1].contains(r#""id":"network#2""#), "{}", lines[1]);
        assert_eq!(
            tasks(&lines[1], &Scripts::default())
                .expect("a good line")
                .len(),
            1
        );
    }

    #[test]
    fn an_invalid_grid_is_rejected_with_a_message() {
        for (grid, says) in [
            ("{", "valid JSON"),
            ("[]", "an object"),
            ("{}", "vary must be given"),
            (r#"{"vary": []}"#, "vary must be an object"),
            (
                r#"{"vary": {"network": []}}"#,
                "vary.network must be an array of at least one value",
            ),
            (
                r#"{"vary": {"network": ["mesh:4x4"], "sead": [1]}}"#,
                "sead",
            ),
            (
                r#"{"vary": {"network": ["mesh:4x4", "mesh:4x4"]}}"#,
                "vary.network must have different values",
            ),
            (
                r#"{"vary": {"network, routing": [["mesh:4x4"]]}}"#,
                "arrays of 2 values",
            ),
            (
                r#"{"vary": {"network": ["mesh:4x4"], "seed": {"from": 5, "to": 1}}}"#,
                "vary.seed must be",
            ),
            (
                r#"{"vary": {"network": ["mesh:4x4"], "seed": {"from": 1, "to": 2000000}}}"#,
                "vary.seed must be",
            ),
            (
                r#"{"vary": {"network": ["ring:4"], "seed": {"from": 1, "to": 2000}, "vcs": {"from": 1, "to": 900}}}"#,
                "at most 1000000",
            ),
            (
                r#"{"vary": {"network, network": [["ring:4", "ring:5"]]}}"#,
                "a field once",
            ),
            (r#"{"vary": {"id": ["ring:4"]}}"#, "fields of a scenario"),
            (
                r#"{"vary": {"network": ["ring:4"]}, "loads": [1]}"#,
                "only scenario and vary, not loads",
            ),
        ] {
            let refused = Grid::read(grid).expect_err(grid);
            assert!(refused.contains(says), "{grid}: {refused}");
        }
    }
}

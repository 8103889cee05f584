//! What a line asks for.

use serde_json::{Value, json};

use crate::catalog::quoted;
use crate::scenario::{MOST_REPLICATIONS, Scenario, object_of};
use crate::sweep::{PointKey, Report, at_load};

/// A scenario that is simulated as it says, and the name under which its report is found.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// What the line gives as its `id`; without one, the hash of the scenario.
    pub id: Value,
    /// What is simulated.
    pub scenario: Scenario,
}

/// What tells a report's task from others: its id as JSON, and the hash of its scenario or, where that cannot
/// be read, of its line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub(super) id: String,
    pub(super) hash: String,
}

/// Why there is no report.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    id: Value,
    hash: String,
    reason: String,
}

/// The fields of a line that are not its scenario's.
const BESIDE: [&str; 3] = ["id", "loads", "replications"];

/// What a line asks for: its scenario, at each of its loads if it gives some.
pub fn tasks(line: &str) -> Result<Vec<Task>, Refused> {
    let mut id = Value::Null;
    read(line, &mut id).map_err(|reason| Refused {
        id,
        hash: PointKey::of_text(line.trim()),
        reason,
    })
}

/// Reads a line, and notes its id once that is known.
fn read(line: &str, known: &mut Value) -> Result<Vec<Task>, String> {
    let mut fields = object_of("scenario", line).map_err(|error| error.reason())?;
    let [id, loads, replications] = BESIDE.map(|name| fields.shift_remove(name));
    if let Some(id) = &id {
        if !(id.is_string() || id.is_u64() || id.is_i64()) {
            let given = quoted(&id.to_string());
            return Err(format!("id must be a text or a whole number, not {given}"));
        }
        known.clone_from(id);
    }
    let mut scenario = Scenario::from_object(&fields).map_err(|error| error.reason())?;
    if let Some(given) = replications {
        scenario.run.replications = replications_of(&given)?;
    }
    let task = |scenario: Scenario| Task {
        id: id
            .clone()
            .unwrap_or_else(|| PointKey::of(&scenario).point.into()),
        scenario,
    };
    let Some(loads) = loads else {
        return Ok(vec![task(scenario)]);
    };
    let at_each = loads_of(&loads)?.into_iter();
    let at_each = at_each.map(|load| at_load(&scenario, load).map(task));
    let tasks = at_each.collect::<Result<Vec<_>, _>>();
    tasks.map_err(|error| error.reason())
}

fn replications_of(given: &Value) -> Result<i64, String> {
    let count = given.as_i64();
    let count = count.filter(|count| (1..=i64::from(MOST_REPLICATIONS)).contains(count));
    count.ok_or_else(|| {
        let given = quoted(&given.to_string());
        format!("replications must be a whole number from 1 to {MOST_REPLICATIONS}, not {given}")
    })
}

fn loads_of(given: &Value) -> Result<Vec<f64>, String> {
    let loads = given.as_array().filter(|loads| !loads.is_empty());
    let loads = loads.and_then(|loads| loads.iter().map(Value::as_f64).collect::<Option<_>>());
    loads.ok_or_else(|| {
        let given = quoted(&given.to_string());
        format!("loads must be an array of numbers, at least one, not {given}")
    })
}

impl Task {
    /// What tells it from other tasks.
    pub fn key(&self) -> Key {
        Key {
            id: self.id.to_string(),
            hash: PointKey::of(&self.scenario).point,
        }
    }

    /// A line that asks for this alone.
    pub fn as_line(&self) -> String {
        let mut line = json!({ "id": self.id });
        if let (Some(line), Value::Object(scenario)) = (line.as_object_mut(), json!(self.scenario))
        {
            line.extend(scenario);
        }
        format!("{line}\n")
    }

    /// The line of its report: `id`, `hash`, the scenario as the `link` of the page, and all that was measured.
    pub fn line(&self, report: &Report) -> String {
        let mut line = json!({
            "id": self.id,
            "hash": PointKey::of(&self.scenario).point,
            "link": self.scenario.to_link(),
        });
        if let (Some(line), Value::Object(report)) = (line.as_object_mut(), report.to_json()) {
            line.extend(report);
        }
        format!("{line}\n")
    }

    /// That it cannot be simulated.
    pub fn refused(&self, reason: String) -> Refused {
        Refused {
            id: self.id.clone(),
            hash: PointKey::of(&self.scenario).point,
            reason,
        }
    }
}

impl Refused {
    /// What tells it from other tasks.
    pub fn key(&self) -> Key {
        Key {
            id: self.id.to_string(),
            hash: self.hash.clone(),
        }
    }

    /// Why, in a sentence.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The line that stands for the report that there is not, with the number of the line that asked for it, from 1.
    pub fn line(&self, number: usize) -> String {
        let line =
            json!({ "id": self.id, "hash": self.hash, "line": number, "error": self.reason });
        format!("{line}\n")
    }
}

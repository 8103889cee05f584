//! What a line asks for.

use serde_json::{Map, Value, json};

use crate::catalog::quoted;
use crate::scenario::{MOST_REPLICATIONS, Scenario};
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
    let refused = |id: Option<&Value>, reason: String| Refused {
        id: id.cloned().unwrap_or_default(),
        hash: PointKey::of_text(line.trim()),
        reason,
    };
    let read = Scenario::from_json_with(line, &BESIDE);
    let (scenario, mut beside) = read.map_err(|(beside, error)| {
        refused(beside.get("id").filter(|id| is_id(id)), error.reason())
    })?;
    let id = beside.remove("id");
    tasks_of(scenario, id.as_ref(), &beside).map_err(|reason| {
        let id = id.as_ref().filter(|id| is_id(id));
        refused(id, reason)
    })
}

fn tasks_of(
    mut scenario: Scenario,
    id: Option<&Value>,
    beside: &Map<String, Value>,
) -> Result<Vec<Task>, String> {
    if let Some(id) = id.filter(|id| !is_id(id)) {
        let given = quoted(&id.to_string());
        return Err(format!("id must be a text or a whole number, not {given}"));
    }
    if let Some(given) = beside.get("replications") {
        let count = given.as_i64();
        let count = count.filter(|count| (1..=i64::from(MOST_REPLICATIONS)).contains(count));
        scenario.run.replications = count.ok_or_else(|| {
            let given = quoted(&given.to_string());
            format!(
                "replications must be a whole number from 1 to {MOST_REPLICATIONS}, not {given}"
            )
        })?;
    }
    let task = |scenario: Scenario| Task {
        id: id
            .cloned()
            .unwrap_or_else(|| PointKey::of(&scenario).point.into()),
        scenario,
    };
    let Some(loads) = beside.get("loads") else {
        return Ok(vec![task(scenario)]);
    };
    let loads = loads.as_array().filter(|loads| !loads.is_empty());
    let loads = loads.and_then(|loads| loads.iter().map(Value::as_f64).collect::<Option<Vec<_>>>());
    let loads = loads.ok_or_else(|| {
        let given = quoted(&beside["loads"].to_string());
        format!("loads must be an array of numbers, at least one, not {given}")
    })?;
    let at_each = loads
        .into_iter()
        .map(|load| at_load(&scenario, load).map(task));
    let tasks = at_each.collect::<Result<Vec<_>, _>>();
    tasks.map_err(|error| error.reason())
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_u64() || id.is_i64()
}

impl Task {
    /// What tells it from other tasks.
    pub fn key(&self) -> Key {
        Key {
            id: self.id.to_string(),
            hash: PointKey::of(&self.scenario).point,
        }
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

//! Tasks: the simulations that a line requests.

use serde_json::{Value, json};

use crate::scenario::{
    MOST_REPLICATIONS, Scenario, object_of, unused_fields, unused_fields_at_loads,
};
use crate::sweep::{PointKey, Report, at_load};
use engine::catalog::quoted;
use engine::routing::Scripts;

/// A scenario to simulate, and the id of its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The `id` of the line or, without one, the hash of the scenario.
    pub id: Value,
    pub scenario: Scenario,
    /// Fields of the line that have no effect, one sentence each.
    unused: Vec<String>,
}

/// The identity of a task: its id as JSON, and the hash of its scenario or, if that is invalid, of
/// its line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub(super) id: String,
    pub(super) hash: String,
}

/// An error in place of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    id: Value,
    hash: String,
    reason: Box<str>,
    /// What was to be simulated, if that could be read.
    scenario: Option<Box<Scenario>>,
}

/// The fields of a line that do not belong to its scenario.
const BESIDE: [&str; 3] = ["id", "loads", "replications"];

/// Parses the tasks of a line: its scenario, at each of its `loads` if they are given. Scenarios are
/// built with `scripts`.
///
/// # Errors
/// Returns the reason why the line is invalid, with its `id` if that could be parsed.
pub fn tasks(line: &str, scripts: &Scripts) -> Result<Vec<Task>, Refused> {
    let mut id = Value::Null;
    read(line, scripts, &mut id).map_err(|reason| Refused {
        id,
        hash: PointKey::of_text(line.trim()),
        reason: reason.into(),
        scenario: None,
    })
}

/// Parses a line, and stores its id in `known` as soon as it is parsed.
fn read(line: &str, scripts: &Scripts, known: &mut Value) -> Result<Vec<Task>, String> {
    let mut fields = object_of("scenario", line).map_err(|error| error.reason())?;
    let [id, loads, replications] = BESIDE.map(|name| fields.shift_remove(name));
    if let Some(id) = &id {
        if !is_id(id) {
            let given = quoted(&id.to_string());
            return Err(format!(
                "id must be a string or a whole number, not {given}"
            ));
        }
        known.clone_from(id);
    }
    let scenario = Scenario::from_object(&fields).map_err(|error| error.reason())?;
    let mut scenario = scenario.with_scripts(scripts);
    if let Some(given) = replications {
        scenario.run.replications = replications_of(&given)?;
    }
    let unused_in = if loads.is_some() {
        unused_fields_at_loads
    } else {
        unused_fields
    };
    let task = |scenario: Scenario| Task {
        id: id
            .clone()
            .unwrap_or_else(|| PointKey::of(&scenario).point.into()),
        unused: unused_in(&scenario, &fields),
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

fn is_id(given: &Value) -> bool {
    given.is_string() || given.is_u64() || given.is_i64()
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
    /// The identity of the task.
    pub fn key(&self) -> Key {
        Key {
            id: self.id.to_string(),
            hash: PointKey::of(&self.scenario).point,
        }
    }

    /// A line that requests this task alone.
    pub fn as_line(&self) -> String {
        let mut line = json!({ "id": self.id });
        if let (Some(line), Value::Object(scenario)) = (line.as_object_mut(), json!(self.scenario))
        {
            line.extend(scenario);
        }
        format!("{line}\n")
    }

    /// The line of a report: `id`, `hash`, the scenario as the `link` of the web page, and the
    /// [document](Report::document) of the report.
    pub fn line(&self, report: &Report, version: &str) -> String {
        let mut line = json!({
            "id": self.id,
            "hash": PointKey::of(&self.scenario).point,
            "link": self.scenario.to_link(),
        });
        if let Some(line) = line.as_object_mut() {
            line.extend(report.document(version, &self.scenario));
            if !self.unused.is_empty() {
                let mut warnings = line["warnings"].as_array().cloned().unwrap_or_default();
                warnings.extend(self.unused.iter().cloned().map(Value::from));
                line["warnings"] = warnings.into();
            }
        }
        format!("{line}\n")
    }

    /// The error for a task that cannot be simulated.
    pub fn refused(&self, reason: String) -> Refused {
        Refused {
            id: self.id.clone(),
            hash: PointKey::of(&self.scenario).point,
            reason: reason.into(),
            scenario: Some(Box::new(self.scenario.clone())),
        }
    }
}

impl Refused {
    /// The refusal of a line for a reason outside of it.
    pub fn of(line: &str, reason: String) -> Self {
        let fields = object_of("scenario", line).unwrap_or_default();
        let id = fields.get("id").filter(|id| is_id(id));
        Self {
            id: id.cloned().unwrap_or_default(),
            hash: PointKey::of_text(line.trim()),
            reason: reason.into(),
            scenario: None,
        }
    }

    /// The identity of the refused task.
    pub fn key(&self) -> Key {
        Key {
            id: self.id.to_string(),
            hash: self.hash.clone(),
        }
    }

    /// The reason, as a sentence.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The error line in place of a report; `number` is that of the requesting line, from 1.
    pub fn line(&self, number: usize, version: &str) -> String {
        let mut line = json!({
            "id": self.id,
            "hash": self.hash,
            "version": version,
            "line": number,
            "error": self.reason,
        });
        if let Some(scenario) = &self.scenario {
            line["scenario"] = json!(scenario);
        }
        format!("{line}\n")
    }
}

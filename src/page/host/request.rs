//! Requests of a host, read from JSON.

use serde_json::{Map, Value};

use super::VERSION;
use crate::{Address, LAST_CYCLE, Place, SPEEDS, query_of};
use engine::catalog::{one_of, quoted};
use engine::routing::Scripts;
use engine::routing::written::script_of;
use study::scenario::Scenario;

#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The name that the host gave to the request, which its answer repeats.
    pub id: Value,
    /// The command, with its arguments.
    pub command: Command,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Shows what an address names, given from `#` on.
    Load(String),
    /// Plays, at a speed \[cycles/s\] if one is given.
    Play(Option<f64>),
    Pause,
    Seek(u64),
    Query(Query),
    /// Tells of the student's record of a lesson from now on.
    Record(Keeping),
}

/// How a host keeps the student's record of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keeping {
    /// The id of the lesson.
    pub lesson: String,
    /// The record, as the page has sent it on an earlier visit, in place of the one of the browser; empty if the student
    /// begins.
    pub record: Option<String>,
    /// The longest record that the host can keep \[characters\].
    pub most: usize,
    /// The name of the student who is logged in at the host, if it tells that. It chooses the variant of a lesson that
    /// varies with the name.
    pub student: Option<String>,
}

/// The subject of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// The run as it is shown, which every answer contains.
    State,
    /// The scenario in its JSON form.
    Scenario,
    /// The address that restores what is shown, from `#` on.
    Link,
}

/// A request that cannot be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Rejected {
    /// The name of the request, if it has a usable one.
    pub id: Value,
    /// The reason, in a sentence.
    pub why: String,
}

impl Rejected {
    /// A message that is not understood well enough to have a name.
    pub fn unnamed(why: String) -> Self {
        Self {
            id: Value::Null,
            why,
        }
    }
}

/// The types of requests, with the keys that each may have besides `flitscope`, `type` and `id`.
const TYPES: [(&str, &[&str]); 6] = [
    ("load", &["link", "scenario", "cycle"]),
    ("play", &["speed"]),
    ("pause", &[]),
    ("seek", &["cycle"]),
    ("query", &["what"]),
    ("record", &["lesson", "record", "most", "student"]),
];

/// The lengths of records that a host may ask for \[characters\].
const RECORDS: [usize; 2] = [256, 1_000_000];

/// The keys of every request.
const COMMON: [&str; 3] = ["flitscope", "type", "id"];

impl Command {
    /// The type of the request.
    pub fn name(&self) -> &'static str {
        let place = match self {
            Self::Load(_) => 0,
            Self::Play(_) => 1,
            Self::Pause => 2,
            Self::Seek(_) => 3,
            Self::Query(_) => 4,
            Self::Record(_) => 5,
        };
        TYPES[place].0
    }
}

impl Request {
    /// The refusal of the request, with the reason in a sentence.
    pub fn rejected(self, why: String) -> Rejected {
        Rejected { id: self.id, why }
    }

    /// Reads a request from JSON; `None` if it is not meant for this page, since it lacks the key `flitscope`.
    ///
    /// # Errors
    ///
    /// Why the request cannot be done.
    pub fn read(text: &str) -> Option<Result<Self, Rejected>> {
        let Ok(Value::Object(message)) = serde_json::from_str(text) else {
            return None;
        };
        let version = message.get("flitscope")?;
        let id = message.get("id").cloned().unwrap_or_default();
        let is_name = matches!(id, Value::Null | Value::String(_) | Value::Number(_));
        let command = if !is_name {
            Err(format!("id must be a text or a number, not {}", shown(&id)))
        } else if *version == VERSION {
            command(&message)
        } else {
            Err(format!(
                "flitscope must be {VERSION}, the version of the messages, not {}",
                shown(version)
            ))
        };
        let id = if is_name { id } else { Value::Null };
        Some(match command {
            Ok(command) => Ok(Self { id, command }),
            Err(why) => Err(Rejected { id, why }),
        })
    }
}

fn command(message: &Map<String, Value>) -> Result<Command, String> {
    let names = TYPES.map(|(name, _)| name);
    let Some(given) = message.get("type") else {
        return Err(format!("type is missing; it must be {}", one_of(&names)));
    };
    let known = TYPES.iter().find(|(name, _)| given == name);
    let Some((name, keys)) = known else {
        return Err(wrong("type", &one_of(&names), given));
    };
    let is_known = |key: &str| COMMON.contains(&key) || keys.contains(&key);
    if let Some(key) = message.keys().find(|key| !is_known(key)) {
        let allowed = if keys.is_empty() {
            "only id"
        } else {
            &*format!("{} and id", keys.join(", "))
        };
        return Err(format!(
            "a message of type {name} has no {}; it may have {allowed}",
            quoted(key)
        ));
    }
    match *name {
        "load" => load(message).map(Command::Load),
        "play" => speed(message).map(Command::Play),
        "pause" => Ok(Command::Pause),
        "seek" => match cycle(message)? {
            Some(cycle) => Ok(Command::Seek(cycle)),
            None => Err(format!("cycle is missing; it must be {}", cycles())),
        },
        "query" => query(message).map(Command::Query),
        _ => record(message).map(Command::Record),
    }
}

/// Returns the address to show, from `#` on.
fn load(message: &Map<String, Value>) -> Result<String, String> {
    match (message.get("link"), message.get("scenario")) {
        (Some(Value::String(_)), None) if message.contains_key("cycle") => Err(
            "a message of type load has no cycle beside link; write c=… into the link".to_owned(),
        ),
        (Some(Value::String(link)), None) => of_link(link),
        (Some(other), None) => Err(wrong("link", "a text such as #/lab?t=mesh:4x4&c=3", other)),
        (None, Some(Value::Object(fields))) => {
            let scenario = Scenario::from_object(fields).map_err(|error| error.to_string())?;
            // A script is compiled when the address is followed.
            if script_of(&scenario.routing).is_none() {
                scenario.build().map_err(|error| error.to_string())?;
            }
            let address = Address {
                cycle: cycle(message)?,
                ..Address::of(scenario)
            };
            Ok(format!("#/lab?{}", address.write()))
        }
        (None, Some(other)) => Err(wrong("scenario", "an object", other)),
        (None, None) => Err(
            "link or scenario is missing; a message of type load must have one of them".to_owned(),
        ),
        (Some(_), Some(_)) => {
            Err("a message of type load must have link or scenario, not both".to_owned())
        }
    }
}

/// Returns the address of a link, which may be a whole address, a part of it, or a query string.
fn of_link(link: &str) -> Result<String, String> {
    let hash = match link.split_once('#') {
        Some((_, hash)) => format!("#{hash}"),
        None => format!("#/lab?{}", link.trim_start_matches('?')),
    };
    let opened = Address::read(query_of(&hash), &Scripts::default());
    match opened.problems.into_iter().next() {
        Some(problem) => Err(problem),
        None if Place::of(&hash) == Place::Home => Err(wrong(
            "link",
            "a link to a network, a paper or a lesson",
            &Value::from(link),
        )),
        None => Ok(hash),
    }
}

fn speed(message: &Map<String, Value>) -> Result<Option<f64>, String> {
    let [slowest, fastest] = SPEEDS;
    match message.get("speed") {
        None => Ok(None),
        Some(given) => match given.as_f64() {
            Some(speed) if (slowest..=fastest).contains(&speed) => Ok(Some(speed)),
            _ => Err(wrong(
                "speed",
                &format!("a number from {slowest} to {fastest} [cycles/s]"),
                given,
            )),
        },
    }
}

fn cycles() -> String {
    format!("a whole number from 0 to {LAST_CYCLE}")
}

fn cycle(message: &Map<String, Value>) -> Result<Option<u64>, String> {
    match message.get("cycle") {
        None => Ok(None),
        Some(given) => match given.as_u64() {
            Some(cycle) if cycle <= LAST_CYCLE => Ok(Some(cycle)),
            _ => Err(wrong("cycle", &cycles(), given)),
        },
    }
}

fn query(message: &Map<String, Value>) -> Result<Query, String> {
    match message.get("what") {
        None => Ok(Query::State),
        Some(Value::String(what)) if what == "state" => Ok(Query::State),
        Some(Value::String(what)) if what == "scenario" => Ok(Query::Scenario),
        Some(Value::String(what)) if what == "link" => Ok(Query::Link),
        Some(other) => Err(wrong("what", "state, scenario or link", other)),
    }
}

fn record(message: &Map<String, Value>) -> Result<Keeping, String> {
    const LESSON: &str = "the id of a lesson";
    const RECORD: &str = "the text of an event of type record, or empty";
    let text = |field: &str, allowed: &str| match message.get(field) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(wrong(field, allowed, other)),
    };
    let lesson = text("lesson", LESSON)?;
    let [least, most] = RECORDS;
    let lengths = || format!("a whole number from {least} to {most}");
    let length = match message.get("most") {
        None => most,
        Some(given) => {
            let length = given
                .as_u64()
                .and_then(|length| usize::try_from(length).ok());
            let length = length.filter(|length| (least..=most).contains(length));
            length.ok_or_else(|| wrong("most", &lengths(), given))?
        }
    };
    let student = text("student", "the name of a student")?;
    Ok(Keeping {
        student: student.filter(|name| !name.trim().is_empty()),
        lesson: lesson.ok_or_else(|| format!("lesson is missing; it must be {LESSON}"))?,
        record: text("record", RECORD)?,
        most: length,
    })
}

fn wrong(field: &str, allowed: &str, given: &Value) -> String {
    format!("{field} must be {allowed}, not {}", shown(given))
}

/// A value in a sentence: a text without quotation marks, anything else as JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    }
}

#[cfg(test)]
mod tests;

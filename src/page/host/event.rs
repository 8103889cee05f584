//! Events of an embedded page, and its answers to the host, as JSON.

use serde_json::{Map, Value, json};

use super::VERSION;
use super::request::{Rejected, Request};

/// An event that the page sends unasked.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The page is shown and takes requests.
    Ready,
    /// The height at which the page needs no scroll bar \[CSS pixels\].
    Height(u32),
    /// Another cycle is shown, or the run has started or stopped.
    Cycle,
    /// More messages have been delivered since the last event of the run.
    Delivered,
    /// The worms of these messages wait for each other since a cycle.
    Deadlock(u64, Vec<u64>),
    /// A question of a lesson was answered or a challenge attempted, rightly or not.
    Answered(Lesson, bool),
    /// Every step of a lesson is done.
    Done(String),
    /// The record of a lesson has changed, of which the host wants to hear.
    Record(Record),
}

/// A student's record of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The id of the lesson.
    pub lesson: String,
    /// The last step reached, from 1.
    pub step: usize,
    pub steps: usize,
    /// The number of questions and challenges.
    pub tasks: usize,
    /// Those answered, rightly or not, or met.
    pub answered: usize,
    /// Those answered rightly, at any try, or met.
    pub right: usize,
    /// Whether every step is done.
    pub is_done: bool,
    /// The text that restores the record; `None` if it is longer than the host can keep.
    pub text: Option<String>,
    /// Whether the text contains the work that is not handed in yet.
    pub is_complete: bool,
}

/// A step of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// The id of the lesson.
    pub id: String,
    /// The number of the step, from 1.
    pub step: usize,
}

/// The run as it is shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Seen {
    /// The place, as addresses name it.
    pub place: &'static str,
    pub cycle: u64,
    pub playing: bool,
    /// The speed of play \[cycles/s\].
    pub speed: f64,
    /// Messages generated since cycle 0.
    pub generated: u64,
    /// Messages delivered since cycle 0.
    pub delivered: u64,
    /// The cycle since which worms wait for each other, and their messages.
    pub deadlock: Option<(u64, Vec<u64>)>,
    /// A number that changes with the run: cycles of two runs do not follow each other.
    pub run: u32,
}

/// The contents of an answer besides the run.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Nothing,
    /// The scenario in its JSON form.
    Scenario(String),
    /// The address, from `#` on.
    Link(String),
}

impl Event {
    /// Returns the events of a run between two looks at it.
    pub fn between(before: &Seen, now: &Seen) -> Vec<Self> {
        let is_same = before.run == now.run;
        let mut events = Vec::new();
        if !is_same || (before.cycle, before.playing) != (now.cycle, now.playing) {
            events.push(Self::Cycle);
        }
        if now.delivered > if is_same { before.delivered } else { 0 } {
            events.push(Self::Delivered);
        }
        if let Some((cycle, messages)) = &now.deadlock
            && !(is_same && before.deadlock == now.deadlock)
        {
            events.push(Self::Deadlock(*cycle, messages.clone()));
        }
        events
    }

    /// The message, as JSON.
    pub fn write(&self, seen: &Seen) -> String {
        let (kind, rest) = match self {
            Self::Ready => ("ready", json!({"state": seen.write()})),
            Self::Height(pixels) => ("height", json!({"height": pixels})),
            Self::Cycle => (
                "cycle",
                json!({"cycle": seen.cycle, "playing": seen.playing}),
            ),
            Self::Delivered => (
                "delivered",
                json!({"cycle": seen.cycle, "delivered": seen.delivered}),
            ),
            Self::Deadlock(cycle, messages) => {
                ("deadlock", json!({"cycle": cycle, "messages": messages}))
            }
            Self::Answered(at, right) => (
                "answered",
                json!({"lesson": at.id, "step": at.step, "right": right}),
            ),
            Self::Done(lesson) => ("done", json!({"lesson": lesson})),
            Self::Record(record) => ("record", record.write()),
        };
        message(kind, rest)
    }

    /// Returns whether the event says nothing about the visitor, so that any host may hear of it.
    pub fn is_for_all(&self) -> bool {
        matches!(self, Self::Height(_))
    }
}

impl Record {
    fn write(&self) -> Value {
        json!({
            "lesson": self.lesson,
            "step": self.step,
            "steps": self.steps,
            "tasks": self.tasks,
            "answered": self.answered,
            "right": self.right,
            "done": self.is_done,
            "record": self.text,
            "complete": self.is_complete,
        })
    }
}

impl Seen {
    fn write(&self) -> Value {
        json!({
            "place": self.place,
            "cycle": self.cycle,
            "playing": self.playing,
            "speed": self.speed,
            "generated": self.generated,
            "delivered": self.delivered,
            "deadlock": self.deadlock.as_ref().map(|(cycle, _)| cycle),
        })
    }
}

impl Answer {
    /// The answer to a request, as JSON.
    pub fn write(&self, request: &Request, seen: &Seen) -> String {
        let mut rest = Map::new();
        rest.insert("id".to_owned(), request.id.clone());
        rest.insert("to".to_owned(), request.command.name().into());
        rest.insert("state".to_owned(), seen.write());
        match self {
            Self::Nothing => None,
            Self::Scenario(json) => {
                let scenario = serde_json::from_str(json).expect("the form of a scenario is JSON");
                rest.insert("scenario".to_owned(), scenario)
            }
            Self::Link(link) => rest.insert("link".to_owned(), Value::from(&**link)),
        };
        message("answer", Value::Object(rest))
    }
}

/// The message about a request that cannot be done, as JSON.
pub fn error(rejected: &Rejected) -> String {
    message("error", json!({"id": rejected.id, "message": rejected.why}))
}

/// A message of a type with further keys.
fn message(kind: &str, rest: Value) -> String {
    let mut all = Map::new();
    all.insert("flitscope".to_owned(), VERSION.into());
    all.insert("type".to_owned(), kind.into());
    if let Value::Object(rest) = rest {
        all.extend(rest);
    }
    Value::Object(all).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Command;

    fn seen(cycle: u64, delivered: u64) -> Seen {
        Seen {
            place: "lab",
            cycle,
            delivered,
            generated: 9,
            speed: 8.0,
            ..Seen::default()
        }
    }

    #[test]
    fn events_follow_from_two_looks_at_a_run() {
        let (before, now) = (seen(3, 1), seen(5, 2));
        assert_eq!(Event::between(&before, &before), []);
        assert_eq!(
            Event::between(&before, &now),
            [Event::Cycle, Event::Delivered]
        );
        // Backwards, nothing is delivered.
        assert_eq!(Event::between(&now, &before), [Event::Cycle]);
        let plays = Seen {
            playing: true,
            ..before.clone()
        };
        assert_eq!(Event::between(&before, &plays), [Event::Cycle]);
        // Another run starts its own count.
        let other = Seen {
            run: 1,
            ..seen(5, 2)
        };
        assert_eq!(
            Event::between(&now, &other),
            [Event::Cycle, Event::Delivered]
        );
        let stuck = Seen {
            deadlock: Some((4, vec![0, 2])),
            ..now
        };
        assert_eq!(
            Event::between(&now, &stuck),
            [Event::Deadlock(4, vec![0, 2])]
        );
        assert_eq!(Event::between(&stuck, &stuck), []);
    }

    #[test]
    fn messages_have_the_documented_shapes() {
        let at = Lesson {
            id: "one-message".to_owned(),
            step: 2,
        };
        for (event, text) in [
            (
                Event::Ready,
                r#"{"flitscope":1,"type":"ready","state":{"place":"lab","cycle":5,"playing":false,"speed":8.0,"generated":9,"delivered":2,"deadlock":null}}"#,
            ),
            (
                Event::Height(480),
                r#"{"flitscope":1,"type":"height","height":480}"#,
            ),
            (
                Event::Cycle,
                r#"{"flitscope":1,"type":"cycle","cycle":5,"playing":false}"#,
            ),
            (
                Event::Delivered,
                r#"{"flitscope":1,"type":"delivered","cycle":5,"delivered":2}"#,
            ),
            (
                Event::Deadlock(4, vec![0, 2]),
                r#"{"flitscope":1,"type":"deadlock","cycle":4,"messages":[0,2]}"#,
            ),
            (
                Event::Answered(at, true),
                r#"{"flitscope":1,"type":"answered","lesson":"one-message","step":2,"right":true}"#,
            ),
            (
                Event::Done("one-message".to_owned()),
                r#"{"flitscope":1,"type":"done","lesson":"one-message"}"#,
            ),
            (
                Event::Record(Record {
                    lesson: "one-message".to_owned(),
                    step: 3,
                    steps: 8,
                    tasks: 6,
                    answered: 2,
                    right: 1,
                    is_done: false,
                    text: Some("eNo".to_owned()),
                    is_complete: true,
                }),
                r#"{"flitscope":1,"type":"record","lesson":"one-message","step":3,"steps":8,"tasks":6,"answered":2,"right":1,"done":false,"record":"eNo","complete":true}"#,
            ),
        ] {
            assert_eq!(event.write(&seen(5, 2)), text);
        }
        let request = Request {
            id: "a".into(),
            command: Command::Pause,
        };
        assert_eq!(
            Answer::Link("#/lab?t=mesh:4x4".to_owned()).write(&request, &seen(5, 2)),
            r##"{"flitscope":1,"type":"answer","id":"a","to":"pause","state":{"place":"lab","cycle":5,"playing":false,"speed":8.0,"generated":9,"delivered":2,"deadlock":null},"link":"#/lab?t=mesh:4x4"}"##
        );
        let rejected = Rejected {
            id: Value::Null,
            why: "no".to_owned(),
        };
        assert_eq!(
            error(&rejected),
            r#"{"flitscope":1,"type":"error","id":null,"message":"no"}"#
        );
    }
}

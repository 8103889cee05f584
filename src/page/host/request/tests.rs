use proptest::prelude::*;
use serde_json::json;

use super::*;

fn read(message: &Value) -> Result<Command, String> {
    let read = Request::read(&message.to_string()).expect("it has the key");
    read.map(|request| request.command)
        .map_err(|rejected| rejected.why)
}

#[test]
fn requests_are_read() {
    for (message, command) in [
        (json!({"flitscope": 1, "type": "pause"}), Command::Pause),
        (json!({"flitscope": 1, "type": "play"}), Command::Play(None)),
        (
            json!({"flitscope": 1, "type": "play", "speed": 8}),
            Command::Play(Some(8.0)),
        ),
        (
            json!({"flitscope": 1, "type": "seek", "cycle": 40}),
            Command::Seek(40),
        ),
        (
            json!({"flitscope": 1, "type": "query"}),
            Command::Query(Query::State),
        ),
        (
            json!({"flitscope": 1, "type": "query", "what": "link"}),
            Command::Query(Query::Link),
        ),
        (
            json!({"flitscope": 1, "type": "record", "lesson": "one-message"}),
            Command::Record(Keeping {
                lesson: "one-message".to_owned(),
                record: None,
                most: 1_000_000,
                student: None,
            }),
        ),
        (
            json!({"flitscope": 1, "type": "record", "lesson": "one-message", "record": "", "most": 4096, "student": "Lovelace, Ada"}),
            Command::Record(Keeping {
                lesson: "one-message".to_owned(),
                record: Some(String::new()),
                most: 4096,
                student: Some("Lovelace, Ada".to_owned()),
            }),
        ),
        (
            json!({"flitscope": 1, "type": "load", "link": "t=mesh:4x4&c=3"}),
            Command::Load("#/lab?t=mesh:4x4&c=3".to_owned()),
        ),
        (
            json!({"flitscope": 1, "type": "load", "link": "https://a.example/f/#/lessons/one-message/2"}),
            Command::Load("#/lessons/one-message/2".to_owned()),
        ),
        (
            json!({"flitscope": 1, "type": "load", "cycle": 7, "scenario": {"network": "torus:4x4", "vcs": 3}}),
            Command::Load("#/lab?t=torus:4x4&vc=3&c=7".to_owned()),
        ),
    ] {
        assert_eq!(read(&message), Ok(command), "{message}");
    }
}

#[test]
fn messages_of_others_are_ignored() {
    for text in [
        "",
        "3",
        "null",
        "\"flitscope\"",
        "[1]",
        "{}",
        r#"{"type": "play"}"#,
    ] {
        assert_eq!(Request::read(text), None, "{text}");
    }
}

#[test]
fn the_id_is_repeated() {
    for id in [json!("a"), json!(7), Value::Null] {
        let good = json!({"flitscope": 1, "type": "pause", "id": id});
        let read = Request::read(&good.to_string()).expect("it has the key");
        assert_eq!(read.map(|request| request.id).ok(), Some(id.clone()));
        let bad = json!({"flitscope": 1, "type": "stop", "id": id});
        let read = Request::read(&bad.to_string()).expect("it has the key");
        assert_eq!(read.map_err(|rejected| rejected.id).err(), Some(id));
    }
}

#[test]
fn bad_requests_are_rejected_in_a_sentence() {
    for (message, why) in [
        (
            json!({"flitscope": 2, "type": "play"}),
            "flitscope must be 1, the version of the messages, not 2",
        ),
        (
            json!({"flitscope": 1}),
            "type is missing; it must be load, play, pause, seek, query or record",
        ),
        (
            json!({"flitscope": 1, "type": "jump"}),
            "type must be load, play, pause, seek, query or record, not jump",
        ),
        (
            json!({"flitscope": 1, "type": "play", "rate": 3}),
            "a message of type play has no rate; it may have speed and id",
        ),
        (
            json!({"flitscope": 1, "type": "pause", "speed": 3}),
            "a message of type pause has no speed; it may have only id",
        ),
        (
            json!({"flitscope": 1, "type": "play", "speed": 0}),
            "speed must be a number from 0.25 to 4096 [cycles/s], not 0",
        ),
        (
            json!({"flitscope": 1, "type": "seek"}),
            "cycle is missing; it must be a whole number from 0 to 10000000",
        ),
        (
            json!({"flitscope": 1, "type": "seek", "cycle": -1}),
            "cycle must be a whole number from 0 to 10000000, not -1",
        ),
        (
            json!({"flitscope": 1, "type": "seek", "cycle": "forty"}),
            "cycle must be a whole number from 0 to 10000000, not forty",
        ),
        (
            json!({"flitscope": 1, "type": "record", "record": ""}),
            "lesson is missing; it must be the id of a lesson",
        ),
        (
            json!({"flitscope": 1, "type": "record", "lesson": "x", "record": 3}),
            "record must be the text of an event of type record, or empty, not 3",
        ),
        (
            json!({"flitscope": 1, "type": "record", "lesson": "x", "most": 9}),
            "most must be a whole number from 256 to 1000000, not 9",
        ),
        (
            json!({"flitscope": 1, "type": "record", "lesson": "x", "student": 7}),
            "student must be the name of a student, not 7",
        ),
        (
            json!({"flitscope": 1, "type": "query", "what": "weather"}),
            "what must be state, scenario or link, not weather",
        ),
        (
            json!({"flitscope": 1, "type": "pause", "id": [1]}),
            "id must be a text or a number, not [1]",
        ),
        (
            json!({"flitscope": 1, "type": "load"}),
            "link or scenario is missing; a message of type load must have one of them",
        ),
        (
            json!({"flitscope": 1, "type": "load", "link": "t=mesh:4x4", "scenario": {}}),
            "a message of type load must have link or scenario, not both",
        ),
        (
            json!({"flitscope": 1, "type": "load", "link": 3}),
            "link must be a text such as #/lab?t=mesh:4x4&c=3, not 3",
        ),
        (
            json!({"flitscope": 1, "type": "load", "link": "t=mesh:4x4&heat=2"}),
            "heat=2: heat must be 0 or 1, not 2; ignored",
        ),
        (
            json!({"flitscope": 1, "type": "load", "link": "#/"}),
            "link must be a link to a network, a paper or a lesson, not #/",
        ),
        (
            json!({"flitscope": 1, "type": "load", "scenario": {"network": "torus:4x4", "vcs": 99}}),
            "vcs must be a whole number from 1 to 16, not 99",
        ),
    ] {
        assert_eq!(read(&message), Err(why.to_owned()), "{message}");
    }
}

proptest! {
    /// No text makes the reader panic, and every rejection is one sentence.
    #[test]
    fn any_message_is_read_or_rejected(
        kind in prop::sample::select(vec!["load", "play", "pause", "seek", "query", "record", "x"]),
        key in prop::sample::select(vec!["link", "scenario", "cycle", "speed", "what", "id", "y"]),
        value in prop_oneof![
            ".{0,20}".prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            Just(Value::Null),
            Just(json!({"network": "mesh:4x4"})),
        ],
    ) {
        let message = json!({"flitscope": 1, "type": kind, key: value});
        if let Err(why) = read(&message) {
            prop_assert!(!why.is_empty() && !why.contains('\n'), "{why}");
        }
    }
}

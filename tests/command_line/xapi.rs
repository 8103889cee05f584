//! The contract of `flitscope grade --xapi`: one array of statements over all receipts.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use flitscope::lesson::{Session, source_of};
use serde_json::{Value, json};

use crate::common::command::{assert_is_refused, run};

/// Writes a folder with the receipts of two students, who answer the first question of a lesson, and a file that is none.
fn receipts() -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("xapi");
    fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let source = source_of("one-message").expect("it is registered");
    let hash = Session::open(source).expect("the build has read it").hash();
    for (name, tries) in [("Ada", &["3", "5"][..]), ("Bo", &["5"])] {
        let receipt = json!({
            "flitscope": "receipt-1",
            "lesson": "one-message",
            "hash": hash,
            "name": name,
            "answers": [{ "step": 3, "tries": tries }],
        });
        let file = folder.join(format!("{name}.json"));
        fs::write(file, receipt.to_string()).expect("it can be written");
    }
    fs::write(folder.join("photo.png"), "PNG").expect("it can be written");
    folder.display().to_string()
}

#[test]
fn receipts_become_statements_and_other_files_are_named() {
    let folder = receipts();
    let output = run(&["grade", &folder, "--xapi"], "");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(
        stderr.contains("photo.png is left out: a receipt must be"),
        "{stderr}"
    );
    let statements: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let statements = statements.as_array().expect("an array");
    let told: Vec<_> = statements
        .iter()
        .map(|statement| {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let response = text(&statement["result"]["response"]);
            let success = statement["result"]["success"].as_bool();
            let verb = text(&statement["verb"]["display"]["en"]);
            (text(&statement["actor"]["name"]), verb, response, success)
        })
        .collect();
    let line = |name: &str, verb: &str, response: &str, success| {
        (
            name.to_owned(),
            verb.to_owned(),
            response.to_owned(),
            success,
        )
    };
    assert_eq!(
        told,
        [
            line("Ada", "initialized", "", None),
            line("Ada", "answered", "3", Some(false)),
            line("Ada", "answered", "5", Some(true)),
            line("Bo", "initialized", "", None),
            line("Bo", "answered", "5", Some(true)),
        ]
    );
    let ids: BTreeSet<_> = statements.iter().map(|one| one["id"].to_string()).collect();
    assert_eq!(ids.len(), statements.len());
    // Receipts contain no times.
    assert!(statements.iter().all(|one| one.get("timestamp").is_none()));
    let again = run(&["grade", &folder, "--xapi", "--json"], "");
    assert_eq!(again.stdout, output.stdout);
}

#[test]
fn a_mark_is_a_share_and_needs_statements() {
    let folder = receipts();
    let zero = ["grade", &folder, "--xapi", "--pass", "0"];
    assert_is_refused(
        &zero,
        "",
        "pass must be a whole number from 1 to 100 [%], not 0",
    );
    assert_is_refused(&["grade", &folder, "--pass", "60"], "", "--xapi");
    assert_is_refused(&["grade", &folder, "--xapi", "--csv"], "", "--csv");
}

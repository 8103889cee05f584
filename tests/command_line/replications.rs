//! All commands share one driver of replications, and none simulates twice.

use std::fs;
use std::path::Path;

use crate::common::command::json_of;

#[test]
fn asking_why_adds_findings_and_changes_nothing_else() {
    let scenario = r#"{
        "network": "mesh:4x4", "length": {"fixed": 8}, "traffic": {"rate": 0.2},
        "run": {"warmup": 200, "cycles": 2000, "replications": 3}
    }"#;
    let mut plain = json_of(&["simulate", "-"], scenario);
    let mut asked = json_of(&["simulate", "-", "--why"], scenario);
    let findings = asked["why"].take();
    assert!(
        findings.as_array().is_some_and(|all| !all.is_empty()),
        "{findings}"
    );
    plain["why"].take();
    for printed in [&mut plain, &mut asked] {
        printed["wall_s"].take();
    }
    assert_eq!(plain, asked);
}

#[test]
fn only_the_two_drivers_of_the_common_queue_simulate() {
    let mut found = Vec::new();
    let commands = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin/flitscope");
    let mut folders = vec![commands];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            if text.lines().any(simulates) {
                found.push(path);
            }
        }
    }
    found.sort();
    let drivers = ["batch/measurement.rs", "common/replications.rs"];
    let are_drivers = found
        .iter()
        .zip(drivers)
        .all(|(path, driver)| path.ends_with(driver));
    assert!(found.len() == drivers.len() && are_drivers, "{found:?}");
}

/// Whether a line calls or imports a function that simulates a scenario to its end.
fn simulates(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    let imports = line.starts_with("use flitscope::sweep");
    line.contains(".run_replication(")
        || line.contains("sweep::simulate(")
        || (imports && words.any(|word| word == "simulate"))
}

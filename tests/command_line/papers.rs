//! The command line: tables and figures of the papers.

use crate::common::command::{assert_is_refused, json_of, run, run_with_jobs};
use crate::common::effort::quick_or;
use flitscope::paper::PAPERS;

/// Arguments, and a part of the error message about them.
const MISTAKES: &[(&[&str], &str)] = &[
    (&["dally"], "PAPER must be shahrabi, ciciani"),
    (&["ciciani", "table-9"], "ITEM must be table-2, table-3"),
    (
        &["--effort", "much"],
        "effort must be quick, thorough or none, not much",
    ),
    (&["--seed", "-1"], "seed must be a whole number"),
    (
        &["--precision", "0"],
        "precision must be a number above 0 and below 1, not 0",
    ),
    (
        &["--precision", "wide"],
        "precision must be a number above 0 and below 1, not wide",
    ),
];

#[test]
fn an_invalid_argument_is_refused_with_a_reason() {
    for (arguments, part) in MISTAKES {
        assert_is_refused(&[&["papers"], *arguments].concat(), "", part);
    }
}

#[test]
fn every_table_and_figure_is_printed_at_once_without_simulation() {
    // Computing the rows of all papers, here and in the program, takes a minute.
    for paper in &PAPERS[..quick_or(1, PAPERS.len())] {
        let found = json_of(&["papers", paper.id, "--effort", "none"], "");
        let found = &found["papers"][0];
        assert_eq!(found["id"], paper.id);
        let items = found["items"].as_array().expect("a list of items");
        assert_eq!(items.len(), paper.items.len());
        for (found, item) in items.iter().zip(paper.items) {
            assert_eq!(found["id"], item.id);
            let rows = found["rows"].as_array().expect("a list of rows");
            assert_eq!(rows.len(), item.rows().len());
            assert!(rows.iter().all(|row| row["simulated"].is_null()));
        }
    }
}

#[test]
fn a_table_does_not_depend_on_the_number_of_jobs() {
    let table = ["papers", "shahrabi", "figure-1", "--precision", "0.2"];
    let [one, three] = ["1", "3"].map(|jobs| run_with_jobs(jobs, &table, "").stdout);
    assert!(!one.is_empty());
    assert_eq!(one, three);
    let other = run(&[&table[..], &["--seed", "2"]].concat(), "").stdout;
    assert_ne!(one, other);
}

#[test]
fn a_table_contains_printed_computed_and_simulated_values() {
    let call = [
        "papers",
        "ciciani",
        "table-3",
        "--precision",
        "0.2",
        "--seed",
        "5",
    ];
    let found = json_of(&call, "");
    assert_eq!(
        (&found["seed"], &found["precision"]),
        (&5.into(), &0.2.into())
    );
    let item = &found["papers"][0]["items"][0];
    let row = &item["rows"][0];
    assert_eq!(row["label"], "0.001");
    assert_eq!(row["printed"]["model"], 15.66);
    assert_eq!(row["printed"]["simulation"], 15.77);
    assert_eq!(row["independent"], serde_json::json!({}));
    let model = row["computed"][0]["value"].as_f64().expect("a value");
    let mean = row["simulated"]["mean"].as_f64().expect("it is steady");
    let difference = row["computed"][0]["difference"]
        .as_f64()
        .expect("both are known");
    assert!((difference - (model / mean - 1.0)).abs() < 1e-12);
    assert_eq!(row["simulated"]["scenario"]["seed"], 5);
    let last = &item["rows"][6];
    assert_eq!(last["simulated"]["steady"], false);
    assert!(
        last["verdict"]
            .as_str()
            .is_some_and(|text| text.contains("saturated"))
    );
    assert!(
        item["verdict"]
            .as_str()
            .is_some_and(|text| text.contains("saturated"))
    );
}

#[test]
fn csv_has_one_value_per_line_with_its_scenario() {
    let call = [
        "papers",
        "shahrabi",
        "figure-1",
        "--precision",
        "0.2",
        "--csv",
    ];
    let output = run(&call, "");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().expect("a head").clone();
    let column = |name: &str| head.iter().position(|of| of == name).expect("it is there");
    let [from, value, scenario] = ["from", "value", "scenario"].map(column);
    let lines: Vec<_> = reader.records().map(|line| line.expect("a line")).collect();
    // For each of 4 rows, one independent value, two computed ones and a simulated one.
    assert_eq!(lines.len(), 4 * 4);
    // The paper prints only curves.
    let of_others = lines.iter().filter(|line| &line[from] == "independent");
    assert_eq!(of_others.count(), 4);
    for line in &lines {
        let is_simulated = &line[from] == "simulation";
        assert_eq!(line[scenario].starts_with("t=hypercube:6&"), is_simulated);
        assert!(line[value].parse::<f64>().is_ok(), "{line:?}");
    }
}

#[test]
fn errata_and_equations_are_printed_when_asked_for() {
    let errata = json_of(&["papers", "shahrabi", "--errata"], "");
    let found = errata[0]["errata"].as_array().expect("a list");
    assert!(
        found
            .iter()
            .any(|of| of["place"].as_str().is_some_and(|at| at.contains("11")))
    );
    let equations = json_of(&["papers", "shahrabi", "--equations"], "");
    let found = equations[0]["equations"].as_array().expect("a list");
    assert!(!found.is_empty());
    assert!(
        found
            .iter()
            .all(|of| of["tex"].as_str().is_some_and(|tex| !tex.is_empty()))
    );
    for arguments in [["--errata"], ["--equations"]] {
        let output = run(&[&["papers"], &arguments[..]].concat(), "");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(PAPERS.iter().all(|paper| text.contains(paper.source.cite)));
    }
}

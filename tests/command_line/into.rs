//! The command line: reports appended to a file, by runs that are killed, repeated or refused.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::command::{assert_is_refused, run};

const GRID: &str = r#"{
    "scenario": {"network": "mesh:4x4", "length": {"fixed": 8}, "run": {"warmup": 100, "cycles": 1500}},
    "vary": {"traffic.rate": [0.005, 0.01], "seed": {"from": 1, "to": 10}}
}"#;

/// A path of one test, at which there is nothing.
fn nothing_at(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_file(&path).ok();
    path.into_os_string().into_string().expect("text")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The grid in a file, and its reports in the order of its lines.
fn all(name: &str) -> (String, String) {
    let path = nothing_at(name);
    fs::write(&path, text(&run(&["grid", "-"], GRID))).expect("a file");
    let whole = text(&run(&["run", &path, "--quiet", "--jobs", "1"], ""));
    assert_eq!(whole.lines().count(), 20);
    (path, whole)
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file of reports")
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_flitscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built for this test")
}

#[test]
fn killed_runs_into_a_file_lose_and_double_nothing() {
    let (all, whole) = all("into-killed-all.jsonl");
    let out = nothing_at("into-killed.jsonl");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let arguments = |jobs| ["run", &all, "--into", &out, "--quiet", "--jobs", jobs];
    for jobs in ["1", "3"].repeat(8) {
        let mut child = start(&arguments(jobs));
        std::thread::sleep(Duration::from_micros(random.next_u64() % 40_000));
        child.kill().expect("it may be killed");
        child.wait().expect("it has ended");
    }
    let last = run(&arguments("2"), "");
    assert_eq!((last.status.code(), text(&last).len()), (Some(0), 0));
    assert_eq!(sorted(&read(&out)), sorted(&whole));
}

#[test]
fn a_file_cut_anywhere_is_repaired_and_completed() {
    let (all, whole) = all("into-cut-all.jsonl");
    let out = nothing_at("into-cut.jsonl");
    let second = whole.find('\n').expect("lines") + 1;
    let third = second + whole[second..].find('\n').expect("lines") + 1;
    for (end, is_removed) in [
        (0, false),
        (1, true),
        (second, false),
        (second + 1, true),
        (third - 2, true),
        // Only the end of the line is missing.
        (third - 1, false),
    ] {
        fs::write(&out, &whole[..end]).expect("a file");
        let output = run(&["run", &all, "--into", &out, "--jobs", "1"], "");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert_eq!(stderr.contains("which was cut off"), is_removed, "{stderr}");
        assert_eq!(read(&out), whole, "cut after {end} bytes");
    }
}

#[test]
fn shards_share_a_file_one_after_the_other() {
    let (all, whole) = all("into-shards-all.jsonl");
    let out = nothing_at("into-shards.jsonl");
    for shard in ["1/3", "3/3", "1/3", "2/3"] {
        let output = run(&["run", &all, "--into", &out, "--shard", shard], "");
        assert_eq!(output.status.code(), Some(0), "{shard}");
    }
    assert_eq!(sorted(&read(&out)), sorted(&whole));
}

#[test]
fn a_second_run_into_the_same_file_is_refused() {
    let out = nothing_at("into-twice.jsonl");
    // Its standard input stays open, so that it does not end.
    let mut first = start(&["run", "-", "--into", &out, "--quiet"]);
    // It has locked the file once a probe is refused.
    let refused = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        PathBuf::from(&out).exists()
            && run(&["run", "-", "--into", &out, "--quiet"], "")
                .status
                .code()
                == Some(2)
    });
    let expected = "into must be a file that no other run is writing, not ";
    if refused {
        assert_is_refused(&["run", "-", "--into", &out], "", expected);
    }
    first.kill().expect("it may be killed");
    first.wait().expect("it has ended");
    assert!(refused, "two runs wrote one file");
    let after = run(&["run", "-", "--into", &out, "--quiet"], "");
    assert_eq!(after.status.code(), Some(0));
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let (all, _) = all("into-other-all.jsonl");
    let before = read(&all);
    for (out, expected) in [
        ("/", "into must be a file that can be written"),
        (
            "no/such/folder/file",
            "into must be a file that can be written",
        ),
        (&all, "into must be a file of reports"),
    ] {
        assert_is_refused(&["run", &all, "--into", out], "", expected);
    }
    assert_eq!(read(&all), before);
    let out = nothing_at("into-missing-input.jsonl");
    assert_is_refused(&["run", "no/such/file", "--into", &out], "", "FILE must be");
    assert!(!PathBuf::from(&out).exists());
}

#[test]
fn merged_reports_are_those_of_one_machine_and_missing_ones_are_counted() {
    let (all, whole) = all("merge-all.jsonl");
    let [part, done] = ["merge-part.jsonl", "merge-done.jsonl"].map(nothing_at);
    let mut lines: Vec<_> = whole.lines().rev().collect();
    fs::write(&done, lines.join("\n")).expect("a file");
    fs::write(&part, format!("{}\n{{\"id\":\"ha", lines[0])).expect("a file");
    let output = run(&["merge", &all, &done, &part], "");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), text(&output)),
        (Some(0), whole.clone())
    );
    assert!(stderr.contains("reports repeated: 1"), "{stderr}");
    assert!(stderr.contains("reports of no line: 1"), "{stderr}");
    let changed = lines[0].replacen("\"load\":", "\"load\":1", 1);
    lines.remove(3);
    fs::write(&done, lines.join("\n")).expect("a file");
    fs::write(&part, changed).expect("a file");
    let output = run(&["merge", &all, &done, &part], "");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), text(&output).lines().count()),
        (Some(1), 19)
    );
    assert!(stderr.contains("reports missing: 1"), "{stderr}");
    assert!(
        stderr.contains("in contradiction to another: 1"),
        "{stderr}"
    );
}

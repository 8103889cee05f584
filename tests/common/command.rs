//! Calls of the command line, as a user makes them.

use std::env;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The output of a command with `--json`.
pub fn json_of(arguments: &[&str], input: &str) -> Value {
    let output = run(&[arguments, &["--json"]].concat(), input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && stderr.is_empty(),
        "{arguments:?}: {stderr}"
    );
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(
        env::var_os("CARGO_BIN_EXE_flitscope").expect("cargo sets it for the package flitscope"),
    )
    .args(arguments)
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("the binary was built for this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A command that refuses its arguments may exit before it reads.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    child.wait_with_output().expect("it ends by itself")
}

/// The output of a command that simulates, with this many simulations at a time.
pub fn run_with_jobs(jobs: &str, arguments: &[&str], input: &str) -> Output {
    run(&[arguments, &["--jobs", jobs]].concat(), input)
}

/// Asserts that a call is refused with one line that contains `part`, with and without `--json`.
pub fn assert_is_refused(arguments: &[&str], input: &str, part: &str) {
    for json in [false, true] {
        let mut arguments = arguments.to_vec();
        arguments.extend(json.then_some("--json"));
        let output = run(&arguments, input);
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let is_one_line = stderr.ends_with('\n') && stderr.lines().count() == 1;
        assert!(is_one_line, "{arguments:?}: {stderr:?}");
        assert!(stderr.contains(part), "{arguments:?}: {stderr}");
    }
}

//! The command line: output that cannot be written, input without an end, and byte order marks.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use flitscope::lesson;

use crate::common::command::{assert_is_refused, run};

/// A call of each command that prints something, with its standard input.
const CALLS: &[(&[&str], &str)] = &[
    (&["topology", "mesh:4x4"], ""),
    (&["route", "mesh:4x4", "--from", "0,0", "--to", "3,2"], ""),
    (
        &[
            "multicast",
            "mesh:4x4",
            "--algorithm",
            "dual-path",
            "--source",
            "0,0",
            "--dest",
            "3,3",
        ],
        "",
    ),
    (&["deadlock", "mesh:4x4"], ""),
    (
        &[
            "model",
            "ciciani-hypercube",
            "n=4",
            "length=16",
            "--load",
            "0.001",
        ],
        "",
    ),
    (&["bounds", "mesh:4x4"], ""),
    (&["worst-case", "mesh:4x4"], ""),
    (&["simulate", "-"], SHORT),
    (&["probe", "-", "--cycles", "1000"], SHORT),
    (&["sweep", "-", "--loads", "0.01"], SHORT),
    (&["run", "-", "--quiet"], SHORT),
    (&["run", "-", "--pending"], SHORT),
    (&["grid", "-"], r#"{"vary": {"network": ["mesh:4x4"]}}"#),
    (&["merge", "ALL", "DONE"], ""),
    (&["papers", "shahrabi", "--errata"], ""),
    (
        &[
            "laboratory",
            "#/laboratory?m=ciciani-hypercube:n=6,length=32",
        ],
        "",
    ),
    (&["draw", "-"], SHORT),
    (&["schema"], ""),
    (&["lesson", "list"], ""),
    (&["lesson", "example"], ""),
    (&["grade", "DONE"], ""),
    (&["scripts"], ""),
    (&["examples"], ""),
    (&["completions", "bash"], ""),
    (&["man"], ""),
    (&["help"], ""),
    (&["--help"], ""),
    (&["--version"], ""),
    (&["simulate", "--help"], ""),
];

const SHORT: &str = r#"{"network": "mesh:4x4", "vcs": 1, "traffic": {"rate": 0.01}, "run": {"warmup": 10, "cycles": 300}}"#;

/// A path of one test.
fn at(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.into_os_string().into_string().expect("text")
}

/// Files of one scenario and its report.
fn files(name: &str) -> [String; 2] {
    let [all, done] = ["all", "done"].map(|part| at(&format!("outputs-{name}-{part}.jsonl")));
    fs::write(&all, SHORT).expect("a file");
    fs::write(&done, run(&["run", &all, "--quiet"], "").stdout).expect("a file");
    [all, done]
}

/// Asserts for every call, in both forms, that standard output which takes nothing is a sentence and status 2.
fn assert_all_say_so(name: &str, output: impl Fn() -> Stdio) {
    let [all, done] = files(name);
    for (arguments, input) in CALLS {
        let arguments = arguments.iter().map(|&argument| match argument {
            "ALL" => &all,
            "DONE" => &done,
            argument => argument,
        });
        let mut plain: Vec<_> = arguments.collect();
        // `help` has only one form.
        let forms = if plain[0] == "help" { 1 } else { 2 };
        for _form in 0..forms {
            let child = Command::new(env!("CARGO_BIN_EXE_flitscope"))
                .args(&plain)
                .stdin(Stdio::piped())
                .stdout(output())
                .stderr(Stdio::piped())
                .spawn();
            let mut child = child.expect("the binary was built for this test");
            let mut stdin = child.stdin.take().expect("it is piped");
            io::Write::write_all(&mut stdin, input.as_bytes()).ok();
            drop(stdin);
            let ended = child.wait_with_output().expect("it ends by itself");
            let stderr = String::from_utf8(ended.stderr).expect("text");
            assert_eq!(ended.status.code(), Some(2), "{plain:?}: {stderr}");
            let last = stderr.lines().last().unwrap_or_default();
            let expected =
                "flitscope: standard output must be a file or pipe that takes all results";
            assert!(last.starts_with(expected), "{plain:?}: {stderr}");
            assert!(!stderr.contains("panicked"), "{plain:?}: {stderr}");
            plain.push("--json");
        }
    }
}

#[test]
fn every_command_is_among_the_calls() {
    let help = String::from_utf8(run(&["--help"], "").stdout).expect("text");
    let commands = help.split("Commands:").nth(1).expect("a list of commands");
    let names = commands.lines().skip(1).take_while(|line| !line.is_empty());
    let names: Vec<_> = names
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{help}");
    for name in names {
        let is_called = CALLS.iter().any(|(arguments, _)| arguments[0] == name);
        assert!(is_called, "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_sentence_and_status_2_in_every_command() {
    assert_all_say_so("full", || {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        full.expect("Linux has it").into()
    });
}

#[test]
fn a_closed_pipe_is_a_sentence_and_status_2_in_every_command() {
    assert_all_say_so("closed", || {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        writer.into()
    });
}

#[test]
#[cfg(target_os = "linux")]
fn results_do_not_need_standard_error() {
    let [all, done] = files("mute");
    // The counts of a merge, and the sentence of an error, have nowhere to go.
    for (arguments, expected) in [
        (&["merge", &all, &done, &done][..], 0),
        (&["run", &all], 0),
        (&["topology", "mesh:0"], 2),
        (&["no-command"], 2),
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let status = Command::new(env!("CARGO_BIN_EXE_flitscope"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(full.expect("Linux has it"))
            .status();
        let status = status.expect("it ends by itself").code();
        assert_eq!(status, Some(expected), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_on_a_full_disk_are_refused() {
    for (arguments, expected) in [
        (
            &["simulate", "-", "--save-trace", "/dev/full"][..],
            "save-trace must be a file that can be written",
        ),
        (
            &["draw", "-", "--cycles", "0..1", "--film", "/dev/full"],
            "film must be a file that can be written",
        ),
        (
            &["run", "-", "--into", "/dev/full"],
            "into must be a file that can be written",
        ),
    ] {
        assert_is_refused(arguments, SHORT, expected);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn input_without_an_end_is_refused() {
    let [all, done] = files("endless");
    for arguments in [
        &["run", "/dev/zero", "--quiet"][..],
        &["run", &all, "--skip", "/dev/zero"],
        &["run", &all, "--into", "/dev/zero"],
        &["merge", &all, "/dev/zero"],
        &["merge", "/dev/zero", &done],
        &["grid", "/dev/zero"],
        &["topology", "graph:/dev/zero"],
        &["simulate", "/dev/zero"],
        &["simulate", &all, "--trace", "/dev/zero"],
        &["simulate", &all, "--routing-file", "/dev/zero"],
        &["deadlock", "mesh:4x4", "--routing-file", "/dev/zero"],
        &["draw", "/dev/zero"],
        &[
            "draw",
            &all,
            "--cycles",
            "0..1",
            "--film",
            "/dev/null",
            "--font",
            "/dev/zero",
        ],
        &["lesson", "check", "/dev/zero"],
        &["lesson", "package", "/dev/zero", "--scorm", "1.2"],
        &[
            "lesson",
            "package",
            "one-message",
            "--scorm",
            "1.2",
            "--page",
            "/dev/zero",
        ],
        &["grade", "--lesson", "/dev/zero", &done],
    ] {
        let expected = if arguments.contains(&"--into") {
            "which is a device or a pipe"
        } else {
            " MiB"
        };
        assert_is_refused(arguments, "", expected);
    }
    // A receipt that cannot be read has a row.
    let graded = run(&["grade", "/dev/zero", "--csv"], "");
    let row = String::from_utf8(graded.stdout).expect("text");
    assert!(row.contains("it has more than 64 MiB"), "{row}");
}

#[test]
#[cfg(unix)]
fn a_named_pipe_without_another_side_is_refused() {
    let [all, _] = files("pipe");
    let pipe = |name: &str| {
        let pipe = at(&format!("outputs-pipe-{name}"));
        fs::remove_file(&pipe).ok();
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        pipe
    };
    let into = pipe("into");
    assert_is_refused(&["run", &all, "--into", &into], "", "a device or a pipe");
    // All wait at the same time, each for its own pipe.
    let [scenario, lines, graph, trace] = ["scenario", "lines", "graph", "trace"].map(pipe);
    let graph = format!("graph:{graph}");
    let calls = [
        vec!["simulate", &*scenario],
        vec!["run", &lines],
        vec!["topology", &graph],
        vec!["simulate", &all, "--save-trace", &trace],
    ];
    std::thread::scope(|scope| {
        for call in calls {
            scope.spawn(move || {
                let output = run(&call, "");
                let stderr = String::from_utf8(output.stderr).expect("text");
                assert_eq!(output.status.code(), Some(2), "{call:?}: {stderr}");
                assert!(stderr.contains("no other program"), "{call:?}: {stderr}");
            });
        }
    });
    // With another side it is a file like others.
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| run(&["simulate", &scenario, "--json"], ""));
        fs::write(&scenario, SHORT).expect("the program reads it");
        assert_eq!(reader.join().expect("it ends").status.code(), Some(0));
    });
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let utf8 = |text: &str| ["\u{feff}", text].concat().into_bytes();
    let utf16 = |text: &str| -> Vec<u8> {
        let marked = ["\u{feff}", text].concat();
        marked.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let [all, done] = files("mark");
    let report = fs::read_to_string(&done).expect("a report");
    let script = flitscope::custom::EXAMPLES[0].text;
    let grid = r#"{"vary": {"network": ["mesh:4x4"]}}"#;
    let example = lesson::EXAMPLE;
    let trace = "time,from,to,flits\n0,0,5,4\n";
    // Whether the content may be UTF-16: lines are read one by one.
    for (name, content, is_whole, call) in [
        ("scenario", SHORT, true, &["draw", "FILE"][..]),
        ("graph", "a - b\nb - c\n", true, &["topology", "graph:FILE"]),
        (
            "script",
            script,
            true,
            &["deadlock", "mesh:4x4", "--routing-file", "FILE"],
        ),
        (
            "trace",
            trace,
            true,
            &[
                "simulate",
                &all,
                "--save-trace",
                "/dev/stdout",
                "--trace",
                "FILE",
            ],
        ),
        ("grid", grid, true, &["grid", "FILE"]),
        ("lesson", example, true, &["lesson", "check", "FILE"]),
        ("lines", SHORT, false, &["run", "FILE", "--quiet"]),
        ("reports", &report, false, &["run", &all, "--skip", "FILE"]),
        ("merged", &report, false, &["merge", &all, "FILE"]),
    ] {
        let file = at(&format!("outputs-mark-{name}"));
        let graph = format!("graph:{file}");
        let call: Vec<_> = call
            .iter()
            .map(|&word| match word {
                "FILE" => &*file,
                "graph:FILE" => &*graph,
                word => word,
            })
            .collect();
        let with = |bytes: Vec<u8>| {
            fs::write(&file, bytes).expect("a file");
            let output = run(&call, "");
            // The wall-clock time differs.
            let text = String::from_utf8(output.stdout).expect("text");
            let lines = text.lines().filter(|line| !line.contains("wall_s"));
            (output.status.code(), lines.collect::<Vec<_>>().join("\n"))
        };
        let plain = with(content.as_bytes().to_vec());
        assert_eq!(plain.0, Some(0), "{name}: {}", plain.1);
        assert_eq!(with(utf8(content)), plain, "{name}");
        if is_whole {
            assert_eq!(with(utf16(content)), plain, "{name} in UTF-16");
        } else {
            fs::write(&file, utf16(content)).expect("a file");
            let output = run(&call, "");
            let stderr = String::from_utf8(output.stderr).expect("text");
            assert!(stderr.contains("save it as UTF-8"), "{name}: {stderr}");
        }
    }
    // The file that a run continues.
    let marked = at("outputs-mark-into");
    fs::write(&marked, utf8(&report)).expect("a file");
    let again = run(&["run", &all, "--into", &marked], "");
    assert!(again.status.success());
    assert_eq!(fs::read(&marked).expect("a file"), utf8(&report));
}

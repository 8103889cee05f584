//! The contract of `flitscope lesson` and `flitscope grade`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use flitscope::lesson::{LESSONS, Session, changed, seed_of_name, source_of};
use serde_json::{Value, json};

/// A lesson whose queries are answered quickly.
const QUICK: &str = "deadlock-in-a-ring";

#[test]
fn lessons_are_listed_and_shown() {
    let list = json_of(&["lesson", "list", "--json"]);
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), LESSONS.len());
    for lesson in list {
        for field in [
            "id",
            "title",
            "minutes",
            "course",
            "steps",
            "asks",
            "challenges",
        ] {
            assert!(!lesson[field].is_null(), "{field} of {lesson}");
        }
    }
    let shown = json_of(&["lesson", "show", QUICK, "--json"]);
    assert_eq!(shown["id"], QUICK);
    assert_eq!(
        shown["step"].as_array().map(Vec::len),
        shown["steps"].as_u64().map(|n| n as usize)
    );
    let text = text_of(&["lesson", "show", QUICK]);
    for part in [
        "challenge: ",
        "minutes. Estimated at ",
        "after:\n  Who waits behind a blocked worm (blocking-holds-channels)\n",
        "words:\n  cycle of waiting, deadlock, virtual channel\n",
        "ch. 14: Deadlock and Livelock\n",
        "conventions:\n  Virtual channels are numbered from 0",
        "conclusions:\n  A blocked message keeps the channels that it holds",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let source = text_of(&["lesson", "show", QUICK, "--source"]);
    assert_eq!(Some(&*source), source_of(QUICK));
    let queries = json_of(&["lesson", "queries", "--json"]);
    assert!(
        queries
            .as_array()
            .expect("a list")
            .iter()
            .any(|q| q["query"] == "arrival(0)")
    );
    assert!(text_of(&["lesson", "glossary"]).contains("deadlock"));
    // d + M − 1.
    let line = "t=mesh:6&vc=1&M=8&msg=0:0>5";
    assert_eq!(text_of(&["lesson", "ask", line, "latency(0)"]), "12\n");
    let wanted = ["lesson", "ask", "--until", "3", line, "crossed(\"0>1\")"];
    assert_eq!(text_of(&wanted), "3\n");
    let refused = run(&["lesson", "ask", line, "arival(0)"]);
    assert_eq!(refused.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        stderr.contains("line 1, column 1: there is no arival of"),
        "{stderr}"
    );
}

#[test]
fn a_file_is_checked_and_errors_are_reported_with_their_line() {
    let source = source_of(QUICK).expect("it is registered");
    let good = file("good.toml", source);
    let checked = text_of(&["lesson", "check", &good]);
    assert!(checked.ends_with(": holds\n") && checked.contains("Estimated at "));
    for (from, to, reason) in [
        (
            "reading = [\"dally-towles 14\"",
            "reading = [\"dally-towles 2\"",
            "reading must be dally-towles 1, ",
        ),
        (
            "conventions = [\"virtual-channels\"",
            "conventions = [\"canals\"",
            "conventions must be flit, ",
        ),
        (
            "conclusions = [",
            "conclusions = [\"1\", \"2\", \"3\",",
            "conclusions must be at most 5, not 6",
        ),
        (
            "conclusions = [",
            "conclusions = [\"\",",
            "a conclusion must be one line of 1 to 160 characters, not 0 characters",
        ),
        (
            "conclusions = [",
            "conclusions = [\"One\\ntwo\",",
            "a conclusion must be one line of 1 to 160 characters, not 2 lines",
        ),
        ("conclusions = [", "conclusions = [3,", "expected a string"),
    ] {
        let text = source.replacen(from, to, 1);
        assert_ne!(text, source, "{from}");
        let checked = run(&["lesson", "check", &file("head.toml", &text)]);
        let told = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert_eq!(checked.status.code(), Some(1), "{told}");
        assert!(told.contains(reason), "{told}");
    }
    for (from, to, line_of, reason) in [
        (
            "answer = \"delivered()\"",
            "answer = \"3\"",
            "answer = \"3\"",
            "must ask the run",
        ),
        (
            "answer = \"delivered()\"",
            "answer = \"arived()\"",
            "answer = \"arived()\"",
            "there is no arived()",
        ),
        (
            "par = 1",
            "par = 2",
            "text = \"Change",
            "par must be what the solution takes, 1, not 2",
        ),
        (
            "minutes = ",
            "minuets = ",
            "minuets = ",
            "unknown field `minuets`, expected one of",
        ),
        (
            "kind = \"number\"",
            "kind = \"nombre\"",
            "kind = \"nombre\"",
            "unknown variant `nombre`",
        ),
        (
            "t=torus-uni:8&vc=1",
            "t=torus-uni:8&vc=99",
            "scene = ",
            "vcs must be ",
        ),
    ] {
        let text = source.replacen(from, to, 1);
        assert_ne!(text, source, "{from}");
        let bad = file("bad.toml", &text);
        let checked = run(&["lesson", "check", "--json", &bad]);
        assert_eq!(checked.status.code(), Some(1), "{to}");
        let report: Value = serde_json::from_slice(&checked.stdout).expect("JSON");
        let mistake = &report[0]["mistakes"][0];
        assert!(
            mistake["reason"]
                .as_str()
                .is_some_and(|r| r.contains(reason)),
            "{to}: {report}"
        );
        let line = mistake["line"].as_u64().expect("a number") as usize;
        let there = text.lines().nth(line - 1).unwrap_or_default();
        assert!(there.starts_with(line_of), "{to}: line {line} is {there}");
    }
    let missing = run(&["lesson", "check", "/nowhere.toml"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn an_unknown_lesson_is_refused() {
    let stderr = String::from_utf8_lossy(&run(&["lesson", "show", "x"]).stderr).into_owned();
    assert!(
        stderr.starts_with("flitscope: lesson must be one of those"),
        "{stderr}"
    );
}

#[test]
fn receipts_are_replayed_and_false_claims_are_reported() {
    let session = Session::open(source_of(QUICK).expect("it is registered")).expect("it holds");
    let steps = session.lesson.step.iter().enumerate();
    let mut answers = Vec::new();
    let mut goals = Vec::new();
    for (number, step) in steps {
        if step.ask.is_some() {
            let right = session.expected(number).expect("an answer").write();
            answers.push(json!({ "step": number + 1, "tries": [right] }));
        }
        if let Some(goal) = &step.goal {
            let scene = &session.simulated(number).expect("a scene").scene.scenario;
            let changes = goal.solution.iter().map(|change| change.get_ref().as_str());
            let solved = changed(scene, changes).expect("a solution");
            goals.push((number + 1, solved.to_link(), scene.to_link()));
        }
    }
    let asks = answers.len();
    let reached = |scenes: &[String]| -> Value {
        let steps = goals.iter().zip(scenes);
        steps
            .map(|((step, ..), scene)| json!({ "step": step, "scene": scene }))
            .collect()
    };
    let solved: Vec<_> = goals.iter().map(|(_, solved, _)| solved.clone()).collect();
    let unsolved: Vec<_> = goals.iter().map(|(.., scene)| scene.clone()).collect();
    let receipt = |name: &str, scenes: &[String], hash: &str| {
        json!({
            "flitscope": "receipt-1",
            "lesson": QUICK,
            "hash": hash,
            "name": name,
            "answers": answers,
            "goals": reached(scenes),
        })
    };
    let good = file(
        "good.json",
        &receipt("Ada", &solved, &session.hash()).to_string(),
    );
    let tampered = file(
        "tampered.json",
        &receipt("Eve", &unsolved, &session.hash()).to_string(),
    );
    let old = file("old.json", &receipt("Bo", &solved, "0").to_string());
    let garbled = file("garbled.json", "{}");

    let rows = json_of(&["grade", "--json", &good, &tampered, &old, &garbled]);
    assert_eq!(rows[0]["name"], "Ada");
    assert_eq!(
        (&rows[0]["first_try"], &rows[0]["asks"]),
        (&json!(asks), &json!(asks))
    );
    assert_eq!(
        (&rows[0]["goals"], &rows[0]["at_par"]),
        (&json!(goals.len()), &json!(goals.len()))
    );
    assert_eq!(rows[0]["holds"], true);
    assert_eq!(
        (&rows[1]["goals"], &rows[1]["holds"]),
        (&json!(0), &json!(false))
    );
    let why = rows[1]["why"].to_string();
    assert!(why.contains("its scene does not meet the goal"), "{why}");
    assert!(rows[2]["why"].to_string().contains("another version"));
    assert_eq!(rows[3]["holds"], false);

    let csv = text_of(&["grade", "--csv", &good]);
    assert!(
        csv.starts_with("file,lesson,name,first_try,") && csv.contains(",Ada,"),
        "{csv}"
    );
    let students = text_of(&["grade", "--students", &good, &tampered, &garbled]);
    let lines: Vec<_> = students.lines().collect();
    assert!(
        lines[0].starts_with("name,lessons,first_try,"),
        "{students}"
    );
    assert!(lines[1].starts_with("Ada,1,"), "{students}");
    assert!(lines[2].starts_with("Eve,0,"), "{students}");
    assert_eq!(lines.len(), 4, "{students}");
    assert!(text_of(&["grade", &good]).contains("not who made it"));
}

#[test]
fn variants_are_checked_and_receipts_replayed_in_theirs() {
    let example = text_of(&["lesson", "example"]);
    let lesson = file("example.toml", &example);
    let told = text_of(&["lesson", "check", &lesson]);
    assert!(told.contains(": 24 variants played\n"), "{told}");
    assert!(
        told.contains("2 other answers foreseen, 2 tries\n"),
        "{told}"
    );
    assert!(told.ends_with(": holds\n"));
    let checked = json_of(&["lesson", "check", "--json", &lesson]);
    assert_eq!(
        checked[0]["variants"],
        json!({ "played": 24, "all": false })
    );
    let pointless = example
        .replace("$(k)", "5")
        .replace("among = [4, 6, 8, 10]", "among = [4]");
    let pointless = pointless.replace("where = 'distance", "where = 'node == \"2,3\" && distance");
    let told = text_of(&["lesson", "check", &file("pointless.toml", &pointless)]);
    assert!(
        told.contains("warning: the answers are the same in all 3 variants"),
        "{told}"
    );

    let seed = seed_of_name("Ada");
    let session = Session::open_variant(&example, seed).expect("it fits");
    let right = session.expected(0).expect("an answer").write();
    let receipt = |name: &str, tries: &[&str]| {
        json!({
            "flitscope": "receipt-1",
            "lesson": "your-own-message",
            "hash": session.hash(),
            "name": name,
            "seed": seed,
            "answers": [{ "step": 1, "tries": tries }],
        })
        .to_string()
    };
    let ada = file("ada.json", &receipt("Ada", &["1", "2", &right]));
    // The lesson is one of the files, or given by itself.
    for arguments in [vec![&*ada, &*lesson], vec!["--lesson", &*lesson, &*ada]] {
        let rows = json_of(&[&["grade", "--json"], &*arguments].concat());
        assert_eq!(rows.as_array().map(Vec::len), Some(1));
        let row = &rows[0];
        assert_eq!(
            (&row["variant"], &row["holds"]),
            (&json!(seed), &json!(true))
        );
        let notes = row["notes"].to_string();
        assert!(
            notes.contains("3 tries, of which the first 2 count"),
            "{notes}"
        );
    }
}

#[test]
fn a_folder_is_graded_and_files_that_are_no_receipts_are_rows() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("receipts");
    fs::create_dir_all(folder.join("late")).expect("a folder for tests");
    let receipt = format!("#/lessons/receipt?lesson={QUICK}&hash=0&name=Ada");
    fs::write(folder.join("b.txt"), &receipt).expect("a file");
    fs::write(folder.join("late/a.txt"), &receipt).expect("a file");
    fs::write(folder.join("photo.png"), [0xff, 0xd8, 0]).expect("a file");
    fs::write(folder.join(".hidden"), "").expect("a file");
    let folder = folder.display().to_string();
    let csv = text_of(&["grade", "--csv", &folder, "/nowhere.json"]);
    let rows: Vec<_> = csv.lines().collect();
    assert_eq!(rows.len(), 5, "{csv}");
    assert!(
        rows[1].starts_with(&format!("{folder}/b.txt,{QUICK},Ada,0,0,")),
        "{csv}"
    );
    assert!(
        rows[2].starts_with(&format!("{folder}/late/a.txt,")),
        "{csv}"
    );
    assert!(
        rows[3].contains("photo.png,,,,,,,,,false,a receipt must be"),
        "{csv}"
    );
    assert!(rows[4].contains("/nowhere.json cannot be read"), "{csv}");
    assert!(text_of(&["grade", &folder]).contains("in one browser profile"));
}

/// A file for the current test with this content.
fn file(name: &str, content: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let thread = format!("{:?}", std::thread::current().id());
    let file = folder.join(format!("{}-{name}", thread.replace(['(', ')'], "")));
    fs::write(&file, content).expect("a folder for tests");
    file.display().to_string()
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flitscope"));
    command.args(arguments).output().expect("it runs")
}

fn text_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&text_of(arguments)).expect("JSON")
}

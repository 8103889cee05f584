//! The contract of `flitscope lesson package`: a zip file with the page in one file, and errors in a sentence.

use std::fs;
use std::path::PathBuf;

use flitscope::lesson::EXAMPLE;

use crate::common::command::{assert_is_refused, json_of, run};

fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("package-{name}"));
    fs::write(&path, content).expect("the folder of tests can be written");
    path.display().to_string()
}

#[test]
fn a_lesson_becomes_the_same_package_each_time() {
    let page = file("page.html", "<html data-one-file></html>");
    let own = file("own.toml", EXAMPLE);
    for (lesson, scorm, files) in [
        ("one-message", "1.2", 7),
        ("one-message", "2004", 7),
        (&*own, "2004", 8),
    ] {
        let into = file("course.zip", "");
        let arguments = [
            "lesson", "package", lesson, "--scorm", scorm, "--page", &page, "--into", &into,
        ];
        let told = json_of(&arguments, "");
        let zip = fs::read(&into).expect("it was written");
        assert_eq!(told["file"], *into);
        assert_eq!(told["bytes"], zip.len());
        let names = told["files"].as_array().expect("a list");
        assert_eq!(names.len(), files, "{names:?}");
        assert_eq!(names[0], "imsmanifest.xml");
        assert!(zip.starts_with(b"PK"));
        let line = run(&arguments, "");
        let line = String::from_utf8_lossy(&line.stdout).into_owned();
        let (name, contents) = line.split_once(": 0.0").expect("a size below 0.1 MB");
        assert_eq!(name, into);
        assert!(
            contents.ends_with(&format!(" MB, {files} files\n")),
            "{line}"
        );
        assert_eq!(fs::read(&into).expect("it was written again"), zip);
    }
}

#[test]
fn bad_values_are_refused_with_the_allowed_ones() {
    let page = file("good.html", "<html data-one-file></html>");
    let other = file("other.html", "<html></html>");
    let broken = file("broken.toml", "id = 3");
    let built_in = file(
        "built-in.toml",
        &EXAMPLE.replace("your-own-message", "one-message"),
    );
    for (lesson, options, sentence) in [
        (
            "one-message",
            ["--scorm", "1.3", "--page", &*page],
            "scorm must be 1.2 or 2004, not 1.3",
        ),
        (
            "nothing",
            ["--scorm", "1.2", "--page", &page],
            "lesson must be one of those that `flitscope lesson list` prints, or a readable lesson file, not nothing (",
        ),
        (
            "one-message",
            ["--scorm", "1.2", "--page", &other],
            "page must be flitscope.html, the page in one file that scripts/build makes, not another file",
        ),
        (
            "one-message",
            ["--scorm", "1.2", "--page", "/nowhere.html"],
            "page must be flitscope.html, which `scripts/build` makes, not /nowhere.html (",
        ),
        (
            "one-message",
            ["--scorm", "1.2", "--pass", "0"],
            "pass must be a whole number from 1 to 100 [%], not 0",
        ),
        (&broken, ["--scorm", "1.2", "--page", &page], "line 1"),
        (
            &built_in,
            ["--scorm", "1.2", "--page", &page],
            "id must not be that of a lesson of the program, and one-message is; change it in the file",
        ),
    ] {
        let arguments = [&["lesson", "package", lesson], &options[..]].concat();
        assert_is_refused(&arguments, "", sentence);
    }
    let into = [
        "lesson",
        "package",
        "one-message",
        "--scorm",
        "1.2",
        "--page",
        &page,
    ];
    let into = [&into[..], &["--into", "/nowhere/course.zip"]].concat();
    assert_is_refused(
        &into,
        "",
        "into must be a file that can be written, not /nowhere/course.zip (",
    );
}

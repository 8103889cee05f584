//! The command line: completions for shells, and manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::command::{assert_is_refused, run};

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

fn text(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands that `flitscope --help` lists.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    // The descriptions that continue on a line of their own are indented further.
    let named = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next());
    let names: Vec<_> = names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.len() >= 18, "{names:?}");
    names
}

#[test]
fn completions_name_every_command_in_every_shell() {
    for shell in SHELLS {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("into"), "{shell}: an option of run");
    }
}

#[test]
fn bash_completes_commands_and_options() {
    let completed = |words: &str, at: usize| {
        let script = text(&["completions", "bash"]);
        let ask = format!(
            "set -e; {script}\nCOMP_WORDS=({words}); COMP_CWORD={at}\n\
             _flitscope flitscope \"${{COMP_WORDS[at]}}\" || true; echo \"${{COMPREPLY[*]}}\""
        )
        .replace("[at]", &format!("[{at}]"));
        let output = Command::new("bash").args(["-c", &ask]).output();
        let output = output.expect("bash is installed");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && stderr.is_empty(), "{stderr}");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(completed("flitscope mul", 1), "multicast\n");
    assert_eq!(completed("flitscope run --pen", 2), "--pending\n");
}

#[test]
fn an_unknown_shell_is_refused() {
    assert_is_refused(&["completions", "tcsh"], "", "bash, elvish, fish");
    assert_is_refused(&["completions"], "", "SHELL");
}

#[test]
fn manual_pages_describe_every_command_and_keep_the_lines_of_examples() {
    let overview = text(&["man"]);
    assert!(overview.contains("\n.TH flitscope 1"), "{overview}");
    for command in commands() {
        let name = command.replace('-', "\\-");
        assert!(overview.contains(&name), "{command} in the overview");
    }
    let page = text(&["man", "run"]);
    assert!(page.contains(".TH flitscope-run 1"), "{page}");
    let notes = page.split(".nf\n").nth(1).expect("lines as they are");
    let example = notes.lines().find(|line| line.contains("all.jsonl"));
    assert_eq!(example, Some("  flitscope grid grid.json > all.jsonl"));
    assert_is_refused(&["man", "walk"], "", "command must be topology, route");
}

#[test]
fn a_folder_gets_the_page_of_each_command() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man1");
    fs::remove_dir_all(&folder).ok();
    let folder = folder.to_str().expect("text");
    text(&["man", "--folder", folder]);
    let files = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    let mut expected: Vec<_> = commands()
        .iter()
        .map(|command| format!("flitscope-{command}.1"))
        .chain(["flitscope.1".to_owned()])
        .collect();
    files.sort_unstable();
    expected.sort_unstable();
    assert_eq!(files, expected);
    let page = fs::read_to_string(format!("{folder}/flitscope-grid.1")).expect("a page");
    assert_eq!(page, text(&["man", "grid"]));
    // A file is no folder.
    let file = format!("{folder}/flitscope.1");
    assert_is_refused(&["man", "--folder", &file], "", "folder must be");
}

//! Writes the papers as Rust constants before the library is built, so that no page carries a reader of TOML or a
//! typesetter.
//!
//! `paper/<paper>/paper.toml` contains texts, tables and figures, and `equations.toml` beside it equations and symbols.
//! An unknown field, a missing one or a wrong type fails the build with the name of the file, the table or figure, and
//! the field.

#![expect(clippy::print_stdout, reason = "Cargo reads it")]

mod constants;
mod equations;
mod tables;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use constants::Paper;
use equations::{Typeset, typeset};
use tables::Beside;

const FOLDER: &str = "paper";

fn main() {
    println!("cargo::rerun-if-changed=build");
    // The whole folder, so that a new paper triggers a rebuild.
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut code = String::new();
    let mut beside = Beside::default();
    for name in papers() {
        match read(&format!("{FOLDER}/{name}"), &mut beside) {
            Ok(Some(paper)) => {
                let name = name.to_uppercase();
                let _ = writeln!(code, "const {name}: Paper = {paper:?};");
            }
            Ok(None) => {}
            // Cargo shows this as the reason of the failed build.
            Err(reason) => println!("cargo::error={}", reason.replace('\n', " ")),
        }
    }
    let _ = writeln!(code, "{beside}");
    let folder = env::var("OUT_DIR").expect("cargo sets it");
    let file = Path::new(&folder).join("papers.rs");
    fs::write(file, code).expect("cargo made the folder");
}

/// Reads the files of a folder.
fn read(folder: &str, beside: &mut Beside) -> Result<Option<Paper>, String> {
    let file = format!("{folder}/equations.toml");
    let typeset = match fs::read_to_string(&file) {
        Ok(text) => typeset(&text).map_err(|reason| format!("{file}: {reason}"))?,
        // Only a file without a reproduced paper has none, as a test checks.
        Err(_) => Typeset::default(),
    };
    let file = format!("{folder}/paper.toml");
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    tables::read(&file, &text, typeset, beside)
}

/// Returns the folders of papers; the constants have the same names in upper case.
fn papers() -> BTreeSet<String> {
    let entries = fs::read_dir(FOLDER).expect("the folder of all papers");
    let folders = entries.flatten().map(|entry| entry.path());
    let folders = folders.filter(|folder| folder.join("paper.toml").is_file());
    let names = folders.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()));
    names.collect()
}

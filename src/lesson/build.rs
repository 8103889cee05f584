//! Generates the list of lessons before the library is built.
//!
//! `courses/<course>/<id>.toml` is a lesson. The summaries of all lessons become `LESSONS` in
//! `$OUT_DIR/lessons.rs`, and their files `FILES`. An invalid lesson fails the build.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

// The module with which the program reads them.
#[allow(dead_code, reason = "the build needs only what lists show")]
#[path = "file/format/mod.rs"]
mod format;

const COURSES: &str = "courses";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={COURSES}");
    println!("cargo::rerun-if-changed=file/format");
    let folder = env::var("OUT_DIR").expect("cargo sets it");
    let file = Path::new(&folder).join("lessons.rs");
    fs::write(file, lessons()).expect("cargo made the folder");
}

/// Generates the lists of lessons as Rust code.
fn lessons() -> String {
    let mut all = Vec::new();
    for path in lesson_files() {
        let text = fs::read_to_string(&path).expect("a file that was just listed");
        match format::Lesson::read(&text) {
            Ok(lesson) => all.push((path, lesson)),
            Err(mistake) => println!("cargo::error={}: {mistake}", path.display()),
        }
    }
    all.sort_by_key(|(_, lesson)| (lesson.course, lesson.place));
    for pair in all.windows(2) {
        if pair[0].1.id == pair[1].1.id {
            println!(
                "cargo::error={}: its id is there twice",
                pair[1].0.display()
            );
        }
    }
    let (mut lists, mut files) = (String::new(), String::new());
    for (path, lesson) in &all {
        let format::Lesson {
            id,
            title,
            course,
            minutes,
            goal,
            after,
            about,
            step,
            ..
        } = lesson;
        let _ = writeln!(
            lists,
            "    Summary {{ id: {id:?}, title: {title:?}, course: Course::{course:?}, \
             minutes: {minutes}, goal: {goal:?}, after: &{after:?}, about: &{about:?}, \
             steps: {}, asks: {}, challenges: {}, tasks: &{:?} }},",
            step.len(),
            lesson.asks(),
            lesson.challenges(),
            lesson.tasks(),
        );
        let path = fs::canonicalize(path).expect("a file that was just read");
        let _ = writeln!(
            files,
            "    ({id:?}, include_str!({:?})),",
            path.display().to_string()
        );
    }
    format!(
        "/// Every lesson, by course, in teaching order.\n\
         pub const LESSONS: &[Summary] = &[\n{lists}];\n\
         /// The files of the lessons, by their ids.\n\
         pub(super) const FILES: &[(&str, &str)] = &[\n{files}];\n"
    )
}

/// Returns the lesson files of all courses, in alphabetical order.
fn lesson_files() -> BTreeSet<PathBuf> {
    let inside = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder of lessons");
        entries
            .flatten()
            .map(|entry| entry.path())
            .collect::<Vec<_>>()
    };
    let folders = inside(Path::new(COURSES));
    let folders = folders.iter().filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| inside(folder));
    files
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect()
}

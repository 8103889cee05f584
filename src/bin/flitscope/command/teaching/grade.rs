//! Replay of receipts of lessons.

use std::path::Path;
use std::{fs, io};

use clap::Args;
use serde_json::{Value, json};

use crate::command::common::answer::{Answer, CommandResult};
use crate::command::common::files::{MOST_BYTES, bytes_of, decoded_lossy, say};
use crate::command::common::tables::aligned;
use flitscope::catalog::quoted_path;
use flitscope::lesson::{
    Grade, GradeRow, GradeTable, format, is_lesson_file, pass_of, students_csv,
};

/// The receipts to replay.
#[derive(Debug, Args)]
pub(crate) struct GradeOptions {
    /// Receipts, as the page saves them, and files of lessons that are not built in (.toml); of a folder,
    /// all files in it.
    #[arg(required = true)]
    files: Vec<String>,
    /// The file of the lesson, if it is not a built-in one and not among the files.
    #[arg(long, value_name = "FILE")]
    lesson: Option<String>,
    /// Print comma-separated values.
    #[arg(long)]
    csv: bool,
    /// Print comma-separated values with one row for each student, in which the best receipt of each lesson
    /// counts.
    #[arg(long, conflicts_with = "csv")]
    students: bool,
    /// Print one JSON array of statements of xAPI 1.0.3 on all receipts, for a learning record store.
    #[arg(long, conflicts_with_all = ["csv", "students"])]
    xapi: bool,
    /// The share of right tasks from which a lesson is passed [%]: with --xapi, a lesson that is done is then
    /// passed or failed.
    #[arg(
        long,
        value_name = "SHARE",
        requires = "xapi",
        allow_hyphen_values = true
    )]
    pass: Option<String>,
}

impl GradeOptions {
    /// Returns a row for every receipt, including invalid ones.
    pub(crate) fn answer(&self) -> CommandResult {
        let pass = self.pass.as_deref().map(pass_of).transpose();
        let pass = pass.map_err(|error| error.to_string())?;
        let mut table = GradeTable::default();
        if let Some(file) = &self.lesson {
            // The name does not matter: an error is reported here.
            let text = read(file)?;
            format::Lesson::read(&text).map_err(|mistake| mistake.to_string())?;
            table.add("lesson.toml", &text);
        }
        let mut files = Vec::new();
        for file in &self.files {
            files.extend(files_of(file)?);
        }
        // Lessons before the receipts that need them.
        files.sort_by_key(|file| !is_lesson_file(file));
        for file in &files {
            match read(file) {
                Ok(text) => table.add(file, &text),
                Err(reason) => table.refuse(file, reason),
            }
        }
        if self.xapi {
            let statements = Self::statements(&table, pass);
            let text = format!("{statements:#}\n");
            return Ok(Answer::new(statements, text));
        }
        let rows = table.rows();
        if self.students {
            return students_csv(&rows).map(Answer::text);
        }
        if self.csv {
            return GradeTable::csv_of(&rows).map(Answer::text);
        }
        let text = grades_table(&rows);
        Ok(Answer::new(rows.iter().map(json_of).collect(), text))
    }

    /// Returns the statements, and says of which files there are none.
    fn statements(table: &GradeTable, pass: Option<u8>) -> Value {
        for row in table.rows() {
            if let Err(reason) = &row.graded {
                say(&format!("{} is left out: {reason}", quoted_path(&row.file)));
            }
        }
        Value::Array(table.statements(pass))
    }
}

/// Reads a file as text, as browsers do.
fn read(file: &str) -> Result<String, String> {
    let bytes = bytes_of(file, MOST_BYTES);
    let bytes = bytes.map_err(|error| format!("{} cannot be read: {error}", quoted_path(file)))?;
    Ok(decoded_lossy(&bytes))
}

/// Returns a file, or the files in a folder and below it, by name and without hidden ones.
fn files_of(path: &str) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    collect(Path::new(path), &mut files)
        .map_err(|error| format!("{} cannot be read: {error}", quoted_path(path)))?;
    files.sort();
    Ok(files)
}

fn collect(path: &Path, files: &mut Vec<String>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.display().to_string());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            collect(&entry.path(), files)?;
        }
    }
    Ok(())
}

fn json_of(row: &GradeRow) -> Value {
    let mut graded = match &row.graded {
        Ok(grade) => json!(grade),
        Err(reason) => json!({ "holds": false, "why": [reason] }),
    };
    graded["file"] = json!(row.file);
    graded
}

/// Formats the rows as a table, with a note on what a receipt proves.
fn grades_table(rows: &[GradeRow]) -> String {
    let rows = rows.iter().map(|row| {
        let grade = row.graded.as_ref().ok();
        let of = |part: fn(&Grade) -> (usize, usize)| {
            let parts = grade.map(part);
            parts.map_or_else(String::new, |(part, whole)| format!("{part} of {whole}"))
        };
        let why = match &row.graded {
            Ok(grade) => grade.why.join("; "),
            Err(reason) => reason.clone(),
        };
        json!({
            "file": row.file,
            "lesson": grade.map_or("", |grade| &grade.lesson),
            "name": grade.map_or("", |grade| &grade.name),
            "right at first try": of(|grade| (grade.first_try, grade.asks)),
            "right in the end": of(|grade| (grade.right, grade.asks)),
            "goals met": of(|grade| (grade.goals, grade.challenges)),
            "holds": if grade.is_some_and(|grade| grade.holds) { "yes" } else { "no" },
            "why not": why,
            "notes": grade.map_or_else(String::new, |grade| grade.notes.join("; ")),
        })
    });
    let table = aligned(&rows.collect::<Vec<_>>());
    format!(
        "{table}A receipt proves that its answers and scenes work, not who made it. Tries are counted in one \
         browser profile: a new one starts again.\n"
    )
}

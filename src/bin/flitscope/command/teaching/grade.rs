//! Replay of receipts of lessons.

use std::fs;

use clap::Args;
use serde_json::{Value, json};

use crate::command::common::tables::aligned;
use flitscope::catalog::quoted;
use flitscope::lesson::{Receipt, grade};

/// The receipts to replay.
#[derive(Debug, Args)]
pub(crate) struct GradeOptions {
    /// Receipts, as the page saves them.
    #[arg(required = true)]
    files: Vec<String>,
    /// The file of the lesson, if it is not a built-in one.
    #[arg(long, value_name = "FILE")]
    lesson: Option<String>,
    /// Print comma-separated values.
    #[arg(long)]
    csv: bool,
}

impl GradeOptions {
    /// Returns a row for every receipt, including invalid ones.
    pub(crate) fn answer(&self) -> Result<Value, String> {
        let read = |file: &String| {
            fs::read_to_string(file)
                .map_err(|error| format!("{} cannot be read: {error}", quoted(file)))
        };
        let lesson = self.lesson.as_ref().map(read).transpose()?;
        let mut rows = Vec::new();
        for file in &self.files {
            let text = read(file)?;
            let receipt = Receipt::read(&text).map_err(|error| error.to_string());
            let graded = receipt.and_then(|receipt| {
                grade(&receipt, lesson.as_deref()).map_err(|error| error.to_string())
            });
            rows.push(match graded {
                Ok(grade) => json!({
                    "file": file,
                    "lesson": grade.lesson,
                    "name": grade.name,
                    "first_try": grade.first_try,
                    "right": grade.right,
                    "asks": grade.asks,
                    "goals": grade.goals,
                    "at_par": grade.at_par,
                    "challenges": grade.challenges,
                    "holds": grade.holds,
                    "why": grade.why,
                    "steps": grade.steps,
                }),
                Err(reason) => json!({ "file": file, "holds": false, "why": [reason] }),
            });
        }
        if self.csv {
            return csv_of(&rows).map(Value::from);
        }
        Ok(rows.into())
    }
}

/// The columns of the CSV table.
const COLUMNS: [&str; 11] = [
    "file",
    "lesson",
    "name",
    "first_try",
    "right",
    "asks",
    "goals",
    "at_par",
    "challenges",
    "holds",
    "why",
];

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(cell).collect();
            items.join("; ")
        }
        other => other.to_string(),
    }
}

fn csv_of(rows: &[Value]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| format!("the table cannot be written: {error}");
    writer.write_record(COLUMNS).map_err(failed)?;
    for row in rows {
        writer
            .write_record(COLUMNS.map(|column| cell(&row[column])))
            .map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Formats the rows as a table, with a note on what a receipt proves.
pub(crate) fn grades_table(rows: &[Value]) -> String {
    let rows = rows.iter().map(|row| {
        let of = |part: &str, whole: &str| match (&row[part], &row[whole]) {
            (Value::Null, _) => String::new(),
            (part, whole) => format!("{part} of {whole}"),
        };
        json!({
            "file": row["file"],
            "lesson": cell(&row["lesson"]),
            "name": cell(&row["name"]),
            "right at first try": of("first_try", "asks"),
            "right in the end": of("right", "asks"),
            "goals met": of("goals", "challenges"),
            "holds": if row["holds"] == true { "yes" } else { "no" },
            "why not": cell(&row["why"]),
        })
    });
    let table = aligned(&rows.collect::<Vec<_>>());
    format!("{table}A receipt proves that its answers and scenes work, not who made it.\n")
}

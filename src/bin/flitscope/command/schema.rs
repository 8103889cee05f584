//! The fields of a report: its JSON Schema, and the table of the guide.

use std::fmt::Write as _;

use clap::Args;
use serde_json::Value;

use super::common::answer::Answer;
use flitscope::sweep::REPORT_SCHEMA;

/// The form of the fields.
#[derive(Debug, Args)]
pub(super) struct SchemaOptions {
    /// Print them as tables in Markdown, as the guide has them.
    #[arg(long)]
    markdown: bool,
}

impl SchemaOptions {
    pub(super) fn answer(&self) -> Answer {
        let schema: Value = serde_json::from_str(REPORT_SCHEMA).expect("a test reads it");
        if self.markdown {
            Answer::text(tables(&schema))
        } else {
            Answer::new(schema, REPORT_SCHEMA.to_owned())
        }
    }
}

/// The fields of a report, of the estimates in it, and of an error.
fn tables(schema: &Value) -> String {
    let parts = [
        ("Field of a report", "report"),
        ("Field of an estimate", "estimate"),
        ("Field of an error", "error"),
    ];
    let tables = parts.map(|(head, part)| {
        let mut table = format!("| {head} | unit | meaning |\n|---|---|---|\n");
        rows(&schema["$defs"][part], "", &mut table);
        table
    });
    tables.join("\n")
}

/// Writes a row for each field of an object, and for those within it.
fn rows(object: &Value, within: &str, table: &mut String) {
    for (name, field) in object["properties"].as_object().into_iter().flatten() {
        let text = |key: &str| field[key].as_str().unwrap_or_default();
        let (unit, means) = (text("unit"), text("description"));
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| `{within}{name}` | {unit} | {means} |");
        rows(field, &format!("{within}{name}."), table);
        rows(&field["items"], &format!("{within}{name}[]."), table);
    }
}

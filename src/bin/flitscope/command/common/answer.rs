//! The answers of commands.

use std::process::ExitCode;

use serde_json::Value;

use super::files::print_all;
use super::tables::{aligned, table};

/// The answer of a command, in both forms.
pub(crate) struct Answer {
    pub(crate) json: Value,
    pub(crate) text: String,
    /// Whether the answer is negative, which sets the exit status to 1 for scripts.
    pub(crate) is_negative: bool,
}

/// An answer, or a one-sentence error for the user.
pub(crate) type CommandResult = Result<Answer, String>;

impl Answer {
    pub(crate) fn new(json: Value, text: String) -> Self {
        Self {
            json,
            text,
            is_negative: false,
        }
    }

    /// A text, which is one in JSON as well.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(Value::from(text.clone()), text)
    }

    /// An object, with a line for each field.
    pub(crate) fn fields(json: Value) -> Self {
        let text = table(&json);
        Self::new(json, text)
    }

    /// Objects with the same fields, one a line.
    pub(crate) fn rows(rows: Vec<Value>) -> Self {
        let text = aligned(&rows);
        Self::new(Value::from(rows), text)
    }

    /// Prints the answer in one form, and returns the exit status.
    pub(crate) fn print(&self, as_json: bool) -> ExitCode {
        if as_json {
            print_all(&format!("{:#}\n", self.json));
        } else {
            print_all(&self.text);
        }
        if self.is_negative {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }
}

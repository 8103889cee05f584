//! Rows as others take them: as text, Markdown, JSON and CSV, as the columns of a table, as a chart.

mod columns;
mod diagram;
mod output;
mod prose;

pub use columns::Columns;
pub use output::{Sheet, csv, json, markdown, text};
pub use prose::{Piece, pieces};

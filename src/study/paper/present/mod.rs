//! Output of rows: as text, Markdown, JSON and CSV, as the columns of a table, and as a chart.

mod columns;
mod diagram;
mod output;
mod prose;

pub use columns::Columns;
pub use output::{Sheet, csv, json, markdown, text};
pub use prose::{Piece, pieces};

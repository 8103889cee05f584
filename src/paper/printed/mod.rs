//! What papers print that the page sets beside measurements of its own.

mod claim;
mod comparison;
mod table;

pub use claim::{Claim, Holds};
pub use comparison::Comparison;
pub use table::{PrintedLatency, PrintedTable};

//! Printed results of papers that the page shows beside its own measurements.

mod claim;
mod comparison;
mod table;

pub use claim::{Claim, Holds};
pub use comparison::Comparison;
pub use table::{PrintedLatency, PrintedTable};

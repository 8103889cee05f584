//! What somebody writes instead of choosing it: routing functions.

mod examine;
mod findings;
mod routing;
mod surroundings;

pub use examine::{Examined, examine, install};
pub use findings::{Finding, Findings, Shows};
pub use routing::{Budget, compile};
pub use surroundings::AT_HAND;

//! What somebody writes instead of choosing it: routing functions.

mod examine;
mod routing;
mod surroundings;

pub use examine::{Examined, examine, install};
pub use routing::{Budget, compile};
pub use surroundings::AT_HAND;

//! What somebody writes instead of choosing it: routing functions.

mod routing;
mod surroundings;

pub use routing::{Budget, compile};
pub use surroundings::AT_HAND;
